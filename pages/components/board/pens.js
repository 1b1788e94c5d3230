// Two pens with the same strokes: one draws on a canvas, one writes SVG. Painting code knows only the strokes.

import { cellColour, cssColour } from "./colours.js";
import { svg } from "./dom.js";
import { cellKind, eachCell, valueAt } from "./payload.js";

/** The outline of a rectangle with round corners, to be filled or stroked. */
export function rounded(context, x, y, w, h, radius) {
  context.beginPath();
  context.roundRect(x, y, w, h, radius);
  return context;
}

export class CanvasPen {
  constructor(context, theme) {
    this.context = context;
    this.theme = theme;
  }

  rect(x, y, w, h, fill, radius = 0) {
    this.context.fillStyle = fill;
    if (!radius) return this.context.fillRect(x, y, w, h);
    rounded(this.context, x, y, w, h, radius).fill();
  }

  frame(x, y, w, h, stroke, width = 1) {
    this.context.strokeStyle = stroke;
    this.context.lineWidth = width;
    this.context.strokeRect(x - width / 2, y - width / 2, w + width, h + width);
  }

  ring(x, y, w, h, stroke, width) {
    this.context.strokeStyle = stroke;
    this.context.lineWidth = width;
    rounded(this.context, x, y, w, h, 8).stroke();
  }

  line(x1, y1, x2, y2, stroke, width = 1) {
    const c = this.context;
    c.strokeStyle = stroke;
    c.lineWidth = width;
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
  }

  text(string, x, y, { size = 12, fill = this.theme.ink, align = "left", angle = 0, weight = 400 } = {}) {
    const c = this.context;
    c.font = `${weight} ${size}px ${this.theme.font}`;
    c.fillStyle = fill;
    c.textAlign = align;
    c.textBaseline = "middle";
    if (!angle) return c.fillText(string, x, y);
    c.save();
    c.translate(x, y);
    c.rotate(angle);
    c.fillText(string, 0, 0);
    c.restore();
  }

  hatch(x, y, w, h, stroke, crossed) {
    const c = this.context, patterns = (this.theme.patterns ??= new Map()), key = stroke + crossed;
    if (!patterns.has(key)) {
      const pattern = c.createPattern(hatchTile(stroke, crossed), "repeat");
      pattern.setTransform(new DOMMatrix().scale(0.5));
      patterns.set(key, pattern);
    }
    c.fillStyle = patterns.get(key);
    c.fillRect(x, y, w, h);
  }

  /** All cells of a panel: one small image, enlarged without smoothing. */
  cells(picture, panel, x, y, cw, ch) {
    const [, rows, columns] = picture.shape, image = panelImage(this.theme, picture, panel);
    this.context.imageSmoothingEnabled = false;
    if (image) this.context.drawImage(image, x, y, columns * cw, rows * ch);
  }
}

/** Diagonal lines on a tile that repeats without a seam; drawn at twice its size, for sharp screens. */
function hatchTile(stroke, crossed) {
  const tile = document.createElement("canvas"), size = 12;
  tile.width = tile.height = size;
  const c = tile.getContext("2d");
  c.strokeStyle = stroke;
  c.lineWidth = 2.2;
  for (const shift of [-size, 0, size]) {
    c.moveTo(shift, size);
    c.lineTo(shift + size, 0);
    if (crossed) {
      c.moveTo(shift, 0);
      c.lineTo(shift + size, size);
    }
  }
  c.stroke();
  return tile;
}

const colourAt = (theme, picture, panel, row, column) =>
  cellColour(theme, picture, cellKind(picture, panel, row, column), valueAt(picture, panel, row, column));

/** One pixel per cell; kept until the theme or the values change. */
export function panelImage(theme, picture, panel) {
  const [, rows, columns] = picture.shape, kept = picture.images.get(panel);
  if (!rows || !columns) return null;
  if (kept?.theme === theme.key) return kept.image;
  const image = document.createElement("canvas");
  image.width = columns;
  image.height = rows;
  const context = image.getContext("2d"), pixels = context.createImageData(columns, rows);
  eachCell(picture, (row, column) => {
    const at = 4 * (row * columns + column);
    pixels.data.set(colourAt(theme, picture, panel, row, column), at);
    pixels.data[at + 3] = 255;
  });
  context.putImageData(pixels, 0, 0);
  picture.images.set(panel, { theme: theme.key, image });
  return image;
}

export class SvgPen {
  constructor(width, height, theme) {
    this.theme = theme;
    this.root = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
    this.patterns = new Set();
  }

  rect(x, y, width, height, fill, rx = 0) {
    this.root.append(svg("rect", { x, y, width, height, fill, rx }));
  }

  frame(x, y, w, h, stroke, width = 1) {
    const place = { x: x - width / 2, y: y - width / 2, width: w + width, height: h + width };
    this.root.append(svg("rect", { ...place, fill: "none", stroke, "stroke-width": width }));
  }

  line(x1, y1, x2, y2, stroke, width = 1) {
    this.root.append(svg("line", { x1, y1, x2, y2, stroke, "stroke-width": width }));
  }

  text(string, x, y, { size = 12, fill = this.theme.ink, align = "left", angle = 0, weight = 400 } = {}) {
    const anchor = { left: "start", center: "middle", right: "end" }[align];
    this.root.append(svg("text", {
      "font-family": this.theme.font, "font-size": size, "font-weight": weight, fill, "text-anchor": anchor,
      "dominant-baseline": "central", transform: `translate(${x} ${y}) rotate(${(angle * 180) / Math.PI})`,
    }, string));
  }

  hatch(x, y, width, height, stroke, crossed) {
    const id = `hatch-${crossed ? "crossed" : "plain"}`;
    if (!this.patterns.has(id)) {
      const box = { id, width: 6, height: 6, patternUnits: "userSpaceOnUse" };
      const d = "M-1 1L1 -1M0 6L6 0M5 7L7 5" + (crossed ? "M0 0L6 6M5 -1L7 1M-1 5L1 7" : "");
      this.root.append(svg("pattern", box, svg("path", { d, stroke, "stroke-width": 1.1 })));
      this.patterns.add(id);
    }
    this.rect(x, y, width, height, `url(#${id})`);
  }

  cells(picture, panel, x, y, cw, ch) {
    const group = svg("g", { "shape-rendering": "crispEdges" });
    eachCell(picture, (row, column) => {
      const fill = cssColour(colourAt(this.theme, picture, panel, row, column));
      group.append(svg("rect", { x: x + column * cw, y: y + row * ch, width: cw, height: ch, fill }));
    });
    this.root.append(group);
  }

  toString() {
    return new XMLSerializer().serializeToString(this.root);
  }
}
