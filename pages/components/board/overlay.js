// What lies over the pictures and changes with the pointer: cross-hair, linked rows and columns, selection.

import { cssColour } from "./colours.js";
import { make } from "./dom.js";
import { PAD, SLANTED, limitOf } from "./measure.js";
import { numberText } from "./numbers.js";
import { paintStacked } from "./paint.js";
import { KIND, cellKind, labelOf, panelLabel, panelOf, placeIn, valueAt } from "./payload.js";
import { paintFollowed, paintHaloes } from "./pointed.js";
import { CanvasPen } from "./pens.js";
import { fitText, textWidth } from "./text.js";

/** What is under a point: a cell, a panel's caption, or a thumbnail. */
export function hit(layout, x, y) {
  for (const box of layout.boxes) {
    const dx = x - box.x, dy = y - box.y;
    if (dx < 0 || dy < 0 || dx > box.width || dy > box.height) continue;
    for (const thumb of box.strip ?? []) {
      const inside = dx >= thumb.x && dx <= thumb.x + thumb.width && dy >= thumb.y && dy <= thumb.y + thumb.height + 16;
      if (inside) return { box, enlarge: thumb.index };
    }
    for (const panel of box.panels) {
      const onPanel = hitPanel(box, panel, dx, dy);
      if (onPanel) return onPanel;
    }
    return { box, name: dy < PAD + box.type.title ? box.title : undefined };
  }
  return null;
}

/** A label beside a panel: the stream it names, and which of it. */
function hitLabel(box, panel, dx, dy, row, column) {
  const { picture, side, top, bare } = box, { x, y } = panel;
  const inRows = row >= 0 && row < picture.shape[1], inColumns = column >= 0 && column < picture.shape[2];
  if (panel.firstColumn && inRows && !bare.includes("rows") && dx < x && dx > x - side.width - 8) {
    return { box, label: { stream: picture.rowStream, index: row }, name: labelOf(picture.rows, row) };
  }
  if (panel.firstRow && inColumns && !bare.includes("columns") && dy < y && dy > y - top.height) {
    return { box, label: { stream: picture.columnStream, index: column }, name: labelOf(picture.columns, column) };
  }
  return null;
}

function hitPanel(box, panel, dx, dy) {
  const { cell, span, picture } = box, column = Math.floor((dx - panel.x) / cell.width);
  const row = Math.floor((dy - panel.y) / cell.height);
  const width = Math.max(span.width, 40), overCaption = dy >= panel.captionY && dy < panel.captionY + box.caption;
  if (overCaption && dx >= panel.x && dx <= panel.x + width) {
    return { box, enlarge: box.enlarged === null ? panel.index : null };
  }
  const label = hitLabel(box, panel, dx, dy, row, column);
  if (label) return label;
  if (row < 0 || column < 0 || row >= picture.shape[1] || column >= picture.shape[2] || !picture.bits) return null;
  const place = placeIn(picture, { row, column });
  return { box, cell: { picture: picture.name, panel: picture.panelled ? panel.index : null, ...place } };
}

/** The rows and columns of a picture that a cell of another (or the same) picture lights. */
function linked(picture, source, cell) {
  const same = picture.name === source.name, place = placeIn(picture, cell);
  const twins = picture.rowLink === source.rowLink && picture.columnLink === source.columnLink;
  const rows = new Set(), columns = new Set();
  if (same || (twins && source.rowLink)) rows.add(place.row);
  if (same || (twins && source.columnLink)) columns.add(place.column);
  if (same || twins) return { rows, columns };
  for (const [link, index] of [[source.rowLink, cell.row], [source.columnLink, cell.column]]) {
    if (link && picture.rowLink === link) rows.add(index);
    if (link && picture.columnLink === link) columns.add(index);
  }
  return { rows, columns };
}

export function paintOverlay(board) {
  if (!board.layout) return;
  const { overlay, theme, layout, ratio } = board, context = overlay.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, overlay.width, overlay.height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const pen = new CanvasPen(context, theme);
  board.canvas.toggleAttribute("data-cell", Boolean(board.cell));
  if (board.follow) paintFollowed(pen, theme, layout, [board.follow, ...(board.options.partners ?? [])]);
  if (board.cell) paintMarks(pen, theme, layout, board, board.cell, false);
  if (board.hover) paintMarks(pen, theme, layout, board, board.hover, true);
  paintHaloes(pen, theme, layout, board.options.haloes ?? []);
}

function paintMarks(pen, theme, layout, board, cell, hovered) {
  const source = board.spec.byName.get(cell.picture);
  for (const box of layout.boxes) {
    const { rows, columns } = linked(box.picture, source, cell);
    for (const row of rows) if (row < box.picture.shape[1]) paintRowMark(pen, theme, box, row, hovered);
    for (const column of columns) if (column < box.picture.shape[2]) paintColumnMark(pen, theme, box, column, hovered);
    if (box.picture.name === source.name) paintCellMark(pen, theme, box, cell, hovered);
  }
}

function paintRowMark(pen, theme, box, row, hovered) {
  for (const panel of box.panels) {
    const x = box.x + panel.x, y = box.y + panel.y + row * box.cell.height;
    paintBand(pen, theme, x, y, box.span.width, box.cell.height, hovered);
    if (panel.firstColumn) paintChip(pen, theme, box, x, box.y + panel.y, row, null, hovered);
  }
}

