// Scaled dot-product attention of one query, as core.equations.attention computes it.

/** q (d), K (m x d), V (m x d) -> scores q·k / √d, their softmax, and the values' average by it. */
export function attend(query, keys, values) {
  const scores = keys.map((key) => key.reduce((sum, n, i) => sum + n * query[i], 0) / Math.sqrt(query.length));
  const highest = Math.max(...scores), powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0), shares = powers.map((power) => power / total);
  const output = values[0].map((_, i) => values.reduce((sum, value, j) => sum + shares[j] * value[i], 0));
  return { scores, shares, output };
}
