// Loads a component's module and its style sheet, once for all its mounts.

const sheets = new Map();

async function sheetOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The style sheet ${address} was answered with ${answer.status}.`);
  return new CSSStyleSheet().replace(await answer.text());
}

/** The component's renderer; its style is adopted by the root (shadow or document) that it draws into. */
export async function load(root, script, css) {
  const address = css && new URL(css, root).href;
  if (address && !sheets.has(address)) sheets.set(address, sheetOf(address));
  const [{ default: draw }, sheet] = await Promise.all([import(new URL(script, root).href), sheets.get(address)]);
  return (component) => {
    const place = component.parentElement.getRootNode();
    if (sheet && !place.adoptedStyleSheets.includes(sheet)) place.adoptedStyleSheets.push(sheet);
    const { data } = component;
    return draw(data?.json ? { ...component, data: JSON.parse(data.json) } : component);
  };
}
