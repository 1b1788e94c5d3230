// The chosen head on the words: of a self-attention arcs above one row, otherwise lines between two rows.

import { make, svg } from "../board/dom.js";
import { percent } from "../board/numbers.js";

const THICK = 12, FAINT = 0.02, HIGH = 130, MANY = 64;

/** The words of one side as buttons; the one that reads can be chosen. */
function chips(view, labels, role) {
  const row = make("div", { className: `chips ${role}` });
  labels.forEach((label, i) => {
    const chip = make("button", { type: "button", textContent: label || " " });
    if (role !== "read") {
      chip.addEventListener("click", () => view.readFrom(view.row === i ? null : i));
    }
    row.append(chip);
  });
  return row;
}

/** Draw into an element; the row that reads stands out, without one all do. */
export function ribbons(place, view, site, weights) {
  const chosen = view.row !== null && view.row < site.drawn[0] ? view.row : null;
  const { words } = view.spec, [rows, columns] = site.drawn, whole = site.size[0] <= MANY && site.size[1] <= MANY;
  if (!whole || !site.rows.length) {
    place.replaceChildren(make("p", { textContent: words.too_many.replace("{n}", site.size[0]).replace("{drawn}", rows) }));
    return;
  }
  const picture = svg("svg", { "aria-hidden": "true" }), reader = chips(view, site.rows, site.own ? "both" : "reads");
  const read = site.own ? reader : chips(view, site.columns, "read");
  const wide = make("div", { className: "wide" }, ...(site.own ? [picture, reader] : [read, picture, reader]));
  place.replaceChildren(wide);
  const left = wide.getBoundingClientRect().left, middles = (row) => [...row.children].map((chip) => {
    const box = chip.getBoundingClientRect();
    return (box.left + box.right) / 2 - left;
  });
  const from = middles(read), to = middles(reader), width = wide.scrollWidth;
  picture.setAttribute("viewBox", `0 0 ${width} ${HIGH}`);
  picture.style.width = `${width}px`;
  const colour = view.colours.css(site.kinds[view.head]);
  const furthest = Math.max(...from, ...to) - Math.min(...from, ...to) || 1;
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) {
    const weight = weights[i * columns + j] / 255, on = chosen === null || chosen === i;
    if (weight < FAINT) continue;
    picture.append(svg("path", { d: site.own ? arc(from[j], to[i], furthest) : line(from[j], to[i]), fill: "none", stroke: colour,
      "stroke-width": Math.max(0.6, THICK * weight).toFixed(2), "stroke-opacity": (on ? 0.2 + 0.6 * weight : 0.05).toFixed(2) }));
  }
  if (chosen !== null) shares(chosen, site, weights, read, reader);
}

const arc = (x, y, furthest) => {
  const high = Math.abs(y - x) < 1 ? 14 : 18 + (HIGH - 24) * Math.sqrt(Math.abs(y - x) / furthest);
  return Math.abs(y - x) < 1 ? `M${x - 5} ${HIGH}C${x - 14} ${HIGH - 18} ${x + 14} ${HIGH - 18} ${x + 5} ${HIGH}`
    : `M${x} ${HIGH}C${x} ${HIGH - high * 1.25} ${y} ${HIGH - high * 1.25} ${y} ${HIGH}`;
};
const line = (x, y) => `M${y} ${HIGH}C${y} ${HIGH / 2} ${x} ${HIGH / 2} ${x} 0`;

/** The chosen reader's shares, under the words that it reads. */
function shares(row, site, weights, read, reader) {
  const columns = site.drawn[1];
  reader.children[row].classList.add("on");
  [...read.children].forEach((chip, j) => {
    const weight = weights[row * columns + j] / 255;
    if (weight >= FAINT) chip.append(make("small", { textContent: percent(weight) }));
  });
}
