// The stream of a room's states. A browser comes back to a lost one by itself, but not to one that was answered with an
// error: then the server is asked whether there is still such a room. Without a network a stream falls silent and may
// stay open: the browser tells when the network goes, and when it is back the stream is begun anew.

const AGAIN = 1500; // milliseconds

/** What to say where an address is of this computer alone, and no phone comes there; "" where phones do. */
export function alone(address, said) {
  const { hostname, port } = new URL(address, location.href);
  return /^(localhost|127\..*|\[::1\])$/.test(hostname) ? said.replace("{host}", hostname).replace("{port}", port || "80") : "";
}

/** @param handlers heard(state), lost(): for now, over(): there is no such room */
export function hear(address, { heard, lost = () => {}, over }) {
  const held = { stream: null, closed: false }, ended = new AbortController(), { signal } = ended;

  async function ask() {
    const stop = new AbortController();
    const answer = await fetch(address, { signal: stop.signal }).catch(() => null); // null: the page is left, no server
    stop.abort();
    if (held.closed) return;
    if (answer?.status === 404) over();
    else setTimeout(open, AGAIN);
  }

  function open() {
    if (held.closed) return;
    held.stream?.close();
    held.stream = new EventSource(address);
    held.stream.onmessage = ({ data }) => heard(JSON.parse(data));
    held.stream.onerror = () => {
      lost();
      if (held.stream.readyState === EventSource.CLOSED) ask();
    };
  }

  open();
  addEventListener("offline", () => lost(), { signal });
  addEventListener("online", open, { signal });
  return { close: () => ((held.closed = true), ended.abort(), held.stream.close()) };
}
