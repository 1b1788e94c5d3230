// What a phone shows, measured: `window.phone()` lists sideways scroll, texts of charts and buttons that are cut off,
// labels under 12 px, targets under 40 px, once
// for eight frames nothing was painted on a canvas, no part of the page came or went, and the page is as high as before.
// Letters on a canvas are caught as they are painted; a target is as large as the place where a finger meets it.
(() => {
  const LEAST_LABEL = 12, LEAST_TARGET = 40, FRAMES = 8, MOST_FRAMES = 600, painted = new Map();
  let changes = 0;
  const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    changes += 1;
    if (!painted.has(this.canvas)) painted.set(this.canvas, []);
    const size = parseFloat(/([\d.]+)px/.exec(this.font)?.[1]), { a, b } = this.getTransform();
    if (String(text).trim()) painted.get(this.canvas).push([size * Math.hypot(a, b) / this.canvas.width, String(text)]);
    return fillText.call(this, text, ...rest);
  };
  CanvasRenderingContext2D.prototype.clearRect = function (x, y, width, height) {
    const scale = this.getTransform().a;
    changes += 1;
    if (width * scale >= this.canvas.width - 2 && height * scale >= this.canvas.height - 2) painted.delete(this.canvas);
    return clearRect.call(this, x, y, width, height);
  };

  for (const side of ["width", "height"]) { // whoever sets one empties the canvas
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side);
    Object.defineProperty(HTMLCanvasElement.prototype, side, { get, set(value) {
      changes += 1;
      painted.delete(this);
      set.call(this, value);
    } });
  }

  /** All elements, those in shadow roots too. */
  function* everything(root = document) {
    for (const element of root.querySelectorAll("*")) {
      yield element;
      if (element.shadowRoot) yield* everything(element.shadowRoot);
    }
  }

  const parentOf = (element) => element.parentElement ?? element.getRootNode().host;

  /** Whether anything of it can be seen: what is clipped for readers of the screen alone cannot. */
  function seen(element) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    for (let at = element; at; at = parentOf(at)) {
      const box = at.getBoundingClientRect(), style = getComputedStyle(at);
      if (style.overflow !== "visible" && (box.width <= 1 || box.height <= 1)) return false;
      if (style.opacity === "0") return false;
    }
    return width > 1 && height > 1;
  }

  /** Of a formula, and of an index in a drawing, the size of the letter counts that it belongs to. */
  function sizeOf(element) {
    const formula = element.closest(".katex, math") ?? element.closest("text.symbol"), size = parseFloat(getComputedStyle(formula ?? element).fontSize);
    const scale = element instanceof SVGElement && element.getScreenCTM ? Math.hypot(element.getScreenCTM()?.a ?? 1, element.getScreenCTM()?.b ?? 0) : 1;
    return size * scale * (scale === 1 ? element.currentCSSZoom ?? 1 : 1);
  }

  const called = (element) => `${element.localName}${element.className?.baseVal ?? element.className ? `.${element.className?.baseVal ?? element.className}` : ""}`
    .replace(/\s+/g, ".").replace(/\.?st-emotion-cache-\w+|\.?e\w{7,9}\d+/g, "").slice(0, 60);
  const told = (element) => `${called(element)} "${(element.ariaLabel || element.textContent || element.title || element.value || "").trim().slice(0, 24)}"`;

  function smallLabels() {
    const found = [];
    for (const element of everything()) {
      if (["script", "style", "title", "option", "annotation", "desc", "noscript"].includes(element.localName)) continue;
      if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
      const size = sizeOf(element);
      if (size < LEAST_LABEL - 0.05 && seen(element)) found.push(`${size.toFixed(1)} px: ${told(element)}`);
    }
    for (const [canvas, texts] of painted) {
      if (!canvas.isConnected || !seen(canvas)) continue;
      const sizes = texts.map(([share, text]) => [share * canvas.getBoundingClientRect().width, text]);
      const small = sizes.filter(([size]) => size < LEAST_LABEL - 0.05);
      if (small.length) found.push(`${Math.min(...small.map(([size]) => size)).toFixed(1)} px: ${small.length} on canvas.${canvas.className} "${small[0][1]}"`);
    }
    return found;
  }

  const TARGETS = "a[href], button, input, select, textarea, summary, label:has(input), "
    + "[role=button], [role=option], [role=tab], [role=radio], [role=checkbox], [role=slider], [role=switch], [role=menuitem], [tabindex='0']";

  /** What is touched at a point. */
  function touched(x, y) {
    let at = document.elementFromPoint(x, y);
    while (at?.shadowRoot?.elementFromPoint(x, y) && at.shadowRoot.elementFromPoint(x, y) !== at) at = at.shadowRoot.elementFromPoint(x, y);
    return at;
  }

  function within(element, owner) {
    for (let at = element; at; at = parentOf(at)) if (at === owner) return true;
    return false;
  }

  /** A link in a line of text is as high as its line. */
  function inSentence(element) {
    if (element.localName !== "a" && element.role !== "button" && !element.matches("[tabindex]")) return false;
    if (!getComputedStyle(element).display.startsWith("inline")) return false;
    const line = element.closest("p, li, td, th, h1, h2, h3, h4, dd, figcaption, small, summary") ?? parentOf(element);
    return line.textContent.trim().length > element.textContent.trim().length + 3;
  }

  /** Regions that scroll or are read have the keyboard's focus, and nothing to be touched; a thing in a picture is as large as it is. */
  const isRegion = (element) => element.matches("section, main, canvas, g.thing, div:not([role]), pre, table, [role=region], [role=img], [role=application], [role=group], [role=tooltip]")
    || element.disabled || getComputedStyle(element).pointerEvents === "none";

  function smallTargets() {
    const found = [];
    for (const element of everything()) {
      if (!element.matches(TARGETS) || isRegion(element) || inSentence(element)) continue;
      const label = element.matches("input") && element.closest("label");
      if (label || element.matches("input[type=file], input[type=hidden]") || element.inert || element.closest("[inert]")) continue;
      if (!seen(element)) continue;
      let box = element.getBoundingClientRect();
      if (box.width >= LEAST_TARGET - 0.5 && box.height >= LEAST_TARGET - 0.5) continue;
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      box = element.getBoundingClientRect();
      const x = box.x + box.width / 2, y = box.y + box.height / 2, half = LEAST_TARGET / 2 - 1;
      const wide = box.width >= LEAST_TARGET - 0.5, high = box.height >= LEAST_TARGET - 0.5;
      const owner = element.closest("[role=button], label, button, a") ?? element;
      if (!within(touched(x, y), owner)) continue; // covered
      const points = [...(wide ? [] : [[x - half, y], [x + half, y]]), ...(high ? [] : [[x, y - half], [x, y + half]])];
      if (points.every(([px, py]) => within(touched(px, py), owner))) continue;
      found.push(`${Math.round(box.width)}x${Math.round(box.height)}: ${told(element)} in ${called(parentOf(element))}`);
    }
    return found;
  }

  /** What scrolls or is cut within something narrower widens nothing. */
  function isHeld(element) {
    for (let at = parentOf(element); at && at !== document.body && !at.matches("[data-testid=stMain]"); at = parentOf(at)) {
      if (getComputedStyle(at).overflowX !== "visible" && at.getBoundingClientRect().right <= screen.width + 1) return true;
    }
    return false;
  }

  function sideways() {
    const found = [], width = window.screen.width;
    if (innerWidth > width) found.push(`window ${innerWidth}`);
    for (const element of [document.documentElement, document.body, ...document.querySelectorAll("[data-testid=stMain]")]) {
      if (element.scrollWidth > width) found.push(`${called(element)} ${element.scrollWidth}`);
    }
    if (found.length) {
      for (const element of everything()) {
        const { right, width: wide } = element.getBoundingClientRect();
        if (right > width + 1 && wide > 1 && found.length < 8 && !isHeld(element) && seen(element)) found.push(`${told(element)} reaches ${Math.round(right)}`);
      }
    }
    return found;
  }

  /** What hides a button's end: the nearest around it that cuts; none where one that scrolls is nearer. */
  function cutter(element) {
    for (let at = parentOf(element); at && at !== document.body; at = parentOf(at)) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX !== "visible") return ["hidden", "clip"].includes(overflowX) ? at : null;
    }
    return null;
  }

  /** What an empty box says that one may type, and how much wider that is than the box. */
  function hintTooWide(element) {
    const pen = document.createElement("canvas").getContext("2d"), style = getComputedStyle(element);
    pen.font = style.font;
    return pen.measureText(element.placeholder).width - element.clientWidth + parseFloat(style.paddingLeft);
  }

  /** Letters have a box larger than their ink, turned ones at the edge most of all. */
  function cut() {
    const found = [], MOST = { text: 5, button: 2 };
    for (const element of everything()) {
      if (element.matches(".bars span") && Math.max(element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight) > 1) {
        found.push(`a word under its bar: ${told(element)}`);
      }
      if (element.matches("[data-testid=stMain] .st-key-ask input:placeholder-shown") && seen(element) && hintTooWide(element) > 1) found.push(`${told(element)} "${element.placeholder}"`);
      if (!element.matches("svg.marks text, button") || !seen(element)) continue;
      const around = element.closest("svg.marks") ?? cutter(element), most = MOST[element.localName];
      if (!around) continue;
      const [one, box] = [element, around].map((each) => each.getBoundingClientRect());
      const by = Math.max(box.left - one.left, one.right - box.right);
      if (by > most) found.push(`by ${Math.round(by)} px: ${told(element)} in ${called(around)}`);
    }
    return found;
  }

  /** Boards paint after the script has ended; what is seen is the same for some frames. */
  async function settled() {
    const look = () => [changes, document.querySelectorAll("*").length, document.querySelector("[data-testid=stMain]")?.scrollHeight].join();
    for (let frames = 0, all = 0, before = ""; frames < FRAMES && all < MOST_FRAMES; all++) {
      await new Promise(requestAnimationFrame);
      const now = look();
      frames = now === before ? frames + 1 : 0;
      before = now;
    }
  }

  window.phone = async () => {
    await settled();
    return { sideways: sideways(), cut: cut(), labels: smallLabels(), targets: smallTargets() };
  };
})();
