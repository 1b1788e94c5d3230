/**
 * Doors to other pages, some with small pictures of numbers.
 * data: [{ key, page, title, about, pictures: [{ heat: rows of numbers, wrong? }] }]
 */

const SVG = "http://www.w3.org/2000/svg", HEIGHT = 58;

function shape(name, attributes) {
  const found = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  return found;
}

function frame(width) {
  return shape("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, "aria-hidden": "true" });
}

/** Orange above zero, blue below, as strong as the number is large in this picture. */
function heat({ heat: rows, wrong }) {
  const cell = HEIGHT / rows.length, width = Math.min(12, Math.max(cell, 112 / rows[0].length));
  const svg = frame(width * rows[0].length), most = Math.max(...rows.flat().map(Math.abs));
  rows.forEach((row, i) => row.forEach((value, j) => {
    svg.append(shape("rect", { x: j * width + 0.5, y: i * cell + 0.5, width: width - 1, height: cell - 1,
                               class: value < 0 ? "below" : "above", opacity: Math.abs(value) / most }));
  }));
  if (wrong) svg.append(shape("path", { d: `M2 2 L${width * rows[0].length - 2} ${HEIGHT - 2}`, class: "wrong" }));
  return svg;
}

function door(view, { key, page, title, about, pictures }) {
  const link = document.createElement("a");
  link.href = new URL(page, document.baseURI).href;
  if (pictures.length) {
    const shown = link.appendChild(document.createElement("span"));
    shown.className = "pictures";
    shown.append(...pictures.map(heat));
  }
  const [name, told] = [document.createElement("strong"), document.createElement("small")];
  name.textContent = title;
  told.textContent = about;
  link.append(name, told);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    view.go(key);
  });
  return link;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const view = (parentElement.doors ??= { root: parentElement.appendChild(document.createElement("div")) });
  view.root.className = "doors";
  view.go = (key) => setTriggerValue("door", key);
  const drawn = JSON.stringify(data);
  if (view.drawn !== drawn) view.root.replaceChildren(...data.map((one) => door(view, one)));
  view.drawn = drawn;
}
