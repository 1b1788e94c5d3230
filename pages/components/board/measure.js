// One picture's box: its cells, labels, captions and legend, all placed relative to the box's corner.

import { thumbOf } from "./patches.js";
import { panelLabel } from "./payload.js";
import { LABEL_LIMIT, isStackable, textWidth, widest } from "./text.js";

export const PAD = 10;
const NICE = [1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 50, 64, 100, 128, 256, 512, 1024];

/** Sizes of type, in pixels: on a lesson's board, there on a phone, and on a stage whose `scale` is 1 in a window 720 pixels high. */
export const LESSON = { scale: 1, label: 12, least: 9, title: 13, caption: 11, axis: 11, legend: 9.5, index: 10,
  thumb: 10, titleLimit: 340, number: 0 };
export const PHONE = { ...LESSON, least: 12, caption: 12, axis: 12, legend: 12, index: 12, thumb: 12, titleLimit: 220, number: 12 };

export function stageType(scale) {
  const size = Math.max(12, Math.round(12 * scale));
  return { scale, label: Math.round(13 * scale), least: size, title: Math.round(14 * scale), caption: size, axis: size,
    legend: size, index: size, thumb: size, titleLimit: 220 * scale, number: scale > 1.25 ? size : 12 };
}

/** Every k-th index, k a round number, so that labels stay `room` pixels apart. */
const everyNice = (room, size) => NICE.find((k) => k * size >= room) ?? 2048;

/** Pixels per cell. Long axes get thin cells; tokens by tokens stay square. */
export function cellSize(picture, unit, least) {
  const [panels, rows, columns] = picture.shape, reach = unit * (panels > 1 ? 10 : 14);
  const along = (count) => Math.max(least, Math.min(unit, Math.floor(reach / Math.max(1, count))));
  let width = along(columns), height = along(rows);
  const worded = picture.rows.length || picture.columns.length;
  const alike = !picture.rows.length === !picture.columns.length;
  const ratio = Math.max(rows, 1) / Math.max(columns, 1);
  if (alike && ratio < 3 && ratio > 1 / 3) width = height = Math.min(width, height);
  else if (!worded) [width, height] = [Math.min(width, 2 * height), Math.min(height, 2 * width)];
  else if (width < height) height = Math.min(height, Math.max(22, width));
  else width = Math.min(width, Math.max(22, height));
  return { width, height };
}

/** Whether both axes carry words, or neither does: then cells are nearly square. */
export const alike = ({ rows, columns, rowLink, columnLink }) =>
  rows.length > 0 === columns.length > 0 && Boolean(rowLink) === Boolean(columnLink);

/** Large cells are whole pixels, small ones quarters: many of them must still fill their place. */
export const whole = (size) => (size >= 16 ? Math.floor(size) : Math.max(1, Math.floor(size * 4) / 4));

/** As large as a cell allows, so that each word keeps its label as long as it can be read. */
const labelSize = (type, room) => Math.max(type.least, Math.min(type.label, Math.floor(room)));

/** The widest that a label may be. */
export const limitOf = (type) => LABEL_LIMIT * type.scale;
const wordsWidth = (theme, labels, size, type) => Math.min(limitOf(type), widest(theme, labels, size));

export const SLANTED = -Math.PI / 4;

/** How column labels stand: flat, stacked (ideographs), slanted or upright; all of them, or every k-th. */
function columnLabels(theme, picture, width, gridColumns, type) {
  const labels = picture.columns, { label } = type, pitch = label + 1;
  if (!labels.length) {
    const room = Math.max(26, textWidth(theme, String(picture.shape[2] - 1), type.index) + 8);
    return { angle: 0, size: type.index, height: type.index + 4, every: everyNice(room, width), overhang: 0, pitch };
  }
  const longest = wordsWidth(theme, labels, label, type);
  if (longest + 6 <= width) return { angle: 0, size: label, height: label + 6, every: 1, overhang: 0, pitch };
  if (width >= type.least && isStackable(labels)) {
    const most = Math.max(...labels.map((word) => [...word].length));
    const size = Math.min(label, width);
    return { angle: 0, stacked: true, size, height: pitch * most + 6, every: 1, overhang: 0, pitch };
  }
  if (width >= 1.34 * label && gridColumns === 1) {
    const reach = longest * Math.SQRT1_2;
    const overhang = Math.max(0, reach + 8 - width / 2);
    return { angle: SLANTED, size: label, height: reach + label + 2, every: 1, overhang, pitch };
  }
  const size = labelSize(type, width - 1), height = Math.ceil(wordsWidth(theme, labels, size, type)) + 8;
  return { angle: -Math.PI / 2, size, height, every: Math.ceil((size + (type.number && 1)) / width), overhang: 0, pitch };
}

function rowLabels(theme, picture, height, type) {
  const labels = picture.rows;
  if (!labels.length) {
    const width = textWidth(theme, String(picture.shape[1] - 1), type.index) + 4;
    return { size: type.index, width, every: everyNice(type.index + 3, height) };
  }
  const size = labelSize(type, height - 1), every = Math.max(1, Math.ceil((size + (type.number && 1)) / height));
  return { size, width: wordsWidth(theme, labels, size, type) + 2, every };
}

const NOTHING = { size: 12, width: 0, height: 0, every: Infinity, overhang: 0, angle: 0, pitch: 13 };

/**
 * A box without its place. `cell`: pixels per cell; `gridColumns`: panels side by side; `enlarged`: the only panel
 * shown, or null; `bare`: what is left out of "rows", "columns", "legend", "caption"; `headroom`: least height above the cells,
 * so that the pictures of a line begin at one height; `strip`: room for the other panels, small, below.
 */
