// A sheet on paper: each view of the tour on a page of its own, its picture beside what is said of it (handout.py).

import { readTheme } from "../board/colours.js";
import { button, make } from "../board/dom.js";
import { openPictures, unpack } from "../board/payload.js";
import { CanvasPen } from "../board/pens.js";
import { paintHaloes } from "../board/pointed.js";
import { planRoom } from "../board/room.js";
import { textWidth } from "../board/text.js";
import { paint } from "../board/view.js";
import drawHeads from "../head_grid/head_grid.js";
import { theme as themeOf } from "../host.js";
import { colours } from "../machine/colours.js";
import { layout } from "../machine/layout.js";
import { paint as paintMachine } from "../machine/paint.js";
import { openMachine } from "../machine/payload.js";
import { blocksOf } from "./message.js";
import { formula, html } from "./stop_text.js";

const RATIO = 3;                                            // dots of paper per CSS pixel
const PICTURE = { width: 640, height: 610 }, KEY = 26;      // as handout.css says; the line below the pictures
const WHOLE = { width: 1030, height: 480 };                 // the machine has the whole width, its text below
const LEAST = 10;                                           // pixels to which long texts shrink

function canvasOf({ width, height }) {
  const canvas = make("canvas", { width: width * RATIO, height: height * RATIO }), context = canvas.getContext("2d");
  canvas.style.cssText = `width: ${width}px; height: ${height}px`;
  context.scale(RATIO, RATIO);
  return { canvas, context };
}

/** The pictures of a frame with the cells that the answer names. */
function drawFrame(board, frame, rings) {
  const { canvas, context } = canvasOf(PICTURE), pen = new CanvasPen(context, board.theme);
  const pictures = frame.pictures.map((name) => board.spec.byName.get(name));
  const lead = rings.find(({ panel }) => panel !== null)?.panel ?? 0, height = PICTURE.height - KEY;
  const plan = planRoom(board.theme, pictures, frame,
    { width: PICTURE.width, height, head: null, lead, numbers: true, scale: 1, single: false });
  paint(pen, board, { ...plan, keyY: height + 6 });
  paintHaloes(pen, board.theme, plan, rings);
  return canvas;
}

function drawMachine(bytes, words, theme, follow) {
  const { canvas, context } = canvasOf(WHOLE), { dark, page, ink, font } = theme;
  const measure = (text, size, weight = 400) => textWidth(theme, text, size, weight);
  const places = layout({ ...openMachine(bytes), words }, WHOLE.width, WHOLE.height, measure);
  paintMachine(context, colours(dark, page, ink, font), places, { off: [], follow, sharp: true });
  return canvas;
}

/** The grid of all heads, which measures the place where it stands. */
function drawGrid(data, host, style) {
  const place = make("div", { className: "heads" }), root = place.attachShadow({ mode: "open" });
  root.append(make("style", { textContent: style }));
  requestAnimationFrame(() => drawHeads({ data, parentElement: root, host }));
  return place;
}

function said(text) {
  const found = [make("p", { className: "place", textContent: text.place ?? "" }), make("h2", { textContent: text.title ?? "" })];
  if (text.question) found.push(html("question", text.question), html("answer", text.answer));
  return [...found, ...(text.formula ?? []).map(formula), html("prose", text.prose ?? "")];
}

/** A text too long for its page is set smaller. */
function fit(section) {
  const text = section.querySelector(".told");
  for (let size = 15; size > LEAST && (text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth); size -= 0.5) {
    text.style.fontSize = `${size}px`;
  }
}

function pageOf({ texts }, key, number, picture) {
  const given = texts.given || texts.sentence, text = texts.scenes[key] ?? texts.texts[key] ?? {};
  const name = make("span", { className: "given", textContent: given });
  if (texts.picture) name.replaceChildren(make("img", { src: texts.picture, alt: given }));
  const head = make("header", {}, name, make("span", { textContent: texts.answer ? `→ ${texts.answer}` : "" }),
    make("span", { className: "model", textContent: texts.model }), make("span", { textContent: `${number} / ${texts.tour.length}` }));
  const foot = make("footer", { textContent: texts.words.sheet.made });
  return make("section", { className: key === "machine" ? "whole" : "" }, head,
    make("div", { className: "picture" }, picture), make("div", { className: "told" }, ...said(text)), foot);
}

export function openHandout(root, bytes, style) {
  const { texts, pictures, machine } = blocksOf(bytes), host = { theme: themeOf, state: () => {}, event: () => {} };
  const probe = make("span", { hidden: true });
  root.replaceChildren(probe);
  const theme = readTheme(host, probe, null), spec = openPictures(unpack(pictures));
  const board = { theme, spec, words: texts.words.board, options: {} }, { words } = texts;
  const picture = (key) => {
    if (key === "machine" && texts.machine === "heads") return drawGrid(machine, host, style("head_grid/head_grid.css"));
    if (key === "machine") return drawMachine(machine, words.machine, theme, texts.follow);
    const text = texts.scenes[key] ?? texts.texts[key] ?? {};
    return drawFrame(board, spec.frames.find((frame) => frame.key === key), text.rings ?? []);
  };
  const print = button(words.sheet.print, () => window.print());
  const pages = texts.tour.map((key, i) => pageOf({ texts }, key, i + 1, picture(key)));
  root.replaceChildren(make("nav", {}, print), ...pages);
  pages.forEach(fit);
}

const message = new Uint8Array(await window.unpacked("message"));
openHandout(document.getElementById("place"), message, (path) => window.styles[path]);
document.body.dataset.drawn = "yes";
