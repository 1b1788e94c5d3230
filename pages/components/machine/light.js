// What is lit: the ribbons and rows that belong to what the pointer is on, and the way of the word that is followed.

import { weight } from "./weights.js";

/** All (ribbon, reader, read) that start or end at a row. */
export function ribbonsOfRow(places, track, row) {
  const found = [];
  for (const ribbon of places.ribbons) {
    if (ribbon.from === track) pairs(found, ribbon, null, ribbon.reads.indexOf(row));
    if (ribbon.to === track) pairs(found, ribbon, ribbon.readers.indexOf(row), null);
  }
  return found;
}

/** The way of a followed row: who reads it, in every step; of each step across, whoever reads it most of all. */
export function wayOf(places, follow) {
  if (!follow) return null;
  for (const track of places.tracks) {
    const row = track.rows.findIndex((found) => found.stream === follow.stream && found.index === follow.index);
    if (row < 0) continue;
    const ribbons = [];
    for (const ribbon of places.ribbons) {
      if (ribbon.from === track.index) pairs(ribbons, ribbon, null, ribbon.reads.indexOf(row));
    }
    return { track: track.index, row, ribbons };
  }
  return null;
}

/** The rows that read the followed row more than any other, in the last step that reads across; their next words. */
export function takers(places, way) {
  const leads = (r) => r.across && r.from === way.track && r.to === places.ahead?.track;
  const across = way && places.ribbons.filter(leads).at(-1);
  if (!across) return new Set();
  const read = across.reads.indexOf(way.row);
  return new Set(across.readers.filter((_, i) => {
    const shares = across.reads.map((_, j) => weight(across, i, j));
    return read >= 0 && shares[read] === Math.max(...shares);
  }));
}

function pairs(found, ribbon, reader, read) {
  if (reader === -1 || read === -1) return;
  const readers = reader === null ? [...ribbon.readers.keys()] : [reader];
  const reads = read === null ? [...ribbon.reads.keys()] : [read];
  for (const i of readers) for (const j of reads) found.push({ ribbon, i, j });
}
