// Small tools of the drawing: type measured and broken into lines, letters, arrows.

import { svg } from "../board/dom.js";

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

const pen = document.createElement("canvas").getContext("2d");

export function measure(font, text, size, weight = 400) {
  pen.font = `${weight} ${size}px ${font}`;
  return pen.measureText(text).width;
}

/** Lines no wider than `room`, of even length: broken at spaces, in Chinese anywhere. */
export function wrapped(font, text, room, size, weight) {
  const width = (part) => measure(font, part, size, weight);
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

export function lines(texts, x, y, size, properties = {}) {
  const node = svg("text", { x, y, "font-size": size, ...properties });
  texts.forEach((text, i) => {
    node.append(svg("tspan", { x, dy: i ? size * 1.2 : 0 }, text.trim()));
  });
  return node;
}

/** A letter of the notes from pieces with "", "sub" or "sup". */
export function symbol(pieces, x, y, size, anchor) {
  const node = svg("text", { class: "symbol", x, y, "text-anchor": anchor, "font-size": size });
  let shift = 0;
  for (const [text, kind] of pieces) {
    const level = { sup: -0.32, sub: 0.2 }[kind] ?? 0;
    const type = kind ? { "font-size": size * 0.72 } : { "font-size": size, class: "letter" };
    node.append(svg("tspan", { dy: (level - shift) * size, ...type }, text));
    shift = level;
  }
  return node;
}

export const breadth = (font, pieces, size) =>
  pieces.reduce((sum, [text, kind]) => sum + measure(font, text, kind ? size * 0.72 : size), 0);

const TURN = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** A line through corners, rounded, that ends in an arrow head. */
export function arrow(points, direction) {
  const [dx, dy] = TURN[direction], [tx, ty] = points.at(-1), end = [tx - dx * 5, ty - dy * 5];
  const path = [...points.slice(0, -1), end];
  let d = `M${path[0]}`;
  for (let i = 1; i < path.length - 1; i += 1) {
    const [before, here, after] = [path[i - 1], path[i], path[i + 1]];
    const toward = (other) => {
      const length = Math.hypot(other[0] - here[0], other[1] - here[1]) || 1, r = Math.min(5, length / 2);
      return [here[0] + ((other[0] - here[0]) / length) * r, here[1] + ((other[1] - here[1]) / length) * r];
    };
    d += `L${toward(before)}Q${here} ${toward(after)}`;
  }
  const head = `M${tx},${ty}l${-dx * 6.5 - dy * 3.4},${-dy * 6.5 - dx * 3.4}l${dy * 6.8},${dx * 6.8}z`;
  return [svg("path", { class: "wire", d: `${d}L${end}` }), svg("path", { class: "head", d: head })];
}
