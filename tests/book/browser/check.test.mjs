// The browser check is itself checked: on a page with one fault of each kind, it names them all.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const CHECK = fileURLToPath(new URL("check.mjs", import.meta.url));

const BAD = `<!doctype html><html class="js"><head><title>bad</title>
<link rel="icon" href="data:,"><style>
  .content { overflow-y: auto } .wide { width: 3000px } .tiny { font-size: 5px }
  .diagram { width: 340px } .gone { display: none } .box { fill: red; stroke: red }
</style></head><body>
<button id="mdbook-theme-toggle"></button>
<button id="mdbook-theme-light"></button><button id="mdbook-theme-navy"></button>
<div id="mdbook-content" class="content"><main>
  <p class="wide">wide</p><img src="missing.png"><img src="http://localhost:9/x.png">
  <figure class="diagram"><svg viewBox="0 0 360 200"><title>Bad words</title>
    <rect class="box" width="9" height="9"/><path d="M0 0H5V5Z"/>
    <text class="tiny" x="9" y="40">tiny</text><text x="9" y="80">one</text>
    <text x="9" y="80">two</text><text x="330" y="120">far out to the right</text>
  </svg></figure>
  <figure class="diagram gone"><svg viewBox="0 0 360 200"><title>Gone</title></svg></figure>
  <figure class="timeline"></figure><p style="color: #aaa">faint</p>
</main></div>
<script>console.error("loud"); setTimeout(() => { throw new Error("thrown") });</script>
</body></html>`;

function check(page) {
  const folder = mkdtempSync(join(tmpdir(), "book-check-"));
  try {
    writeFileSync(join(folder, "bad.html"), page);
    return spawnSync(process.execPath, [CHECK, folder], { encoding: "utf8", timeout: 120_000 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("every kind of fault is named, and the exit code says so", () => {
  const { status, stdout } = check(BAD);
  assert.equal(status, 1, stdout);
  for (const fault of [
    "theme navy is not set", "the content scrolls sideways", "<p> reaches", `"Gone" is not visible`,
    `"tiny" is`, `"one" and "two" overlap`, "sticks out of the drawing", "shape without a style",
    "console: loud", "Error: thrown", "asked for /missing.png", "the drawing keeps",
    "the menu does not set navy", "asks http://localhost:9/x.png", "a timeline has no player",
    `"faint" has 2.32 : 1`, "0 passed, 8 failed",
  ]) {
    assert.ok(stdout.includes(fault), `not found: ${fault}\n${stdout}`);
  }
});

const DEAD = `<!doctype html><html class="js"><head><title>dead</title><link rel="icon" href="data:,">
<style>.tl-head { transition: left 1s } .tl-track { --tl-column: 14px } button, input { height: 20px }</style>
</head><body><i id="mdbook-theme-toggle"></i><i id="mdbook-theme-light"></i><i id="mdbook-theme-navy">
</i><main id="mdbook-content"><figure class="timeline"><div class="tl-player"><button aria-label="Play">p</button>
  <button aria-label="Back one entry">b</button><button>unnamed</button>
  <input class="tl-scrubber" type="range" aria-label="Entry"><p class="tl-entry">4/9</p>
  <div class="tl-strip" tabindex="0"><i class="tl-head"></i><div class="tl-track">track</div></div>
</div><svg class="still" style="display: none"><title>Still</title>LETTER</svg></figure></main></body></html>`;

test("a player that does not work is told from one that does", () => {
  const looks = check(DEAD.replace("LETTER", '<text class="letter">Q</text>')).stdout;
  for (const fault of ["a control has no name", "px small", "the still's letters are Q"]) {
    assert.ok(looks.includes(fault), `not found: ${fault}\n${looks}`);
  }
  const sound = DEAD.replace("LETTER", "").replace("20px", "30px");
  const { stdout } = check(sound.replace("<button>", '<button aria-label="x">'));
  for (const fault of [
    "it begins with entry 4", "the scrubber does not move it", 'Tab leads to "x"',
    "the pointer on entry 2 shows 4", "the playhead glides", "the player is printed",
    `printed: "Still" is not visible`, `without JavaScript: "Still" is not visible`,
  ]) {
    assert.ok(stdout.includes(fault), `not found: ${fault}\n${stdout}`);
  }
});

test("a folder without pages is an error, not a success", () => {
  const folder = mkdtempSync(join(tmpdir(), "book-check-"));
  const { status, stderr } = spawnSync(process.execPath, [CHECK, folder], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  assert.notEqual(status, 0);
  assert.match(stderr, /build the book first/);
});
