// A picture as a file (PNG, SVG, CSV), on the clipboard, and as a table.

import { make } from "./dom.js";
import { plan } from "./flow.js";
import { paintKey, paintPlan } from "./paint.js";
import { labelOf, panelLabel, valueAt } from "./payload.js";
import { CanvasPen, SvgPen } from "./pens.js";

/** One picture alone, planned for paper rather than for the page. */
function planAlone(board, picture) {
  const layout = plan(board.theme, [picture], [], { width: 1600, budget: 1400, head: board.head });
  for (const box of layout.boxes) delete box.strip;
  return { ...layout, height: layout.height + 24 };
}

function paintAlone(pen, board, layout) {
  pen.rect(0, 0, layout.width, layout.height, board.theme.page);
  paintPlan(pen, board.theme, layout);
  paintKey(pen, board.theme, board.words, layout, layout.height - 24);
}

export function savePng(board, picture) {
  const layout = planAlone(board, picture), canvas = document.createElement("canvas");
  canvas.width = 2 * layout.width;
  canvas.height = 2 * layout.height;
  const context = canvas.getContext("2d");
  context.scale(2, 2);
  paintAlone(new CanvasPen(context, board.theme), board, layout);
  canvas.toBlob((blob) => download(blob, `${picture.name}.png`));
}

export function saveSvg(board, picture) {
  const layout = planAlone(board, picture), pen = new SvgPen(layout.width, layout.height, board.theme);
  paintAlone(pen, board, layout);
  download(new Blob([pen.toString()], { type: "image/svg+xml" }), `${picture.name}.svg`);
}

/** Rows of text: a header line per panel, then the labelled rows. */
function textRows(picture) {
  const [panels, rows, columns] = picture.shape, lines = [];
  for (let panel = 0; panel < panels; panel++) {
    const corner = picture.panelled ? panelLabel(picture, panel) : "";
    lines.push([corner, ...Array.from({ length: columns }, (_, column) => labelOf(picture.columns, column))]);
    for (let row = 0; row < rows; row++) {
      const values = Array.from({ length: columns }, (_, column) => valueAt(picture, panel, row, column));
      lines.push([labelOf(picture.rows, row), ...values.map(plainNumber)]);
    }
  }
  return lines;
}

/** A number for other programs: short, and the same float16 when read back. */
function plainNumber(value) {
  return Number.isFinite(value) ? String(Number(value.toPrecision(5))) : String(value).replace("Infinity", "inf");
}

/** A field of a CSV file; a label that a spreadsheet would run as a formula is kept as text. */
function csvField(text) {
  const safe = /^[=+@\t]|^-(?![\d.i])/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function saveCsv(board, picture) {
  const text = textRows(picture).map((line) => line.map(csvField).join(",")).join("\r\n");
  download(new Blob(["\ufeff" + text], { type: "text/csv;charset=utf-8" }), `${picture.name}.csv`);
}

export async function copyPicture(board, picture) {
  const text = textRows(picture).map((line) => line.join("\t")).join("\n");
  try {
    await navigator.clipboard.writeText(text);
    board.live.textContent = board.words.copied;
  } catch { // the browser does not allow it, or not without TLS
    saveCsv(board, picture);
    board.live.textContent = board.words.not_copied;
  }
}

function download(blob, name) {
  const url = URL.createObjectURL(blob), link = make("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
