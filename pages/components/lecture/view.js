// A view of the walkthrough on a projector: a sheet, led by the page around it.
//
//   window.view = { ready, go(place), step(by), place(), text(), whole() }

import { fetchSheet } from "../sheet/fetched.js";

const first = JSON.parse(document.getElementById("first").textContent);

let sheet = null;

async function open() {
  sheet = await fetchSheet(document.getElementById("place"), `sheet${location.search}`, { stepper: false });
  sheet.go(first);
}

const blockOf = (step) => sheet.texts.texts[step].place;

/** One step on or back, within a block by the same head; whether there was one. */
function step(by) {
  const { place } = sheet, path = place.tour ? sheet.texts.tour : sheet.texts.steps, next = path[path.indexOf(place.step) + by];
  if (next === undefined) return false;
  sheet.go({ step: next, head: blockOf(next) === blockOf(place.step) ? place.head : null, cell: null });
  return true;
}

window.view = {
  ready: open(), step, go: (place) => sheet.go(place), place: () => ({ ...sheet.place }),
  text: () => (sheet.place.tour && sheet.texts.scenes[sheet.place.step]) || sheet.texts.texts[sheet.place.step] || {},
};
