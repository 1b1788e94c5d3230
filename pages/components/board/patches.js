// Thumbnails of a picture's patches, where patches are the labels of rows and columns (thumbnails.py).
// A patch: [pixels a row, colours row by row in six hexadecimal digits each].

const GAP = 4;

/** Side of a thumbnail in a row or column so many pixels wide, and what it takes of a label's place; 0: there is none. */
export function thumbOf(patches, labels, room, most) {
  const side = labels.some((label) => patches?.[label]) ? Math.floor(Math.min(room - 2, most)) : 0;
  return side >= 6 ? { side, taken: side + GAP } : { side: 0, taken: 0 };
}

/** One thumbnail, its upper left corner at x, y; nothing for a label that is no patch. */
export function paintPatch(pen, theme, patch, x, y, side) {
  if (!patch || !side) return;
  const [columns, hex] = patch, rows = hex.length / 6 / columns, [left, top] = [Math.round(x), Math.round(y)];
  const at = (share) => Math.round(share * side);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i += 6) {
      const [from, down] = [at(column / columns), at(row / rows)];
      const [wide, high] = [at((column + 1) / columns) - from, at((row + 1) / rows) - down];
      pen.rect(left + from, top + down, wide, high, `#${hex.slice(i, i + 6)}`);
    }
  }
  pen.frame(left, top, side, side, theme.muted, 1);
}
