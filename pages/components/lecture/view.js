// A view of the walkthrough on a projector: a sheet, led by the page around it.
//
//   window.view = { ready, go(place), step(by), place(), text(), whole() }

import { openSheet } from "../sheet/sheet.js";

const { app } = document.body.dataset, modules = new URL("../", import.meta.url);
const first = JSON.parse(document.getElementById("first").textContent);

const bytesOf = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}.`);
  return answer.arrayBuffer();
};

async function open() {
  const bytes = new Uint8Array(await bytesOf(`sheet${location.search}`));
  const sheet = await openSheet(document.getElementById("place"), bytes, {
    stepper: false,
    style: async (path) => (await fetch(new URL(path, modules))).text(),
    part: (version, number) => bytesOf(new URL(`${app}parts/${version}/${number}`, location.href)) });
  sheet.go(first);
  return sheet;
}

const opened = open();
let sheet = null;
opened.then((found) => (sheet = found));

const blockOf = (step) => sheet.texts.texts[step].place;

/** One step on or back, within a block by the same head; whether there was one. */
function step(by) {
  const { place } = sheet, path = place.tour ? sheet.texts.tour : sheet.texts.steps, next = path[path.indexOf(place.step) + by];
  if (next === undefined) return false;
  sheet.go({ step: next, head: blockOf(next) === blockOf(place.step) ? place.head : null, cell: null });
  return true;
}

window.view = {
  ready: opened, step, go: (place) => sheet.go(place), place: () => ({ ...sheet.place }),
  text: () => (sheet.place.tour && sheet.texts.scenes[sheet.place.step]) || sheet.texts.texts[sheet.place.step] || {},
};
