// The arrows that move the selected cell, as the pictures are drawn.

import { panelOf, placeIn } from "./payload.js";

export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const within = (index, count) => Math.max(0, Math.min(count - 1, index));

/** Every panel that is shown, with the place of its cells. */
function panelsOf({ layout }) {
  return layout.boxes.filter(({ picture }) => picture.bits).flatMap((box) => box.panels.map((panel) => {
    const left = box.x + panel.x, top = box.y + panel.y, { picture, cell, span } = box;
    return { picture, cell, panel: picture.panelled ? panel.index : null, left, top,
      right: left + span.width, bottom: top + span.height };
  }));
}

/** The cell beside the selected one; past the edge of its panel the nearest of another panel or picture there. */
export function besideCell(board, key) {
  const { cell } = board, [down, right] = ARROWS[key], panels = panelsOf(board);
  const here = panels.find(({ picture, panel }) => picture.name === cell.picture && panelOf({ panel }) === panelOf(cell));
  const picture = here?.picture ?? board.spec.byName.get(cell.picture), [, rows, columns] = picture.shape;
  const from = placeIn(picture, cell), to = { row: from.row + down, column: from.column + right };
  const inside = { row: within(to.row, rows), column: within(to.column, columns) };
  if (!here || (inside.row === to.row && inside.column === to.column)) return { ...cell, ...placeIn(picture, inside) };
  return nearestBeyond(panels, here, from, down, right) ?? cell;
}

/** Of the panels that lie wholly beyond that edge the nearest; what lies straight ahead is nearer than what is aside. */
function nearestBeyond(panels, here, { row, column }, down, right) {
  const x = here.left + (column + 0.5) * here.cell.width, y = here.top + (row + 0.5) * here.cell.height;
  const beyond = { "1,0": (one) => one.top >= here.bottom - 1, "-1,0": (one) => one.bottom <= here.top + 1,
    "0,1": (one) => one.left >= here.right - 1, "0,-1": (one) => one.right <= here.left + 1 }[[down, right]];
  const found = panels.filter((one) => one !== here && beyond(one)).map(({ picture, panel, cell, left, top }) => {
    const place = { row: within(Math.floor((y - top) / cell.height), picture.shape[1]),
      column: within(Math.floor((x - left) / cell.width), picture.shape[2]) };
    const across = Math.abs(left + (place.column + 0.5) * cell.width - x);
    const along = Math.abs(top + (place.row + 0.5) * cell.height - y);
    return { far: down ? along + 2 * across : across + 2 * along,
      cell: { picture: picture.name, panel, ...placeIn(picture, place) } };
  });
  return found.sort((a, b) => a.far - b.far)[0]?.cell;
}
