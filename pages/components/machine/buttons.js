// For keyboard and screen reader: every box and every word as a real button over its place.

import { make } from "../board/dom.js";
import { describe } from "./describe.js";
import { rowHit, wholeRect } from "./hit.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

/** Boxes first, then words; one of them takes the tab stop. `acts`: choose(hit), point(hit or null). */
export function placeButtons(group, places, label, acts) {
  const focused = group.contains(group.getRootNode().activeElement);
  group.ariaLabel = label ?? "";
  group.replaceChildren(...[...boxPlaces(places), ...wordPlaces(places)].map((place, i) => {
    const button = buttonOf(place, describe(places, place.found), acts);
    button.tabIndex = i ? -1 : 0;
    button.addEventListener("focus", () => {
      for (const each of group.children) each.tabIndex = each === button ? 0 : -1;
    });
    return button;
  }));
  if (focused) group.firstElementChild.focus();
}

const boxPlaces = (places) => places.boxes.map((box) => (
  { rect: wholeRect(box), found: { kind: "box", box: box.id } }));

const wordPlaces = (places) => places.tracks.flatMap((track) => track.words.map(({ rect, row }) => (
  { rect, found: rowHit(places, track.index, row) })));

function buttonOf({ rect, found }, name, { choose, point }) {
  const button = make("button", { type: "button", ariaLabel: name });
  if (found.kind === "box") button.dataset.box = found.box;
  for (const [side, key] of [["left", "x"], ["top", "y"], ["width", "width"], ["height", "height"]]) {
    button.style[side] = `${rect[key]}px`;
  }
  button.addEventListener("click", () => choose(found));
  button.addEventListener("focus", () => point(found));
  button.addEventListener("blur", () => point(null));
  return button;
}

/** An arrow key moves to the next or previous button; true if it did. */
export function moveFocus(group, { key, target }) {
  const all = [...group.children], at = all.indexOf(target), next = all[at + STEPS[key]];
  if (at < 0 || !next) return false;
  next.focus();
  return true;
}

export const focusBox = (group, id) => group.querySelector(`[data-box="${CSS.escape(id)}"]`)?.focus();
