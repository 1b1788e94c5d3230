// Where everything goes: sizes of cells, labels, panels and pictures for a given width.

const SIZES = [72, 64, 56, 50, 44, 40, 36, 33, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3];
const PAD = 10, TITLE = 22, CAPTION = 17, BAND = 15, LEGEND = 24, LABEL_LIMIT = 120, SMALLEST = 9;
const NICE = [1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 50, 64, 100, 128, 256, 512, 1024];

const rulers = new Map();

function textWidth(theme, string, size = 12, weight = 400) {
  const key = `${theme.font}|${size}|${weight}|${string}`;
  if (!rulers.has(key)) {
    const context = (textWidth.context ??= document.createElement("canvas").getContext("2d"));
    context.font = `${weight} ${size}px ${theme.font}`;
    rulers.set(key, context.measureText(string).width);
  }
  return rulers.get(key);
}

/** The text, shortened with an ellipsis to fit. */
function fitText(theme, string, limit, size = 12, weight = 400) {
  if (textWidth(theme, string, size, weight) <= limit) return string;
  const letters = [...string];
  while (letters.length > 1 && textWidth(theme, letters.join("") + "…", size, weight) > limit) letters.pop();
  return letters.join("") + "…";
}

const widths = new WeakMap();

/** The width of the widest label, kept per list of labels. */
function widest(theme, labels, size = 12) {
  if (!widths.has(labels)) widths.set(labels, new Map());
  const kept = widths.get(labels), key = `${theme.font}|${size}`;
  if (!kept.has(key)) {
    kept.set(key, Math.min(LABEL_LIMIT, Math.max(0, ...labels.map((label) => textWidth(theme, label, size)))));
  }
  return kept.get(key);
}

/** Every k-th index, k a round number, so that labels stay `room` pixels apart. */
const everyNice = (room, size) => NICE.find((k) => k * size >= room) ?? 2048;

