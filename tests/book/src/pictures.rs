//! Pictures: whoever cannot see one is told what it shows.

use crate::html::{Element, written};

/// What is wrong with the pictures of page `name`.
pub fn problems(name: &str, html: &str) -> Vec<String> {
    let page = written(html);
    let mut found = Vec::new();
    for element in &page {
        let problem = match element.name.as_str() {
            "img" => image(element),
            "svg" => drawing(element, &page),
            "figure" => caption(element, &page),
            _ => None,
        };
        found.extend(problem.map(|problem| format!("{name}: {problem}")));
    }
    found
}

fn image(image: &Element) -> Option<String> {
    let told = image.attribute("alt").is_some_and(|alt| !alt.trim().is_empty());
    let source = image.attribute("src").unwrap_or("?");
    (!told).then(|| format!("image {source} has no alternative text"))
}

/// A drawing is an image to a screen reader, and named by its own title and description.
fn drawing(svg: &Element, page: &[Element]) -> Option<String> {
    if svg.attribute("aria-hidden") == Some("true") {
        return None;
    }
    if svg.attribute("role") != Some("img") {
        return Some("a drawing has no role=\"img\"".into());
    }
    let ids = svg.attribute("aria-labelledby").unwrap_or("");
    let says = |id: &str, kind: &str| {
        let mut all = page.iter().filter(|element| element.name == kind);
        all.any(|e| e.attribute("id") == Some(id) && !e.text.trim().is_empty())
    };
    let parts: Vec<&str> = ids.split_whitespace().collect();
    let [title, description] = parts[..] else {
        return Some(format!("a drawing names no title and description, but `{ids}`"));
    };
    if !says(title, "title") {
        return Some(format!("a drawing has no title with the id `{title}`"));
    }
    (!says(description, "desc")).then(|| format!("a drawing has no desc `{description}`"))
}

fn caption(figure: &Element, page: &[Element]) -> Option<String> {
    let mut captions = page.iter().filter(|e| e.name == "figcaption" && !e.text.trim().is_empty());
    let captioned = captions.any(|caption| figure.text.contains(&caption.text));
    (!captioned).then(|| "a figure has no caption".into())
}

#[cfg(test)]
mod tests {
    use super::problems;

    const SVG: &str = "<svg role=\"img\" aria-labelledby=\"t d\"><title id=\"t\">T</title>\
                       <desc id=\"d\">D</desc><path d=\"M0 0\"/></svg>";

    fn found(inner: &str) -> String {
        problems("p", &format!("<main>{inner}</main>")).join("")
    }

    #[test]
    fn described_pictures_pass() {
        let figure = format!("<figure>{SVG}<figcaption>C</figcaption></figure>");
        assert_eq!(found(&figure), "");
        assert_eq!(found("<img src=\"a.png\" alt=\"A plot\">"), "");
        assert_eq!(found("<svg aria-hidden=\"true\"></svg>"), "");
    }

    #[test]
    fn silent_pictures_are_found() {
        assert!(found("<img src=\"a.png\">").contains("a.png has no alternative"));
        assert!(found("<img src=\"a.png\" alt=\" \">").contains("no alternative"));
        assert!(found("<svg></svg>").contains("role"));
        assert!(found(&SVG.replace(">T<", "><")).contains("no title"));
        assert!(found(&SVG.replace("id=\"d\"", "")).contains("no desc"));
        assert!(found(&SVG.replace("\"t d\"", "\"t\"")).contains("names no title"));
        assert!(found(&format!("<figure>{SVG}</figure>")).contains("no caption"));
    }
}
