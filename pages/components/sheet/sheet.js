// A sheet (contents.py) on a page of plain HTML: board, machine and worked cells with a host of their own, texts beside.
//
//   const sheet = await openSheet(root, bytes, { style, part, moved })
//   sheet.go({ step, head, follow, revealed, tour })
//
// `style(path)` gives the text of a component's style sheet; `part(version, number)` the bytes of a part that did not
// come with the sheet; `moved(place)` hears where the reader goes; `stepper`: whether the board draws its own.

import drawBoard from "../board/board.js";
import { isNarrow, make } from "../board/dom.js";
import { unpack } from "../board/payload.js";
import drawWorked from "../cell/worked.js";
import drawHeads from "../head_grid/head_grid.js";
import { theme } from "../host.js";
import drawMachine from "../machine/view.js";
import { blocksOf } from "./message.js";
import { tell } from "./stop_text.js";

const WHOLE = "machine", SHORT = 460; // pixels: a machine's height in a narrow window
const STYLES = { board: "board/board.css", worked: "cell/worked.css", heads: "head_grid/head_grid.css",
  machine: "machine/machine.css" };

/** A place of its own for a component, with its style. */
async function placeOf(name, style) {
  const host = make("div", { className: name }), root = host.attachShadow({ mode: "open" });
  root.append(make("style", { textContent: await style(STYLES[name]) }));
  return { host, root };
}

const cellKey = ({ picture, panel, row, column }) => [picture, panel, row, column].join("@");

export async function openSheet(root, bytes, { style, part = lacking, moved = () => {}, stepper = true }) {
  const { texts, pictures, machine, cells } = blocksOf(bytes), { words } = texts;
  const whole = texts.machine === "heads" ? "heads" : "machine";
  const [board, outer, worked] = await Promise.all([placeOf("board", style), placeOf(whole, style), placeOf("worked", style)]);
  const sheet = {
    texts, cells, moved, stepper, board, outer, worked, draws: { pictures, machine }, serial: 0,
    byPlace: new Map(Object.entries(cells).map(([name, cell]) => [cellKey(cell.at), name])),
    frames: unpack(pictures), place: { step: texts.tour[0], head: null, cell: null, follow: texts.follow, revealed: "", tour: true },
  };
  sheet.nodes = frameOfPage(sheet, words.sheet);
  root.replaceChildren(sheet.nodes.page);
  const host = { theme, part, event: () => {}, state: (name, value) => heard(sheet, name, value) };
  drawBoard({ data: pictures, parentElement: board.root, host });
  sheet.command = window.__boards[""].obey;
  if (machine.byteLength) sheet.dressMachine = machineOf(sheet, whole, machine);
  document.documentElement.lang = texts.language;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => window.dispatchEvent(new Event("resize")));
  const control = setup(sheet);
  sheet.command({ ...control, start: placeForBoard(sheet.place), command: {}, serial: 0 });
  show(sheet);
  return { texts, place: sheet.place, go: (wanted) => go(sheet, wanted), frames: sheet.frames };
}

const lacking = () => Promise.reject(new Error("This part is not in the file."));

function frameOfPage(sheet, words) {
  const { texts } = sheet, tour = make("button", { type: "button", className: "tour" });
  const said = make("div", { className: "said" }, make("span", { className: "given", textContent: texts.given || texts.sentence }));
  if (texts.picture) said.replaceChildren(make("img", { src: texts.picture, alt: texts.sentence }));
  if (texts.answer) said.append(make("span", { className: "answered", textContent: `→ ${texts.answer}` }));
  tour.onclick = () => go(sheet, { tour: !sheet.place.tour });
  const bar = make("header", {}, said, make("span", { className: "model", textContent: texts.model }), tour);
  const text = make("section", { className: "told" });
  text.addEventListener("reveal", () => reveal(sheet));
  const page = make("div", { className: "sheet" }, bar, make("main", {}, sheet.board.host, sheet.outer.host), text);
  tour.hidden = texts.tour.length === texts.steps.length;
  return { page, bar, text, tour, words: { ...words, noCell: words[texts.cells] } };
}

