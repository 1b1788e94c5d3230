// The frame and the things in it, as SVG.

import { filled, svg } from "../board/dom.js";

const SHAPES = {
  circle: ({ x, y, width, height }) => ["ellipse", { cx: x + width / 2, cy: y + height / 2, rx: width / 2, ry: height / 2 }],
  triangle: ({ x, y, width, height }) => ["polygon", { points: `${x + width / 2},${y} ${x + width},${y + height} ${x},${y + height}` }],
};
const box = ({ x, y, width, height }) => ["rect", { x, y, width, height }];

/** What a thing is, for those who do not see it. */
export function called({ data }, thing) {
  const word = (list, name) => list.find((one) => one.name === name)?.word ?? name;
  const told = { ...thing, kind: word(data.kinds, thing.kind), colour: word(data.colours, thing.colour),
                 row: thing.y + 1, column: thing.x + 1 };
  return filled(data.words.thing, told);
}

/** The line below the frame: the chosen thing, or how to move. */
export function said(view) {
  const { words, size } = view.data, chosen = view.things[view.chosen];
  return chosen ? called(view, chosen) : words.keys + (size[0] < size[1] ? words.keys_size : "");
}

function drawLines(view) {
  const { side, size } = view.data;
  if (size[0] < size[1]) return;
  for (let i = 1; i < side; i += 1) {
    const d = `M${i} 0V${side}M0 ${i}H${side}`;
    view.svg.append(svg("path", { d, stroke: "#8a93a3", "stroke-width": 0.02, opacity: 0.6 }));
  }
}

function drawThing(view, thing, index) {
  const { colours, frames, side, size } = view.data;
  const css = colours.find((one) => one.name === thing.colour)?.css ?? thing.colour;
  const [tag, attributes] = (SHAPES[thing.kind] ?? box)(thing);
  const line = frames ? { "fill-opacity": 0.16, stroke: css, "stroke-width": side / 90 } : {};
  const group = svg("g", { class: "thing", tabindex: 0, role: "button", "data-index": index,
    "aria-label": called(view, thing), "aria-pressed": index === view.chosen }, svg(tag, { ...attributes, fill: css, ...line }));
  view.svg.append(group);
  group.addEventListener("focus", () => {
    if (view.chosen !== index && !view.drag) {
      view.chosen = index;
      view.redraw(index);
    }
  });
  if (index !== view.chosen) return;
  group.append(...["under", "chosen"].map((name) => svg("rect", { ...box(thing)[1], class: name })));
  if (size[0] === size[1]) return;
  for (const corner of ["nw", "ne", "sw", "se"]) {
    group.append(svg("circle", { cx: thing.x + (corner.includes("e") ? thing.width : 0), r: side / 42, "data-corner": corner,
      cy: thing.y + (corner.includes("s") ? thing.height : 0), class: ["ne", "sw"].includes(corner) ? "corner other" : "corner" }));
  }
}

/** Everything anew; what had the focus has it again. */
export function drawFrame(view) {
  const { side, ground, label } = view.data, focused = view.svg.getRootNode().activeElement?.dataset?.index;
  view.svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
  view.svg.setAttribute("role", "group");
  view.svg.setAttribute("aria-label", label);
  view.svg.style.background = ground;
  view.redraw = (index) => {
    drawFrame(view);
    view.said.textContent = said(view);
    view.svg.querySelector(`[data-index="${index}"]`)?.focus();
  };
  view.svg.replaceChildren();
  drawLines(view);
  view.things.forEach((thing, index) => drawThing(view, thing, index));
  if (focused !== undefined && Number(focused) === view.chosen) view.svg.querySelector(`[data-index="${focused}"]`)?.focus();
}
