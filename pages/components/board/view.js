// What the board shows now: the plan of its frame, painted.

import { dress, showWhere } from "./bar.js";
import { readTheme } from "./colours.js";
import { isNarrow, isProjected } from "./dom.js";
import { plan } from "./flow.js";
import { dressHeads, leadOf } from "./heads.js";
import { closeMenu, placeMenus } from "./menu.js";
import { drop, move } from "./motion.js";
import { announce, paintOverlay } from "./overlay.js";
import { glyphsIn, paintKey, paintPlan } from "./paint.js";
import { isWhole, need, needAround } from "./parts.js";
import { CanvasPen, panelImage } from "./pens.js";
import { planLargest, planRoom } from "./room.js";
import { frameOf, pathOf, picturesOf, placeOnPath, subscribe } from "./store.js";
import { paintTable } from "./table.js";

// What a page needs above a lesson's pictures; what stays free below a stage; the least height of a stage.
const ABOVE = 370, BELOW = 10, LEAST = 240;
// The height for which a lesson's pictures are planned: at least, at most, and how many times that of its lowest step.
const LOW = 340, HIGH = 680, EVEN = 1.6;
const UNDER = 22, SPARE = 40, TALLER = [2.5, 2.2, 1.9, 1.6, 1.4, 1.2]; // below the pictures; what stays empty; times a row's height
const PROJECTED = [1.2, 1, 0.85], PROJECTED_LEAST = 120; // on a projector: scales of its type, the largest that fits; the least height
// What full screen keeps below the pictures for a line of text, as a share of the height; stage.css says the same.
const FULL_BELOW = 0.11;
// In a narrow window the text follows below, its beginning in sight.
const NARROW_BELOW = 0.3, PICTURE = 200; // the share of the window; pixels that a picture needs in height, the page scrolls

/** Paint, and tell, what a change asks for. */
export function showChanges(board) {
  subscribe(board, (change) => SHOWN[change.what]?.(board, change));
}

const SHOWN = {
  spec(board) {
    if (board.started) dress(board);
    paintTable(board);
    repaint(board);
  },
  setup(board, { fresh, moves }) {
    if (!fresh) return resized(board);
    dress(board);
    if (moves) move(board, () => repaint(board));
    else repaintAfterMotion(board);
  },
  step: (board) => move(board, () => repaint(board)),
  head(board) {
    move(board, () => repaint(board));
    paintTable(board);
  },
  cell(board) {
    announce(board, board.cell, 30);
    if (board.layout) paintOverlay(board);
  },
  follow: paintOverlay,
  edit: repaint,
  play: dress,
  part(board, { part }) {
    paintTable(board);
    const waited = board.layout?.boxes.some(({ picture }) => picture.part === part);
    if (waited) repaintAfterMotion(board);
    else prepareNeighbours(board);
  },
};

/** Pictures on their way arrive first. */
function repaintAfterMotion(board) {
  if (board.motion) board.motion.then = () => repaint(board);
  else repaint(board);
}

function planFrame(board, frame) {
  const { theme, width, head, budget, room, options } = board, pictures = picturesOf(board, frame);
  if (!room) return plan(theme, pictures, frame.signs, { width, budget, head });
  const key = pictures.some((picture) => glyphsIn(picture).size) ? 26 * room.scale : 0;
  const place = { width, height: room.height - key, head, lead: leadOf(board), numbers: options.numbers,
    scale: room.scale, single: isNarrow() };
  const found = room.scales ? planProjected(theme, pictures, frame, { ...place, scales: room.scales }) : planRoom(theme, pictures, frame, place);
  return { ...found, keyY: room.height - key + 6 };
}

/** On a projector the largest type in which all can be seen; else, crowded, as in a lesson's text, if that is no higher. */
function planProjected(theme, pictures, frame, { scales, ...place }) {
  const clear = planLargest(theme, pictures, frame, { ...place, scales });
  if (clear) return clear;
  const { width, height, head } = place, flowing = plan(theme, pictures, frame.signs, { width, budget: height, head });
  if (flowing.height > height) return { ...planRoom(theme, pictures, frame, { ...place, scale: scales.at(-1) }), crowded: true };
  const right = Math.round((width - flowing.width) / 2), down = Math.round((height - flowing.height) / 2);
  for (const box of flowing.boxes) Object.assign(box, { x: box.x + right, y: box.y + down });
  for (const sign of flowing.signs) Object.assign(sign, { signX: sign.signX + right, signY: sign.signY + down });
  return { ...flowing, width, height, crowded: true };
}

