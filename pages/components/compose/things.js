// The things in a frame, and all that changes them; a change is drawn at once and reported after.

const MOST_UNDONE = 100;
export const clamp = (n, low, high) => Math.max(low, Math.min(high, n));

export const isFixed = ({ data }) => data.size[0] === data.size[1];
export const text = (view) => JSON.stringify(view.things);

/** Whether another thing has the place already, where things have places. */
function taken(view, x, y, index) {
  return isFixed(view) && view.things.some((one, i) => i !== index && one.x === x && one.y === y);
}

/** A thing's new box, kept inside the frame and within the sizes; nothing where its place is taken. */
export function put(view, index, box) {
  const { side, size } = view.data, thing = view.things[index];
  const width = clamp(box.width, size[0], Math.min(size[1], side)), height = clamp(box.height, size[0], Math.min(size[1], side));
  const x = clamp(box.x, 0, side - width), y = clamp(box.y, 0, side - height);
  if (!taken(view, x, y, index)) view.things[index] = { ...thing, x, y, width, height };
}

/** Remember how things were before a change, so that it can be undone. */
export function remember(view, before = text(view)) {
  if (before !== view.history.at(-1)) view.history = [...view.history.slice(-MOST_UNDONE), before];
}

export function add(view, kind, at = null) {
  const { side, size, count, frames } = view.data;
  if (view.things.length >= count[1]) return;
  remember(view);
  const wide = clamp(Math.round(side / 4), ...size), middle = Math.floor((side - wide) / 2);
  let [x, y] = at ?? [middle, middle];
  for (let i = 0; i < side * side && (taken(view, x, y, -1) || (!at && !frames && crowded(view, x, y, wide))); i += 1) {
    [x, y] = [(7 * i + 3) % (side - wide + 1), (5 * i + (i >> 3)) % (side - wide + 1)];
  }
  view.things.push({ kind, colour: view.colour, x, y, width: wide, height: wide });
  view.chosen = view.things.length - 1;
  changed(view, true);
}

function crowded(view, x, y, wide) {
  return view.things.some((one) => x < one.x + one.width && one.x < x + wide && y < one.y + one.height && one.y < y + wide);
}

export function remove(view, index = view.chosen) {
  if (index === null || view.things.length <= view.data.count[0]) return;
  remember(view);
  view.things.splice(index, 1);
  view.chosen = view.things.length ? Math.min(index, view.things.length - 1) : null;
  changed(view, true);
}

export function undo(view) {
  const before = view.history.pop();
  if (before === undefined) return;
  view.things = JSON.parse(before);
  view.chosen = view.things.length ? Math.min(view.chosen ?? 0, view.things.length - 1) : null;
  changed(view, false);
}

/** A colour for what comes next, and for the chosen thing. */
export function paint(view, colour) {
  view.colour = colour;
  if (view.chosen !== null && view.things[view.chosen].colour !== colour) {
    remember(view);
    view.things[view.chosen] = { ...view.things[view.chosen], colour };
    changed(view, false);
  } else view.draw();
}

export function choose(view, index) {
  view.chosen = index;
  if (index !== null) view.colour = view.things[index].colour;
}

export function changed(view, focus) {
  view.draw();
  if (focus && view.chosen !== null) view.svg.querySelector(`[data-index="${view.chosen}"]`)?.focus();
  report(view);
}

/** One report for what happened within a moment. */
export function report(view) {
  view.serial += 1;
  view.sending ??= setTimeout(() => {
    view.sending = null;
    view.host.state("things", { things: view.things, serial: view.serial });
  }, 100);
}
