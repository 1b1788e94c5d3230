// A picture as a table.

import { button, make } from "./dom.js";
import { numberText } from "./numbers.js";
import { labelOf, panelLabel, valueAt } from "./payload.js";

const TABLE_LIMIT = 64;

export function toggleTable(board, picture) {
  const same = board.tabled === picture.name;
  board.tabled = same ? null : picture.name;
  paintTable(board);
  if (!same) {
    board.table.scrollIntoView({ block: "nearest" });
    board.table.querySelector("button").focus({ preventScroll: true });
  } else board.canvas.focus({ preventScroll: true });
}

export function paintTable(board) {
  const { table, words, spec } = board, picture = spec.byName.get(board.tabled);
  table.hidden = !picture?.bits;
  if (table.hidden) return table.replaceChildren();
  const [panels, rows, columns] = picture.shape;
  const close = button(words.close || "×", () => toggleTable(board, picture));
  const panel = Math.min(panels - 1, board.head ?? board.cell?.panel ?? 0);
  const title = picture.panelled ? `${picture.title} · ${panelLabel(picture, panel)}` : picture.title;
  const cut = rows > TABLE_LIMIT || columns > TABLE_LIMIT;
  const heading = make("div", { className: "heading" }, make("strong", { textContent: title }),
    make("span", { textContent: cut ? words.truncated : "" }), close);
  table.classList.toggle("over", Boolean(board.options.fill));
  table.replaceChildren(heading, make("div", { className: "scroll", tabIndex: 0 }, tableOf(picture, panel, title)));
}

function tableOf(picture, panel, title) {
  const rows = Math.min(TABLE_LIMIT, picture.shape[1]), columns = Math.min(TABLE_LIMIT, picture.shape[2]);
  const cells = (count, build) => Array.from({ length: count }, (_, i) => build(i));
  const corner = [picture.rowAxis, picture.columnAxis].filter(Boolean).join(" / ");
  const head = make("tr", {}, make("td", { textContent: corner }),
    ...cells(columns, (i) => make("th", { scope: "col", textContent: labelOf(picture.columns, i) })));
  const name = (row) => make("th", { scope: "row", textContent: labelOf(picture.rows, row) });
  const body = cells(rows, (row) => make("tr", {}, name(row), ...cells(
    columns, (column) => make("td", { textContent: numberText(valueAt(picture, panel, row, column)) }),
  )));
  return make("table", { ariaLabel: title }, make("thead", {}, head), make("tbody", {}, ...body));
}
