// Hands Python's small, often-changing word to the drawing of the same key, which shares the slot of its registry
// (window.__boards, __machines, __diagrams). Whoever comes first waits for the other.
export default function ({ data }) {
  const slot = ((window[data.registry] ??= {})[data.key] ??= {});
  slot.control = data;
  slot.obey?.(data);
  return () => {
    if (slot.control === data) delete slot.control;
  };
}
