// Hands Python's small, often-changing word to the board of the same key. Whoever comes first waits for the other.
export default function ({ data }) {
  const slot = ((window.__boards ??= {})[data.key] ??= {});
  slot.control = data;
  slot.obey?.(data);
  return () => {
    if (slot.control === data) delete slot.control;
  };
}