/** The machine, or the grid of all heads, over the board while the frame of the whole is looked at. */
function machineOf(sheet, whole, data) {
  const { outer, texts: { words } } = sheet, host = { theme, state: () => {}, event: (name, told) => touched(sheet, name, told) };
  if (whole === "heads") {
    let drawn = false; // it measures its place, so it is drawn when it is first seen
    return () => drawn || ((drawn = true), drawHeads({ data, parentElement: outer.root, host }));
  }
  drawMachine({ data, parentElement: outer.root, host });
  return () => window.__machines[""].obey({ words: words.machine, off: [],
    height: isNarrow() ? SHORT : null, follow: sheet.place.follow });
}

/** A box is entered: its block's frame; a word is followed. */
function touched(sheet, name, told) {
  if (name === "box" && told.value) go(sheet, { step: `block:${told.value}`, tour: false });
  if (name === "follow") go(sheet, { follow: told.value });
}

const placeForBoard = ({ step, head, cell, follow }) => ({ step, head, cell, follow });

/** What the board says of itself. */
function heard(sheet, name, value) {
  if (name === "reveal") return reveal(sheet);
  if (name === "serial" || name === "edit") return;
  if (name === "step" && value !== sheet.place.step) Object.assign(sheet.place, { cell: null, revealed: "" });
  sheet.place[name] = value;
  show(sheet);
  sheet.moved({ ...sheet.place });
}

function reveal(sheet) {
  sheet.place.revealed = sheet.place.step;
  show(sheet);
  sheet.moved({ ...sheet.place });
}

/** Go somewhere; what is not named stays. A step that the sheet does not have is passed over. */
function go(sheet, wanted) {
  const known = wanted.step === undefined || wanted.step in sheet.texts.texts;
  Object.assign(sheet.place, known ? wanted : { ...wanted, step: sheet.place.step });
  const { place, texts } = sheet, path = place.tour ? texts.tour : texts.steps;
  if (wanted.tour && !path.includes(place.step)) place.step = path[0];
  if (wanted.step !== undefined && wanted.revealed === undefined) place.revealed = "";
  sheet.serial += 1;
  sheet.command({ ...setup(sheet), start: {}, command: placeForBoard(place), serial: sheet.serial });
  show(sheet);
}

const textOf = ({ texts, place }) => (place.tour && texts.scenes[place.step]) || texts.texts[place.step] || {};

/** How the board is set up for what is looked at now. */
function setup(sheet) {
  const { texts, place } = sheet, text = textOf(sheet), shown = place.revealed === place.step;
  return { words: texts.words.board, stepper: sheet.stepper, height: null, editable: null, fill: true,
    motion: !isNarrow(), // a phone shows at once what the hall sees
    numbers: texts.numbers, haloes: shown ? text.rings ?? [] : [], path: place.tour ? texts.tour : texts.steps,
    partners: texts.partners, asks: Boolean(text.question) && !shown };
}

function show(sheet) {
  const { place, nodes, outer, texts } = sheet, atWhole = place.step === WHOLE && sheet.dressMachine;
  const written = JSON.stringify(setup(sheet));
  outer.host.hidden = !atWhole;
  nodes.page.classList.toggle("whole", Boolean(atWhole));
  if (atWhole) sheet.dressMachine();
  nodes.tour.textContent = place.tour ? nodes.words.every.replace("{n}", texts.steps.length) : nodes.words.tour;
  const name = place.cell && sheet.byPlace.get(cellKey(place.cell));
  tell(nodes.text, { text: textOf(sheet), words: nodes.words, shown: place.revealed === place.step,
    cell: place.cell && { worked: sheet.cells[name], place: sheet.worked } });
  if (name) {
    const host = { theme, state: () => {}, event: (_, link) => follow(sheet, link) };
    drawWorked({ data: { ...sheet.cells[name], words: texts.words.worked }, parentElement: sheet.worked.root, host });
  }
  if (written !== sheet.written) {
    sheet.written = written;
    sheet.command({ ...setup(sheet), start: {}, command: {}, serial: sheet.serial });
  }
}

/** From a term of a cell to the cell that it was read from, where the sheet has that one's arithmetic. */
function follow(sheet, { name, cell }) {
  const found = sheet.cells[`${name}@${cell.join(".")}`];
  if (!found) return tell.far(sheet.nodes.text, sheet.nodes.words);
  const { frames, pictures } = window.__boards[""].view.spec;
  const frame = frames.find(({ key }) => key === name) ?? frames.find((one) => one.pictures.includes(found.at.picture));
  if (frame && pictures) go(sheet, { step: frame.key, cell: found.at, tour: sheet.place.tour && sheet.texts.tour.includes(frame.key) });
}
