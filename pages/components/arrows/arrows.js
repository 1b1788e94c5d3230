// A query to drag among keys: its scores, their shares, and the output among the values, in three pictures side by side.
// data: { names, keys, values, query: [x, y], free, farthest, label, ink, tones, words }

import { make, svg } from "../board/dom.js";
import { numberText, percent } from "../board/numbers.js";
import { mount } from "../mount.js";
import { attend } from "./attend.js";

const REACH = 3.4, TURN = Math.PI / 36, LONGER = 0.1, WAIT = 150;
const GOES = { ArrowLeft: [TURN, 0], ArrowRight: [-TURN, 0], ArrowUp: [0, LONGER], ArrowDown: [0, -LONGER] };

/** A plane with y upwards. */
const plane = (attributes) => svg("svg", { viewBox: `${-REACH} ${-REACH} ${2 * REACH} ${2 * REACH}`, ...attributes });

/** A text beside a point, on the side away from the middle. */
function beside([x, y], text, colour, gap = 0.22) {
  const length = Math.hypot(x, y) || 1, anchor = x > 0.5 ? "start" : x < -0.5 ? "end" : "middle";
  const at = { x: x + (gap * x) / length, y: -(y + (gap * y) / length) + (y < 0 ? 0.25 : 0.05) };
  return svg("text", { ...at, fill: colour, "text-anchor": anchor }, text);
}

/** A point turned round the middle, anticlockwise. */
const turned = ([x, y], angle) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];

function arrow([x, y], colour, width) {
  const angle = Math.atan2(-y, x), length = Math.hypot(x, y), head = Math.min(0.34, length / 2), group = svg("g");
  const at = (far, aside) => turned([far, aside], angle);
  const [ex, ey] = at(length - head * 0.8, 0), corners = [at(length, 0), at(length - head, 0.42 * head), at(length - head, -0.42 * head)];
  group.append(svg("line", { x1: 0, y1: 0, x2: ex, y2: ey, stroke: colour, "stroke-width": width }),
    svg("polygon", { points: corners.join(" "), fill: colour }));
  return group;
}

/** The first picture: the keys, and the query over them. */
function drawDirections(view) {
  const { data: { keys, names, tones }, query, directions, handle } = view;
  directions.replaceChildren(svg("circle", { r: 3, class: "ground" }), svg("path", { d: "M-3 0H3M0 -3V3", class: "axes" }),
    ...keys.flatMap((key, i) => [arrow(key, tones[i], 0.05), beside(key, `k ${names[i]}`, tones[i])]), handle);
  handle.replaceChildren(svg("circle", { cx: query[0], cy: -query[1], r: 0.45, class: "grip" }), arrow(query, "var(--query)", 0.09),
    beside(turned(query, 0.3), "q", "var(--query)", 0.35));
}

/** The second picture: a row per key with its score and its share. */
function drawShares(view, { scores, shares }) {
  const { data: { names, tones, words }, table } = view, most = Math.max(2, ...scores.map(Math.abs));
  const rows = names.map((name, i) => {
    const score = make("td", { className: "score" }), share = make("td", { className: "share" });
    const bar = make("i"), filled = make("i");
    const wide = (32 * Math.abs(scores[i])) / most;
    bar.style.cssText = `width: ${wide}%; left: ${scores[i] < 0 ? 36 - wide : 36}%`;
    filled.style.cssText = `width: ${62 * shares[i]}%; background: ${tones[i]}`;
    score.append(bar, make("span", { textContent: numberText(scores[i]) }));
    share.append(filled, make("b", { textContent: percent(shares[i]) }));
    const word = make("th", { scope: "row", textContent: name });
    word.style.color = tones[i];
    return make("tr", {}, word, score, share);
  });
  const head = make("tr", {}, make("td"), make("th", { scope: "col", textContent: words.score }),
    make("th", { scope: "col", textContent: words.share }));
  table.replaceChildren(head, ...rows);
}

