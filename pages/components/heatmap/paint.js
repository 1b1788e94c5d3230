// Painting a plan with a pen.

function paintPlan(pen, theme, layout) {
  for (const { sign, signX, signY } of layout.signs) {
    pen.text(sign, signX, signY, { size: sign.length > 2 ? 14 : 24, fill: theme.muted, align: "center" });
  }
  layout.boxes.forEach((box, i) => paintBox(pen, theme, box, i > 0 && i === layout.boxes.length - 1));
}

function paintBox(pen, theme, box, isResult) {
  const { picture } = box, colour = resolveColour(theme, picture.colour);
  if (isResult) pen.rect(box.x, box.y, box.width, box.height, tint(theme, colour), 10);
  const limit = box.width - 2 * PAD - 24;
  const style = { size: 13, weight: 600, fill: colour };
  pen.text(fitText(theme, box.title, limit, 13, 600), box.x + PAD, box.y + PAD + 7, style);
  for (const panel of box.panels) paintPanel(pen, theme, box, panel, colour, isResult);
  paintAxisNames(pen, theme, box);
  paintLegend(pen, theme, box);
  for (const thumb of box.strip ?? []) paintThumb(pen, theme, box, thumb, colour);
}

function tint(theme, colour) {
  return cssColour(parseColour(colour), theme.dark ? 0.13 : 0.065);
}

function paintPanel(pen, theme, box, panel, colour, isResult) {
  const { picture, cell, span } = box, x = box.x + panel.x, y = box.y + panel.y;
  if (box.caption) {
    const caption = (box.enlarged === null ? "⤢ " : "⤡ ") + panelLabel(picture, panel.index);
    const style = { size: 11, fill: theme.muted };
    pen.text(fitText(theme, caption, Math.max(span.width, 30), 11), x, box.y + panel.captionY + 8, style);
  }
  if (!picture.shape[1] || !picture.shape[2]) return pen.text("∅", x + 4, y + 6, { fill: theme.muted });
  pen.cells(picture, panel.index, x, y, cell.width, cell.height);
  paintGlyphs(pen, theme, box, panel.index, x, y);
  paintGaps(pen, theme, box, x, y);
  if (cell.width >= 30 && cell.height >= 16) paintNumbers(pen, theme, box, panel.index, x, y);
  pen.frame(x, y, span.width, span.height, colour, isResult ? 2 : 1);
  paintOutlines(pen, theme, box, x, y);
  if (panel.firstRow) paintColumnLabels(pen, theme, box, x, y);
  if (panel.firstColumn) paintRowLabels(pen, theme, box, x, y);
}

/** Blocks of cells that Python points at: the page's colour under ink, legible on any cell. */
function paintOutlines(pen, theme, box, x, y) {
  const { cell } = box;
  for (const [row, column, rows, columns] of box.picture.outlines ?? []) {
    const place = [x + column * cell.width, y + row * cell.height, columns * cell.width, rows * cell.height];
    pen.frame(...place, theme.page, 4);
    pen.frame(...place, theme.ink, 2);
  }
}

/** Thin lines of the page's colour between cells that are large enough to spare a pixel. */
function paintGaps(pen, theme, box, x, y) {
  const { cell, span } = box;
  if (cell.width >= 7) {
    for (let at = cell.width; at < span.width; at += cell.width) {
      pen.rect(x + at - 0.5, y, 1, span.height, theme.page);
    }
  }
  if (cell.height >= 7) {
    for (let at = cell.height; at < span.height; at += cell.height) {
      pen.rect(x, y + at - 0.5, span.width, 1, theme.page);
    }
  }
}

/** Hatches in runs along each row; signs in cells with room for them. */
function paintGlyphs(pen, theme, box, panel, x, y) {
  const { picture, cell } = box, [, rows, columns] = picture.shape, room = Math.min(cell.width, cell.height);
  for (let row = 0; row < rows; row++) {
    for (let column = 0, end; column < columns; column = end) {
      const kind = cellKind(picture, panel, row, column);
      for (end = column + 1; end < columns && cellKind(picture, panel, row, end) === kind;) end++;
      if (kind === KIND.masked || kind === KIND.infinite) {
        const stroke = kind === KIND.masked ? theme.stroke : theme.darkStroke;
        const place = [x + column * cell.width, y + row * cell.height, (end - column) * cell.width, cell.height];
        pen.hatch(...place, stroke, kind === KIND.infinite);
      }
      if (kind === KIND.invalid) paintCrosses(pen, theme, box, x, y, row, column, end);
    }
  }
  if (picture.scale === "sequential" && room >= 9 && cell.width < 30) paintZeros(pen, theme, box, panel, x, y);
}

