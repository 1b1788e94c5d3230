/** The ending: the text as far as it is written, and the words that could stand next, each a button to write it. */
import { make } from "../board/dom.js";
import { percent } from "../board/numbers.js";
import { mount } from "../mount.js";

const tell = (view, what) => view.host.state("pick", { ...what, serial: Date.now() });

/** Write on by itself, or stop: with each answer of the server more is asked for. */
function writing(view, on) {
  view.writing = on && { since: performance.now(), from: view.count };
  view.write.textContent = on ? view.texts.stop : view.texts.write;
  view.write.setAttribute("aria-pressed", String(on));
  if (on) tell(view, { write: true });
}

function create(parent) {
  const view = { root: make("div", { className: "ending" }), writing: false, count: 0 };
  view.sentence = make("p", { className: "sentence", ariaLive: "polite" });
  view.list = make("ol", { className: "words" });
  view.range = make("input", { type: "range", min: "0.1", max: "3", step: "0.1" });
  view.degrees = make("output");
  view.best = make("input", { type: "number", min: "0", max: "1000", step: "1", className: "top-k" });
  view.again = make("button", { type: "button", className: "again" });
  view.write = make("button", { type: "button", className: "again write" });
  view.speed = make("output", { className: "speed" });
  view.root.append(view.sentence, view.list, make("div", { className: "turn" }, view.write,
    make("label", {}, view.caption = make("span"), view.range, view.degrees),
    view.most = make("label", {}, view.second = make("span"), view.best), view.again, view.speed));
  view.range.addEventListener("input", () => (view.degrees.textContent = view.range.value));
  view.range.addEventListener("change", () => view.host.state("temperature", Number(view.range.value)));
  view.best.addEventListener("change", () => view.host.state("top_k", Math.round(Number(view.best.value)) || 0));
  view.again.addEventListener("click", () => (writing(view, false), tell(view, { restart: true })));
  view.write.addEventListener("click", () => writing(view, !view.writing));
  parent.append(view.root);
  return view;
}

function candidate(view, { id, word, share }, first, taken) {
  const bar = make("span", { className: "bar" });
  bar.style.width = `${Math.max(0.2, share * 100)}%`;
  const button = make("button", { type: "button", className: `${first ? "first" : ""} ${taken ? "taken" : ""}` },
    make("span", { className: "word", textContent: word }), make("span", { className: "track" }, bar),
    make("span", { className: "share", textContent: percent(share) }));
  button.addEventListener("click", () => tell(view, { id }));
  return make("li", {}, button);
}

/** A word that was written; a click shows what else could have stood there. */
function piece(view, { at, texts, pieces, done }, text, place) {
  const node = make("span", { className: place === at ? "piece on" : place === pieces.length - 1 && !done ? "piece new" : "piece",
    textContent: text, title: texts.open_place, tabIndex: 0 });
  node.setAttribute("role", "button");
  node.addEventListener("click", () => (writing(view, false), tell(view, { place })));
  node.addEventListener("keydown", (event) => { // a button element would not break its lines as a text does
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    node.click();
  });
  return node;
}

function told(view, data) {
  const { writing: run, count } = view, seconds = run ? (performance.now() - run.since) / 1000 : 0;
  if (run && count > run.from) view.speed.textContent = data.texts.a_second.replace("{n}", ((count - run.from) / seconds).toFixed(1));
  else if (!data.begun) view.speed.textContent = "";
}

function update(view, data) {
  Object.assign(view, { texts: data.texts, count: data.pieces.length });
  view.sentence.replaceChildren(data.before, ...data.pieces.map((text, place) => piece(view, data, text, place)),
    make("span", { className: data.done ? "end" : "caret", textContent: data.done ? data.texts.done : "▍" }), data.after);
  view.list.replaceChildren(...data.candidates.map((found, i) => candidate(view, found, i === 0, found.id === data.taken)));
  view.list.hidden = data.done;
  if (!view.writing) view.list.querySelector("button")?.focus({ preventScroll: true }); // Enter writes the likeliest word
  view.caption.textContent = data.texts.temperature;
  view.second.textContent = data.texts.top_k;
  view.range.value = view.degrees.textContent = String(data.temperature);
  view.best.value = String(data.top_k);
  view.again.textContent = data.texts.restart;
  view.again.hidden = !data.begun;
  view.write.hidden = view.most.hidden = !data.continues;
  told(view, data);
  if (!view.writing || data.done) writing(view, false);
  else tell(view, { write: true });
}

export default mount({ create, update });