/** The third picture: the values, and the output among them, tied to each as strongly as its share. */
function drawOutput(view, { shares, output }) {
  const { data: { names, values, tones, words }, mixed } = view, [x, y] = output;
  const points = values.map(([vx, vy]) => [vx, -vy].join(",")).join(" ");
  mixed.replaceChildren(svg("polygon", { points, class: "hull" }),
    ...values.map(([vx, vy], i) => svg("line", { x1: vx, y1: -vy, x2: x, y2: -y, stroke: tones[i],
      "stroke-width": 0.02 + 0.3 * shares[i], "stroke-opacity": 0.45, "stroke-linecap": "round" })),
    ...values.flatMap((value, i) => [svg("circle", { cx: value[0], cy: -value[1], r: 0.15, fill: tones[i] }),
      beside(value, `v ${names[i]}`, tones[i], 0.42)]),
    svg("circle", { cx: x, cy: -y, r: 0.22, class: "output" }),
    svg("text", { x: x < 0 ? x + 0.4 : x - 0.4, y: -y + 0.12, class: "named", "text-anchor": x < 0 ? "start" : "end" },
      words.output));
}

function draw(view) {
  const { data: { names, keys, values, words }, query } = view, found = attend(query, keys, values);
  drawDirections(view);
  drawShares(view, found);
  drawOutput(view, found);
  const shares = names.map((name, i) => `${name} ${percent(found.shares[i])}`).join(", ");
  const angle = Math.round((Math.atan2(query[1], query[0]) * 180) / Math.PI);
  view.handle.setAttribute("aria-valuenow", angle);
  view.handle.setAttribute("aria-valuetext", `q = (${query.map((n) => numberText(n)).join(", ")}). ${shares}`);
  const [best] = found.scores.map((_, i) => i).sort((a, b) => found.scores[b] - found.scores[a]);
  const product = query.map((n, i) => `${numberText(n)} · ${numberText(keys[best][i])}`).join(" + ");
  view.said.textContent = `${words.worked} q·k ${names[best]} / √2 = (${product}) / √2 = ${numberText(found.scores[best])}`;
}

/** Put the arrow's head there: as far as it may go, and at its present length where only its direction is free. */
function point(view, x, y) {
  const { free, farthest } = view.data, length = Math.hypot(x, y);
  if (!length) return;
  if (free) view.length = Math.max(0.1, Math.min(farthest, length));
  view.query = [x, y].map((n) => Math.round((100 * n * view.length) / length) / 100);
  draw(view);
  clearTimeout(view.sending);
  view.sending = setTimeout(() => {
    view.sent.add(JSON.stringify(view.query));
    view.host.state("query", { point: view.query });
  }, WAIT);
}

function listen(view) {
  const { directions, handle } = view;
  const drag = (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(directions.getScreenCTM().inverse());
    point(view, at.x, -at.y);
  };
  directions.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    directions.setPointerCapture(event.pointerId);
    view.dragged = true;
    handle.focus();
    drag(event);
    event.preventDefault();
  });
  directions.addEventListener("pointermove", (event) => view.dragged && drag(event));
  for (const end of ["pointerup", "pointercancel"]) directions.addEventListener(end, () => { view.dragged = false; });
  handle.addEventListener("keydown", (event) => {
    const goes = GOES[event.key];
    if (!goes || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const angle = Math.atan2(view.query[1], view.query[0]) + goes[0], length = Math.hypot(...view.query) + goes[1];
    point(view, length * Math.cos(angle), length * Math.sin(angle));
  });
}

function figure(caption, ...inside) {
  return make("figure", {}, ...inside, make("figcaption", { textContent: caption }));
}

function create(parent, { words }) {
  const view = { directions: plane({ class: "directions" }), mixed: plane({ "aria-hidden": "true" }), table: make("table"),
    said: make("p", { className: "said" }), root: make("div", { className: "arrows" }), dragged: false,
    sent: new Set() };
  view.handle = svg("g", { class: "handle", tabindex: 0, role: "slider", "aria-valuemin": -180, "aria-valuemax": 180 });
  view.root.append(make("div", { className: "beats" }, figure(words.first, view.directions), figure(words.second, view.table),
    figure(words.third, view.mixed)), view.said);
  parent.append(view.root);
  listen(view);
  return view;
}

function update(view, data) {
  view.data = data;
  view.root.style.setProperty("--query", data.ink);
  if (!view.sent.has(JSON.stringify(data.query))) { // else the arrow may be further by now
    view.query = [...data.query];
    view.length = Math.hypot(...view.query);
  }
  view.handle.setAttribute("aria-label", data.label);
  draw(view);
}

export default mount({ create, update });
