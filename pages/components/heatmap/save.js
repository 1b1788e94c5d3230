// A picture as a file (PNG, SVG, CSV), on the clipboard, and as a table.

const TABLE_LIMIT = 64;

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

function savePng(board, picture) {
  const layout = planAlone(board, picture), canvas = document.createElement("canvas");
  canvas.width = 2 * layout.width;
  canvas.height = 2 * layout.height;
  const context = canvas.getContext("2d");
  context.scale(2, 2);
  paintAlone(new CanvasPen(context, board.theme), board, layout);
  canvas.toBlob((blob) => download(blob, `${picture.name}.png`));
}

function saveSvg(board, picture) {
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

function saveCsv(board, picture) {
  const text = textRows(picture).map((line) => line.map(csvField).join(",")).join("\r\n");
  download(new Blob(["\ufeff" + text], { type: "text/csv;charset=utf-8" }), `${picture.name}.csv`);
}

async function copyPicture(board, picture) {
  const text = textRows(picture).map((line) => line.join("\t")).join("\n");
  await navigator.clipboard?.writeText(text);
  board.live.textContent = board.words.copied;
}

function download(blob, name) {
  const url = URL.createObjectURL(blob), link = make("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// ---- The menu and the table ------------------------------------------------------------------------------------

const ACTIONS = { save_png: savePng, save_svg: saveSvg, save_csv: saveCsv, copy: copyPicture, table: toggleTable };

/** One menu button per picture, kept in the picture's corner. */
function placeMenus(board) {
  const { menus, layout, words } = board;
  while (menus.children.length > layout.boxes.length) menus.lastChild.remove();
  layout.boxes.forEach((box, i) => {
    const fresh = () => make("button", { type: "button", className: "more", textContent: "⋯" });
    const button = menus.children[i] ?? menus.appendChild(fresh());
    button.ariaLabel = button.title = `${words.menu} ${box.picture.title}`.trim();
    button.ariaHasPopup = "menu";
    button.style.transform = `translate(${box.x + box.width - 34}px, ${box.y + 6}px)`;
    button.onclick = (event) => openMenu(board, box, event);
  });
}

function openMenu(board, box, event) {
  const { menu, words } = board, same = menu.dataset.picture === box.picture.name;
  closeMenu(board);
  if (same) return;
  const items = Object.entries(ACTIONS).map(([word, act]) => {
    const item = make("button", { type: "button", textContent: words[word] });
    item.setAttribute("role", "menuitem");
    item.onclick = () => {
      closeMenu(board);
      act(board, box.picture);
    };
    return item;
  });
  menu.replaceChildren(...items);
  menu.dataset.picture = box.picture.name;
  menu.hidden = false;
  const left = Math.min(box.x + box.width - 34, board.stage.clientWidth - menu.offsetWidth - 4);
  menu.style.transform = `translate(${Math.max(0, left)}px, ${box.y + 32}px)`;
  if (event.detail === 0) items[0].focus();
}

function closeMenu(board) {
  board.menu.hidden = true;
  delete board.menu.dataset.picture;
}

function toggleTable(board, picture) {
  const same = board.tabled === picture.name;
  board.tabled = same ? null : picture.name;
  paintTable(board);
}

function paintTable(board) {
  const { table, words, spec } = board, picture = spec.byName.get(board.tabled);
  table.hidden = !picture;
  if (!picture) return table.replaceChildren();
  const [panels, rows, columns] = picture.shape;
  const close = make("button", { type: "button", textContent: words.close || "×" });
  const panel = Math.min(panels - 1, board.head ?? board.cell?.panel ?? 0);
  close.onclick = () => toggleTable(board, picture);
  const title = picture.panelled ? `${picture.title} · ${panelLabel(picture, panel)}` : picture.title;
  const cut = rows > TABLE_LIMIT || columns > TABLE_LIMIT;
  const heading = make("div", { className: "heading" }, make("strong", { textContent: title }),
    make("span", { textContent: cut ? words.truncated : "" }), close);
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
