// The weights of ribbons, as they are drawn: of one head, or the mean over all.

/** The weights of a ribbon's reader i and row j: of a head, or the mean where `head` is null or not among them. */
export function weight(ribbon, head, i, j) {
  const [heads, readers, read] = ribbon.shape, size = readers * read, at = i * read + j;
  if (head !== null && head < heads) return ribbon.values[head * size + at];
  let sum = 0;
  for (let h = 0; h < heads; h++) sum += ribbon.values[h * size + at];
  return sum / heads;
}

/** All widths in pixels, by step: rows of readers, as they are painted; divided by `unit` they are the weights. */
export function widths(places, head = null) {
  return places.ribbons.map((ribbon) => ({ step: ribbon.step, unit: ribbon.unit,
    pixels: ribbon.readers.map((_, i) => ribbon.reads.map((_, j) => weight(ribbon, head, i, j) * ribbon.unit)) }));
}
