/**
 * The first line above, the second below it, ribbons between them as thick as the weights, and under each written
 * character what else the model thought of. A place that is pointed at is told; a click opens its weight.
 * data: { first, known, second: characters, weights: second x first, considered: per place [character, probability,
 *         whether written], opens: whether a click leads anywhere, finding, facing, unseen, weights_of: texts,
 *         words: { upper, lower, thought, looks: with {word} {source} {share}, walk, unknown } }
 */

import { button, filled, isStill, make, svg } from "../board/dom.js";
import { percent } from "../board/numbers.js";
import { follow, largest, remove, ribbonsOf, together } from "./shared.js";

const BEAT = 260, THICKEST = 16;
const STYLE = { thickest: THICKEST, thinnest: 1.5, faintest: 0.03, opacity: (weight) => 0.35 + 0.65 * weight };

const element = (name, className, textContent = "") => make(name, { className, textContent });

function told({ data }, row) {
  const column = largest(data.weights[row]);
  const parts = { word: data.second[row], source: data.first[column], share: percent(data.weights[row][column]) };
  return filled(data.words.looks, parts);
}

function light(view, row) {
  view.lit = row;
  const column = largest(view.data.weights[row]);
  view.ribbons.forEach(({ path, i }) => path.classList.toggle("lit", i === row));
  view.above.forEach((one, j) => one.classList.toggle("lit", j === column));
  view.below.forEach((one, i) => one.classList.toggle("lit", i === row));
  view.said.textContent = together(told(view, row), view.data.facing);
}

/** The written character that looked most at one above. */
const reader = ({ data }, column) => largest(data.weights.map((row) => row[column]));

function character(view, text, kind, row) {
  const show = () => light(view, row());
  return button(text, () => openAt(view, row()), { className: kind, onpointerenter: show, onfocus: show });
}

function openAt(view, row) {
  light(view, row);
  if (view.data.opens) view.open({ row, column: largest(view.data.weights[row]) });
}

function thoughts(view) {
  return view.data.considered.map((rows) => {
    const column = element("ol", "thoughts");
    column.append(...rows.map(([word, share, lit]) => {
      const one = element("li", lit ? "lit" : "");
      one.style.setProperty("--share", share);
      one.append(element("b", "", word), element("span", "", percent(share)));
      return one;
    }));
    return column;
  });
}

function finding(view) {
  const box = element("div", "finding"), texts = element("div", ""), { data } = view;
  view.said = element("p", "said");
  texts.append(element("strong", "", data.finding), view.said, element("p", "small", data.unseen));
  box.append(texts, button(data.words.walk, () => view.open({}), { className: "walk" }));
  return box;
}

/** The line appears a character at a time, each with what it looked at. */
function perform(view) {
  const last = view.data.second.length, rest = () => light(view, largest(view.data.weights.map((row) => Math.max(...row))));
  if (isStill()) return rest();
  view.root.classList.add("performing");
  const next = (i) => {
    if (i === last) {
      view.root.classList.remove("performing");
      return rest();
    }
    view.below[i].classList.add("there");
    view.ribbons.forEach((one) => one.i === i && one.path.classList.add("there"));
    light(view, i);
    view.busy = setTimeout(next, BEAT, i + 1);
  };
  view.busy = setTimeout(next, BEAT, 0);
}

function create(parent, data, open) {
  const view = { data, open, busy: 0, lit: 0, root: element("div", "pair") };
  view.root.style.setProperty("--places", data.first.length);
  view.svg = svg("svg", { "aria-hidden": "true" });
  view.above = data.first.map((text, j) => character(view, text, "upper", () => reader(view, j)));
  data.known.forEach((known, j) => {
    if (!known) Object.assign(view.above[j], { className: "upper unknown", title: data.words.unknown });
  });
  view.below = data.second.map((text, i) => character(view, text, "lower", () => i));
  view.below.forEach((one, i) => { one.ariaLabel = told(view, i); });
  view.ribbons = ribbonsOf(view, STYLE, (i) => light(view, i), (i) => openAt(view, i));
  const line = (name, ...rest) => [element("span", "name", name), ...rest];
  view.root.append(...line(data.words.upper, ...view.above), ...line(data.weights_of, view.svg),
    ...line(data.words.lower, ...view.below), ...line(data.words.thought, ...thoughts(view)), finding(view));
  parent.append(view.root);
  follow(view, THICKEST);
  return view;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const before = parentElement.couplet;
  if (JSON.stringify(before?.data) !== JSON.stringify(data)) {
    if (before) remove(before);
    const view = parentElement.couplet = create(parentElement, data, (where) => setTriggerValue("open", where));
    if (before?.data.second.join() === data.second.join()) light(view, before.lit);
    else perform(view);
  }
  return () => {
    if (parentElement.couplet) remove(parentElement.couplet);
    delete parentElement.couplet;
  };
}
