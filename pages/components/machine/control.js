// Hands the machine of the same key what changes often: head, followed word, boxes that are off.
export default function ({ data }) {
  const slot = ((window.__machines ??= {})[data.key] ??= {});
  slot.control = data;
  slot.obey?.(data);
  return () => {
    if (slot.control === data) delete slot.control;
  };
}
