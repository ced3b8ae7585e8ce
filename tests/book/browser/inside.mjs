// Functions that run inside a page. Each stands alone: only its own text travels to the browser.

/** What is wrong with the layout: the theme does not hold, or something sticks out sideways. */
export function layoutProblems(theme) {
  const problems = [];
  if (!document.documentElement.classList.contains(theme)) problems.push(`theme ${theme} is not set`);
  const root = document.documentElement;
  const content = document.querySelector("#mdbook-content");
  for (const [name, box] of [["page", root], ["content", content]]) {
    if (box.scrollWidth > box.clientWidth) {
      problems.push(`the ${name} scrolls sideways: ${box.scrollWidth} in ${box.clientWidth} px`);
    }
  }
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  for (const element of document.querySelectorAll("main *")) {
    let outer = element.parentElement;
    while (outer !== content && !scrolls(outer)) outer = outer.parentElement;
    const right = element.getBoundingClientRect().right;
    if (outer === content && right > root.clientWidth + 1) {
      problems.push(`<${element.localName}> reaches ${right} px of ${root.clientWidth}`);
    }
  }
  return problems;
}

/** What is wrong with the drawings: hidden, too small to read, or words over other words. */
export function drawingProblems(drawings = "main .diagram:not(.tl-plays) > svg") {
  const LEAST_TEXT_PX = 10;
  const problems = [];
  for (const svg of document.querySelectorAll(drawings)) {
    const name = svg.querySelector("title").textContent;
    const frame = svg.getBoundingClientRect();
    if (frame.width < 200 || frame.height < 100 || !svg.checkVisibility()) {
      problems.push(`"${name}" is not visible: ${frame.width} × ${frame.height} px`);
      continue;
    }
    const scale = frame.width / svg.viewBox.baseVal.width;
    const texts = [...svg.querySelectorAll("text")];
    const boxes = texts.map((text) => text.getBoundingClientRect());
    texts.forEach((text, i) => {
      const words = `"${name}": "${text.textContent}"`;
      const box = boxes[i];
      const size = parseFloat(getComputedStyle(text).fontSize) * scale;
      if (size < LEAST_TEXT_PX) problems.push(`${words} is ${size.toFixed(1)} px small`);
      if (box.left < frame.left - 1 || box.right > frame.right + 1) {
        problems.push(`${words} sticks out of the drawing`);
      }
      for (let j = i + 1; j < texts.length; j++) {
        const other = boxes[j];
        const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        // Line boxes include room above and below the letters: only a real overlap counts.
        if (across > 1 && down > 0.4 * Math.min(box.height, other.height)) {
          problems.push(`${words} and "${texts[j].textContent}" overlap`);
        }
      }
    });
    const unstyled = [...svg.querySelectorAll("rect, path, line")].find((shape) => {
      const { fill, stroke } = getComputedStyle(shape);
      return fill === "rgb(0, 0, 0)" && stroke === "none";
    });
    if (unstyled) problems.push(`"${name}" has a shape without a style: ${unstyled.outerHTML}`);
  }
  return problems;
}

/** What is wrong with picking theme `to` from the menu of a page in theme `from`. */
export function switchTheme(from, to) {
  const colours = () => {
    const seen = (selector, property) => {
      const element = document.querySelector(selector);
      return element && getComputedStyle(element)[property];
    };
    return {
      page: seen("html", "backgroundColor"),
      drawing: seen("main .diagram rect", "stroke"),
      words: seen("main .diagram text", "fill"),
      player: seen("main .tl-bar", "backgroundColor"),
    };
  };
  const click = (id) => document.getElementById(id).click();
  const problems = [];
  const before = colours();
  click("mdbook-theme-toggle");
  click(`mdbook-theme-${to}`);
  const after = colours();
  for (const [part, colour] of Object.entries(before)) {
    if (colour && colour === after[part]) problems.push(`the ${part} keeps ${colour} in ${to}`);
  }
  if (!document.documentElement.classList.contains(to)) problems.push(`the menu does not set ${to}`);
  click("mdbook-theme-toggle");
  click(`mdbook-theme-${from}`);
  if (colours().page !== before.page) problems.push(`${from} does not come back`);
  return problems;
}
