// A small picture to paint: pointer or keys. The browser paints first and reports after.
import { make } from "../board/dom.js";
import { mount } from "../mount.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const EDGE = 0.4;  // of the full ink, on the four neighbours of a touched pixel: a pen is wider than a pixel
const MOST = 100;  // strokes that can be undone

function made(tag, className, parent) {
  const node = make(tag, { className });
  parent.append(node);
  return node;
}

const level = (view, i) => view.data.levels.indexOf(view.text[i]);

function set(view, i, value) {
  view.text = view.text.slice(0, i) + view.data.levels[value] + view.text.slice(i + 1);
}

/** Ink on a pixel and a little on its neighbours; or paper on the pixel alone. */
function touch(view, row, column, erase) {
  const { side, levels } = view.data, full = levels.length - 1;
  if (row < 0 || column < 0 || row >= side || column >= side) return;
  if (erase) set(view, row * side + column, 0);
  else for (const [down, across] of [[0, 0], ...Object.values(STEPS)]) {
    const [r, c] = [row + down, column + across], ink = down || across ? Math.round(EDGE * full) : full;
    if (r < 0 || c < 0 || r >= side || c >= side) continue;
    set(view, r * side + c, Math.max(level(view, r * side + c), ink));
  }
  view.at = [row, column];
  draw(view);
}

function draw(view) {
  const { side, levels, words } = view.data, full = levels.length - 1, grid = view.grid;
  grid.style.setProperty("--side", side);
  while (grid.children.length > side * side) grid.lastChild.remove();
  while (grid.children.length < side * side) made("i", "", grid);
  [...grid.children].forEach((pixel, i) => {
    pixel.style.setProperty("--ink", level(view, i) / full);
    pixel.className = view.at[0] * side + view.at[1] === i ? "at" : "";
  });
  const [row, column] = view.at, here = Math.round(100 * level(view, row * side + column) / full);
  view.told.textContent = words.place.replace("{row}", row + 1).replace("{column}", column + 1).replace("{ink}", here);
  view.undo.disabled = !view.past.length;
  view.erase.ariaPressed = String(view.erasing);
}

function begin(view) {
  view.before = view.text;
}

/** One report for a stroke; it can be undone as one. */
function end(view) {
  if (view.before === undefined || view.before === view.text) return;
  view.past = [...view.past, view.before].slice(-MOST);
  view.before = undefined;
  report(view);
}

function report(view) {
  view.serial += 1;
  draw(view);
  clearTimeout(view.sending);
  view.sending = setTimeout(() => view.host.state("drawn", { text: view.text, serial: view.serial }), 120);
}

function place(view, event) {
  const { left, top, width, height } = view.grid.getBoundingClientRect(), { side } = view.data;
  return [Math.floor((event.clientY - top) / height * side), Math.floor((event.clientX - left) / width * side)];
}

function listen(view) {
  const { grid } = view;
  grid.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    view.painting = true;
    grid.setPointerCapture(event.pointerId);
    grid.focus();
    begin(view);
    touch(view, ...place(view, event), view.erasing);
    event.preventDefault();
  });
  grid.addEventListener("pointermove", (event) => view.painting && touch(view, ...place(view, event), view.erasing));
  for (const over of ["pointerup", "pointercancel"]) grid.addEventListener(over, () => {
    if (view.painting) end(view);
    view.painting = false;
  });
  grid.addEventListener("keydown", (event) => {
    const step = STEPS[event.key], { side } = view.data;
    if (event.altKey || ((event.ctrlKey || event.metaKey) && event.key !== "z")) return;
    if (step) view.at = view.at.map((n, i) => Math.max(0, Math.min(side - 1, n + step[i])));
    else if (event.key === " " || event.key === "Delete" || event.key === "Backspace") {
      begin(view);
      touch(view, ...view.at, view.erasing || event.key !== " ");
      end(view);
    } else if (event.key === "z") undo(view);
    else return;
    event.preventDefault();
    event.stopPropagation();
    draw(view);
  });
  view.undo.addEventListener("click", () => undo(view));
  view.clear.addEventListener("click", () => {
    begin(view);
    view.text = view.data.levels[0].repeat(view.data.side ** 2);
    end(view);
  });
  view.erase.addEventListener("click", () => {
    view.erasing = !view.erasing;
    draw(view);
  });
}

function undo(view) {
  if (!view.past.length) return;
  view.text = view.past.pop();
  report(view);
}

function create(parent) {
  const root = made("div", "draw", parent), grid = made("div", "grid", root), told = made("div", "told", root);
  const tools = made("div", "tools", root);
  const view = { root, grid, told, at: [0, 0], past: [], serial: 0, erasing: false, painting: false, text: "" };
  for (const name of ["erase", "undo", "clear"]) {
    view[name] = made("button", "", tools);
    view[name].type = "button";
  }
  grid.tabIndex = 0;
  grid.role = "application";
  told.ariaLive = "polite";
  listen(view);
  return view;
}

function update(view, data) {
  view.data = data;
  view.grid.ariaLabel = `${data.label}. ${data.words.keys}`;
  for (const name of ["erase", "undo", "clear"]) view[name].textContent = data.words[name];
  if (data.serial >= view.serial && !view.painting) Object.assign(view, { text: data.text, serial: data.serial });
  draw(view);
}

export default mount({ create, update });
