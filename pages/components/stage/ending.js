/** The ending: the text as far as it is written, and the words that could stand next, each a button to write it. */
import { make } from "../board/dom.js";
import { percent } from "../board/numbers.js";
import { mount } from "../mount.js";

function create(parent) {
  const view = { root: make("div", { className: "ending" }) };
  view.sentence = make("p", { className: "sentence", ariaLive: "polite" });
  view.list = make("ol", { className: "words" });
  view.range = make("input", { type: "range", min: "0.1", max: "3", step: "0.1" });
  view.degrees = make("output");
  view.label = make("label", {}, view.caption = make("span"), view.range, view.degrees);
  view.again = make("button", { type: "button", className: "again" });
  view.root.append(view.sentence, view.list, make("div", { className: "turn" }, view.label, view.again));
  view.range.addEventListener("input", () => (view.degrees.textContent = view.range.value));
  view.range.addEventListener("change", () => view.host.state("temperature", Number(view.range.value)));
  view.again.addEventListener("click", () => view.host.state("pick", { restart: true, serial: Date.now() }));
  parent.append(view.root);
  return view;
}

function candidate(view, { id, word, share }, first) {
  const bar = make("span", { className: "bar" });
  bar.style.width = `${Math.max(0.2, share * 100)}%`;
  const button = make("button", { type: "button", className: first ? "first" : "" },
    make("span", { className: "word", textContent: word }), make("span", { className: "track" }, bar),
    make("span", { className: "share", textContent: percent(share) }));
  button.addEventListener("click", () => view.host.state("pick", { id, serial: Date.now() }));
  return make("li", {}, button);
}

function update(view, data) {
  view.sentence.replaceChildren(data.before, make("span", { className: "new", textContent: data.new }),
    make("span", { className: data.done ? "end" : "caret", textContent: data.done ? data.texts.done : "▍" }), data.after);
  view.list.replaceChildren(...data.candidates.map((found, i) => candidate(view, found, i === 0)));
  view.list.hidden = data.done;
  view.list.querySelector("button")?.focus({ preventScroll: true }); // Enter writes the likeliest word
  view.caption.textContent = data.texts.temperature;
  view.range.value = view.degrees.textContent = String(data.temperature);
  view.again.textContent = data.texts.restart;
  view.again.hidden = !data.begun;
}

export default mount({ create, update });