function paintCrosses(pen, theme, box, x, y, row, column, end) {
  const { width, height } = box.cell, arm = Math.min(width, height) / 4;
  if (arm < 1.5) return;
  for (let at = column; at < end; at++) {
    const cx = x + (at + 0.5) * width, cy = y + (row + 0.5) * height;
    pen.line(cx - arm, cy - arm, cx + arm, cy + arm, theme.ink, 1.2);
    pen.line(cx - arm, cy + arm, cx + arm, cy - arm, theme.ink, 1.2);
  }
}

function paintZeros(pen, theme, box, panel, x, y) {
  const { picture, cell } = box, [, rows, columns] = picture.shape;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (valueAt(picture, panel, row, column) !== 0 || isMasked(picture, panel, row, column)) continue;
      pen.rect(x + (column + 0.5) * cell.width - 1, y + (row + 0.5) * cell.height - 1, 2, 2, theme.faint);
    }
  }
}

function paintNumbers(pen, theme, box, panel, x, y) {
  const { picture, cell } = box, [, rows, columns] = picture.shape, size = cell.width >= 54 ? 14 : cell.width >= 38 ? 12 : 11;
  if (picture.scale === "mask") return;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const kind = cellKind(picture, panel, row, column), value = valueAt(picture, panel, row, column);
      if (kind === KIND.invalid || (kind === KIND.masked && Number.isFinite(value))) continue;
      const cx = x + (column + 0.5) * cell.width, cy = y + (row + 0.5) * cell.height + 0.5;
      const under = cellColour(theme, picture, kind, value), text = cellText(value, picture);
      const plate = value === -Infinity ? 0.62 : 0;
      if (plate) pen.rect(cx - 11, cy - 8, 22, 16, cssColour(under), 3);
      const fitted = Math.min(size, (size * (cell.width - 3)) / textWidth(theme, text, size));
      const fill = /^0(\.0+)?$/.test(text) ? theme.muted : readableOn(under);
      pen.text(text, cx, cy, { size: fitted, align: "center", fill });
    }
  }
}

function paintColumnLabels(pen, theme, box, x, y) {
  const { picture, top } = box, count = picture.shape[2], worded = picture.columns.length > 0;
  for (let column = 0; column < count; column += top.every) {
    paintColumnLabel(pen, theme, box, x, y, column, { fill: worded ? theme.ink : theme.muted });
  }
}

function paintColumnLabel(pen, theme, box, x, y, column, style) {
  const { picture, cell, top } = box, cx = x + (column + 0.5) * cell.width;
  const text = fitText(theme, labelOf(picture.columns, column), LABEL_LIMIT, top.size);
  if (top.stacked) return paintStacked(pen, text, cx, y - 9, { size: top.size, align: "center", ...style });
  const turn = { size: top.size, angle: top.angle, align: top.angle ? "left" : "center", ...style };
  const dx = top.angle === -Math.PI / 4 ? 3 : 0;
  pen.text(text, cx + dx, y - (top.angle ? 6 : 9), turn);
}

/** Ideographs one above the other, ending at the cell. */
function paintStacked(pen, text, x, y, style) {
  [...text].reverse().forEach((letter, i) => pen.text(letter, x, y - 13 * i, style));
}

function paintRowLabels(pen, theme, box, x, y) {
  const { picture, side } = box, count = picture.shape[1], worded = picture.rows.length > 0;
  for (let row = 0; row < count; row += side.every) {
    paintRowLabel(pen, theme, box, x, y, row, { fill: worded ? theme.ink : theme.muted });
  }
}

function paintRowLabel(pen, theme, box, x, y, row, style) {
  const { picture, cell, side } = box, cy = y + (row + 0.5) * cell.height;
  const text = fitText(theme, labelOf(picture.rows, row), LABEL_LIMIT, side.size);
  pen.text(text, x - 6, cy + 0.5, { size: side.size, align: "right", ...style });
}

function paintAxisNames(pen, theme, box) {
  const { picture } = box, style = { size: 11, fill: theme.muted }, first = box.panels[0];
  if (!first) return;
  const x = box.x + first.x, y = box.y + first.y;
  if (picture.columnAxis) {
    const name = `${picture.columnAxis} →`;
    pen.text(name, x, y - box.top.height - 7, style);
  }
  if (!picture.rowAxis) return;
  if (!box.upright) return pen.text(`${picture.rowAxis} ↓`, x - 6, y - 9, { ...style, align: "right" });
  const bottom = box.y + box.panels.at(-1).y + box.span.height;
  const from = Math.min(bottom, y + box.axisWidth);
  pen.text(`← ${picture.rowAxis}`, box.x + PAD + 5, from, { ...style, angle: -Math.PI / 2 });
}

