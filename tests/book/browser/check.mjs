// Opens every page of the built book in a browser, as readers do: in a light and a dark theme, on a
// desktop and on a telephone, and reports whatever looks broken.
//
//   node tests/book/browser/check.mjs BOOK_FOLDER
//
// Ends with `N passed, N failed` and exit code 1 if anything failed.

import { readdirSync } from "node:fs";
import { Browser } from "./chromium.mjs";
import { contrastProblems } from "./contrast.mjs";
import { drawingProblems, layoutProblems, switchTheme } from "./inside.mjs";
import { serve } from "./serve.mjs";
import { timelineProblems } from "./timeline.mjs";

const THEMES = ["light", "navy"];
const WIDTHS_PX = [1200, 400];

/** Makes the browser think that the reader chose `theme` on an earlier visit. */
async function choose(page, theme) {
  await page.run((theme) => localStorage.setItem("mdbook-theme", theme), theme);
}

/** What is broken on page `name` in each theme and at each width. */
async function visit(page, site, name, theme, width) {
  await page.resize(width);
  await choose(page, theme);
  await page.open(`${site.origin}/${name}`);
  const problems = await page.run(layoutProblems, theme);
  problems.push(...(await page.run(drawingProblems)));
  return [...problems, ...strangers(page, site), ...page.takeComplaints()];
}

/** A page must change its colours when the reader picks another theme from the menu. */
async function switching(page, site, name) {
  await page.resize(WIDTHS_PX[0]);
  await choose(page, THEMES[0]);
  await page.open(`${site.origin}/${name}`);
  return [...(await page.run(switchTheme, ...THEMES)), ...page.takeComplaints()];
}

/** Every text of a page is strong enough. */
async function reading(page, site, name) {
  await choose(page, THEMES[0]);
  const problems = await contrastProblems(page, `${site.origin}/${name}`);
  return [...problems, ...page.takeComplaints()];
}

/** A page's recorded runs can be played. */
async function playing(page, site, name) {
  await choose(page, THEMES[0]);
  const problems = await timelineProblems(page, `${site.origin}/${name}`);
  return [...problems, ...page.takeComplaints()];
}

/** The book works offline: it asks nobody but its own server. */
function strangers(page, site) {
  const asked = page.takeRequests().filter((url) => !url.startsWith(site.origin + "/"));
  return asked.filter((url) => !url.startsWith("data:")).map((url) => `asks ${url}`);
}

async function main(folder) {
  const files = readdirSync(folder, { recursive: true });
  const pages = files.filter((name) => name.endsWith(".html")).sort();
  const readable = pages.filter((name) => !["print.html", "toc.html"].includes(name));
  if (readable.length === 0) throw new Error(`no pages in ${folder}: build the book first`);
  const site = await serve(folder);
  const browser = new Browser();
  let passed = 0, failed = 0;
  const report = (what, problems) => {
    if (problems.length === 0) return passed++;
    failed++;
    for (const problem of problems) console.log(`${what}: ${problem}`);
  };
  try {
    const page = await browser.page();
    await page.open(`${site.origin}/${readable[0]}`);
    page.takeComplaints();
    for (const name of readable) {
      for (const theme of THEMES) {
        for (const width of WIDTHS_PX) {
          const what = `${name}, ${theme}, ${width} px`;
          report(what, await visit(page, site, name, theme, width));
        }
      }
      report(`${name}, theme menu`, await switching(page, site, name));
      report(`${name}, contrast`, await reading(page, site, name));
      report(`${name}, timeline`, await playing(page, site, name));
    }
    report("the server", site.missing.map((path) => `was asked for ${path}, which is not there`));
  } finally {
    await browser.close();
    await site.close();
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

if (process.argv.length !== 3) {
  console.error("usage: check.mjs BOOK_FOLDER");
  process.exit(2);
}
process.exitCode = await main(process.argv[2]);
