/** What a reader has answered, kept in this browser: by question, whether the last answer was right. */

const KEPT = "quiz answers";

export function progress() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT));
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};  // written by something else, or storage is not allowed
  }
}

export function remember(id, right) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...progress(), [id]: right }));
  } catch {
    return;  // storage is not allowed: the quiz goes on, and forgets
  }
}

export function forget() {
  try {
    localStorage.removeItem(KEPT);
  } catch {
    return;
  }
}

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
