// The lanes of a recorded run: a thread each, a column for each entry, and a playhead.

"use strict";

/** An element with a class, a text and children. */
function timelineElement(name, className, text = "", children = []) {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  element.append(...children);
  return element;
}

/** Draws a trace once; afterwards only the playhead, the veil and the current states move. */
class TimelineLanes {
  static COLUMN_PX = { least: 14, most: 32 };

  #trace;
  #column = TimelineLanes.COLUMN_PX.least; // its width in pixels
  #now = []; // where each thread's current state is told
  #head = timelineElement("div", "tl-head");
  #veil = timelineElement("div", "tl-veil"); // over what has not happened yet

  constructor(trace) {
    this.#trace = trace;
    const lanes = trace.threads.map((name, thread) => this.#lane(name, thread));
    const over = timelineElement("div", "tl-over", "", [this.#veil, this.#head]);
    this.board = timelineElement("div", "tl-board", "", [...lanes, over]);
    this.board.style.setProperty("--tl-columns", trace.entries.length);
    // Scrolls inside its own box; whoever uses the keyboard scrolls it by stepping.
    this.strip = timelineElement("div", "tl-strip", "", [this.board]);
    this.strip.tabIndex = 0;
    this.strip.setAttribute("role", "group");
    this.strip.setAttribute("aria-label", "Lanes: the arrow keys step through the entries");
    new ResizeObserver(() => this.#stretch()).observe(this.strip);
  }

  /** Moves the playhead to entry `number`. */
  show(number) {
    timelinePlace(this.#head, number);
    timelinePlace(this.#veil, number + 1);
    this.#now.forEach((place, thread) => {
      const begun = this.#trace.spans(thread).filter((span) => span.from <= number).at(-1);
      place.textContent = begun ? (number < begun.until ? begun.state.name : "ended") : "";
    });
    this.#scrollTo(number * this.#column);
  }

  /** The entry below the pointer of `event`, or undefined. */
  entryAt(event) {
    const names = this.#now[0].parentElement.getBoundingClientRect();
    const x = event.clientX - this.board.getBoundingClientRect().left - names.width;
    const number = Math.floor(x / this.#column);
    const covered = event.clientX < names.right;
    return !covered && number < this.#trace.entries.length ? number : undefined;
  }

  #lane(name, thread) {
    const now = timelineElement("span", "tl-now");
    this.#now.push(now);
    const head = timelineElement("div", "tl-thread", "", [timelineElement("b", "", name), now]);
    const bars = this.#trace.spans(thread).map(({ state, from, until }) =>
      timelinePlace(timelineBar(state), from, until - from));
    const notes = this.#trace.entries.flatMap((entry, number) => {
      const own = entry.thread === thread && entry.message !== undefined;
      return own ? [timelinePlace(timelineElement("span", "tl-note"), number, 1)] : [];
    });
    const track = timelineElement("div", "tl-track", "", [...bars, ...notes]);
    return timelineElement("div", "tl-lane", "", [head, track]);
  }

  /** Makes the columns so wide that all lanes fill the strip, if there is room for that. */
  #stretch() {
    const { least, most } = TimelineLanes.COLUMN_PX;
    const room = this.strip.clientWidth - this.#now[0].parentElement.offsetWidth;
    const wide = Math.floor(room / this.#trace.entries.length);
    this.#column = Math.max(least, Math.min(most, wide));
    this.board.style.setProperty("--tl-column", `${this.#column}px`);
  }

  /** Brings the column at `left` into view, and does not move while it is in view. */
  #scrollTo(left) {
    const names = this.#now[0].parentElement.offsetWidth;
    const room = this.strip.clientWidth - names;
    const margin = 2 * this.#column;
    const { scrollLeft } = this.strip;
    if (left < scrollLeft) this.strip.scrollLeft = left - margin;
    if (left + margin > scrollLeft + room) this.strip.scrollLeft = left - room / 2;
  }
}

/** A bar in the look of `state`: its colour, its hatch and its letter. */
function timelineBar(state) {
  const bar = timelineElement("span", `tl-bar ${state.kind} tl-hatch-${state.hatch}`);
  bar.append(timelineElement("i", "", state.letter));
  return bar;
}

/** Puts `element` where column number `column` begins, so many columns wide if that is given. */
function timelinePlace(element, column, columns = undefined) {
  element.style.left = `calc(${column} * var(--tl-column))`;
  if (columns) element.style.width = `calc(${columns} * var(--tl-column) - 1px)`;
  return element;
}
