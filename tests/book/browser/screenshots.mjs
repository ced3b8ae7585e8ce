// Writes pictures of the book's pages, for people to look at.
//
//   node tests/book/browser/screenshots.mjs BOOK_FOLDER PICTURE_FOLDER [PAGE…]
//
// PAGE is a name without `.html`; without any, all pages. Themes and widths: $THEMES, $WIDTHS.

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "./chromium.mjs";
import { serve } from "./serve.mjs";

const [book, pictures, ...wanted] = process.argv.slice(2);
if (!pictures) {
  console.error("usage: screenshots.mjs BOOK_FOLDER PICTURE_FOLDER [PAGE…]");
  process.exit(2);
}
const themes = (process.env.THEMES ?? "light,navy").split(",");
const widths = (process.env.WIDTHS ?? "1200,400").split(",").map(Number);
const all = readdirSync(book, { recursive: true }).filter((name) => name.endsWith(".html"));
const pages = wanted.length ? wanted.map((name) => `${name}.html`) : all;

/** A page's own height, so that one picture shows all of it. */
function fullHeight() {
  return Math.ceil(document.querySelector("#mdbook-body-container, body").scrollHeight);
}

mkdirSync(pictures, { recursive: true });
const site = await serve(book);
const browser = new Browser();
try {
  const page = await browser.page();
  for (const name of pages.filter((name) => name !== "toc.html")) {
    for (const theme of themes) {
      for (const width of widths) {
        await page.resize(width);
        await page.open(`${site.origin}/${name}`);
        await page.run((theme) => localStorage.setItem("mdbook-theme", theme), theme);
        if (name !== "print.html") await page.open(`${site.origin}/${name}`);
        await page.resize(width, await page.run(fullHeight));
        const { data } = await page.send("Page.captureScreenshot", { format: "png" });
        const file = join(pictures, `${name.replace(".html", "").replaceAll("/", "-")}-${theme}-${width}.png`);
        writeFileSync(file, Buffer.from(data, "base64"));
        console.log(file);
      }
    }
  }
} finally {
  await browser.close();
  await site.close();
}
