// One page of the browser: loads addresses, runs functions inside, presses keys, hears complaints.

export const ANSWER_LIMIT_MS = 30_000;

/** One page, with all it has complained about and asked for since it was last looked at. */
export class Page {
  #complaints = [];
  #requests = [];
  #loaded = () => {};

  constructor(browser, session) {
    this.send = (method, params) => browser.send(method, params, session);
  }

  async resize(width, height = 900) {
    const size = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.send("Emulation.setDeviceMetricsOverride", size);
  }

  /** Pretends to be `medium` ("print", or "" for the screen), with such media features. */
  async emulate(medium, features = {}) {
    const list = Object.entries(features).map(([name, value]) => ({ name, value }));
    await this.send("Emulation.setEmulatedMedia", { media: medium, features: list });
  }

  /** Presses and releases a key that types nothing. */
  async press(key) {
    const codes = { Tab: 9, End: 35, Home: 36, ArrowLeft: 37, ArrowRight: 39 };
    const event = { key, code: key, windowsVirtualKeyCode: codes[key] };
    for (const type of ["rawKeyDown", "keyUp"]) {
      await this.send("Input.dispatchKeyEvent", { type, ...event });
    }
  }

  /** Moves the pointer. */
  async point(x, y) {
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  }

  /** Loads `url` and resolves after its load event. */
  async open(url) {
    const loaded = new Promise((resolve) => (this.#loaded = resolve));
    const { errorText } = await this.send("Page.navigate", { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
    await Promise.race([loaded, late(`${url} did not load`)]);
  }

  /** Runs a function of this file's world inside the page; arguments and result pass as JSON. */
  async run(fn, ...args) {
    const expression = `(${fn})(...${JSON.stringify(args)})`;
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", options);
    if (exceptionDetails) throw new Error(describe(exceptionDetails));
    return result.value;
  }

  takeComplaints() {
    return this.#complaints.splice(0);
  }

  takeRequests() {
    return this.#requests.splice(0);
  }

  heard(method, params) {
    const complain = (text) => this.#complaints.push(text);
    if (method === "Page.loadEventFired") this.#loaded();
    if (method === "Network.requestWillBeSent") this.#requests.push(params.request.url);
    if (method === "Runtime.exceptionThrown") complain(describe(params.exceptionDetails));
    if (method === "Runtime.consoleAPICalled" && ["error", "warning"].includes(params.type)) {
      complain(`console: ${params.args.map((a) => a.value ?? a.description).join(" ")}`);
    }
    if (method === "Log.entryAdded" && params.entry.level !== "info") {
      complain(`${params.entry.text} ${params.entry.url ?? ""}`);
    }
  }
}

function describe(details) {
  return details.exception?.description ?? details.text;
}

function late(what) {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`${what} in ${ANSWER_LIMIT_MS} ms`)), ANSWER_LIMIT_MS).unref();
  });
}