/** Pixels per cell. Long axes get thin cells; tokens by tokens stay square. */
function cellSize(picture, unit, least) {
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

const SCRIPTS = ["Han", "Hiragana", "Katakana", "Hangul"].map((name) => `\\p{Script=${name}}`).join("");
const IDEOGRAPHS = new RegExp(`^[${SCRIPTS}\\u3000-\\u303f\\uff00-\\uffef]{1,4}$`, "u");

const stackable = new WeakMap();

function isStackable(labels) {
  if (!stackable.has(labels)) stackable.set(labels, labels.every((label) => IDEOGRAPHS.test(label)));
  return stackable.get(labels);
}

/** As large as a cell allows, so that each word keeps its label as long as it can be read. */
const labelSize = (room) => Math.max(SMALLEST, Math.min(12, Math.floor(room)));

/** How column labels stand: flat, stacked (ideographs), slanted or upright; all of them, or every k-th. */
function columnLabels(theme, picture, width, gridColumns) {
  const labels = picture.columns;
  if (!labels.length) return { angle: 0, size: 10, height: 14, every: everyNice(26, width), overhang: 0 };
  const longest = widest(theme, labels);
  if (longest + 6 <= width) return { angle: 0, size: 12, height: 18, every: 1, overhang: 0 };
  if (width >= SMALLEST && isStackable(labels)) {
    const most = Math.max(...labels.map((label) => [...label].length));
    return { angle: 0, stacked: true, size: Math.min(12, width), height: 13 * most + 6, every: 1, overhang: 0 };
  }
  if (width >= 16 && gridColumns === 1) {
    const reach = longest * Math.SQRT1_2;
    const overhang = Math.max(0, reach + 8 - width / 2);
    return { angle: -Math.PI / 4, size: 12, height: reach + 14, every: 1, overhang };
  }
  const size = labelSize(width - 1), height = Math.ceil(widest(theme, labels, size)) + 8;
  return { angle: -Math.PI / 2, size, height, every: Math.ceil(size / width), overhang: 0 };
}

function rowLabels(theme, picture, height) {
  const labels = picture.rows;
  if (!labels.length) {
    return { size: 10, width: textWidth(theme, String(picture.shape[1] - 1), 10) + 4, every: everyNice(13, height) };
  }
  const size = labelSize(height);
  return { size, width: widest(theme, labels, size) + 2, every: Math.max(1, Math.ceil(size / height)) };
}

/** One picture's box, with everything in it placed relative to the box's corner. */
function measure(theme, picture, { unit, least, divisor, head, strip }) {
  const [count, rows, columns] = picture.shape;
  const enlarged = picture.panelled && head !== null && head < count ? head : null;
  const shown = enlarged === null ? count : 1;
  const alone = { ...picture, shape: [shown, rows, columns] };
  const cell = cellSize(alone, unit, least);
  const gridColumns = Math.max(1, Math.ceil(shown / divisor)), gridRows = Math.max(1, Math.ceil(shown / gridColumns));
  const top = columnLabels(theme, picture, cell.width, gridColumns), side = rowLabels(theme, picture, cell.height);
  const span = { width: columns * cell.width, height: rows * cell.height || 18 };
  const caption = picture.panelled ? CAPTION : 0, gap = { x: 14, y: 8 };
  const band = (picture.columnAxis ? BAND : 0) + top.height;
  const grid = {
    width: gridColumns * span.width + (gridColumns - 1) * gap.x,
    height: gridRows * (span.height + caption) + (gridRows - 1) * gap.y,
  };
  const axisWidth = picture.rowAxis ? textWidth(theme, picture.rowAxis, 11) + 14 : 0;
  const upright = axisWidth > 0 && axisWidth <= grid.height - caption;
  const left = Math.ceil(PAD + (upright ? 16 : 0) + Math.max(side.width, upright ? 0 : axisWidth) + 5);
  const box = { picture, cell, top, side, band, caption, span, left, upright, enlarged, axisWidth };
  box.title = enlarged === null ? picture.title : `${picture.title} · ${panelLabel(picture, enlarged)}`;
  const titleWidth = textWidth(theme, box.title, 13, 600) + 34;
  const content = Math.max(grid.width + top.overhang, picture.scale === "mask" ? 0 : 64);
  box.width = Math.ceil(Math.max(left + content + PAD, Math.min(titleWidth, 340) + 2 * PAD));
  box.panels = placePanels(box, { shown, gridColumns, gap, enlarged });
  const bottom = PAD + TITLE + band + grid.height;
  box.legendY = bottom + 8;
  box.centre = PAD + TITLE + band + grid.height / 2;
  box.gridWidth = grid.width;
  box.height = bottom + LEGEND + PAD / 2;
  if (strip && enlarged !== null && count > 1) addStrip(box, count);
  return box;
}

/** Column labels stand above the first row of panels, under the panels' captions. */
function placePanels(box, { shown, gridColumns, gap, enlarged }) {
  const first = PAD + TITLE;
  return Array.from({ length: shown }, (_, i) => {
    const across = i % gridColumns, down = Math.floor(i / gridColumns);
    const x = box.left + across * (box.span.width + gap.x);
    const captionY = first + (down ? box.band : 0) + down * (box.span.height + box.caption + gap.y);
    const y = captionY + box.caption + (down ? 0 : box.band);
    return { index: enlarged ?? i, x, y, captionY, firstRow: down === 0, firstColumn: across === 0 };
  });
}

/** Under an enlarged panel: all panels, small, to switch between. */
function addStrip(box, count) {
  const [, rows, columns] = box.picture.shape;
  const scale = Math.min(52 / Math.max(1, rows), 84 / Math.max(1, columns));
  const width = Math.max(18, columns * scale), height = Math.max(6, rows * scale), pitch = width + 8;
  const perLine = Math.max(1, Math.min(count, Math.floor((Math.max(box.width, 380) - 2 * PAD) / pitch)));
  const line = (index) => Math.floor(index / perLine), top = box.height;
  box.strip = Array.from({ length: count }, (_, index) => ({
    index, width, height, x: PAD + (index % perLine) * pitch, y: top + line(index) * (height + 20),
  }));
  box.width = Math.max(box.width, 2 * PAD + perLine * pitch - 8);
  box.height += Math.ceil(count / perLine) * (height + 20) + PAD;
}

/** The room an operator takes: a sign, or a word such as softmax, which is set smaller. */
const operatorWidth = (sign) => (sign.length > 2 ? 9 * sign.length + 12 : sign ? 34 : 12);

/** Boxes left to right, wrapping; cells of one line share a centre line, as in an equation. */
function flow(boxes, operators, width) {
  const lines = [];
  let line = null;
  boxes.forEach((box, i) => {
    const sign = i ? operators[i - 1] ?? "" : "", lead = i ? operatorWidth(sign) : 0;
    if (!line || line.width + lead + box.width > width) lines.push((line = { items: [], width: 0 }));
    const x = line.width + (line.items.length || sign ? lead : 0);
    line.items.push({ box, x, sign, signX: x - lead / 2 });
    line.width = x + box.width;
  });
  let y = 0;
  for (const { items } of lines) {
    const above = Math.max(...items.map(({ box }) => box.centre));
    const below = Math.max(...items.map(({ box }) => box.height - box.centre));
    for (const item of items) {
      Object.assign(item.box, { x: Math.round(item.x), y: Math.round(y + above - item.box.centre) });
      item.signY = y + above;
    }
    y += above + below + 8;
  }
  const signs = lines.flatMap(({ items }) => items.filter(({ sign }) => sign));
  return { boxes, signs, lines: lines.length, width: Math.max(...lines.map((l) => l.width)), height: Math.ceil(y) };
}

/** The largest cells that fit: one line is worth more than slightly larger cells on two. */
function plan(theme, pictures, operators, { width, budget, head }) {
  const striped = pictures.findLast((picture) => picture.panelled);
  const divisors = striped && head === null ? [1, 2, 3, 4, 8] : [1];
  const trial = (unit, least, divisor) => flow(
    pictures.map((picture) => measure(theme, picture, { unit, least, divisor, head, strip: picture === striped })),
    operators, width,
  );
  const largest = (least) => fitting((unit, divisor) => trial(unit, least, divisor), divisors, width, budget);
  const found = [[3, 1], [2, 0.85], [1, 0.6]].map(([least, worth]) => ({ worth, plan: largest(least) }));
  const score = (one) => one.plan.score * one.worth, possible = found.filter((one) => one.plan);
  if (!possible.length) return trial(3, 1, divisors.at(-1));
  return possible.reduce((a, b) => (score(b) > score(a) ? b : a)).plan;
}

/** The best of the trials that are no wider than the page. */
function fitting(trial, divisors, width, budget) {
  let best = null;
  for (const unit of SIZES) {
    if (best && best.score > unit * 1.4) break;
    for (const divisor of divisors) {
      const found = trial(unit, divisor);
      if (found.width > width) continue;
      const excess = Math.max(1, found.height / budget);
      const seen = Math.min(unit, Math.max(...found.boxes.map(({ cell }) => Math.max(cell.width, cell.height))));
      found.score = (seen * (found.lines === 1 ? 1.4 : 1)) / excess ** 4 - found.height / 1e5;
      if (!best || found.score > best.score) best = found;
    }
  }
  return best;
}
