// The model upright: a column per chain, layers level with each other, wires between and beside.

import { svg } from "../board/dom.js";
import { arrow, breadth, clamp, lines, measure, symbol, wrapped } from "./svg.js";

const LEAST = 12; // pixels of the smallest word

/** Which level a box stands on: 0 before the first layer, 1 + layer in a layer, the last behind all layers. */
function levelsOf(chain, layers) {
  let behind = false;
  return chain.map(({ layer }) => {
    if (layer !== null) behind = true;
    return layer !== null ? 1 + layer : behind ? layers + 1 : 0;
  });
}

/** Where everything lies, in a drawing of this width. */
export function placeColumns(chains, width, font) {
  const size = clamp(12 + (width - 300) / 130, LEAST, 13.6), lane = 16 + (size - 12) * 3, gap = size + 8;
  const channel = chains.length > 1 ? clamp(width * 0.12, 34, 60) : 0;
  const column = (width - channel * (chains.length - 1)) / chains.length, inner = column - lane - 9;
  const layers = 1 + Math.max(-1, ...chains.flat().map(({ layer }) => layer ?? -1));
  const tall = (box) => wrapped(font, box.name, inner - 8, size, 700).length * size * 1.2 + 9;
  const rooms = Array.from({ length: layers + 2 }, () => 0), levels = chains.map((chain) => levelsOf(chain, layers));
  rooms.forEach((_, level) => {
    rooms[level] = Math.max(0, ...chains.map((chain, c) =>
      chain.reduce((sum, box, i) => sum + (levels[c][i] === level ? tall(box) + gap : 0), 0)));
    if (rooms[level] && level && level <= layers) rooms[level] += size + 12;
  });
  const height = rooms.reduce((sum, room) => sum + room, 12), places = new Map(), frames = [];
  chains.forEach((chain, c) => {
    const mirrored = c > 0, x = c * (column + channel) + (mirrored ? 4 : lane + 5), side = mirrored ? 1 : -1;
    let floor = height - 6;
    for (let level = 0; level < rooms.length; level += 1) {
      const mine = chain.filter((_, i) => levels[c][i] === level);
      let y = floor - (level && level <= layers ? 8 : 0);
      for (const box of mine) {
        const h = tall(box);
        y -= h;
        const next = chain[chain.indexOf(box) + 1]?.id;
        places.set(box.id, { box, x, y, w: inner, h, cx: x + inner / 2, side, next });
        y -= gap;
      }
      if (level && level <= layers && mine.length) frames.push({
        x: x - (mirrored ? 4 : lane), y: floor - rooms[level] + 4, w: inner + lane + 4, h: rooms[level] - 8,
        ids: mine.map(({ id }) => id), text: mine[0].where, mirrored });
      floor -= rooms[level];
    }
  });
  return { size, lane, gap, channel, column, inner, width, height, places, frames };
}

function route(plan, [from, to, kind]) {
  const a = plan.places.get(from), b = plan.places.get(to), middle = b.y + b.h / 2;
  if (kind === "flow") return arrow([[a.cx, a.y], [b.cx, b.y + b.h]], "up");
  if (kind === "skip") {
    const edge = b.side < 0 ? b.x : b.x + b.w, lane = edge + b.side * plan.lane * 0.62;
    const passed = plan.places.get(a.next), branch = passed.y + passed.h + 8;
    return arrow([[a.cx, branch], [lane, branch], [lane, middle], [edge, middle]], b.side < 0 ? "right" : "left");
  }
  const right = a.x < b.x, trunk = right ? b.x - 4 - plan.channel * 0.6 : b.x + b.w + 4 + plan.channel * 0.6;
  const top = a.y - plan.gap * 0.8;
  return arrow([[a.cx, a.y], [a.cx, top], [trunk, top], [trunk, middle], [right ? b.x : b.x + b.w, middle]],
    right ? "right" : "left");
}

function drawBox(plan, place, font) {
  const { box, x, y, w, h, cx, side } = place, { size } = plan;
  const group = svg("g", { class: `box ${box.kind}`, role: "button", tabindex: -1 });
  group.setAttribute("aria-label", [box.name, box.where, box.note].filter(Boolean).join(" · "));
  group.dataset.box = box.id;
  group.append(svg("rect", { x, y, width: w, height: h, rx: 6 }));
  const said = wrapped(font, box.name, w - 8, size, 700);
  const first = y + h / 2 + size * 0.35 - ((said.length - 1) * size * 1.2) / 2;
  group.append(lines(said, cx, first, size, { class: "name", "text-anchor": "middle" }));
  group.append(svg("path", { class: "cross", d: `M${x},${y}l${w},${h}M${x},${y + h}l${w},${-h}` }));
  let at = cx - side * 7;
  for (const [text, pieces] of side < 0 ? box.letters : box.letters.toReversed()) {
    const mark = symbol(pieces, at, y - 4, size, side < 0 ? "start" : "end");
    mark.dataset.label = text;
    group.append(mark);
    at -= side * (breadth(font, pieces, size) + 10);
  }
  if (box.note) {
    const room = measure(font, box.note, Math.max(LEAST, size * 0.78));
    if (Math.abs(at - cx) + room < w / 2 - 4)
      group.append(lines([box.note], at, y - 4, Math.max(LEAST, size * 0.78), { class: "number", "text-anchor": side < 0 ? "start" : "end" }));
  }
  return group;
}

/** The whole picture: the node, the boxes by id, the wires with their targets, the frames with their boxes. */
export function drawColumns(view, width) {
  const plan = placeColumns(view.chains, width, view.font);
  const frames = plan.frames.map(({ x, y, w, h, ids }) =>
    ({ ids, node: svg("rect", { class: "frame", x, y, width: w, height: h, rx: 9 }) }));
  const headings = plan.frames.map(({ x, y, w, text, mirrored }) =>
    lines([text], mirrored ? x + w - 7 : x + 7, y + plan.size + 2, Math.max(LEAST, plan.size * 0.88),
      { class: "heading", "text-anchor": mirrored ? "end" : "start" }));
  const wiring = view.wires.map((wire) => ({ target: wire[1], node: svg("g", {}, ...route(plan, wire)) }));
  const wires = svg("g", { "aria-hidden": "true" }, ...wiring.map(({ node }) => node));
  const nodes = [...plan.places.values()].map((place) => drawBox(plan, place, view.font));
  const node = svg("svg", { viewBox: `0 0 ${width} ${plan.height}`, role: "group", "aria-label": view.title },
    ...frames.map((frame) => frame.node), svg("g", { "aria-hidden": "true" }, ...headings), wires, ...nodes);
  node.style.setProperty("--least", `${width}px`); // on a phone no smaller than its letters were chosen for
  return { node, frames, wiring, wires, nodes: new Map(nodes.map((one) => [one.dataset.box, one])) };
}
