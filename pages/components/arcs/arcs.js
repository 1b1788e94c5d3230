// Lines between two rows of words, as thick as the weights. data: { above, below, weights: [below][above], label, ink }

import { make, svg } from "../board/dom.js";
import { percent } from "../board/numbers.js";
import { mount } from "../mount.js";

const HEIGHT = 170, THICK = 15, FAINT = 0.015, TOLD = 3;

/** The weights of one word: those with which it looks, or with which it is looked at. */
function weightsOf({ weights }, { row, at }) {
  return row === "below" ? weights[at] : weights.map((line) => line[at]);
}

/** What a word looks at most, as one reads it: "a: b 62%, c 12%". */
function told(data, row, at) {
  const others = data[row === "below" ? "above" : "below"], found = weightsOf(data, { row, at });
  const order = found.map((_, i) => i).sort((a, b) => found[b] - found[a]).slice(0, TOLD);
  return `${data[row][at]}: ${order.map((i) => `${others[i]} ${percent(found[i])}`).join(", ")}`;
}

/** Of a row the word that Tab comes to: the first, or the one that had the keyboard last. */
function stop(view, row, at) {
  view.stops[row] = at;
  view[row].forEach((node, i) => { node.tabIndex = i === at ? 0 : -1; });
}

function word(view, row, at) {
  const share = make("small", {}), node = make("span", { role: "option", id: `${row}-${at}`, tabIndex: -1 },
    make("b", { textContent: view.data[row][at] }), share);
  node.setAttribute("aria-label", told(view.data, row, at));
  node.addEventListener("pointerenter", () => light(view, { row, at }));
  node.addEventListener("focus", () => (stop(view, row, at), light(view, { row, at })));
  node.addEventListener("keydown", (event) => {
    const goes = { ArrowLeft: -1, ArrowRight: 1 }[event.key], words = view[row];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (goes) words[(at + goes + words.length) % words.length].focus();
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const other = view[event.key === "ArrowUp" ? "above" : "below"];
      other[Math.min(at, other.length - 1)].focus();
    } else return;
    event.preventDefault();
  });
  return node;
}

const middle = (node, left) => {
  const box = node.getBoundingClientRect();
  return (box.left + box.right) / 2 - left;
};

/** One path for each weight that can be seen, from a word below up to a word above. */
function lines(view) {
  const { data, picture, above, below } = view, { left, width } = picture.getBoundingClientRect();
  if (!width) return;
  picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
  const [tops, feet] = [above, below].map((words) => words.map((node) => middle(node, left)));
  view.paths = data.weights.flatMap((row, i) => row.map((weight, j) => ({ weight, i, j })))
    .filter(({ weight }) => weight > FAINT);
  picture.replaceChildren(...view.paths.map((found) => {
    const foot = feet[found.i], top = tops[found.j], half = HEIGHT / 2;
    found.path = svg("path", { d: `M${foot} ${HEIGHT}C${foot} ${half} ${top} ${half} ${top} 0`,
      "stroke-width": Math.max(0.7, THICK * found.weight).toFixed(2) });
    return found.path;
  }));
  light(view, view.lit);
}

/** The lines of one word stand out and tell their weights; of none: all of them, without numbers. */
function light(view, lit) {
  const { data } = view;
  view.lit = lit;
  for (const { path, weight, i, j } of view.paths ?? []) {
    const on = lit && (lit.row === "below" ? i : j) === lit.at;
    path.style.strokeOpacity = on ? 0.85 : lit ? 0.07 : 0.25 + 0.5 * weight;
  }
  for (const row of ["above", "below"]) {
    const shares = lit && lit.row !== row ? weightsOf(data, lit) : null;
    view[row].forEach((node, at) => {
      const own = lit?.row === row && lit.at === at;
      node.classList.toggle("on", own);
      node.ariaSelected = String(own);
      node.lastChild.textContent = shares && shares[at] > FAINT ? percent(shares[at]) : "";
      node.style.opacity = shares ? 0.45 + 0.55 * Math.min(1, 2 * shares[at]) : lit && !own ? 0.45 : 1;
    });
  }
}

function create(parent) {
  const picture = svg("svg", { "aria-hidden": "true" });
  const view = { picture, lit: null, rows: {}, root: make("div", { className: "arcs" }) };
  for (const row of ["above", "below"]) view.rows[row] = make("div", { className: row, role: "listbox" });
  view.root.append(make("div", { className: "wide" }, view.rows.above, picture, view.rows.below));
  view.root.addEventListener("pointerleave", () => light(view, null));
  parent.append(view.root);
  view.sized = new ResizeObserver(() => lines(view));
  view.sized.observe(view.root);
  return view;
}

function update(view, data) {
  const words = JSON.stringify([data.above, data.below]);
  Object.assign(view, { data, words, ...(view.words === words ? {} : { lit: null, stops: { above: 0, below: 0 } }) });
  view.root.style.setProperty("--ink", data.ink);
  for (const row of ["above", "below"]) {
    view[row] = data[row].map((_, at) => word(view, row, at));
    stop(view, row, view.stops[row]);
    view.rows[row].setAttribute("aria-label", data.label);
    view.rows[row].replaceChildren(...view[row]);
  }
  lines(view);
}

export default mount({ create, update, end: (view) => view.sized.disconnect() });