/** The colour bar of one picture: its two ends, and zero or one half between. */
function paintLegend(pen, theme, box) {
  const { picture } = box, x = box.x + box.left, y = box.y + box.legendY, signed = picture.scale === "diverging";
  if (picture.scale === "mask") return;
  const width = Math.max(60, Math.min(130, box.gridWidth)), table = signed ? theme.diverging : theme.sequential;
  const slices = 32;
  for (let i = 0; i < slices; i++) {
    const at = 3 * Math.round((i / (slices - 1)) * 256), end = Math.round(((i + 1) * width) / slices);
    const start = Math.round((i * width) / slices);
    pen.rect(x + start, y, end - start, 5, cssColour([table[at], table[at + 1], table[at + 2]]));
  }
  pen.frame(x, y, width, 5, theme.line, 1);
  const style = { size: 9.5, fill: theme.muted }, below = y + 13;
  const limit = numberText(picture.limit, 2);
  pen.text(signed ? `−${limit}` : "0", x, below, style);
  pen.text(limit, x + width, below, { ...style, align: "right" });
  if (signed) pen.text("0", x + width / 2, below, { ...style, align: "center" });
}

function paintThumb(pen, theme, box, thumb, colour) {
  const { picture, enlarged } = box, x = box.x + thumb.x, y = box.y + thumb.y, active = thumb.index === enlarged;
  const [, rows, columns] = picture.shape;
  pen.cells(picture, thumb.index, x, y, thumb.width / columns, thumb.height / rows);
  pen.frame(x, y, thumb.width, thumb.height, active ? colour : theme.line, active ? 2 : 1);
  const label = fitText(theme, panelLabel(picture, thumb.index), thumb.width + 6, 10, active ? 600 : 400);
  const style = { size: 10, align: "center", fill: active ? theme.ink : theme.muted, weight: active ? 600 : 400 };
  pen.text(label, x + thumb.width / 2, y + thumb.height + 9, style);
}

/** Which glyphs a frame's pictures hold, for the key under them. */
function glyphsIn(picture) {
  if (picture.glyphs) return picture.glyphs;
  const found = new Set(), [panels, rows, columns] = picture.shape;
  for (let panel = 0; panel < panels; panel++) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const kind = cellKind(picture, panel, row, column), value = valueAt(picture, panel, row, column);
        if (kind !== KIND.plain) found.add(kind);
        if (kind === KIND.plain && value === 0 && picture.scale === "sequential") found.add("zero");
        if (kind === KIND.plain && picture.scale === "mask") found.add("allowed");
      }
    }
  }
  return (picture.glyphs = found);
}

/** The key: what hatching, double hatching, a dot and a cross mean; only those that occur. */
function paintKey(pen, theme, words, layout, y) {
  const present = new Set(layout.boxes.flatMap(({ picture }) => [...glyphsIn(picture)]));
  const entries = [
    ["allowed", words.allowed], [KIND.masked, words.masked], [KIND.infinite, words.minus_infinity],
    ["zero", words.zero], [KIND.invalid, words.not_a_number],
  ].filter(([kind, word]) => present.has(kind) && word);
  const fills = {
    [KIND.masked]: theme.masked, [KIND.infinite]: theme.infinite, [KIND.invalid]: theme.invalid,
    allowed: theme.allowed,
  };
  let x = PAD;
  for (const [kind, word] of entries) {
    const size = 13;
    pen.rect(x, y, size, size, cssColour(fills[kind] ?? theme.back));
    if (kind === KIND.masked) pen.hatch(x, y, size, size, theme.stroke, false);
    if (kind === KIND.infinite) pen.hatch(x, y, size, size, theme.darkStroke, true);
    if (kind === "zero") pen.rect(x + 5.5, y + 5.5, 2, 2, theme.muted);
    if (kind === KIND.invalid) pen.text("×", x + size / 2, y + size / 2, { align: "center" });
    pen.frame(x, y, size, size, theme.line, 1);
    pen.text(word, x + size + 6, y + size / 2 + 0.5, { size: 11, fill: theme.muted });
    x += size + 22 + textWidth(theme, word, 11);
  }
}
