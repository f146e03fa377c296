// The changes that the console tells. One tab of the browser holds the stream and passes each event
// to the others: a browser opens only six connections to one server.
import { say, wordsOf } from "./say.js";
import { session } from "./session.js";
import { t } from "./words.js";

const COME_BACK_MS = 1000;

/** @typedef {import("./session.js").ConsoleEvent} ConsoleEvent */

/** @type {Set<(event: ConsoleEvent) => void>} */
const listeners = new Set();
let last = "";

/** @param {ConsoleEvent} event */
function take(event) {
  last = event.id || last;
  for (const listener of listeners) listener(event);
}

/** @param {(event: ConsoleEvent) => void} listener @returns {() => void} ends it */
export function onEvent(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Follows the events until the session ends. @param {() => void} onEnd */
export function follow(onEnd) {
  const tabs = new BroadcastChannel("iam-events");
  tabs.addEventListener("message", ({ data }) => (data ? take(data) : onEnd()));
  // The lock lets one tab in. It passes to another one when this tab closes.
  void navigator.locks.request("iam-events", async () => {
    await lead((event) => {
      take(event);
      tabs.postMessage(event);
    });
    tabs.postMessage(null);
    onEnd();
  });
}

/** @param {(event: ConsoleEvent) => void} pass */
async function lead(pass) {
  for (;;) {
    try {
      await session.stream(last, pass);
      say(t("The console was cut off; connecting anew …"));
    } catch (thrown) {
      const { status } = /** @type {import("./session.js").Refusal} */ (thrown);
      if (status === 401) return;
      say(status ? wordsOf(thrown) : t("The console does not answer; trying again …"));
    }
    await new Promise((resolve) => { setTimeout(resolve, COME_BACK_MS); });
  }
}
