// The picture of a machine without pointer and followed word: lines, ribbons, boxes, bars, texts.

import { paintPatch } from "../board/patches.js";
import { CanvasPen, rounded } from "../board/pens.js";
import { rowY } from "./bands.js";
import { toneOf } from "./colours.js";
import { curve } from "./layout.js";
import { RAISED } from "./texts.js";
import { weight } from "./weights.js";

const THINNEST = 0.06; // pixels: a ribbon thinner than this leaves no trace on the screen

export function paintStill(pen, theme, places, look) {
  for (const track of places.tracks) paintBus(pen, theme, track);
  for (const track of places.tracks) paintLeaders(pen, theme, track);
  for (const ribbon of places.ribbons) paintRibbons(pen, theme, places, ribbon);
  for (const box of places.boxes) paintBox(pen, theme, places, box);
  for (const row of places.ahead?.rows ?? []) if (row) paintAhead(pen, theme, row, theme.bar);
  for (const text of places.texts) paintText(pen, theme, text, inkOf(theme, text));
  for (const { patch, x, y, side } of places.texts) {
    paintPatch(new CanvasPen(pen, theme), theme, patch, x + 4, y - side / 2, side);
  }
  for (const box of places.boxes) if ((look.off ?? []).includes(box.id)) paintCross(pen, theme, box);
}

function paintBus(pen, theme, track) {
  if (!track.bus) return;
  pen.fillStyle = toneOf(theme, track.tone).bus;
  const { x, width, thick } = track.bus;
  track.rows.forEach((_, i) => pen.fillRect(x, rowY(track, i) - thick / 2, width, thick));
}

/** The line that each row runs along, under everything; and from labels in further columns to their row. */
function paintLeaders(pen, theme, track) {
  pen.strokeStyle = theme.line;
  pen.lineWidth = 1;
  pen.beginPath();
  track.rows.forEach((_, i) => {
    const y = Math.round(rowY(track, i)) + 0.5, word = track.words[i];
    pen.moveTo(track.labels.columns > 1 ? word.x + 3 : track.start, y);
    pen.lineTo(Math.max(track.right, track.start), y);
  });
  pen.save();
  pen.globalAlpha *= 0.6;
  pen.stroke();
  pen.restore();
}

function paintRibbons(pen, theme, places, ribbon) {
  const tone = toneOf(theme, places.tracks[ribbon.from].tone).ribbon;
  ribbon.readers.forEach((_, i) => ribbon.reads.forEach((_, j) => {
    const share = weight(ribbon, i, j);
    pen.strokeStyle = `rgba(${tone},${0.2 + 0.4 * Math.sqrt(share)})`;
    stroke(pen, curve(places, ribbon, i, j), share * ribbon.unit);
  }));
}

export function stroke(pen, [x0, y0, x1, y1, x2, y2, x3, y3], width) {
  if (!(width > THINNEST)) return;
  pen.lineWidth = width;
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.bezierCurveTo(x1, y1, x2, y2, x3, y3);
  pen.stroke();
}

export const markHeight = ({ scale }, { pitch }) => Math.max(3, Math.min(18 * scale, pitch * 0.66));

/** A box is a mark on every row that passes it; a chain also leads from each row's state to the next. */
export function paintBox(pen, theme, places, box, colour = markColour(theme, places, box)) {
  const track = places.tracks[box.track], high = markHeight(places, track);
  if (box.kind === "words") return;
  pen.fillStyle = colour;
  track.rows.forEach((_, i) => {
    rounded(pen, box.x, rowY(track, i) - high / 2, box.width, high, Math.min(3, high / 3, box.width / 2)).fill();
  });
  if (box.kind === "chain") paintChain(pen, theme, track, box, high);
}

function paintChain(pen, theme, track, box, high) {
  const x = box.x + box.width / 2;
  pen.strokeStyle = toneOf(theme, track.tone).deep;
  pen.fillStyle = pen.strokeStyle;
  pen.lineWidth = 2;
  for (let i = 1; i < track.rows.length; i++) {
    const from = rowY(track, i - 1) + high / 2, to = rowY(track, i) - high / 2;
    pen.beginPath();
    pen.moveTo(x, from);
    pen.lineTo(x, to - 4);
    pen.stroke();
    pen.beginPath();
    pen.moveTo(x - 4, to - 6);
    pen.lineTo(x + 4, to - 6);
    pen.lineTo(x, to);
    pen.fill();
  }
}

function markColour(theme, places, box) {
  const first = places.boxes.find((found) => found.track === box.track) === box;
  if (box.kind === "ribbons" || box.kind === "chain") return theme.mixed;
  if (box.kind === "thin") return theme.thin;
  return first ? toneOf(theme, places.tracks[box.track].tone).mark : theme.block;
}

export function paintAhead(pen, theme, row, colour) {
  if (row.leader) {
    pen.fillStyle = theme.line;
    pen.fillRect(row.leader.x, row.leader.y - 0.5, row.leader.width, 1);
  }
  const { x, y, width, height } = row.bar, radius = Math.min(5, height / 3);
  pen.fillStyle = colour;
  rounded(pen, x, y, Math.max(1, width), height, radius).fill();
  if (!row.was) return;
  pen.strokeStyle = theme.off; // a next word that an edit has changed
  pen.lineWidth = 2;
  rounded(pen, x + 1, y + 1, Math.max(6, width - 2), height - 2, radius).stroke();
}

/** A box that is switched off is crossed out, from its first row to its last. */
function paintCross(pen, theme, box) {
  const left = (box.zone?.x ?? box.x) - 3, right = box.x + box.width + 3;
  pen.strokeStyle = theme.off;
  pen.lineWidth = 2.5;
  pen.strokeRect(left, box.top - 2, right - left, box.bottom - box.top + 4);
  pen.beginPath();
  pen.moveTo(left, box.top - 2);
  pen.lineTo(right, box.bottom + 2);
  pen.moveTo(right, box.top - 2);
  pen.lineTo(left, box.bottom + 2);
  pen.stroke();
}

function inkOf(theme, text) {
  return { word: theme.ink, next: theme.ink, share: theme.ink, runner: theme.faint, across: theme.across }[text.role]
    ?? theme.muted;
}

export function paintText(pen, theme, text, ink, weightNow = text.weight ?? 400) {
  pen.fillStyle = ink;
  pen.textBaseline = "middle";
  if (Array.isArray(text.text)) return paintLetter(pen, theme, text);
  pen.textAlign = text.align ?? "left";
  pen.font = `${weightNow} ${text.size}px ${theme.font}`;
  pen.fillText(text.text, text.x, text.y);
}

function paintLetter(pen, theme, text) {
  let x = text.rect.x;
  pen.textAlign = "left";
  for (const [part, level] of text.text) {
    const size = level ? text.size * RAISED : text.size;
    pen.font = `400 ${size}px ${theme.font}`;
    pen.fillText(part, x, text.y - level * text.size * 0.3);
    x += pen.measureText(part).width;
  }
}
