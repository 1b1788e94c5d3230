// Where boxes and wires lie: two columns, or a strip.

const set = (node, attributes) => {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
};
const svg = (tag, attributes = {}, ...children) => {
  const node = set(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes);
  node.append(...children);
  return node;
};
/** A wire and its head. */
const strokes = ({ wire, head }) => [svg("path", { class: "wire", d: wire }), svg("path", { class: "head", d: head })];
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const TALLEST = 860;
const pen = document.createElement("canvas").getContext("2d");

function measure(view, text, size, weight = 400) {
  pen.font = `${weight} ${size}px ${view.font}`;
  return pen.measureText(text).width;
}

/** Lines no wider than `room`, of even length: broken at spaces, in Chinese anywhere. */
function wrapped(view, text, room, size, weight) {
  const width = (part) => measure(view, part, size, weight);
  if (width(text) <= room) return [text];
  const pieces = text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*/g) ?? [text];
  const fill = (limit) => pieces.reduce((lines, piece) => {
    const longer = lines.at(-1) + piece;
    if (lines.at(-1) && width(longer.trimEnd()) > limit) lines.push(piece);
    else lines[lines.length - 1] = longer;
    return lines;
  }, [""]);
  const count = fill(room).length;
  for (let limit = width(text) / count; limit < room; limit += 3) if (fill(limit).length === count) return fill(limit);
  return fill(room);
}

const whereOf = (view, box) => (box.layer === null ? "" : `${view.words[box.stack]} ${box.layer + 1}`);
const equationsOf = (view, box) => `${view.words.equation} ${box.equations}`;

// ---- places -------------------------------------------------------------------------------------------------------

/** Two columns, from bottom to top; equal sub-layers of both stacks on one level. */
function placeColumns(view, width) {
  const size = clamp(12 + (width - 300) / 130, 11.4, 13.6), gap = size + 4, lane = 11 + (size - 12) * 3;
  const channel = clamp(width * 0.12, 34, 60), column = (width - channel) / 2 - 1, inner = column - lane - 9;
  const heights = [], room = inner - 6;
  for (const box of view.boxes) {
    const lines = box.kind === "norm" ? 1 : wrapped(view, view.words[box.word], room, size, 700).length;
    heights[box.row] = Math.max(heights[box.row] ?? 0, lines * size * 1.2 + 9);
  }
  const between = (row) => {
    if (row === 0) return 34;
    if (row > 6 * view.layers) return gap;
    return row % 6 === 0 ? size + 28 : gap + ({ 2: size, 4: 10 }[row % 6] ?? 0);
  };
  const foot = size + 22, free = heights.slice(1).reduce((sum, high, i) => sum + between(i), 0);
  const solid = heights.reduce((sum, high) => sum + high, foot + size + 5);
  const tight = clamp((TALLEST - solid) / free, 0.94, 1.12), height = solid + free * tight;
  const places = new Map(), bottoms = [];
  for (let row = 0, y = height - foot; row < heights.length; row += 1) {
    bottoms[row] = y;
    y -= heights[row] + between(row) * tight;
  }
  for (const box of view.boxes) {
    const right = box.stack !== "encoder", high = heights[box.row], x = right ? width - 1 - column + 4 : 1 + lane + 5;
    const y = bottoms[box.row] - high, cx = x + inner / 2, out = right ? 1 : -1;
    places.set(box.id, { box, x, y, w: inner, h: high, cx, out });
  }
  const frames = framesOf(view, places, { left: lane + 5, right: 4, top: size + 6, bottom: 15 }, true);
  return { size, gap, lane, channel, column, width, height, places, frames, bottoms, heights };
}

/** Two rows, from left to right. */
function placeStrip(view, width) {
  const size = 12, count = 1 + Math.max(...view.boxes.map((box) => box.row));
  const heading = 14 + Math.max(...["encoder", "decoder"].map((name) => measure(view, view.words[name], size, 600)));
  const pitch = (width - heading - 4) / count, gap = clamp(pitch * 0.24, 3, 16), places = new Map();
  for (const box of view.boxes) {
    const x = heading + box.row * pitch + gap / 2, w = pitch - gap;
    places.set(box.id, { box, x, y: box.stack === "encoder" ? 5 : 45, w, h: 24, cx: x + w / 2, out: 0 });
  }
  const frames = framesOf(view, places, { left: gap / 3, right: gap / 3, top: 4, bottom: 4 }, false);
  return { size, gap, pitch, heading, width, height: 76, places, frames };
}

