// Pictures as pictures: fog that lifts where the weights are, boxes in front, and one place chosen on all of them.
import { make, svg } from "../board/dom.js";
import { numberText } from "../board/numbers.js";
import { mount } from "../mount.js";

const SPAN = 1000;  // units of the drawing along a picture's longer side
const WORD = 46, LEAST = 12;  // size of a box's word in units, and the least in pixels
const FOG = [138, 147, 163], THICKEST = 0.88;
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function made(tag, className, parent) {
  const node = ["svg", "rect", "text"].includes(tag) ? svg(tag, { class: className }) : make(tag, { className });
  parent.append(node);
  return node;
}

/** Pixels into a canvas of just so many. `pixel(i)` gives red, green, blue, alpha. */
function fill(canvas, rows, columns, pixel) {
  Object.assign(canvas, { width: columns, height: rows });
  const context = canvas.getContext("2d"), image = context.createImageData(columns, rows);
  for (let i = 0; i < rows * columns; i += 1) image.data.set(pixel(i), 4 * i);
  context.putImageData(image, 0, 0);
}

function paint(part, panel) {
  const raw = atob(panel.rgb), { fog } = panel;
  fill(part.picture, panel.rows, panel.columns, (i) => [0, 1, 2].map((c) => raw.charCodeAt(3 * i + c)).concat(255));
  part.fog.hidden = !fog;
  if (fog) fill(part.fog, fog.rows, fog.columns, (i) => {
    const seen = Math.max(0, Math.min(1, (fog.values[i] - fog.low) / (fog.limit - fog.low || 1)));
    return [...FOG, Math.round(255 * THICKEST * (1 - seen ** 0.75))];
  });
}

function create(view) {
  const figure = made("figure", "", view.root), title = made("div", "title", figure), frame = made("div", "frame", figure);
  const part = { figure, title, frame, picture: made("canvas", "", frame), fog: made("canvas", "", frame),
                 svg: made("svg", "", frame), note: made("div", "note", figure) };
  part.svg.setAttribute("aria-hidden", "true");
  frame.addEventListener("click", (event) => pointed(view, part, event, true));
  frame.addEventListener("pointermove", (event) => pointed(view, part, event, false));
  frame.addEventListener("pointerleave", () => say(view, part, null));
  frame.addEventListener("keydown", (event) => pressed(view, part, event));
  return part;
}

/** The sides of a panel's drawing, in units. */
const sides = ({ rows, columns }) => [SPAN * columns / Math.max(rows, columns), SPAN * rows / Math.max(rows, columns)];

function place(rect, x, y, width, height) {
  Object.entries({ x, y, width, height }).forEach(([name, value]) => (rect.style[name] = `${value}px`));
}

function drawBoxes(part, panel) {
  const [wide, high] = sides(panel);
  part.svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  part.boxes = (part.boxes ?? []).filter((one, i) => i < panel.boxes.length || one.forEach((e) => e.remove()));
  panel.boxes.forEach((box, i) => {
    const [halo, rect, word] = (part.boxes[i] ??= [made("rect", "halo", part.svg), made("rect", "box", part.svg),
                                                   made("text", "word", part.svg)]);
    for (const one of [halo, rect]) place(one, box.x * wide, box.y * high, box.width * wide, box.height * high);
    rect.setAttribute("class", box.dashed ? "box dashed" : "box");
    rect.style.stroke = word.style.fill = box.tone;
    write(word, box, wide, high, Math.max(WORD, LEAST * wide / (part.frame.clientWidth || wide)));
  });
}

/** A box's word above it, or, where there is no room, below; in the picture whole, and to be read in a small one too. */
function write(word, box, wide, high, size) {
  word.textContent = box.text;
  word.style.fontSize = `${size}px`;
  word.setAttribute("x", Math.max(8, Math.min(box.x * wide, wide - 8 - word.getComputedTextLength())));
  word.setAttribute("y", box.y * high > size + 16 ? box.y * high - 16 : Math.min(high - 14, (box.y + box.height) * high + size + 4));
}

