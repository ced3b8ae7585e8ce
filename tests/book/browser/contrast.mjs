// Checks that every text of a page can be read in every theme of mdBook: level AA of WCAG 2.
//
// The tests in Rust compute the contrasts of our own colours; here the whole page is looked at as it
// is shown, with mdBook's colours and those of its listings.

const THEMES = ["light", "rust", "coal", "navy", "ayu"];

/** What is too faint on the page at `url`; each kind of text is told once in each theme. */
export async function contrastProblems(page, url) {
  await page.resize(1200);
  await page.open(url);
  const problems = [];
  for (const theme of THEMES) {
    const faint = await page.run(faintTexts, theme);
    problems.push(...faint.map((problem) => `${theme}: ${problem}`));
  }
  return problems;
}

/** Inside the page: opens all that is folded, takes up `theme`, and looks at each piece of text. */
function faintTexts(theme) {
  document.querySelectorAll("details").forEach((details) => (details.open = true));
  document.getElementById(`mdbook-theme-${theme}`)?.click();
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const components = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour) => {
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const [red, green, blue] = colour.map((c) => linear(c / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    for (let outer = element; outer; outer = outer.parentElement) {
      const colour = components(getComputedStyle(outer).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const found = new Map();
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || element.closest("svg") || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const [ink, paper] = [components(style.color), ground(element)];
    const mixed = ink.slice(0, 3).map((c, i) => (c * ink[3] + paper[i] * (255 - ink[3])) / 255);
    const [one, other] = [luminance(mixed), luminance(paper.slice(0, 3))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    if (ratio >= (large ? 3 : 4.5)) continue;
    const kind = `<${element.localName} class="${element.className}">`;
    found.set(kind, `${kind} "${element.textContent.trim().slice(0, 30)}" has ${ratio.toFixed(2)} : 1`);
  }
  return [...found.values()];
}
