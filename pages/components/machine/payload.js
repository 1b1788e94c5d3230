// The bytes of a machine: its key, the spec as JSON, then the payload of a board whose pictures are the weights.

import { begun, openPictures, unpack, valueAt } from "../board/payload.js";

export function openMachine(bytes) {
  const { key, json, end } = begun(bytes);
  const pictures = end < bytes.length ? openPictures(unpack(bytes.subarray(end))) : { version: "", byName: new Map() };
  return withWeights({ ...JSON.parse(json), key, version: json + pictures.version }, pictures.byName);
}

/** The spec, each ribbon with the values of the picture of its step: (heads, readers, read). */
export function withWeights(spec, byName) {
  const ribbons = spec.ribbons.map((ribbon) => {
    const picture = byName.get(ribbon.step), [heads, readers, read] = picture.shape;
    const values = new Float32Array(heads * readers * read);
    let at = 0;
    for (let h = 0; h < heads; h++) {
      for (let i = 0; i < readers; i++) for (let j = 0; j < read; j++) values[at++] = valueAt(picture, h, i, j);
    }
    return { ...ribbon, shape: picture.shape, values };
  });
  return { ...spec, ribbons };
}
