// The weights of ribbons, as they are drawn: the mean over all heads.

/** The weight of a ribbon's reader i and row j. */
export function weight(ribbon, i, j) {
  const [heads, readers, read] = ribbon.shape, size = readers * read, at = i * read + j;
  let sum = 0;
  for (let h = 0; h < heads; h++) sum += ribbon.values[h * size + at];
  return sum / heads;
}

/** All widths in pixels, by step: rows of readers, as they are painted; divided by `unit` they are the weights. */
export function widths(places) {
  return places.ribbons.map((ribbon) => ({ step: ribbon.step, unit: ribbon.unit,
    pixels: ribbon.readers.map((_, i) => ribbon.reads.map((_, j) => weight(ribbon, i, j) * ribbon.unit)) }));
}
