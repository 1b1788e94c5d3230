// The board's DOM, its painting, and its life.

// What a page needs above its pictures, and the longest name of a group that is never cut, in letters.
const ABOVE = 370, BRIEF = 7;

/** An element with properties and children; text only ever goes in as text. */
function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

function createBoard(parent) {
  const canvas = make("canvas", { className: "pictures", tabIndex: 0, role: "img" });
  const overlay = make("canvas", { className: "overlay" }), menus = make("div", { className: "menus" });
  const tip = make("div", { className: "tip", hidden: true }), probe = make("span", { hidden: true });
  const menu = make("div", { className: "menu", hidden: true, role: "menu" });
  const stage = make("div", { className: "stage" }, canvas, overlay, menus, tip, menu);
  const bar = createBar(), table = make("div", { className: "table", hidden: true });
  const live = make("div", { className: "live", ariaLive: "polite" });
  const root = make("div", { className: "board" }, bar.node, stage, table, live, probe);
  overlay.ariaHidden = tip.ariaHidden = "true";
  const stop = new AbortController();
  const board = {
    root, probe, stage, canvas, overlay, menus, menu, tip, table, live, bar, stop, signal: stop.signal,
    spec: null, index: 0, cell: null, head: null, hover: null, words: {}, options: {}, outbox: new Map(),
    plans: new Map(), turn: 0, typed: "", counters: { step: 0, steps: 0, paints: 0, lastPaintMs: 0, reports: 0 },
  };
  parent.append(root);
  connectBar(board);
  listen(board);
  board.resizing = new ResizeObserver(() => Math.floor(stage.clientWidth) !== board.width && repaint(board));
  board.resizing.observe(stage);
  return board;
}

function createBar() {
  const button = (className, textContent) => make("button", { type: "button", className, textContent });
  const previous = button("previous", "‹"), play = button("play", "▶"), next = button("next", "›");
  const slider = make("input", { type: "range", min: 0, step: 1 }), groups = make("div", { className: "groups" });
  const count = make("span", { className: "count" }), group = make("span", { className: "group" });
  const title = make("span", { className: "title" }), help = createHelp();
  const node = make("div", { className: "bar", role: "group" },
    make("div", { className: "buttons" }, previous, play, next),
    make("div", { className: "where" }, group, title), count, help.node,
    make("div", { className: "track" }, slider, groups));
  return { node, previous, play, next, slider, groups, count, group, title, help };
}

function connectBar(board) {
  const { previous, play, next, slider, help } = board.bar;
  previous.onclick = () => setStep(board, board.index - 1);
  next.onclick = () => setStep(board, board.index + 1);
  play.onclick = () => togglePlay(board);
  slider.oninput = () => setStep(board, Number(slider.value));
  help.button.onclick = () => toggleHelp(board);
}

/** Words and controls: what changes with the language or the set of frames. */
function dress(board) {
  const { bar, words, spec, options, playing } = board;
  bar.node.hidden = !options.stepper;
  for (const name of ["previous", "next"]) bar[name].ariaLabel = bar[name].title = words[name];
  bar.play.ariaLabel = bar.play.title = playing ? words.pause : words.play;
  bar.play.textContent = playing ? "❚❚" : "▶";
  bar.slider.max = spec.frames.length - 1;
  bar.slider.ariaLabel = words.step;
  bar.node.ariaLabel = words.board;
  dressHelp(board);
  const runs = [];
  spec.frames.forEach((frame, index) => {
    if (runs.at(-1)?.group === frame.group) runs.at(-1).count += 1;
    else runs.push({ group: frame.group, index, count: 1 });
  });
  bar.groups.replaceChildren(...runs.map(({ group, index, count }) => {
    const segment = make("button", { type: "button", textContent: group, title: group, tabIndex: -1 });
    segment.style.flexGrow = count;
    segment.classList.toggle("brief", group.length <= BRIEF);
    segment.dataset.from = index;
    segment.dataset.to = index + count;
    segment.onclick = () => setStep(board, index);
    return segment;
  }));
}

function showWhere(board) {
  const { bar, spec, index } = board, frame = frameOf(board), total = spec.frames.length;
  bar.slider.value = index;
  bar.slider.ariaValueText = `${frame.group} ${frame.title}`;
  bar.slider.style.setProperty("--done", total > 1 ? index / (total - 1) : 0);
  bar.count.textContent = `${index + 1} / ${total}`;
  bar.group.textContent = frame.group;
  bar.title.textContent = frame.title;
  bar.previous.disabled = index === 0;
  bar.next.disabled = index === total - 1;
  for (const segment of bar.groups.children) {
    segment.classList.toggle("active", index >= Number(segment.dataset.from) && index < Number(segment.dataset.to));
  }
}

