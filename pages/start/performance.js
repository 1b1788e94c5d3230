/**
 * A sentence above, its translation below: the words appear one at a time, each with ribbons to the words it was read
 * from, as thick as the attention weight. A word or a ribbon that is pointed at is told in a sentence; a click opens it.
 * data.json: { columns: words read, rows: words produced, weights: rows x columns,
 *         words: { reads, read_by: sentences with {word} {source} {share}, source, target: names of the two lines } }
 */

const BEAT = 520, THICKEST = 18, FAINTEST = 0.02;
const SVG = "http://www.w3.org/2000/svg";
const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

const largest = (numbers) => numbers.indexOf(Math.max(...numbers));
const column = (view, j) => view.data.weights.map((row) => row[j]);

/** The word whose strongest ribbon leads furthest aside: what word-for-word reading would get wrong. */
function furthest({ weights, columns }) {
  const aside = weights.map((row, i) => {
    const j = largest(row);
    return row[j] * Math.abs(i / weights.length - j / columns.length);
  });
  return largest(aside);
}

function line(view, words, name, role) {
  const nav = document.createElement("div");
  nav.className = `line ${role}`;
  nav.role = "group";
  nav.ariaLabel = name;
  nav.append(...words.map((word, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = word;
    button.ariaLabel = told(view, role, index);
    const show = () => light(view, role, index);
    button.addEventListener("pointerenter", show);
    button.addEventListener("focus", show);
    button.addEventListener("click", () => view.open(...cellOf(view, role, index)));
    return button;
  }));
  return nav;
}

/** The strongest cell of a word of either line: [row, column]. */
function cellOf(view, role, index) {
  return role === "target" ? [index, largest(view.data.weights[index])] : [largest(column(view, index)), index];
}

/** Never 100 % for what is not all of it. */
function percent(weight) {
  if (weight >= 0.9995 && weight < 1) return ">99.9%";
  return `${weight > 0.99 ? (100 * weight).toFixed(1) : Math.round(100 * weight)}%`;
}

function told(view, role, index) {
  const { weights, rows, columns, words } = view.data, [i, j] = cellOf(view, role, index);
  const parts = { word: rows[i], source: columns[j], share: percent(weights[i][j]) };
  const sentence = role === "target" ? words.reads : words.read_by;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}

/** Make the ribbons of one word strong, and say what they are. */
function light(view, role, index) {
  if (view.busy && !view.performing) finish(view);
  const [row, col] = cellOf(view, role, index);
  for (const ribbon of view.ribbons) {
    ribbon.path.classList.toggle("lit", role === "target" ? ribbon.i === index : ribbon.j === index);
  }
  view.source.childNodes.forEach((word, j) => {
    word.classList.toggle("lit", role === "source" ? j === index : view.data.weights[index][j] > 0.3);
  });
  view.target.childNodes.forEach((word, i) => {
    word.classList.toggle("lit", role === "target" ? i === index : view.data.weights[i][index] > 0.3);
  });
  view.said.textContent = told(view, role, role === "target" ? row : col);
}

function ribbonsOf(view) {
  const found = [];
  view.data.weights.forEach((row, i) => row.forEach((weight, j) => {
    if (weight < FAINTEST) return;
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("stroke-width", Math.max(1, weight * THICKEST));
    path.setAttribute("pathLength", "1");
    path.style.opacity = 0.25 + 0.45 * weight;
    path.addEventListener("pointerenter", () => light(view, "target", i));
    path.addEventListener("click", () => view.open(i, j));
    found.push({ path, i, j });
  }));
  return found;
}

/** Put each ribbon between its two words. */
function place(view) {
  const box = view.svg.getBoundingClientRect(), middle = (word) => {
    const { left, width } = word.getBoundingClientRect();
    return left + width / 2 - box.left;
  };
  view.svg.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
  const edge = THICKEST / 2 + 1, half = box.height / 2;
  for (const { path, i, j } of view.ribbons) {
    const x0 = middle(view.source.childNodes[j]), x1 = middle(view.target.childNodes[i]);
    path.setAttribute("d", `M${x0} ${edge} C${x0} ${half} ${x1} ${half} ${x1} ${box.height - edge}`);
  }
}

function appear(view, i) {
  view.target.childNodes[i].classList.remove("unsaid");
  for (const ribbon of view.ribbons) if (ribbon.i === i) ribbon.path.classList.remove("unsaid");
}

function finish(view) {
  clearTimeout(view.busy);
  view.busy = 0;
  view.data.rows.forEach((_, i) => appear(view, i));
}

/** One word at a time; at the end the most telling one stays lit. */
function perform(view) {
  const rest = () => { finish(view); light(view, "target", furthest(view.data)); };
  if (still()) return rest();
  view.ribbons.forEach(({ path }) => path.classList.add("unsaid"));
  view.target.childNodes.forEach((word) => word.classList.add("unsaid"));
  const next = (i) => {
    if (i === view.data.rows.length) return rest();
    appear(view, i);
    view.performing = true;
    light(view, "target", i);
    view.performing = false;
    view.busy = setTimeout(next, BEAT, i + 1);
  };
  view.busy = setTimeout(next, BEAT / 2, 0);
}

function create(parent, data) {
  const view = { data, busy: 0, performing: false, root: document.createElement("div") };
  view.root.className = "performance";
  view.root.lang = "";
  view.svg = document.createElementNS(SVG, "svg");
  view.svg.ariaHidden = "true";
  view.said = document.createElement("p");
  view.source = line(view, data.columns, data.words.source, "source");
  view.target = line(view, data.rows, data.words.target, "target");
  view.ribbons = ribbonsOf(view);
  view.svg.append(...view.ribbons.map(({ path }) => path));
  view.root.append(view.source, view.svg, view.target, view.said);
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
  let view = parentElement.performance;
  if (view?.written !== data.json) {
    if (view) remove(view);
    view = parentElement.performance = create(parentElement, JSON.parse(data.json));
    view.written = data.json;
    view.open = (row, col) => setTriggerValue("open", { row, column: col });
    perform(view);
  }
  return () => {
    remove(view);
    delete parentElement.performance;
  };
}
