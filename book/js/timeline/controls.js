// The controls of a recorded run: four buttons, a scrubber, the current entry's text, the legend.

"use strict";

/** Tells its wishes to `player`, and shows what the player tells. */
class TimelineControls {
  #trace;
  #play;
  #scrubber = timelineElement("input", "tl-scrubber");
  #line = timelineElement("p", "tl-entry");

  constructor(trace, player) {
    this.#trace = trace;
    const button = (sign, name, action) => {
      const button = timelineElement("button", "tl-button", sign);
      button.type = "button";
      button.title = name;
      button.setAttribute("aria-label", name);
      button.addEventListener("click", action);
      return button;
    };
    this.#play = button("", "", () => player.toggle());
    Object.assign(this.#scrubber, { type: "range", min: 1, max: trace.entries.length, step: 1 });
    this.#scrubber.setAttribute("aria-label", "Entry");
    this.#scrubber.addEventListener("input", () => player.goTo(this.#scrubber.value - 1));
    this.bar = timelineElement("div", "tl-bar-of-controls", "", [
      this.#play,
      button("◂", "Back one entry", () => player.step(-1)),
      button("▸", "Forward one entry", () => player.step(1)),
      this.#scrubber,
    ]);
    this.line = this.#line;
    this.legend = this.#legend();
  }

  /** Shows that entry `number` is the current one, and whether the player runs. */
  show(number, playing) {
    const [sign, name] = playing ? ["❚❚", "Pause"] : ["▶", "Play"];
    this.#play.textContent = sign;
    this.#play.title = name;
    this.#play.setAttribute("aria-label", name);
    this.#scrubber.value = number + 1;
    this.#scrubber.setAttribute("aria-valuetext", this.#text(number));
    // While it plays, nobody could listen that fast.
    this.#line.setAttribute("aria-live", playing ? "off" : "polite");
    this.point(number);
  }

  /** Shows the text of entry `number`, which need not be the current one. */
  point(number) {
    this.#line.textContent = this.#text(number);
  }

  #text(number) {
    return `${number + 1}/${this.#trace.entries.length}  ${this.#trace.text(number)}`;
  }

  #legend() {
    const items = this.#trace.states.map((state) => {
      const item = timelineElement("li", "", "", [timelineBar(state)]);
      item.append(state.name);
      return item;
    });
    if (this.#trace.entries.some((entry) => entry.message !== undefined)) {
      const note = timelineElement("li", "", "", [timelineElement("span", "tl-note")]);
      note.append("message");
      items.push(note);
    }
    return timelineElement("ul", "tl-legend", "", items);
  }
}