function paintColumnMark(pen, theme, box, column, hovered) {
  for (const panel of box.panels) {
    const x = box.x + panel.x + column * box.cell.width, y = box.y + panel.y;
    paintBand(pen, theme, x, y, box.cell.width, box.span.height, hovered);
    if (panel.firstRow) paintChip(pen, theme, box, box.x + panel.x, y, null, column, hovered);
  }
}

/** A band's outline, legible on any colour: paper under ink. */
function paintBand(pen, theme, x, y, width, height, hovered) {
  pen.frame(x, y, width, height, cssColour(theme.back, hovered ? 0.75 : 0.5), hovered ? 2.5 : 2);
  pen.frame(x, y, width, height, cssColour(theme.text, hovered ? 0.85 : 0.5), 1);
}

/** The label of a lit row or column, on a chip; also where labels are sparse. */
function paintChip(pen, theme, box, x, y, row, column, hovered) {
  if (box.bare.includes(row === null ? "columns" : "rows")) return;
  const { picture, top, side, cell } = box, context = pen.context, isRow = row !== null;
  const labels = isRow ? picture.rows : picture.columns, { size } = isRow ? side : top;
  const label = labelOf(labels, isRow ? row : column), text = fitText(theme, label, limitOf(box.type), size, 600);
  if (isRow) x -= picture.patches?.[label] ? box.thumbs.side.taken : 0;
  else y -= box.thumbs.top.taken;
  const width = textWidth(theme, text, size, 600) + 8, height = size + 5;
  const paper = hovered ? theme.ink : theme.dark ? "#454c5a" : "#d5d9e0", fill = hovered ? theme.page : theme.ink;
  if (!isRow && top.stacked) return paintStackedChip(pen, text, top, x + (column + 0.5) * cell.width, y, paper, fill);
  context.save();
  if (isRow) context.translate(x - 2 - width, y + (row + 0.5) * cell.height);
  else {
    context.translate(x + (column + 0.5) * cell.width + (top.angle === SLANTED ? 3 : 0), y - (top.angle ? 6 : 3 + size / 2));
    context.rotate(top.angle);
    context.translate(top.angle ? -4 : -width / 2, 0);
  }
  pen.rect(0, -height / 2, width, height, paper, 3);
  pen.text(text, 4, 0.5, { size, weight: 600, fill });
  context.restore();
}

function paintStackedChip(pen, text, { size, pitch }, x, y, paper, fill) {
  const height = pitch * [...text].length + 4, width = size + 5;
  pen.rect(x - width / 2, y - height - 1, width, height, paper, 3);
  paintStacked(pen, text, x, y - 3 - size / 2, pitch, { size, weight: 600, align: "center", fill });
}

function paintCellMark(pen, theme, box, cell, hovered) {
  const panel = box.panels.find(({ index }) => index === panelOf(cell));
  if (!panel) return;
  const { row, column } = placeIn(box.picture, cell);
  const x = box.x + panel.x + column * box.cell.width, y = box.y + panel.y + row * box.cell.height;
  const { width, height } = box.cell;
  pen.frame(x - 1, y - 1, width + 2, height + 2, theme.page, hovered ? 2 : 4);
  pen.frame(x, y, width, height, hovered ? theme.ink : theme.accent, hovered ? 1.5 : 2.5);
}

// ---- Words for the pointer and for screen readers ------------------------------------------------------------

function cellLines(board, cell) {
  const { spec, words } = board, picture = spec.byName.get(cell.picture), panel = panelOf(cell);
  const kind = cellKind(picture, panel, cell.row, cell.column);
  const notes = {
    [KIND.masked]: words.masked, [KIND.infinite]: words.minus_infinity, [KIND.invalid]: words.not_a_number,
  };
  const value = numberText(valueAt(picture, panel, cell.row, cell.column));
  const lines = [
    [picture.rowAxis || words.row, labelOf(picture.rows, cell.row)],
    [picture.columnAxis || words.column, labelOf(picture.columns, cell.column)],
  ];
  if (picture.panelled) lines.unshift([words.panel, panelLabel(picture, panel)]);
  return { title: picture.title, lines, value, note: notes[kind] ?? "" };
}

export function showTip(board, x, y) {
  const { tip, hover, stage } = board;
  tip.hidden = !hover;
  if (!hover) return;
  const { title, lines, value, note } = cellLines(board, hover);
  const typed = board.typed ? `${board.typed}▏` : value;
  tip.replaceChildren(
    make("div", { className: "name", textContent: title }),
    ...lines.flatMap(([name, label]) => [
      make("span", { className: "axis", textContent: name }), make("span", { className: "label", textContent: label }),
    ]),
    make("div", { className: "value", textContent: note ? `${typed}  ${note}` : typed }),
  );
  const room = { x: stage.clientWidth - tip.offsetWidth, y: stage.clientHeight - tip.offsetHeight };
  const left = x + 18 > room.x ? x - tip.offsetWidth - 14 : x + 18;
  const top = y + 18 > room.y ? y - tip.offsetHeight - 12 : y + 18;
  tip.style.transform = `translate(${Math.max(0, left)}px, ${Math.max(-20, top)}px)`;
}

export function announce(board, cell, wait) {
  clearTimeout(board.announcing);
  if (!cell) return;
  board.announcing = setTimeout(() => {
    if (!board.spec.byName.get(cell.picture)?.bits) return;
    const { title, lines, value, note } = cellLines(board, cell);
    board.live.textContent = [title, ...lines.map((pair) => pair.join(" ")), value, note].filter(Boolean).join(", ");
  }, wait);
}
