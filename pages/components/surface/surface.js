// A surface of heights over a plane and paths on it, on a canvas: patches from back to front, turned by the pointer.

const LIFT = 0.012; // paths lie a little above the surface, in heights of the box
const TALL = 0.62; // height of the box beside its width

/** What turns a point of the unit box into a point of the canvas, and how far away it is. */
function camera(view, width, height) {
  const [sin, cos] = [Math.sin(view.turn), Math.cos(view.turn)], [rise, flat] = [Math.sin(view.tilt), Math.cos(view.tilt)];
  const size = Math.min(width / 1.62, height / 1.42);
  return (x, y, z) => {
    const across = (x - 0.5) * cos - (y - 0.5) * sin, away = (x - 0.5) * sin + (y - 0.5) * cos;
    const up = (z - 0.5) * TALL;
    return [width / 2 + size * across, height * 0.47 - size * (up * flat + away * rise), away * flat - up * rise];
  };
}

/** Colour of a height from 0 to 1, shaded by how steep its patch is. */
function fill(share, shade, dark) {
  const low = dark ? [38, 70, 110] : [214, 232, 246], high = dark ? [236, 160, 90] : [178, 74, 38];
  const mixed = low.map((from, i) => Math.round((from + (high[i] - from) * share) * (1 - 0.3 * shade)));
  return `rgb(${mixed.join(",")})`;
}

function patches(data, place, most) {
  const n = data.rows, found = [], at = (row, column) => data.heights[row * n + column] / most;
  for (let row = 0; row < n - 1; row += 1) {
    for (let column = 0; column < n - 1; column += 1) {
      const z = [at(row, column), at(row, column + 1), at(row + 1, column + 1), at(row + 1, column)];
      const corners = [[column, row], [column + 1, row], [column + 1, row + 1], [column, row + 1]];
      const points = corners.map(([i, j], k) => place(i / (n - 1), 1 - j / (n - 1), z[k]));
      const steep = Math.min(1, (Math.max(...z) - Math.min(...z)) * 4);
      found.push({ points, far: Math.max(...points.map((p) => p[2])), colour: fill((z[0] + z[2]) / 2, steep, data.dark) });
    }
  }
  return found.sort((a, b) => b.far - a.far);
}

/** The pieces of a path that lie over the plane; one that leaves it ends at its edge, at the height it left from. */
function inside(path, data) {
  const within = ([x, y]) => x >= data.across[0] && x <= data.across[1] && y >= data.along[0] && y <= data.along[1];
  const pieces = [[]];
  for (const point of path.points) {
    const piece = pieces[pieces.length - 1];
    if (within(point)) piece.push(point);
    else if (piece.length) {
      piece.push(edge(piece[piece.length - 1], point, data));
      pieces.push([]);
    }
  }
  return pieces.filter((piece) => piece.length);
}

/** Where the way from a point inside to one outside crosses the edge. */
function edge(from, to, data) {
  const reach = [data.across, data.along].map(([low, high], i) => {
    const step = to[i] - from[i];
    return step > 0 ? (high - from[i]) / step : step < 0 ? (low - from[i]) / step : Infinity;
  });
  const part = Math.min(1, ...reach);
  return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1]), from[2]];
}

function drawPaths(pen, data, place, most) {
  const share = (value, [low, high]) => (value - low) / (high - low);
  for (const path of data.paths) {
    const found = inside(path, data).map((piece) => piece.map(([x, y, z]) =>
      place(share(x, data.across), 1 - share(y, data.along), Math.min(1, z / most) + LIFT)));
    pen.strokeStyle = pen.fillStyle = path.tone;
    pen.lineWidth = 2.5;
    for (const piece of found) {
      pen.beginPath();
      piece.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
      pen.stroke();
      for (const [x, y] of piece) pen.fillRect(x - 1.8, y - 1.8, 3.6, 3.6);
    }
    if (found.length) dot(pen, found[0][0], data.ink);
  }
}

function dot(pen, [x, y], ink) {
  pen.fillStyle = ink;
  pen.beginPath();
  pen.arc(x, y, 5.5, 0, 2 * Math.PI);
  pen.fill();
}

/** The three names and the ends of the two lower axes, along the edges nearest to the eye. */
function axes(pen, data, place) {
  pen.fillStyle = data.ink;
  pen.font = "13px sans-serif";
  pen.textAlign = "center";
  const near = place(0.5, 0, 0)[2] < place(0.5, 1, 0)[2] ? [0, -0.09] : [1, 1.09];
  const side = place(1, 0.5, 0)[2] < place(0, 0.5, 0)[2] ? [1, 1.09] : [0, -0.09];
  const write = (text, x, y, z) => { const [px, py] = place(x, y, z); pen.fillText(text, px, py + 5); };
  write(data.across[0], 0.04, near[1], 0);
  write(data.names[0], 0.5, near[1], 0);
  write(data.across[1], 0.96, near[1], 0);
  write(data.along[1], side[1], 0.04, 0);
  write(data.names[1], side[1], 0.5, 0);
  write(data.along[0], side[1], 0.96, 0);
  write(data.names[2], side[0] ? -0.02 : 1.02, near[0] ? -0.02 : 1.02, 1.08);
}

function paint(view) {
  const { canvas, data } = view, ratio = window.devicePixelRatio || 1, width = canvas.clientWidth;
  if (!width) return;
  canvas.width = width * ratio;
  canvas.height = data.height * ratio;
  canvas.style.height = `${data.height}px`;
  const pen = canvas.getContext("2d"), most = Math.max(...data.heights) || 1;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, data.height);
  const place = camera(view, width, data.height);
  for (const { points, colour } of patches(data, place, most)) {
    pen.fillStyle = pen.strokeStyle = colour;
    pen.lineWidth = 0.6;
    pen.beginPath();
    points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
  drawPaths(pen, data, place, most);
  axes(pen, data, place);
}

function turn(view, across, up) {
  view.turn += across;
  view.tilt = Math.max(0.15, Math.min(1.45, view.tilt + up));
  cancelAnimationFrame(view.asked);
  view.asked = requestAnimationFrame(() => paint(view));
}

function begin(place) {
  const canvas = document.createElement("canvas"), root = document.createElement("div");
  const view = { canvas, turn: 0.62, tilt: 0.55, data: null, asked: 0 };
  root.className = "surface";
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  root.append(canvas);
  place.append(root);
  let held = null;
  canvas.addEventListener("pointerdown", (event) => { held = event; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointerup", () => { held = null; });
  canvas.addEventListener("pointermove", (event) => {
    if (!held) return;
    turn(view, -(event.clientX - held.clientX) * 0.008, (event.clientY - held.clientY) * 0.006);
    held = event;
  });
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.07], ArrowDown: [0, -0.07] }[event.key];
    if (!step) return;
    event.preventDefault();
    turn(view, ...step);
  });
  view.watch = new ResizeObserver(() => paint(view));
  view.watch.observe(root);
  return view;
}

const views = new WeakMap();

export default function surface({ data, parentElement }) {
  if (!views.has(parentElement)) views.set(parentElement, begin(parentElement));
  const view = views.get(parentElement);
  view.data = data;
  view.canvas.ariaLabel = data.label;
  paint(view);
  return () => {
    view.watch.disconnect();
    view.canvas.parentElement?.remove();
    views.delete(parentElement);
  };
}
