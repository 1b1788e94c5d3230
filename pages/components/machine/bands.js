// How the room is shared between the tracks: a band of height for each, and beside each other those that nobody reads.

export const TITLE = 30, NAMES = 56;
const LOOSEST = 1.4, TIGHTEST = 0.05; // what rows are apart, in parts of what is asked for; a low window cuts the picture
const CARD_HEIGHT = 276;
const CROWD = 32, CROWDED = 20; // a track of more rows asks for the height of fewer
const ASIDE_ROWS = 4;           // the most rows whose height is asked for by tracks without ribbons

/** The middle of a row of a track. */
export const rowY = (track, row) => track.top + (row + 0.5) * track.pitch;

/** Tracks from top to bottom: what no ribbon touches, what is only read, what reads it. */
export function drawnOrder(spec) {
  const reads = (track) => spec.ribbons.some((r) => r.to === track && r.from !== track);
  const touched = (track) => spec.ribbons.some((r) => r.to === track || r.from === track);
  const rank = (track) => (reads(track) ? 2 : touched(track) ? 1 : 0);
  const all = spec.tracks.map((_, index) => index);
  const upper = all.filter((track) => !reads(track)), crowded = upper.length > 2;
  return [...(crowded ? upper.sort((a, b) => rank(a) - rank(b)) : upper), ...all.filter(reads)];
}

/** The tracks by bands. Where more than two could only stand one below the other, those without ribbons share one. */
function shelves(spec, order) {
  const touched = (track) => spec.ribbons.some((r) => r.to === track || r.from === track);
  const aside = order.length > 2 ? order.filter((track, i) => !touched(track) && i < order.length - 1) : [];
  const rest = order.filter((track) => !aside.includes(track)).map((track) => [track]);
  return aside.length > 1 ? [aside, ...rest] : order.map((track) => [track]);
}

/** Each track's band: title, rows, names below; its share of the width. Rows are as far apart as the room allows;
 *  ``whole``: no card stands below. */
export function bandsOf(spec, order, width, height, { scale, upright, whole }) {
  const found = shelves(spec, order);
  const rows = (shelf) => Math.max(...shelf.map((t) => spec.tracks[t].rows.length));
  const wanted = found.map((_, i) => (i < found.length - 1 ? 28 : 36) * scale);
  const counts = found.map((shelf) => {
    const count = rows(shelf) > CROWD ? CROWDED : rows(shelf);
    return shelf.length > 1 ? Math.min(count, ASIDE_ROWS) : count;
  });
  const asked = counts.reduce((sum, n, i) => sum + n * wanted[i], 0);
  const shared = whole ? height : Math.max(height * 0.66, height - asked);
  const left = shared - found.length * (TITLE + NAMES) * scale - 8 * scale;
  const last = (n) => TITLE * scale + wanted.at(-1) * n * counts.at(-1) + NAMES * scale;
  const lacking = found.length > 1 && !upright ? Math.max(0, CARD_HEIGHT * scale - last(left / asked)) : 0;
  const shrink = Math.max(TIGHTEST, Math.min(LOOSEST, (left - lacking) / asked));
  const spare = Math.max(0, left - lacking - asked * shrink) / (found.length + 1);
  const bands = {};
  let y = 4 * scale + spare * 0.6;
  found.forEach((shelf, i) => {
    if (i === found.length - 1) y += lacking / 2;
    const high = wanted[i] * shrink * counts[i], top = y + TITLE * scale;
    shelf.forEach((t, k) => {
      const n = spec.tracks[t].rows.length, part = width / shelf.length;
      const pitch = Math.min(wanted[i] * LOOSEST, high / n);
      const span = shelf.length > 1 ? { left: part * k, right: part * (k + 1) } : null;
      bands[t] = { title: y + TITLE * scale * 0.42, top, bottom: top + pitch * n, pitch, span };
    });
    y = top + high + NAMES * scale + spare;
  });
  return bands;
}
