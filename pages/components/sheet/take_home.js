// The file to take along: its message and its styles lie in the page itself, which unpacks them (take_home.py).

import { openSheet } from "./sheet.js";

const message = new Uint8Array(await window.unpacked("message"));
window.__sheet = await openSheet(document.getElementById("place"), message, { style: (path) => window.styles[path] });
