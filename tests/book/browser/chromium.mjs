// Drives headless Chromium through its DevTools pipe: no package, no port, no driver.
//
// Chromium reads commands from descriptor 3 and writes answers and events to descriptor 4, each a JSON
// text that ends in a zero byte.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ANSWER_LIMIT_MS, Page } from "./page.mjs";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe",
];

/** The browser's path: $CHROMIUM, or the first usual place that exists. */
export function findChromium() {
  const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const path = process.env.CHROMIUM ?? usual.find(existsSync);
  if (!path) throw new Error(`no Chromium: set CHROMIUM, or install one of ${usual.join(", ")}`);
  return path;
}

/** One browser process with an empty profile of its own. */
export class Browser {
  #child;
  #profile = mkdtempSync(join(tmpdir(), "book-chromium-"));
  #waiting = new Map();
  #listeners = new Map();
  #lastId = 0;
  #rest = "";

  constructor(path = findChromium()) {
    const flags = [...FLAGS, `--user-data-dir=${this.#profile}`, "about:blank"];
    this.#child = spawn(path, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.#child.stdio[4].setEncoding("utf8").on("data", (chunk) => this.#read(chunk));
    this.#child.stdio[3].on("error", () => {}); // the exit below says it better
    this.#child.on("error", (error) => this.#failAll(error));
    this.#child.on("exit", (code) => this.#failAll(new Error(`Chromium ended with ${code}`)));
  }

  /** Sends a command and resolves with its result; `session` names the page it is meant for. */
  send(method, params = {}, session = undefined) {
    const id = ++this.#lastId;
    const message = JSON.stringify({ id, method, params, sessionId: session });
    return new Promise((resolve, reject) => {
      const late = () => reject(new Error(`${method}: no answer in ${ANSWER_LIMIT_MS} ms`));
      const timer = setTimeout(late, ANSWER_LIMIT_MS);
      this.#waiting.set(id, { method, resolve, reject, timer });
      this.#child.stdio[3].write(message + "\0");
    });
  }

  /** Opens an empty page and attaches to it. */
  async page() {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const attach = { targetId, flatten: true };
    const { sessionId } = await this.send("Target.attachToTarget", attach);
    const page = new Page(this, sessionId);
    this.#listeners.set(sessionId, (method, params) => page.heard(method, params));
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
    return page;
  }

  /** Ends the browser, all its processes, and removes its profile. */
  async close() {
    const runs = this.#child.pid !== undefined && this.#child.exitCode === null;
    if (runs && this.#child.signalCode === null) {
      const gone = new Promise((resolve) => this.#child.once("exit", resolve));
      const kill = setTimeout(() => this.#child.kill("SIGKILL"), 5_000);
      this.send("Browser.close").catch(() => {}); // it may be gone before it answers
      await gone;
      clearTimeout(kill);
    }
    await remove(this.#profile);
  }

  #read(chunk) {
    const texts = (this.#rest + chunk).split("\0");
    this.#rest = texts.pop();
    for (const text of texts) {
      const { id, sessionId, method, params, result, error } = JSON.parse(text);
      if (id === undefined) {
        this.#listeners.get(sessionId)?.(method, params);
        continue;
      }
      const waiting = this.#waiting.get(id);
      if (!waiting) continue; // its time was up
      this.#waiting.delete(id);
      clearTimeout(waiting.timer);
      if (error) waiting.reject(new Error(`${waiting.method}: ${error.message}`));
      else waiting.resolve(result);
    }
  }

  #failAll(error) {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
  }
}

/** Removes a folder in which the browser's last helpers may still be writing for a moment. */
async function remove(folder) {
  for (let tries = 1; ; tries++) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (tries === 50) return console.error(`left behind: ${error.message}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
