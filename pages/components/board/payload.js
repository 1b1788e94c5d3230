// The bytes of a payload (packing.py) as pictures, and the values in them.

const HALF = halfTable();

/** Every float16 as a float32, by its 16 bits. */
function halfTable() {
  const table = new Float32Array(65536);
  for (let bits = 0; bits < 65536; bits++) {
    const sign = bits & 0x8000 ? -1 : 1, exponent = (bits >> 10) & 31, fraction = bits & 1023;
    if (exponent === 0) table[bits] = sign * fraction * 2 ** -24;
    else if (exponent === 31) table[bits] = fraction ? NaN : sign * Infinity;
    else table[bits] = sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  }
  return table;
}

export const KIND = { plain: 0, masked: 1, infinite: 2, invalid: 3 };

/** What sort of cell it is: the glyphs are for those that are not plain numbers. */
export function cellKind(picture, panel, row, column) {
  if (isMasked(picture, panel, row, column)) return KIND.masked;
  const value = valueAt(picture, panel, row, column);
  if (value === -Infinity) return KIND.infinite;
  return Number.isNaN(value) ? KIND.invalid : KIND.plain;
}

/** How a message from Python begins: the key of its drawing, a header as JSON; and where the rest starts. */
export function begun(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), decoder = new TextDecoder();
  const keyEnd = 2 + view.getUint16(0, true), start = keyEnd + 4, end = start + view.getUint32(keyEnd, true);
  const key = decoder.decode(bytes.subarray(2, keyEnd)), json = decoder.decode(bytes.subarray(start, end));
  return { view, key, json, end };
}

/** A message of a board (packing.py says how it lies): its key, the header, and the parts that came along. */
export function unpack(bytes) {
  const { view, key, json, end } = begun(bytes), parts = new Map();
  for (let at = end + 8; at <= bytes.byteLength;) {
    const number = view.getUint32(at - 8, true), size = view.getUint32(at - 4, true);
    parts.set(number, bytes.slice(at, at + size).buffer);
    at += size + 8;
  }
  return { key, ...JSON.parse(json), parts };
}

// What a picture and a frame are where the header says nothing; as in header.py.
const BLANK = {
  rowAxis: "", columnAxis: "", rowLink: "", columnLink: "", rowStream: "", columnStream: "", growsFrom: "",
  panelled: false, colour: "", alt: "", outlines: [], part: 0,
};
const BLANK_FRAME = { group: "", signs: [], arrangement: "row", pause: 2000, kind: "pictures", folded: "" };

/** The rows of a table that came column by column (header.py). */
function rowsOf({ count, columns }, blank) {
  const rows = Array.from({ length: count }, () => ({ ...blank }));
  for (const [name, { same, of = frontDecoded(same), at }] of Object.entries(columns)) {
    rows.forEach((row, i) => {
      const value = of[at ? at[i] : of.length > 1 ? i : 0];
      if (value !== null) row[name] = value;
    });
  }
  return rows;
}

/** Texts of front coding: of each came how many letters it shares with the one before, and its others. */
function frontDecoded(pairs) {
  const texts = [];
  for (let i = 0; i < pairs.length; i += 2) {
    texts.push([...texts.at(-1) ?? ""].slice(0, pairs[i]).join("") + pairs[i + 1]);
  }
  return texts;
}

export function openPictures(spec) {
  spec.pictures = rowsOf(spec.pictures, BLANK);
  const named = (number) => spec.pictures[number].name;
  spec.pictures.forEach((picture, i) => {
    if (picture.behind !== undefined) picture.alt = picture.title + picture.behind;
    if (picture.growsFrom !== "") picture.growsFrom = named(i - picture.growsFrom);
  });
  spec.frames = rowsOf(spec.frames, BLANK_FRAME).map(({ first, own, ...frame }) => ({
    ...frame, key: own === undefined ? frame.key : named(first + own),
    pictures: [first, ...frame.pictures.map((i) => first + i)].map(named),
  }));
  spec.asked = new Set(); // parts on their way
  spec.byName = new Map(spec.pictures.map((picture) => [picture.name, picture]));
  for (const picture of spec.pictures) {
    Object.assign(picture, { bits: null, images: new Map(), edits: new Map(), patches: spec.patches });
  }
  for (const [number, buffer] of spec.parts) openPart(spec, number, buffer);
  return spec;
}

/** The largest finite size, where the header could not say it. */
function largest(bits) {
  let size = 0;
  for (const one of bits) {
    const value = Math.abs(HALF[one]);
    if (value < Infinity && value > size) size = value;
  }
  return size || 1;
}

/** The values of a part that has come; until then its pictures have no `bits`. */
export function openPart(spec, number, buffer) {
  for (const picture of spec.pictures.filter(({ part }) => part === number)) {
    const [panels, rows, columns] = picture.shape;
    picture.bits = new Uint16Array(buffer, picture.offset, panels * rows * columns);
    picture.hidden = picture.mask === undefined ? null
      : new Uint8Array(buffer, picture.mask, picture.maskPanels * rows * columns);
    picture.limit ??= largest(picture.bits);
  }
}

/** The same picture with rows and columns exchanged; it shares the values and the edits. */
export function turned(picture) {
  const [panels, rows, columns] = picture.shape;
  return (picture.other ??= Object.assign(Object.create(picture), {
    turned: true, shape: [panels, columns, rows], rows: picture.columns, columns: picture.rows, images: new Map(),
    rowAxis: picture.columnAxis, columnAxis: picture.rowAxis, rowLink: picture.columnLink, columnLink: picture.rowLink,
    rowStream: picture.columnStream, columnStream: picture.rowStream, outlines: [],
  }));
}

/** Row and column of a cell as a picture, turned or not, draws it; and back. */
export const placeIn = (picture, { row, column }) => (picture.turned ? { row: column, column: row } : { row, column });

export function cellOffset(picture, panel, row, column) {
  if (picture.turned) return (panel * picture.shape[2] + column) * picture.shape[1] + row;
  return (panel * picture.shape[1] + row) * picture.shape[2] + column;
}

export function valueAt(picture, panel, row, column) {
  const at = cellOffset(picture, panel, row, column);
  return picture.edits.size && picture.edits.has(at) ? picture.edits.get(at) : HALF[picture.bits[at]];
}

/** Forbidden: by the mask that came with the picture, or because the picture is a mask and says 0. */
export function isMasked(picture, panel, row, column) {
  if (picture.hidden && picture.hidden[cellOffset(picture, picture.maskPanels === 1 ? 0 : panel, row, column)]) {
    return true;
  }
  return picture.scale === "mask" && valueAt(picture, panel, row, column) === 0;
}

/** `act(row, column)` for each cell of a panel. */
export function eachCell({ shape: [, rows, columns] }, act) {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) act(row, column);
  }
}

export const labelOf = (labels, index) => labels[index] ?? String(index);
export const panelLabel = (picture, panel) => picture.panels[panel] ?? String(panel + 1);

/** The index of a cell's panel. */
export const panelOf = (cell) => cell.panel ?? 0;