/** A layer's frame is as high (or long) as the boxes of both stacks need. */
function framesOf(view, places, pad, upright) {
  const all = [...places.values()].filter(({ box }) => box.layer !== null), made = [];
  for (const stack of ["encoder", "decoder"]) for (let layer = 0; layer < view.layers; layer += 1) {
    const level = all.filter(({ box }) => box.layer === layer), mine = level.filter(({ box }) => box.stack === stack);
    const [across, along] = upright ? [mine, level] : [level, mine], mirrored = upright && stack === "decoder";
    const x = Math.min(...across.map((p) => p.x)) - (mirrored ? pad.right : pad.left);
    const right = Math.max(...across.map((p) => p.x + p.w)) + (mirrored ? pad.left : pad.right);
    const y = Math.min(...along.map((p) => p.y)) - pad.top;
    const bottom = Math.max(...along.map((p) => p.y + p.h)) + pad.bottom;
    made.push({ stack, layer, x, y, w: right - x, h: bottom - y, ids: mine.map(({ box }) => box.id) });
  }
  return made;
}

// ---- wires --------------------------------------------------------------------------------------------------------

/** How far below a sub-layer its residual leaves: below cross-attention there is a Q to read. */
const branchOf = (plan, box) => (box.word === "cross_attention" ? plan.size + 3 : 11);

const TURN = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** A path through corners, rounded, that ends in an arrow head. */
function arrow(points, direction) {
  const [dx, dy] = TURN[direction], [tx, ty] = points.at(-1), end = [tx - dx * 5, ty - dy * 5];
  const path = [...points.slice(0, -1), end];
  let d = `M${path[0]}`;
  for (let i = 1; i < path.length - 1; i += 1) {
    const [before, here, after] = [path[i - 1], path[i], path[i + 1]], radius = 5;
    const toward = (other) => {
      const length = Math.hypot(other[0] - here[0], other[1] - here[1]) || 1, r = Math.min(radius, length / 2);
      return [here[0] + ((other[0] - here[0]) / length) * r, here[1] + ((other[1] - here[1]) / length) * r];
    };
    d += `L${toward(before)}Q${here} ${toward(after)}`;
  }
  const head = `M${tx},${ty}l${-dx * 6.5 - dy * 3.4},${-dy * 6.5 - dx * 3.4}l${dy * 6.8},${dx * 6.8}z`;
  return { wire: `${d}L${end}`, head };
}

function route(plan, [from, to, kind], view) {
  const a = plan.places.get(from), b = plan.places.get(to);
  if (view.compact) {
    if (kind === "flow") return [arrow([[a.x + a.w, a.y + 12], [b.x, b.y + 12]], "right")];
    if (kind === "residual") return [];
    const end = a.x + a.w, bend = end + plan.pitch / 2;
    return [arrow([[end, a.y + 12], [bend, a.y + 12], [bend, 37], [b.cx, 37], [b.cx, b.y]], "down")];
  }
  if (kind === "flow") return [arrow([[a.cx, a.y], [b.cx, b.y + b.h]], "up")];
  const middle = b.y + b.h / 2;
  if (kind === "residual") {
    const before = view.boxes[view.boxes.findIndex((box) => box.id === to) - 1], sub = plan.places.get(before.id);
    const side = b.out < 0 ? b.x : b.x + b.w, lane = side + b.out * plan.lane * 0.62;
    const branch = sub.y + sub.h + branchOf(plan, before);
    return [arrow([[b.cx, branch], [lane, branch], [lane, middle], [side, middle]], b.out < 0 ? "right" : "left")];
  }
  const trunk = plan.column + 1 + plan.channel * 0.3, top = a.y - plan.size - 17;
  return [-6.5, 6.5].map((off) =>
    arrow([[a.cx, a.y], [a.cx, top], [trunk, top], [trunk, middle + off], [b.x, middle + off]], "right"));
}
