// What a page is asked about: `window.grave()`, by axe-core, for all that may be serious or critical; `window.dim()`, by
// arithmetic of its own, for text that is hard to read, which is what another theme of the same page may make of it.
(() => {
  const GRAVE = ["serious", "critical"], LARGE = 24, LARGE_AND_BOLD = 18.66;
  const FIELDS = "textarea, select, input:not([type]), input:is([type=text], [type=search], [type=number], [type=button])";

  /** The impact that a rule names is that of all it finds: rules that name a lesser one need not be asked. */
  const rules = () => axe._audit.rules.filter(({ enabled, impact, tags }) => (
    enabled && GRAVE.includes(impact) && !tags.includes("experimental"))).map(({ id }) => id);

  window.grave = async () => {
    const { violations } = await axe.run({ runOnly: rules(), resultTypes: ["violations"], preload: false });
    return violations.flatMap(({ id, nodes }) => nodes.map(
      ({ target, html, failureSummary }) => `${id}: ${target} ${html.slice(0, 160)} ${(failureSummary ?? "").slice(0, 240)}`));
  };

  /** Text with less contrast than WCAG asks (4.5, large 3), one of each kind: of all with the same letters on the same
   * grounds. As axe, it says nothing where a picture or a gradient lies behind, where letters have their ground's colour, of one
   * letter alone, and of what is disabled or hidden from screen readers. */
  window.dim = () => [...kinds().values()].map(([element, letters, grounds]) => [ratio(letters, grounds), leastOf(letters), element])
    .filter(([got, least]) => got < least - 0.005 && got !== 1)
    .map(([got, least, element]) => `contrast ${got.toFixed(2)} of ${least}: ${element.outerHTML.slice(0, 160)}`);

  const leastOf = ({ fontSize, fontWeight }) => {
    const size = parseFloat(fontSize);
    return size >= LARGE || size >= LARGE_AND_BOLD && Number(fontWeight) >= 700 ? 3 : 4.5;
  };

  /** Elements with a text of their own, by their letters and all that is painted behind them, the lowest first. */
  function kinds() {
    const found = new Map();
    const walk = (root, grounds, behind) => {
      for (const element of root.children) {
        const letters = getComputedStyle(element), { backgroundColor, backgroundImage, opacity, display } = letters;
        if (element.ariaHidden === "true" || display === "none" || opacity === "0") continue;
        const one = { colour: backgroundColor, pictured: backgroundImage !== "none", opacity: Number(opacity) };
        const plain = backgroundColor === "rgba(0, 0, 0, 0)" && !one.pictured && opacity === "1";
        const on = plain ? grounds : [...grounds, one], key = plain ? behind : `${behind}/${Object.values(one)}`;
        if (letters.visibility === "visible" && hasText(element)) {
          const kind = [letters.color, letters.fontSize, letters.fontWeight, key].join();
          if (!found.has(kind)) found.set(kind, [element, letters, on]);
        }
        walk(element, on, key);
        if (element.shadowRoot) walk(element.shadowRoot, on, key);
      }
    };
    walk(document, [], "");
    return found;
  }

  const disabled = (element) => element.closest(":disabled, [aria-disabled=true]") || element.closest("label")?.control?.disabled;

  const hasText = (element) => element instanceof HTMLElement && !disabled(element)
    && (element.matches(FIELDS) || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim().length > 1));

  const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });

  /** Painted one over the other, as the screen does. */
  function ratio({ color }, grounds) {
    if (grounds.some(({ pictured }) => pictured)) return Infinity;
    pen.globalAlpha = 1;
    pen.clearRect(0, 0, 1, 1);
    for (const { colour, opacity } of grounds) paint(colour, opacity);
    const behind = luminance();
    paint(color);
    const [low, high] = [behind, luminance()].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }

  function paint(colour, opacity = 1) {
    pen.globalAlpha *= opacity;
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
  }

  function luminance() {
    const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((x) => x / 255)
      .map((x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
})();
