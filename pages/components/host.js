// What only the page around a drawing can give: its theme, the way back to Python, the parts of a payload.
// Another page (plain HTML, a notebook's output) brings a host of its own.

/**
 * @typedef {object} Host
 * @property {(name: string, value: any) => void} state    tells a value that stays, such as a chosen cell
 * @property {(name: string, value: any) => void} event    tells something that happens once, such as a click
 * @property {(element: Element) => Theme} theme           the page's colours and type, where the element stands
 * @property {(version: string, number: number, signal: AbortSignal) => Promise<ArrayBuffer>} part
 *
 * @typedef {{ page: string, ink: string, accent: string, font: string }} Theme   CSS colours, a CSS font family
 */

/** @returns {Theme} */
export function theme(element) {
  const style = getComputedStyle(element), of = (name, otherwise) => style.getPropertyValue(name).trim() || otherwise;
  return { page: of("--st-background-color", "#fff"), ink: of("--st-text-color", "#31333f"),
    accent: of("--st-primary-color", "#ff4b4b"), font: of("--st-font", "sans-serif") };
}

/** What the server answers; an error where that is not what was asked for. */
export async function fetched(address, options) {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}.`);
  return answer;
}

export const part = async (version, number, signal) =>
  (await fetched(new URL(`../../parts/${version}/${number}`, import.meta.url), { signal })).arrayBuffer();

/** The host of a component that Streamlit mounts. @returns {Host} */
export const streamlit = ({ setStateValue, setTriggerValue }) =>
  ({ state: setStateValue, event: setTriggerValue, theme, part });
