// Checks the recorded runs of a page, with real keys and a real pointer: they play, they can be
// stepped through without a mouse, and their stills are there for paper and without JavaScript.

import { drawingProblems } from "./inside.mjs";

const STILLS = "main .timeline .still";
const PATIENCE_MS = 5_000; // for two steps of a player that plays

/** What is wrong with the timelines of the page at `url`, which has at least one. */
export async function timelineProblems(page, url) {
  await page.resize(1200);
  await page.open(url);
  const count = await page.run(() => document.querySelectorAll("main .timeline").length);
  if (count === 0) return [];
  const problems = await page.run(looks);
  if (problems.length > 0) return problems;
  for (const [what, check] of Object.entries({ plays, scrubs, keys, points })) {
    const problem = await check(page);
    if (problem) problems.push(`the timeline, ${what}: ${problem}`);
  }
  problems.push(...(await calm(page)), ...(await printed(page)), ...(await unscripted(page, url)));
  return problems;
}

/** Inside the page: the player is there, can be named, hit and seen. */
function looks() {
  const problems = [];
  for (const figure of document.querySelectorAll("main .timeline")) {
    const player = figure.querySelector(".tl-player");
    if (!player) {
      problems.push("a timeline has no player");
      continue;
    }
    for (const control of player.querySelectorAll("button, input")) {
      const { width, height } = control.getBoundingClientRect();
      if (!control.getAttribute("aria-label")) problems.push("a control has no name");
      if (width < 24 || height < 24) problems.push(`a control is ${width} × ${height} px small`);
    }
    const looks = [...player.querySelectorAll(".tl-legend .tl-bar")].map((bar) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(bar);
      return `${backgroundColor} ${backgroundImage}`;
    });
    if (new Set(looks).size < looks.length) problems.push("two states look the same");
    const letters = (of) => [...new Set([...figure.querySelectorAll(of)].map((e) => e.textContent))];
    const [drawn, played] = [letters(".still .letter"), letters(".tl-legend i")];
    if (drawn.sort().join() !== played.sort().join()) {
      problems.push(`the still's letters are ${drawn}, and the player's ${played}`);
    }
    if (getComputedStyle(figure.querySelector(".still")).display !== "none") {
      problems.push("the still is shown beside the player");
    }
  }
  return problems;
}

/** The number of the current entry, from 1. */
function entry(page) {
  return page.run(() => parseInt(document.querySelector(".tl-entry").textContent));
}

function click(page, name) {
  return page.run((name) => document.querySelector(`.tl-player [aria-label="${name}"]`)?.click(), name);
}

async function plays(page) {
  const last = await entry(page);
  await click(page, "Play");
  const begun = await entry(page);
  if (begun !== 1) return `it begins with entry ${begun}`;
  const end = Date.now() + PATIENCE_MS;
  while ((await entry(page)) < 3) {
    if (Date.now() > end) return "it does not go on by itself";
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await click(page, "Pause");
  const paused = await entry(page);
  await click(page, "Forward one entry");
  if ((await entry(page)) !== paused + 1) return "it does not step forward";
  await click(page, "Back one entry");
  if ((await entry(page)) !== paused) return "it does not step back";
  return last > 3 ? null : "it is too short to be played";
}

async function scrubs(page) {
  await page.run(() => {
    const scrubber = document.querySelector(".tl-scrubber");
    scrubber.value = 2;
    scrubber.dispatchEvent(new Event("input"));
  });
  return (await entry(page)) === 2 ? null : "the scrubber does not move it";
}

async function keys(page) {
  const address = await page.run(() => location.href);
  await page.run(() => document.querySelector(".tl-player button").focus());
  for (const next of ["Back one entry", "Forward one entry", "Entry", "Lanes"]) {
    await page.press("Tab");
    const name = await page.run(() => document.activeElement.getAttribute("aria-label"));
    if (!name?.startsWith(next)) return `Tab leads to "${name}" and not to "${next}"`;
  }
  const at = {};
  for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End"]) {
    await page.press(key);
    at[key] = await entry(page);
  }
  if (at.Home !== 1 || at.ArrowRight !== 3 || at.ArrowLeft !== 2 || at.End < 4) {
    return `the keys lead to ${JSON.stringify(at)}`;
  }
  return (await page.run(() => location.href)) === address ? null : "an arrow key turns the page";
}

/** The pointer on the second column shows entry 2; when it leaves, the current one is back. */
async function points(page) {
  const place = await page.run(() => {
    const track = document.querySelector(".tl-track");
    document.querySelector(".tl-strip").scrollIntoView({ block: "center" });
    document.querySelector(".tl-strip").scrollLeft = 0;
    const column = parseFloat(getComputedStyle(track).getPropertyValue("--tl-column"));
    const { left, top } = track.getBoundingClientRect();
    return { x: left + 1.5 * column, y: top + 5 };
  });
  const current = await entry(page);
  await page.point(place.x, place.y);
  if ((await entry(page)) !== 2) return `the pointer on entry 2 shows ${await entry(page)}`;
  await page.point(1, 1);
  return (await entry(page)) === current ? null : "the current entry does not come back";
}

async function calm(page) {
  await page.emulate("", { "prefers-reduced-motion": "reduce" });
  const moves = () => getComputedStyle(document.querySelector(".tl-head")).transitionDuration;
  const duration = await page.run(moves);
  await page.emulate("");
  return parseFloat(duration) === 0 ? [] : [`the playhead glides for ${duration}, though asked not to`];
}

async function printed(page) {
  await page.emulate("print");
  const problems = await page.run(drawingProblems, STILLS);
  const player = await page.run(() => document.querySelector(".tl-player").checkVisibility());
  await page.emulate("");
  if (player) problems.push("the player is printed");
  return problems.map((problem) => `printed: ${problem}`);
}

async function unscripted(page, url) {
  const problems = [];
  for (const width of [1200, 400]) {
    await page.resize(width);
    await page.send("Emulation.setScriptExecutionDisabled", { value: true });
    await page.open(url);
    await page.send("Emulation.setScriptExecutionDisabled", { value: false });
    problems.push(...(await page.run(drawingProblems, STILLS)));
  }
  return problems.map((problem) => `without JavaScript: ${problem}`);
}
