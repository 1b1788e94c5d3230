// The words of a drawing: each with its place, so that none overlaps another.

import { shortened } from "../board/text.js";

const GAP = 4; // pixels between two texts on a line

export class Texts {
  constructor(measure) {
    this.measure = measure;
    this.all = [];
  }

  /** The rectangle of a text; `y` is the middle of its line. */
  rect({ text, x, y, size, weight = 400, align = "left" }) {
    const width = Array.isArray(text) ? lettersWidth(this.measure, text, size) : this.measure(text, size, weight);
    const left = align === "center" ? x - width / 2 : align === "right" ? x - width : x;
    return { x: left, y: y - size * 0.58, width, height: size * 1.16 };
  }

  put(text) {
    const placed = { ...text, rect: this.rect(text) };
    this.all.push(placed);
    return placed;
  }

  /** Puts a text at the first of several places (x, y) where it overlaps nothing; null where there is none. */
  tryAt(text, places, limits) {
    for (const [x, y] of places) {
      const rect = this.rect({ ...text, x, y });
      if (rect.x < limits.left || rect.x + rect.width > limits.right) continue;
      if (!this.all.some((other) => overlap(rect, other.rect))) return this.put({ ...text, x, y });
    }
    return null;
  }

  /** A text cut with an ellipsis to a width. */
  cut(text, width, size, weight = 400) {
    return shortened(text, width, (part) => this.measure(part, size, weight));
  }
}

export const overlap = (a, b) => a.x < b.x + b.width + GAP && b.x < a.x + a.width + GAP
  && a.y < b.y + b.height && b.y < a.y + a.height;

/** Size of a raised or lowered part of a letter, in the letter's own size. */
export const RAISED = 0.78;

/** Width of a letter with indices: [["X", 0], ["[3]", 1]]. */
export function lettersWidth(measure, parts, size) {
  return parts.reduce((sum, [text, level]) => sum + measure(text, level ? size * RAISED : size, 400), 0);
}
