/**
 * The first line above, the second below it, ribbons between them as thick as the weights, and under each written
 * character what else the model thought of. A place that is pointed at is told; a click opens its weight.
 * data: { first, known, second: characters, weights: second x first, considered: per place [character, probability,
 *         whether written], opens: whether a click leads anywhere, finding, facing, unseen, weights_of: texts,
 *         words: { upper, lower, thought, looks: with {word} {source} {share}, walk, unknown } }
 */

const SVG = "http://www.w3.org/2000/svg", THICKEST = 16, FAINTEST = 0.03, BEAT = 260;
const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const largest = (numbers) => numbers.indexOf(Math.max(...numbers));

/** Never 100 % for what is not all of it. */
function percent(share) {
  if (share >= 0.9995 && share < 1) return ">99.9%";
  return `${share > 0.99 ? (100 * share).toFixed(1) : Math.round(100 * share)}%`;
}

function element(name, kind, text = "") {
  const found = document.createElement(name);
  found.className = kind;
  found.textContent = text;
  return found;
}

function told({ data }, row) {
  const column = largest(data.weights[row]);
  const parts = { word: data.second[row], source: data.first[column], share: percent(data.weights[row][column]) };
  return data.words.looks.replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}

function light(view, row) {
  view.lit = row;
  const column = largest(view.data.weights[row]);
  view.ribbons.forEach(({ path, i }) => path.classList.toggle("lit", i === row));
  view.upper.forEach((one, j) => one.classList.toggle("lit", j === column));
  view.lower.forEach((one, i) => one.classList.toggle("lit", i === row));
  view.said.textContent = `${told(view, row)} ${view.data.facing}`;
}

/** The written character that looked most at one above. */
const reader = ({ data }, column) => largest(data.weights.map((row) => row[column]));

function character(view, text, kind, row) {
  const button = element("button", kind, text), show = () => light(view, row());
  button.type = "button";
  button.addEventListener("pointerenter", show);
  button.addEventListener("focus", show);
  button.addEventListener("click", () => open(view, row()));
  return button;
}

function open(view, row) {
  light(view, row);
  if (view.data.opens) view.open({ row, column: largest(view.data.weights[row]) });
}

function ribbons(view) {
  view.data.weights.forEach((row, i) => row.forEach((weight, j) => {
    if (weight < FAINTEST) return;
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("stroke-width", Math.max(1.5, weight * THICKEST));
    path.setAttribute("pathLength", "1");
    path.style.opacity = 0.35 + 0.65 * weight;
    path.addEventListener("pointerenter", () => light(view, i));
    path.addEventListener("click", () => open(view, i));
    view.ribbons.push({ path, i, j });
  }));
  view.svg.append(...view.ribbons.map(({ path }) => path));
}

function place(view) {
  const box = view.svg.getBoundingClientRect(), middle = (one) => {
    const { left, width } = one.getBoundingClientRect();
    return left + width / 2 - box.left;
  };
  view.svg.setAttribute("viewBox", `0 0 ${box.width || 1} ${box.height || 1}`);
  const edge = THICKEST / 2 + 1, half = box.height / 2;
  for (const { path, i, j } of view.ribbons) {
    const x0 = middle(view.upper[j]), x1 = middle(view.lower[i]), end = box.height - edge;
    path.setAttribute("d", `M${x0} ${edge} C${x0} ${half} ${x1} ${half} ${x1} ${end}`);
  }
}

function thoughts(view) {
  return view.data.considered.map((rows) => {
    const column = element("ol", "thoughts");
    column.append(...rows.map(([word, share, lit]) => {
      const one = element("li", lit ? "lit" : "");
      one.style.setProperty("--share", share);
      one.append(element("b", "", word), element("span", "", percent(share)));
      return one;
    }));
    return column;
  });
}

function finding(view) {
  const box = element("div", "finding"), texts = element("div", ""), { data } = view;
  view.said = element("p", "said");
  texts.append(element("strong", "", data.finding), view.said, element("p", "small", data.unseen));
  const walk = element("button", "walk", data.words.walk);
  walk.type = "button";
  walk.addEventListener("click", () => view.open({}));
  box.append(texts, walk);
  return box;
}

/** The line appears a character at a time, each with what it looked at. */
function perform(view) {
  const last = view.data.second.length, rest = () => light(view, largest(view.data.weights.map((row) => Math.max(...row))));
  if (still()) return rest();
  view.root.classList.add("performing");
  const next = (i) => {
    if (i === last) {
      view.root.classList.remove("performing");
      return rest();
    }
    view.lower[i].classList.add("there");
    view.ribbons.forEach((one) => one.i === i && one.path.classList.add("there"));
    light(view, i);
    view.busy = setTimeout(next, BEAT, i + 1);
  };
  view.busy = setTimeout(next, BEAT, 0);
}

function create(parent, data, open) {
  const view = { data, open, ribbons: [], busy: 0, lit: 0, root: element("div", "pair") };
  view.root.style.setProperty("--places", data.first.length);
  view.svg = document.createElementNS(SVG, "svg");
  view.svg.setAttribute("aria-hidden", "true");
  view.upper = data.first.map((text, j) => character(view, text, "upper", () => reader(view, j)));
  data.known.forEach((known, j) => {
    if (!known) Object.assign(view.upper[j], { className: "upper unknown", title: data.words.unknown });
  });
  view.lower = data.second.map((text, i) => character(view, text, "lower", () => i));
  view.lower.forEach((one, i) => { one.ariaLabel = told(view, i); });
  ribbons(view);
  const line = (name, ...rest) => [element("span", "name", name), ...rest];
  view.root.append(...line(data.words.upper, ...view.upper), ...line(data.weights_of, view.svg),
    ...line(data.words.lower, ...view.lower), ...line(data.words.thought, ...thoughts(view)), finding(view));
  parent.append(view.root);
  view.watch = new ResizeObserver(() => place(view));
  view.watch.observe(view.root);
  document.fonts.ready.then(() => place(view));
  place(view);
  return view;
}

function remove(view) {
  clearTimeout(view.busy);
  view.watch.disconnect();
  view.root.remove();
}

export default function ({ data, parentElement, setTriggerValue }) {
  const before = parentElement.couplet;
  if (JSON.stringify(before?.data) !== JSON.stringify(data)) {
    if (before) remove(before);
    const view = parentElement.couplet = create(parentElement, data, (where) => setTriggerValue("open", where));
    if (before?.data.second.join() === data.second.join()) light(view, before.lit);
    else perform(view);
  }
  return () => {
    if (parentElement.couplet) remove(parentElement.couplet);
    delete parentElement.couplet;
  };
}
