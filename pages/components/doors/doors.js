/**
 * Doors to other pages, some with small pictures of numbers.
 * data: [{ key, link, title, about, pictures: [{ heat: rows of numbers, wrong? }] }]
 */

import { make, svg } from "../board/dom.js";

const HEIGHT = 58;

/** Orange above zero, blue below, as strong as the number is large in this picture. */
function heat({ heat: rows, wrong }) {
  const cell = HEIGHT / rows.length, width = Math.min(12, Math.max(cell, 112 / rows[0].length));
  const wide = width * rows[0].length, most = Math.max(...rows.flat().map(Math.abs));
  const cells = rows.flatMap((row, i) => row.map((value, j) => svg("rect", { x: j * width + 0.5, y: i * cell + 0.5,
    width: width - 1, height: cell - 1, class: value < 0 ? "below" : "above", opacity: Math.abs(value) / most })));
  const cross = wrong ? [svg("path", { d: `M2 2 L${wide - 2} ${HEIGHT - 2}`, class: "wrong" })] : [];
  return svg("svg", { viewBox: `0 0 ${wide} ${HEIGHT}`, width: wide, height: HEIGHT, "aria-hidden": "true" }, ...cells, ...cross);
}

function door(view, { key, link: address, title, about, pictures }) {
  const shown = pictures.length ? [make("span", { className: "pictures" }, ...pictures.map(heat))] : [];
  const link = make("a", { href: new URL(address, document.baseURI).href }, ...shown,
    make("strong", {}, title), make("small", {}, about));
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    view.go(key);
  });
  return link;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const view = (parentElement.doors ??= { root: parentElement.appendChild(make("div", { className: "doors" })) });
  view.go = (key) => setTriggerValue("door", key);
  const drawn = JSON.stringify(data);
  if (view.drawn !== drawn) view.root.replaceChildren(...data.map((one) => door(view, one)));
  view.drawn = drawn;
}