/** A planned frame on a pen. */
export function paint(pen, board, layout) {
  paintPlan(pen, board.theme, layout);
  paintKey(pen, board.theme, board.words, layout, layout.keyY ?? layout.height);
}

/** The plan of a frame at the present size; kept, once all its pictures have come. */
export function planOf(board, index) {
  const { theme, spec, plans, width, head, budget, room, options } = board;
  const key = [index, width, head, theme.font, budget, room?.height, room?.scale, options.numbers, leadOf(board)].join("|");
  const found = plans.get(key) ?? planFrame(board, spec.frames[index]);
  if (isWhole(board, index)) plans.set(key, found);
  return found;
}

/** How high the frames of the present group are planned. */
function heightsOf(board) {
  const { group } = frameOf(board);
  return board.spec.frames.flatMap((frame, index) => (frame.group === group ? [planOf(board, index).height] : []));
}

/** Frames of one group get the height of the tallest, so that stepping does not move the page. */
function steadyHeight(board) {
  const { plans, width, head, budget, theme, room } = board, { group } = frameOf(board);
  if (room) return room.height;
  const key = `height|${group}|${width}|${head}|${theme.font}|${budget}`;
  if (!plans.has(key)) plans.set(key, Math.max(...heightsOf(board)) + UNDER);
  return plans.get(key);
}

/** The plan of the present frame; one that is lower than the highest of its group has higher rows, as its place allows. */
function placedPlan(board) {
  const found = planOf(board, board.index), { theme, width, head, room, index, plans } = board;
  const budget = steadyHeight(board) - UNDER, { signs } = frameOf(board);
  if (room || budget - found.height < SPARE || !isWhole(board, index)) return found;
  const key = ["taller", index, width, head, theme.font, budget].join("|"), pictures = picturesOf(board);
  if (plans.has(key)) return plans.get(key);
  let placed = found;
  for (const taller of TALLER) {
    const tried = plan(theme, pictures, signs, { width, budget, head, taller });
    if (tried.height > budget || tried.lines !== found.lines) continue;
    placed = tried;
    break;
  }
  plans.set(key, placed);
  return placed;
}

/** The height that a lesson's pictures are planned for: as the window allows, and no step so high that the lowest of
 * its group stands in an empty room. */
function setBudget(board) {
  board.budget = board.options.height ?? Math.max(LOW, Math.min(HIGH, window.innerHeight - ABOVE));
  if (board.room || board.options.height) return;
  board.budget = Math.max(LOW, Math.min(board.budget, Math.round(EVEN * Math.min(...heightsOf(board)))));
}

/** The room of a stage: all the height from its top to the window's end, and the scale of its type. */
function measureRoom(board) {
  const { options, stage } = board;
  if (!options.fill) return isProjected() ? projectedRoom(board) : null;
  const scrolled = document.querySelector("[data-testid=stMain]")?.scrollTop ?? 0, { innerHeight } = window;
  const top = stage.getBoundingClientRect().top + scrolled;
  const full = document.documentElement.dataset.stage === "full";
  const scale = full ? Math.max(1, innerHeight / 648) : Math.max(1, innerHeight / 900);
  const narrow = isNarrow() ? NARROW_BELOW * innerHeight : BELOW;
  const below = full ? FULL_BELOW * innerHeight : narrow;
  const least = isNarrow() && board.spec ? Math.max(LEAST, PICTURE * Math.min(4, picturesOf(board).length)) : LEAST;
  return { height: Math.floor(Math.max(least, innerHeight - top - below)), scale };
}

