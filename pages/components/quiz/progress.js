/** What a reader has answered, kept in this browser: by question, whether the last answer was right. */

import { keep, kept } from "../kept.js";

const KEPT = "quiz answers";

export function progress() {
  const found = kept(KEPT);
  return typeof found === "object" && !Array.isArray(found) ? { ...found } : {};
}

export const remember = (id, right) => keep(KEPT, { ...progress(), [id]: right });

export const forget = () => keep(KEPT, null);

/** [answered, right] among these questions. */
export function count(questions, answers = progress()) {
  const known = questions.filter(({ id }) => id in answers);
  return [known.length, known.filter(({ id }) => answers[id]).length];
}

/** Some of them in an order of chance, those that nobody has answered yet first. */
export function draw(questions, most) {
  const answers = progress(), lots = new Map(questions.map((one) => [one, Math.random() + (one.id in answers)]));
  return [...questions].sort((a, b) => lots.get(a) - lots.get(b)).slice(0, most);
}