function drawRing(view, part, panel) {
  part.rings ??= ["ring", "ring inner"].map((name) => made("rect", name, part.svg));
  const [wide, high] = sides(panel), [rows, columns] = panel.grid ?? [1, 1], [row, column] = view.at;
  part.rings.forEach((ring) => {
    ring.style.display = panel.grid ? "" : "none";
    place(ring, column * wide / columns, row * high / rows, wide / columns, high / rows);
    part.svg.append(ring);
  });
}

/** Place and number under the pointer, or of the chosen place, in the panel's note. */
function say(view, part, at) {
  const { fog, note } = part.panel;
  if (!at || !fog) {
    part.note.textContent = note;
    return;
  }
  const [row, column] = [Math.floor(at[0] * fog.rows), Math.floor(at[1] * fog.columns)];
  const where = view.data.place.replace("{row}", row + 1).replace("{column}", column + 1);
  part.note.textContent = `${where}: ${numberText(fog.values[row * fog.columns + column])}`;
}

function pointed(view, part, event, choose) {
  const { left, top, width, height } = part.frame.getBoundingClientRect();
  const at = [(event.clientY - top) / height, (event.clientX - left) / width].map((s) => Math.max(0, Math.min(0.9999, s)));
  if (!choose) say(view, part, at);
  else if (part.panel.grid && event.detail !== 0) choosePlace(view, at.map((s, i) => Math.floor(s * part.panel.grid[i])));
}

function pressed(view, part, event) {
  const step = STEPS[event.key], { grid } = part.panel;
  if (!step || !grid || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  choosePlace(view, view.at.map((n, i) => Math.max(0, Math.min(grid[i] - 1, n + step[i]))));
}

/** The browser moves the ring first and reports after; one report for what happened within a moment. */
function choosePlace(view, at) {
  if (at.join() === view.at.join()) return;
  view.at = at;
  view.serial += 1;
  view.parts.forEach((part) => drawRing(view, part, part.panel));
  clearTimeout(view.sending);
  view.sending = setTimeout(() => view.host.state("at", { row: at[0], column: at[1], serial: view.serial }), 80);
}

function draw(view) {
  const { panels, label, size, across, keys } = view.data;
  while (view.parts.length > panels.length) view.parts.pop().figure.remove();
  while (view.parts.length < panels.length) view.parts.push(create(view));
  view.root.style.setProperty("--size", `${size}px`);
  view.root.style.setProperty("--across", across);
  panels.forEach((panel, i) => {
    const part = Object.assign(view.parts[i], { panel });
    part.title.textContent = panel.title;
    part.frame.style.aspectRatio = `${panel.columns} / ${panel.rows}`;
    part.frame.classList.toggle("choose", Boolean(panel.grid));
    part.frame.role = panel.grid ? "application" : "img";
    part.frame.tabIndex = panel.grid ? 0 : -1;
    part.frame.ariaLabel = [panel.title, panel.note, panel.grid ? `${label} ${keys}` : "",
                            ...panel.boxes.map((box) => box.text)].filter(Boolean).join(". ");
    if (part.rgb !== panel.rgb || panel.fog || part.fogged) paint(part, panel);
    Object.assign(part, { rgb: panel.rgb, fogged: panel.fog });
    drawBoxes(part, panel);
    drawRing(view, part, panel);
    say(view, part, null);
  });
}

function createPixels(place) {
  const view = { root: made("div", "pixels", place), parts: [], at: [0, 0], serial: 0 };
  view.root.role = "group";
  new ResizeObserver(() => view.parts.forEach((part) => drawBoxes(part, part.panel))).observe(view.root);
  return view;
}

function update(view, data) {
  if (!data?.panels) return;  // a mount may come before its data
  view.data = data;
  view.root.ariaLabel = data.label;
  if (data.serial >= view.serial) Object.assign(view, { at: [...data.at], serial: data.serial });
  draw(view);
}

export default mount({ create: createPixels, update });
