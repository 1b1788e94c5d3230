// The arrangement of a matrix product: left factor at the left, right factor above, the product in the corner.

import { alike, measure, whole } from "./measure.js";
import { turned } from "./payload.js";

/** The right factor as it stands above the product, or null where the shapes are no product. */
export function rightFactor(left, right, product) {
  const [, rows, columns] = product.shape;
  if (left.shape[1] !== rows) return null;
  const straight = right.shape[1] === left.shape[2] && right.shape[2] === columns;
  const across = right.shape[2] === left.shape[2] && right.shape[1] === columns;
  const linked = right.rowLink && right.rowLink === product.columnLink;
  if (across && (linked || !straight)) return turned(right);
  return straight ? right : null;
}

/** Boxes of the three pictures in a place of w x h; rows of left and product are one, columns of right and product. */
export function solveProduct(room, [left, right, product], w, h, mode) {
  const { theme, type, cap } = room, gap = 12 * type.scale, below = type.title + 12;
  const last = product === room.pictures.at(-1), thumbs = last && product.panelled;
  const box = (picture, cell, bare, more = {}) => measure(theme, picture, {
    cell, type, gridColumns: 1, enlarged: picture.panelled ? mode.enlarged ?? 0 : null, bare, ...more,
  });
  const [, rows, inner] = left.shape, columns = product.shape[2], above = right.shape[1];
  let cell = { width: 24, height: 24, left: 12, right: 12 }, parts = null;
  for (let round = 0; round < 4; round++) {
    const strip = thumbs ? w - (parts ? parts.left.left + parts.left.span.width + gap : w / 2) - 8 : null;
    parts = {
      left: box(left, { width: cell.left, height: cell.height }, "columns legend caption"),
      right: box(right, { width: cell.width, height: cell.right }, "rows legend caption"),
      product: box(product, { width: cell.width, height: cell.height }, "rows columns legend caption", { strip }),
    };
    if (round === 3) break;
    const head = parts.right.gridTop, foot = below + (parts.product.strip ? parts.product.extra.height - below : 0);
    const free = { width: w - parts.left.left - gap - 16 - parts.right.top.overhang, height: h - head - gap - foot };
    const ratio = Math.min(0.5, Math.max(0.25, Math.sqrt(inner / columns) * 0.3));
    const width = Math.min(cap, (free.width * (1 - ratio)) / columns);
    const height = Math.min(cap, (free.height * (1 - Math.min(0.4, Math.max(0.2, ratio)))) / rows);
    const even = alike(product) ? { width: Math.min(width, 1.8 * height), height: Math.min(height, 1.4 * width) }
      : { width, height };
    cell = {
      width: whole(even.width), height: whole(even.height),
      left: whole(Math.min(cap, alike(left) ? 1.6 * even.height : even.width, (free.width - even.width * columns) / inner)),
      right: whole(Math.min(cap, even.height, (free.height - even.height * rows) / above)),
    };
  }
  return join(parts, gap, below);
}

/** Places of the three boxes: their cells touch along a gap; the product's title stands below it. */
function join({ left, right, product }, gap, below) {
  const x = left.left + left.span.width + gap, y = right.gridTop + right.span.height + gap;
  Object.assign(product, { titleY: product.span.height + below / 2, left: 0, gridTop: 0, band: 0, first: 0 });
  const first = product.strip?.[0].y ?? product.height, thumbs = product.height - first;
  for (const thumb of product.strip ?? []) thumb.y += product.span.height + below - first;
  product.width = Math.max(product.span.width, product.strip ? product.width - 10 : 0, 0) + 4;
  product.height = product.span.height + below + thumbs;
  right.left = 0;
  right.width = right.span.width + right.top.overhang + 8;
  right.height = right.gridTop + right.span.height + 2;
  left.height = left.gridTop + left.span.height + 2;
  left.width = left.left + left.span.width + 2;
  const width = Math.max(x + product.width, x + right.width), height = y + product.height;
  return {
    boxes: [[left, 0, y - left.gridTop], [right, x, 0], [product, x, y]], signs: [], width, height,
  };
}
