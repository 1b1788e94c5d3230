// Loads a component's module and its style sheet, once for all its mounts.

const sheets = new Map(), READERS = "bar/readers_own.css";  // no shadow root sees the document's

async function sheetOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The style sheet ${address} was answered with ${answer.status}.`);
  return new CSSStyleSheet().replace(await answer.text());
}

/** The component's renderer; its style is adopted by the root (shadow or document) that it draws into. */
export async function load(root, script, css) {
  const addresses = (css ? [READERS, css] : []).map((one) => new URL(one, root).href);
  for (const one of addresses) if (!sheets.has(one)) sheets.set(one, sheetOf(one));
  const [{ default: draw }, ...own] = await Promise.all([import(new URL(script, root).href),
    ...addresses.map((one) => sheets.get(one))]);
  return (component) => {
    const place = component.parentElement.getRootNode();
    place.adoptedStyleSheets.push(...own.filter((sheet) => !place.adoptedStyleSheets.includes(sheet)));
    const { data } = component;
    return draw(data?.json ? { ...component, data: JSON.parse(data.json) } : component);
  };
}
