/**
 * A sentence above, its translation below: the words appear one at a time, each with ribbons to the words it was read
 * from, as thick as the attention weight. A word or a ribbon that is pointed at is told in a sentence; a click opens it.
 * data: { columns: words read, rows: words produced, weights: rows x columns,
 *         words: { reads, read_by: sentences with {word} {source} {share}, source, target: names of the two lines } }
 */

import { button, filled, isStill, make, svg } from "../board/dom.js";
import { percent } from "../board/numbers.js";
import { follow, largest, remove, ribbonsOf } from "./shared.js";

const BEAT = 520, THICKEST = 18;
const STYLE = { thickest: THICKEST, thinnest: 1, faintest: 0.02, opacity: (weight) => 0.25 + 0.45 * weight };

const column = (view, j) => view.data.weights.map((row) => row[j]);

/** The word whose strongest ribbon leads furthest aside: what word-for-word reading would get wrong. */
function furthest({ weights, columns }) {
  const aside = weights.map((row, i) => {
    const j = largest(row);
    return row[j] * Math.abs(i / weights.length - j / columns.length);
  });
  return largest(aside);
}

function line(view, words, name, role) {
  return make("div", { className: `line ${role}`, role: "group", ariaLabel: name }, ...words.map((word, index) => {
    const show = () => light(view, role, index), open = () => view.open(...cellOf(view, role, index));
    return button(word, open, { ariaLabel: told(view, role, index), onpointerenter: show, onfocus: show });
  }));
}

/** The strongest cell of a word of either line: [row, column]. */
function cellOf(view, role, index) {
  return role === "target" ? [index, largest(view.data.weights[index])] : [largest(column(view, index)), index];
}

function told(view, role, index) {
  const { weights, rows, columns, words } = view.data, [i, j] = cellOf(view, role, index);
  const parts = { word: rows[i], source: columns[j], share: percent(weights[i][j]) };
  const sentence = role === "target" ? words.reads : words.read_by;
  return filled(sentence, parts);
}

/** Make the ribbons of one word strong, and say what they are. */
function light(view, role, index) {
  if (view.busy && !view.performing) finish(view);
  const [row, col] = cellOf(view, role, index);
  for (const ribbon of view.ribbons) {
    ribbon.path.classList.toggle("lit", role === "target" ? ribbon.i === index : ribbon.j === index);
  }
  view.source.childNodes.forEach((word, j) => {
    word.classList.toggle("lit", role === "source" ? j === index : view.data.weights[index][j] > 0.3);
  });
  view.target.childNodes.forEach((word, i) => {
    word.classList.toggle("lit", role === "target" ? i === index : view.data.weights[i][index] > 0.3);
  });
  view.said.textContent = told(view, role, role === "target" ? row : col);
}

function appear(view, i) {
  view.target.childNodes[i].classList.remove("unsaid");
  for (const ribbon of view.ribbons) if (ribbon.i === i) ribbon.path.classList.remove("unsaid");
}

function finish(view) {
  clearTimeout(view.busy);
  view.busy = 0;
  view.data.rows.forEach((_, i) => appear(view, i));
}

/** One word at a time; at the end the most telling one stays lit. */
function perform(view) {
  const rest = () => { finish(view); light(view, "target", furthest(view.data)); };
  if (isStill()) return rest();
  view.ribbons.forEach(({ path }) => path.classList.add("unsaid"));
  view.target.childNodes.forEach((word) => word.classList.add("unsaid"));
  const next = (i) => {
    if (i === view.data.rows.length) return rest();
    appear(view, i);
    view.performing = true;
    light(view, "target", i);
    view.performing = false;
    view.busy = setTimeout(next, BEAT, i + 1);
  };
  view.busy = setTimeout(next, BEAT / 2, 0);
}

function create(parent, data) {
  const view = { data, busy: 0, performing: false, root: make("div", { className: "performance", lang: "" }) };
  view.svg = svg("svg", { "aria-hidden": "true" });
  view.said = make("p");
  view.source = line(view, data.columns, data.words.source, "source");
  view.target = line(view, data.rows, data.words.target, "target");
  [view.above, view.below] = [view.source.childNodes, view.target.childNodes];
  view.ribbons = ribbonsOf(view, STYLE, (i) => light(view, "target", i), (i, j) => view.open(i, j));
  view.root.append(view.source, view.svg, view.target, view.said);
  parent.append(view.root);
  follow(view, THICKEST);
  return view;
}

export default function ({ data, parentElement, setTriggerValue }) {
  let view = parentElement.performance;
  if (JSON.stringify(view?.data) !== JSON.stringify(data)) {
    if (view) remove(view);
    view = parentElement.performance = create(parentElement, data);
    view.open = (row, col) => setTriggerValue("open", { row, column: col });
    perform(view);
  }
  return () => {
    remove(view);
    delete parentElement.performance;
  };
}
