// Losses as a picture, ways down it, and a dot to drag: where they start. The browser moves it and reports where it is left.
// data: { losses, columns, rows, highest, ends, ticks, paths, start: [x, y, loss], serial, names, labels, larger }

import { readTheme } from "../board/colours.js";
import { make, svg } from "../board/dom.js";
import { numberText } from "../board/numbers.js";
import { mount } from "../mount.js";

const STEP = 0.05, FINE = 0.01, WAIT = 150;
const GOES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const box = (className, ...inside) => make("div", { className }, ...inside);

/** Where a point lies, in shares of the picture's sides from its upper left corner. */
function share({ ends: [[left, right], [low, high]] }, [x, y]) {
  return [(x - left) / (right - left), (high - y) / (high - low)];
}

/** The losses in the colours of the page, which a board's numbers have too; again only where one of both is another. */
function paint(view) {
  const { losses, columns, rows } = view.data, theme = readTheme(view.host, view.root, view.theme);
  if (view.theme === theme && view.losses === losses) return;
  Object.assign(view, { theme, losses });
  const table = theme.sequential, levels = atob(losses), { canvas } = view, colour = (i) => [...table.slice(3 * i, 3 * i + 3), 255];
  Object.assign(canvas, { width: columns, height: rows });
  const image = new ImageData(columns, rows), stops = [0, 64, 128, 192, 256].map((i) => `rgb(${table.slice(3 * i, 3 * i + 3)})`);
  for (let i = 0; i < levels.length; i++) image.data.set(colour(levels.charCodeAt(i)), 4 * i);
  canvas.getContext("2d").putImageData(image, 0, 0);
  const beyond = [0.5 / (columns - 1), 0.5 / (rows - 1)].map((half) => `${-100 * half}%`);  // a pixel's middle is its point
  [canvas.style.left, canvas.style.top] = beyond;
  [canvas.style.width, canvas.style.height] = [columns, rows].map((count) => `${(100 * count) / (count - 1)}%`);
  view.ramp.style.background = `linear-gradient(to right, ${stops})`;
}

/** The paths, each on a line of paper with a point at every step; legend and axes. */
function dress(view) {
  const { data, drawn, legend, ramp } = view, { paths, ticks, ends: [[left], [low]], names, labels, highest } = data;
  drawn.replaceChildren(...paths.flatMap(({ points, colour }) => {
    const places = points.map((point) => share(data, point).map((part) => part.toFixed(4)).join(" "));
    const line = `M${places.join("L")}`, dots = places.map((place) => `M${place}h0`).join("");
    return [["paper", line], ["line", line], ["dots", dots]].map(([name, d]) => svg("path", { class: name, d, stroke: colour }));
  }));
  legend.replaceChildren(box("dot", labels[0]), ...paths.map(({ name, colour }) => {
    const entry = box("way", name);
    entry.style.setProperty("--tone", colour);
    return entry;
  }), box("scale", `${names[2]} 0`, ramp, highest));
  const tick = ([place, textContent], style) => {
    const label = make("span", { textContent });
    label.style[style] = `${100 * (style === "left" ? share(data, [place, low])[0] : share(data, [left, place])[1])}%`;
    return label;
  };
  view.across.replaceChildren(...ticks[0].map((one) => tick(one, "left")), make("b", { textContent: names[0] }));
  view.along.replaceChildren(...ticks[1].map((one) => tick(one, "top")), make("b", { textContent: names[1] }));
}

/** The dot, and what is told of it: its loss once Python has computed it. */
function draw(view) {
  const { data: { start, names, ends, labels }, at, handle } = view, [x, y] = share(view.data, at);
  const known = at[0] === start[0] && at[1] === start[1];
  [handle.style.left, handle.style.top] = [`${100 * x}%`, `${100 * y}%`];
  view.root.classList.toggle("stale", !known);
  const parts = at.map((number, i) => `${names[i]} = ${numberText(number)}`).concat(known ? `${names[2]} ${numberText(start[2], 4)}` : []);
  view.said.textContent = parts.join(", ");
  const told = { label: labels.join(" · "), valuemin: ends[0][0], valuemax: ends[0][1], valuenow: at[0], valuetext: parts.join(", ") };
  for (const [name, value] of Object.entries(told)) handle.setAttribute(`aria-${name}`, value);
}

/** Put the dot there, or where the picture ends; tell Python after so many milliseconds, null: not yet. */
function move(view, point, wait) {
  const inside = (number, [low, high]) => Math.round(100 * Math.max(low, Math.min(high, number))) / 100;
  const at = point.map((number, i) => inside(number, view.data.ends[i]));
  if (at.join() !== view.at.join()) view.serial += 1;
  view.at = at;
  draw(view);
  clearTimeout(view.sending);
  if (wait !== null && view.serial !== view.told) view.sending = setTimeout(() => {
    view.told = view.serial;
    view.host.state("start", { point: view.at, serial: view.serial });
  }, wait);
}

/** A mouse drags from anywhere, a finger the dot alone: elsewhere it scrolls the page, and a tap is a click. */
function listen(view) {
  const { picture, handle } = view;
  const to = ({ clientX, clientY }, wait) => {
    const { left, top, width, height } = picture.getBoundingClientRect(), [[low, high], [bottom, upper]] = view.data.ends;
    move(view, [low + ((clientX - left) / width) * (high - low), upper - ((clientY - top) / height) * (upper - bottom)], wait);
  };
  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || (event.pointerType === "touch" && event.target !== handle)) return;
    picture.setPointerCapture(event.pointerId);
    view.dragged = true;
    handle.focus({ preventScroll: true });
    to(event, null);
    event.preventDefault();
  });
  picture.addEventListener("pointermove", (event) => view.dragged && to(event, null));
  for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => {
    if (view.dragged) move(view, view.at, 0);
    view.dragged = false;
  });
  picture.addEventListener("click", (event) => event.detail && to(event, 0)); // one that no pointer made has no place
  handle.addEventListener("keydown", (event) => {
    const goes = GOES[event.key];
    if (!goes || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    move(view, view.at.map((number, i) => number + goes[i] * (event.shiftKey ? FINE : STEP)), WAIT);
  });
}

function create(parent) {
  const view = { root: box("landscape"), legend: box("legend"), picture: box("picture"), handle: box("handle"), canvas: make("canvas"),
    drawn: svg("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none" }), along: box("along"), across: box("across"),
    said: box("said"), ramp: make("i"), serial: 0, dragged: false };
  view.handle.role = "slider";
  view.handle.tabIndex = 0;
  const ground = box("ground", view.canvas, view.drawn);
  ground.ariaHidden = "true";
  view.picture.append(ground, view.handle);
  view.root.append(view.legend, view.along, view.picture, view.across, view.said);
  parent.append(view.root);
  listen(view);
  return view;
}

function update(view, data) {
  view.data = data;
  view.root.style.setProperty("--larger", data.larger);
  if (data.serial >= view.serial) { // else the dot is further by now
    Object.assign(view, { at: data.start.slice(0, 2), serial: data.serial, told: data.serial });
  }
  paint(view);
  dress(view);
  draw(view);
}

export default mount({ create, update });
