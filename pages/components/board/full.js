// The whole screen for the stage. The page's own style says what `data-stage="full"` hides.

export const isFull = () => document.documentElement.dataset.stage === "full";

export function toggleFull(full = !isFull()) {
  const { documentElement } = document;
  if (full) documentElement.dataset.stage = "full";
  else delete documentElement.dataset.stage;
  if (full && !document.fullscreenElement) request(documentElement);
  if (!full && document.fullscreenElement) document.exitFullscreen();
  window.dispatchEvent(new Event("resize"));
}

/** The browser takes a moment: a reader who has left by then is not held. Where it is not allowed, the page alone. */
function request(element) {
  element.requestFullscreen?.().then(() => isFull() || document.exitFullscreen()).catch(() => {});
}

/** The browser's own way out (Escape, a menu) leaves the stage too. */
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && isFull()) toggleFull(false);
});
