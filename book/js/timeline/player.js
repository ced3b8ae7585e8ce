// Plays the recorded runs of a page: wherever a figure holds a trace, a player takes the place of
// its still. Time is logical: one step is one entry of the journal.

"use strict";

/** Knows which entry is the current one, and lets time pass. */
class TimelinePlayer {
  static STEP_MS = 700;

  #last;
  #current;
  #timer = null;

  constructor(figure, trace) {
    this.#last = trace.entries.length - 1;
    this.#current = this.#last; // all of it, until somebody plays
    this.lanes = new TimelineLanes(trace);
    this.controls = new TimelineControls(trace, this);
    const { bar, line, legend } = this.controls;
    const root = timelineElement("div", "tl-player", "", [bar, line, this.lanes.strip, legend]);
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", figure.querySelector("title").textContent);
    root.addEventListener("keydown", (event) => this.#key(event));
    const { strip } = this.lanes;
    const pointed = (event) => this.controls.point(this.lanes.entryAt(event) ?? this.#current);
    strip.addEventListener("pointermove", pointed);
    strip.addEventListener("pointerleave", () => this.controls.point(this.#current));
    strip.addEventListener("click", (event) => this.goTo(this.lanes.entryAt(event)));
    figure.prepend(root);
    figure.classList.add("tl-plays");
    this.#show();
    strip.scrollLeft = 0; // to begin with, the beginning is in view
  }

  /** Starts, from the beginning if it is at the end; or pauses. */
  toggle() {
    if (this.#timer !== null) return this.#pause();
    if (this.#current === this.#last) this.#current = -1;
    this.#timer = setInterval(() => this.#advance(), TimelinePlayer.STEP_MS);
    this.#advance();
  }

  /** Steps by so many entries, and pauses. */
  step(by) {
    this.goTo(this.#current + by);
  }

  /** Goes to entry `number`, or as near as there is one, and pauses. */
  goTo(number) {
    if (number === undefined) return;
    this.#current = Math.max(0, Math.min(this.#last, number));
    this.#pause();
  }

  #advance() {
    this.#current += 1;
    if (this.#current === this.#last) this.#pause();
    else this.#show();
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#show();
  }

  #show() {
    this.lanes.show(this.#current);
    this.controls.show(this.#current, this.#timer !== null);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = {
      ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1),
      Home: () => this.goTo(0), End: () => this.goTo(this.#last),
    };
    if (event.target === this.lanes.strip) keys[" "] = () => this.toggle();
    if (!keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
    event.stopPropagation(); // for mdBook the arrow keys turn pages
  }
}

for (const figure of document.querySelectorAll("figure.timeline")) {
  const events = JSON.parse(figure.querySelector("script").textContent);
  new TimelinePlayer(figure, new TimelineTrace(events));
}
