//! Reads a built page into the list of its elements.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// Elements without an end tag.
const VOID: [&str; 7] = ["br", "hr", "img", "input", "link", "meta", "source"];

/// One element of a page.
#[derive(Debug)]
pub struct Element {
    /// Its tag's name, in small letters.
    pub name: String,
    /// Its attributes, names in small letters.
    pub attributes: Vec<(String, String)>,
    /// All text inside it.
    pub text: String,
    /// The names of the elements around it, the outermost first.
    pub inside: Vec<String>,
}

impl Element {
    /// The value of attribute `name`.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether an element called `name` is around it.
    pub fn is_inside(&self, name: &str) -> bool {
        self.inside.iter().any(|outer| outer == name)
    }
}

/// Every element of the page, in the order of the start tags.
pub fn elements(html: &str) -> Vec<Element> {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input); // it stops early only for scripts that write into the page
    tokenizer.end();
    tokenizer.sink.found.into_inner()
}

/// The elements of what people wrote, without mdBook's menus around it.
pub fn written(html: &str) -> Vec<Element> {
    elements(html).into_iter().filter(|element| element.is_inside("main")).collect()
}

/// Keeps the elements found so far, and which of them are still open.
#[derive(Default)]
struct Reader {
    found: RefCell<Vec<Element>>,
    open: RefCell<Vec<usize>>,
}

impl Reader {
    fn start(&self, tag: &Tag) {
        let mut found = self.found.borrow_mut();
        let mut open = self.open.borrow_mut();
        let attributes = tag.attrs.iter();
        let inside = open.iter().map(|&i| found[i].name.clone()).collect();
        found.push(Element {
            name: tag.name.to_string(),
            attributes: attributes
                .map(|a| (a.name.local.to_string(), a.value.to_string()))
                .collect(),
            text: String::new(),
            inside,
        });
        if !tag.self_closing && !VOID.contains(&&*tag.name) {
            open.push(found.len() - 1);
        }
    }

    fn end(&self, name: &str) {
        let found = self.found.borrow();
        let mut open = self.open.borrow_mut();
        if let Some(at) = open.iter().rposition(|&i| found[i].name == name) {
            open.truncate(at);
        }
    }

    fn text(&self, text: &str) {
        for &i in self.open.borrow().iter() {
            self.found.borrow_mut()[i].text.push_str(text);
        }
    }
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                self.start(&tag);
                match &*tag.name {
                    "script" => return TokenSinkResult::RawData(RawKind::ScriptData),
                    "style" => return TokenSinkResult::RawData(RawKind::Rawtext),
                    _ => {}
                }
            }
            Token::TagToken(tag) => self.end(&tag.name),
            Token::CharacterTokens(text) => self.text(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[test]
fn elements_know_their_text_and_surroundings() {
    let page =
        "<main><h2 id=\"a\">One <em>two</em><br></h2><svg><rect/><title>T</title></svg></main>";
    let found = elements(page);
    let names: Vec<&str> = found.iter().map(|element| element.name.as_str()).collect();
    assert_eq!(names, ["main", "h2", "em", "br", "svg", "rect", "title"]);
    assert_eq!(found[1].text, "One two");
    assert_eq!(found[1].attribute("id"), Some("a"));
    assert_eq!(found[6].inside, ["main", "svg"]);
}

#[test]
fn a_script_is_not_read_as_html() {
    let page = "<script>if (1 < 2) { x = \"<main>\"; }</script><main><p>text</p></main>";
    assert_eq!(written(page).len(), 1);
}
