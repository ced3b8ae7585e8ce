// A recorded run, read from the Chrome trace that a chapter's program wrote with `--trace`.

"use strict";

/** The threads, their states and everything they noted, in order. */
class TimelineTrace {
  threads = []; // names, in the order of the first entries
  entries = []; // { thread, ms, state } or { thread, ms, message } or { thread, ms, ended }
  states = []; // { name, kind, letter, hatch }

  constructor(events) {
    const places = new Map(); // where a thread stands in `threads`, by its number in the trace
    events.forEach((event, number) => {
      const thread = places.get(event.tid);
      const ms = event.ts / 1000;
      if (event.ph === "M") places.set(event.tid, this.threads.push(event.args.name) - 1);
      if (event.ph === "B") this.entries.push({ thread, ms, state: this.#state(event) });
      if (event.ph === "i") this.entries.push({ thread, ms, message: event.name });
      if (event.ph === "E" && !goesOn(event, events[number + 1])) {
        this.entries.push({ thread, ms, ended: true });
      }
    });
  }

  /** Each thread's states as { state, from, until }: columns from its entry to the next change. */
  spans(thread) {
    const spans = [];
    let open = null;
    this.entries.forEach((entry, number) => {
      if (entry.thread !== thread || entry.message !== undefined) return;
      if (open) open.until = number;
      open = entry.ended ? null : { state: entry.state, from: number, until: this.entries.length };
      if (open) spans.push(open);
    });
    return spans;
  }

  /** What entry `number` says, as the console shows it. */
  text(number) {
    const { thread, ms, state, message } = this.entries[number];
    return `${ms.toFixed(1)} ms  ${this.threads[thread]}  ${message ?? `[${state?.name ?? "ended"}]`}`;
  }

  /** The state of this event, which is given a look of its own when it is new. */
  #state({ name, cat }) {
    const known = this.states.find((state) => state.name === name);
    if (known) return known;
    const taken = new Set(this.states.map((state) => state.letter));
    const wanted = name.toUpperCase().replace(/[^A-Z]/g, "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const letter = [...wanted].find((letter) => !taken.has(letter)) ?? "*";
    const hatch = this.states.filter((state) => state.kind === cat).length % 8;
    const state = { name, kind: cat, letter, hatch };
    this.states.push(state);
    return state;
  }
}

/** Whether the end of a state is no end of its thread: another follows, or the recording stops. */
function goesOn(end, next) {
  const another = next?.ph === "B" && next.tid === end.tid && next.ts === end.ts;
  return another || end.args?.cut === true;
}