export function measure(theme, picture, { cell, type, gridColumns, enlarged, bare = "", headroom = 0, strip = null }) {
  const [count, rows, columns] = picture.shape, shown = enlarged === null ? count : 1;
  const gridRows = Math.max(1, Math.ceil(shown / gridColumns)), TITLE = type.title + 9;
  const top = bare.includes("columns") ? NOTHING : columnLabels(theme, picture, cell.width, gridColumns, type);
  const side = bare.includes("rows") ? NOTHING : rowLabels(theme, picture, cell.height, type);
  const thumbs = { top: thumbOf(picture.patches, picture.columns, cell.width, 2 * type.label),
    side: thumbOf(picture.patches, picture.rows, cell.height, 2 * type.label) };
  const span = { width: columns * cell.width, height: rows * cell.height || 18 };
  const caption = picture.panelled && !bare.includes("caption") ? type.caption + 6 : 0, gap = { x: 14, y: 8 };
  const named = picture.columnAxis && !bare.includes("columns");
  const grid = {
    width: gridColumns * span.width + (gridColumns - 1) * gap.x,
    height: gridRows * (span.height + caption) + (gridRows - 1) * gap.y,
  };
  const worded = picture.rowAxis && !bare.includes("rows");
  const axisWidth = worded ? textWidth(theme, picture.rowAxis, type.axis) + 14 : 0;
  const upright = axisWidth > 0 && axisWidth <= grid.height - caption;
  const lying = worded && !upright ? type.axis + 4 : 0; // the rows' name, between title and grid
  const band = Math.max(headroom, lying, (named ? type.axis + 4 : 0) + top.height + thumbs.top.taken);
  const sideways = side.width ? Math.max(side.width + thumbs.side.taken, upright ? 0 : axisWidth) + 5 : 0;
  const left = Math.ceil(PAD + (upright ? type.axis + 5 : 0) + sideways);
  const box = { picture, cell, top, side, band, caption, span, left, upright, enlarged, axisWidth, type, bare, thumbs };
  box.title = enlarged === null ? picture.title : `${picture.title} · ${panelLabel(picture, enlarged)}`;
  const titleWidth = textWidth(theme, box.title, type.title, 600) + 34;
  const hasLegend = picture.scale !== "mask" && !bare.includes("legend");
  const axisRoom = type.number && named ? textWidth(theme, `${picture.columnAxis} →`, type.axis) : 0;
  const content = Math.max(grid.width + top.overhang, hasLegend ? 64 * type.scale : 0, axisRoom);
  box.width = Math.ceil(Math.max(left + content + PAD, Math.min(titleWidth, type.titleLimit) + 2 * PAD));
  box.grid = { shown, gridColumns, gap, ...grid };
  const bottom = PAD + TITLE + band + grid.height;
  box.gridTop = PAD + TITLE + band;
  box.legendY = bottom + 8;
  box.centre = box.gridTop + grid.height / 2;
  box.gridWidth = grid.width;
  box.height = bottom + (hasLegend ? type.legend + 14.5 : 4) + PAD / 2;
  box.extra = {
    width: left + PAD + top.overhang + (gridColumns - 1) * gap.x, height: box.height - gridRows * rows * cell.height,
  };
  box.counts = { columns: gridColumns * Math.max(1, columns), rows: gridRows * Math.max(1, rows) };
  if (strip && enlarged !== null && count > 1) addStrip(box, count, strip);
  return box;
}

/** Column labels stand above the first row of panels, under the panels' captions. */
export function placePanels(box) {
  const { shown, gridColumns, gap } = box.grid, { caption, span, band, enlarged } = box, first = box.first ?? PAD + box.type.title + 9;
  box.panels = Array.from({ length: shown }, (_, i) => {
    const across = i % gridColumns, down = Math.floor(i / gridColumns);
    const x = box.left + across * (span.width + gap.x);
    const captionY = first + (down ? band : 0) + down * (span.height + caption + gap.y);
    const y = captionY + caption + (down ? 0 : band);
    return { index: enlarged ?? i, x, y, captionY, firstRow: down === 0, firstColumn: across === 0 };
  });
  return box;
}

/** Under an enlarged panel: all panels, small, to switch between. `strip`: the width it may take, or "free". */
function addStrip(box, count, strip) {
  const [, rows, columns] = box.picture.shape, { scale, thumb } = box.type, below = thumb + 10;
  const fitted = Math.min((52 * scale) / Math.max(1, rows), (84 * scale) / Math.max(1, columns));
  const width = Math.max(18, columns * fitted), height = Math.max(6, rows * fitted), room = Math.max(box.width, strip);
  const pitch = Math.max(width, box.type.number ? 3.2 * thumb : 0) + 8;
  const perLine = Math.max(1, Math.min(count, Math.floor((room - 2 * PAD + 8) / pitch)));
  const line = (index) => Math.floor(index / perLine), top = box.height;
  const start = box.left + perLine * pitch - 8 <= box.width ? box.left : PAD;
  box.strip = Array.from({ length: count }, (_, index) => ({
    index, width, height, x: start + (index % perLine) * pitch, y: top + line(index) * (height + below),
  }));
  box.width = Math.max(box.width, start + PAD + perLine * pitch - 8);
  const added = Math.ceil(count / perLine) * (height + below) + PAD;
  box.height += added;
  box.extra.height += added;
}
