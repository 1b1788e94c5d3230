// What a place of the machine says in words: for the tip under the pointer, and for a screen reader.

import { numberText, percent } from "../board/numbers.js";
import { wasOf } from "./ahead.js";
import { weight } from "./weights.js";

export function describe(places, found) {
  if (found.kind === "box") return places.boxes.find((box) => box.id === found.box).name;
  if (found.kind === "word") return wordText(places, found.track, found.row);
  const ribbon = places.ribbons[found.ribbon], share = weight(ribbon, found.i, found.j);
  const read = places.tracks[ribbon.from].rows[ribbon.reads[found.j]].word;
  return `${read} → ${rowText(places.tracks[ribbon.to].rows[ribbon.readers[found.i]])}  ${numberText(share, 2)}`;
}

/** A row by the word read there, and the word that is to be produced there. */
export const rowText = (row) => (row.produced ? `${row.word}→${row.produced}` : row.word);

function wordText(places, track, row) {
  const words = places.spec.next?.track === track ? places.spec.next.words[row] : [];
  const was = words.length ? wasOf(places.spec.next, row) : "";
  const next = (was ? `${was} ⇒ ` : "") + words.map(({ word, share }) => `${word} ${percent(share)}`).join(" · ");
  return next ? `${rowText(places.tracks[track].rows[row])}: ${next}` : places.tracks[track].rows[row].word;
}