/** On a projector: what the elements above and below leave of the window, its type larger than a lesson's. */
function projectedRoom({ stage }) {
  let below = BELOW;
  for (let node = stage.getRootNode().host; node?.parentElement; node = node.parentElement) {
    if (getComputedStyle(node.parentElement).flexDirection !== "column") continue;
    const { bottom } = node.getBoundingClientRect(), after = [...node.parentElement.children].filter((one) => node.compareDocumentPosition(one) & 4);
    below += Math.max(0, ...after.map((one) => one.getBoundingClientRect()).filter(({ height }) => height).map((one) => one.bottom - bottom));
  }
  const main = document.querySelector("[data-testid=stMain]"), top = stage.getBoundingClientRect().top + (main?.scrollTop ?? 0);
  return { height: Math.floor(Math.max(PROJECTED_LEAST, window.innerHeight - top - below)), scale: 1, scales: PROJECTED };
}

function sizeCanvas(board, height) {
  const { canvas, overlay, width } = board, ratio = window.devicePixelRatio || 1;
  board.ratio = ratio;
  for (const each of [canvas, overlay]) {
    if (each.width !== Math.round(width * ratio) || each.height !== Math.round(height * ratio)) {
      each.width = Math.round(width * ratio);
      each.height = Math.round(height * ratio);
      each.style.height = `${height}px`;
    }
  }
}

export function repaint(board) {
  const width = Math.floor(board.stage.clientWidth);
  if (!board.spec || !board.started || width < 40) return;
  const begun = performance.now();
  drop(board);
  board.width = width;
  board.room = measureRoom(board);
  board.theme = readTheme(board.host, board.probe, board.theme);
  setBudget(board);
  board.layout = placedPlan(board);
  sizeCanvas(board, steadyHeight(board));
  const context = board.canvas.getContext("2d"), { ratio, theme, layout } = board;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, board.canvas.height / ratio);
  paint(new CanvasPen(context, theme), board, layout);
  paintOverlay(board);
  dressHeads(board);
  placeMenus(board);
  closeMenu(board);
  showWhere(board);
  if (!board.hover) board.tip.hidden = true;
  describe(board);
  count(board, performance.now() - begun);
  need(board, board.index);
  prepareNeighbours(board);
}

/** The canvas in words: the step, and what its pictures are. */
function describe(board) {
  const alts = board.layout.boxes.map(({ picture }) => picture.alt || picture.title);
  board.canvas.ariaRoleDescription = board.words.board;
  board.canvas.ariaLabel = [frameOf(board).title, ...alts].filter(Boolean).join(". ");
}

/** Paint anew where the page's colours or type have changed. */
export function rethemed(board) {
  if (readTheme(board.host, board.probe, board.theme) !== board.theme) repaint(board);
}

/** Paint anew where the width or, on a stage, the height of the room or the size of its type has changed. */
export function resized(board) {
  const room = measureRoom(board), { width, stage } = board;
  if (Math.floor(stage.clientWidth) !== width || room?.height !== board.room?.height || room?.scale !== board.room?.scale) {
    repaint(board);
  }
}

/** While nothing happens: make ready what the steps beside this one will need. */
function prepareNeighbours(board) {
  const idle = window.requestIdleCallback ?? ((act) => setTimeout(act, 60)), { spec, index } = board;
  const current = () => !board.signal.aborted && board.spec === spec && board.index === index;
  // a key held down leaves a slow machine no idle moment, and has moved on by then: in time, and from where it is
  idle(() => !board.signal.aborted && board.spec === spec && needAround(board), { timeout: 100 });
  const path = pathOf(board), place = placeOnPath(board);
  for (const next of [path[place + 1], path[place - 1]].filter((i) => i !== undefined)) {
    idle(() => {
      if (!current() || !isWhole(board, next)) return;
      for (const { picture, panels } of planOf(board, next).boxes) {
        for (const panel of panels) panelImage(board.theme, picture, panel.index);
        glyphsIn(picture);
      }
    });
  }
}

function count(board, milliseconds) {
  const { counters } = board;
  counters.step = board.index;
  counters.key = frameOf(board).key;
  counters.steps = board.spec.frames.length;
  counters.paints += 1;
  counters.lastPaintMs = milliseconds;
  if (board.options.stepper || !window.__board) window.__board = counters;
}