/** The plan of a frame at the present width; kept. */
function planOf(board, index) {
  const { theme, spec, plans, width, head, budget } = board, key = `${index}|${width}|${head}|${theme.font}|${budget}`;
  if (!plans.has(key)) {
    const frame = spec.frames[index];
    plans.set(key, plan(theme, picturesOf(board, frame), frame.operators, { width, budget, head }));
  }
  return plans.get(key);
}

/** Frames of one group get the height of the tallest, so that stepping does not move the page. */
function steadyHeight(board) {
  const { plans, width, head, budget, theme, spec } = board, { group } = frameOf(board);
  const key = `height|${group}|${width}|${head}|${theme.font}|${budget}`;
  if (!plans.has(key)) {
    const heights = spec.frames.map((frame, index) => (frame.group === group ? planOf(board, index).height : 0));
    plans.set(key, Math.max(...heights) + 22);
  }
  return plans.get(key);
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

function repaint(board) {
  const width = Math.floor(board.stage.clientWidth);
  if (!board.spec || !board.started || width < 40) return;
  const begun = performance.now();
  board.width = width;
  board.budget = board.options.height ?? Math.max(340, Math.min(680, window.innerHeight - ABOVE));
  board.theme = readTheme(board.probe, board.theme);
  board.layout = planOf(board, board.index);
  sizeCanvas(board, steadyHeight(board));
  const context = board.canvas.getContext("2d"), { ratio, theme, layout } = board;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, board.canvas.height / ratio);
  const pen = new CanvasPen(context, theme);
  paintPlan(pen, theme, layout);
  paintKey(pen, theme, board.words, layout, layout.height);
  paintOverlay(board);
  placeMenus(board);
  closeMenu(board);
  showWhere(board);
  if (!board.hover) board.tip.hidden = true;
  const alts = layout.boxes.map(({ picture }) => picture.alt || picture.title);
  board.canvas.ariaLabel = [frameOf(board).title, ...alts].filter(Boolean).join(". ");
  count(board, performance.now() - begun);
  prepareNext(board);
}

/** While nothing happens: make ready what the next step will need. */
function prepareNext(board) {
  const next = board.index + 1, idle = window.requestIdleCallback ?? ((act) => setTimeout(act, 60));
  if (next >= board.spec.frames.length) return;
  const { spec } = board;
  idle(() => {
    if (board.signal.aborted || board.spec !== spec || board.index + 1 !== next) return;
    for (const { picture, panels } of planOf(board, next).boxes) {
      for (const { index } of panels) panelImage(board.theme, picture, index);
      glyphsIn(picture);
    }
  });
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

/** New bytes: open them, and stay as near as possible to what was being looked at. */
function receive(board, bytes) {
  const spec = unpack(bytes);
  if (spec.version !== board.spec?.version) {
    const key = board.spec && frameOf(board).key;
    board.spec = openPictures(spec);
    board.plans.clear();
    board.index = Math.max(0, spec.frames.findIndex((frame) => frame.key === key));
    board.hover = null;
    setCell(board, existing(board, board.cell));
    if (board.started) {
      if (frameOf(board).key !== key) report(board, "step", frameOf(board).key, 0);
      dress(board);
    }
    paintTable(board);
    repaint(board);
  } else if (readTheme(board.probe, board.theme) !== board.theme) repaint(board);
  if (board.key !== spec.key) {
    board.key = spec.key;
    const slot = ((window.__boards ??= {})[spec.key] ??= {});
    Object.assign(slot, { board, obey: (control) => obey(board, control) });
    if (slot.control) obey(board, slot.control);
  }
}

function dispose(board, parent) {
  board.stop.abort();
  board.resizing.disconnect();
  for (const timer of ["sending", "addressing", "announcing", "wheeling"]) clearTimeout(board[timer]);
  clearInterval(board.playing);
  const slot = window.__boards?.[board.key];
  if (slot?.board === board) {
    delete slot.board;
    delete slot.obey;
  }
  board.root.remove();
  delete parent.board;
}

export default function ({ data, parentElement, setStateValue }) {
  const board = (parentElement.board ??= createBoard(parentElement)), turn = ++board.turn;
  board.send = setStateValue;
  receive(board, data);
  return () => {
    if (board.turn === turn) dispose(board, parentElement);
  };
}
