// What texts have in common that appear word by word, each word with the weights of what it was read from.

import { svg } from "../board/dom.js";

/** Where the largest number stands. */
export const largest = (numbers) => numbers.indexOf(Math.max(...numbers));

/** Two sentences; Chinese ones stand without a space between them. */
export const together = (first, second) => (first.endsWith("。") ? first + second : `${first} ${second}`);

/**
 * A path for each weight that is not too faint, in `view.svg`; `place` puts it where it belongs.
 * style: { thickest, thinnest: pixels, faintest: weight, opacity: of a weight }; `lights(row, column)` is called where
 * one is pointed at, `opens(row, column)` where one is clicked
 */
export function ribbonsOf({ svg: picture, data: { weights } }, { thickest, thinnest, faintest, opacity }, lights, opens) {
  const ribbons = weights.flatMap((row, i) => row.flatMap((weight, j) => {
    if (weight < faintest) return [];
    const path = svg("path", { "stroke-width": Math.max(thinnest, weight * thickest), pathLength: 1 });
    path.style.opacity = opacity(weight);
    path.addEventListener("pointerenter", () => lights(i, j));
    path.addEventListener("click", () => opens(i, j));
    return [{ path, i, j }];
  }));
  picture.append(...ribbons.map(({ path }) => path));
  return ribbons;
}

/** Put each ribbon between its two words: `view.above[j]` and `view.below[i]`. */
function place({ svg: picture, ribbons, above, below }, thickest) {
  const box = picture.getBoundingClientRect(), edge = thickest / 2 + 1, half = box.height / 2;
  const middle = (word) => {
    const { left, width } = word.getBoundingClientRect();
    return left + width / 2 - box.left;
  };
  picture.setAttribute("viewBox", `0 0 ${box.width || 1} ${box.height || 1}`);
  for (const { path, i, j } of ribbons) {
    const x0 = middle(above[j]), x1 = middle(below[i]);
    path.setAttribute("d", `M${x0} ${edge} C${x0} ${half} ${x1} ${half} ${x1} ${box.height - edge}`);
  }
}

/** From now on the ribbons follow their words. */
export function follow(view, thickest) {
  const again = () => place(view, thickest);
  view.watch = new ResizeObserver(again);
  view.watch.observe(view.root);
  document.fonts.ready.then(again);
  again();
}

export function remove(view) {
  clearTimeout(view.busy);
  view.watch.disconnect();
  view.root.remove();
}
