// The model as lines of chips: a line per chain, the boxes in words, each with its switch.

import { make, svg } from "../board/dom.js";
import { measure } from "./svg.js";

const SIZE = 12, PADDING = 13, GAP = 4, NARROW = 8;

/** The chips of a chain: its boxes, or for each layer that is folded one chip that stands for all of it. */
function chipsOf(chain, word, open) {
  const chips = [];
  for (const box of chain) {
    if (open === null || box.layer === null || box.layer === open) chips.push({ box, text: box[word] });
    else if (chips.at(-1)?.layer !== box.layer) chips.push({ box, text: box.folded, layer: box.layer });
  }
  return chips;
}

/** The chips of all lines, in words that fit: whole names, short ones, then only the layer that is lit, then numbers. */
export function fitting(chains, lit, room, font) {
  const width = (chips) => chips.reduce((sum, { text, numbered }) =>
    sum + measure(font, text, SIZE, 600) + (numbered ? NARROW : PADDING + GAP), -GAP);
  const layer = (chain) => chain.find(({ id }) => id === lit)?.layer ?? -1;
  const ways = [["name", false], ["short", false], ["name", true], ["short", true]].map(([word, folded]) =>
    chains.map((chain) => chipsOf(chain, word, folded ? layer(chain) : null)));
  const fits = ways.find((lines) => lines.every((chips) => width(chips) <= room));
  return fits ?? ways.at(-1).map((chips) => chips.map((one) =>
    one.layer === undefined ? one : { ...one, text: String(one.layer + 1), numbered: true }));
}

function chip({ box, text, layer, numbered }, view) {
  const button = make("button", { type: "button", className: `box ${box.kind}${numbered ? " numbered" : ""}`, textContent: text, tabIndex: -1 });
  button.dataset.box = box.id;
  const told = layer === undefined ? [box.name, box.where] : [box.where];
  button.ariaLabel = [text, ...told.filter((said) => said !== text)].join(" · ");
  const holder = make("span", { className: "chip" }, button);
  if (!box.switch || layer !== undefined) return { holder, button };
  const handle = make("button", { type: "button", className: "switch", ariaLabel: box.switch, tabIndex: -1 });
  handle.title = box.switch;
  handle.setAttribute("role", "switch");
  handle.addEventListener("click", (event) => {
    event.stopPropagation();
    view.host.event("switch", box.id);
  });
  holder.append(handle);
  return { holder, button, handle };
}

/** All lines; the boxes that are folded away have no node. */
export function drawStrip(view, width) {
  const nodes = new Map(), handles = new Map(), lines = [];
  for (const chips of fitting(view.chains, view.lit, width, view.font)) {
    const line = make("div", { className: "line" });
    for (const shown of chips) {
      const { holder, button, handle } = chip(shown, view);
      line.append(holder);
      nodes.set(shown.box.id, button);
      if (handle) handles.set(shown.box.id, handle);
    }
    lines.push(line);
  }
  const memory = svg("svg", { class: "memory", "aria-hidden": "true" });
  const node = make("div", { className: "strip", role: "group", ariaLabel: view.title }, ...lines, memory);
  return { node, nodes, handles, memory, frames: [], wiring: [] };
}

/** The wire from another chain to the box that is lit, if it reads one. */
export function drawMemory(view) {
  const { memory, nodes } = view.drawn;
  memory.replaceChildren();
  for (const [from, to, kind] of view.wires) {
    const a = nodes.get(from)?.parentElement, b = nodes.get(to)?.parentElement;
    if (kind !== "memory" || to !== view.lit || !a || !b) continue;
    const up = a.offsetTop > b.offsetTop, end = a.offsetLeft + a.offsetWidth, x = b.offsetLeft + b.offsetWidth / 2;
    const out = a.offsetTop + (up ? 0 : a.offsetHeight), into = b.offsetTop + (up ? b.offsetHeight : 0);
    const start = a.offsetTop + a.offsetHeight / 2, turn = (out + into) / 2, middle = a.offsetLeft + a.offsetWidth / 2;
    const d = x > end + 4 ? `M${end},${start}H${x}V${into}` : `M${middle},${out}V${turn}H${x}V${into}`;
    memory.append(svg("path", { d }));
  }
}
