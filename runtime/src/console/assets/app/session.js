// A session with the console: its secret, and requests under it. The secret stands in
// sessionStorage and in a header, never in a cookie or an address.
const KEY = "iam-session";
const WAIT_FOR_TABS_MS = 300;
// Requests of a page that nobody has touched for so long keep no session open.
const UNATTENDED_MS = 60_000;

/**
 * @typedef {{ id: string, type: string, data: any }} ConsoleEvent data: as docs/console.md has it
 * @typedef {Error & { status?: number, body?: any }} Refusal
 */

/** @param {string} text @returns {ConsoleEvent | null} */
function eventIn(text) {
  /** @type {Record<string, string>} */
  const fields = {};
  for (const line of text.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
  }
  return fields.event ? { id: fields.id ?? "", type: fields.event, data: JSON.parse(fields.data) } : null;
}

class Session {
  #tabs = new BroadcastChannel("iam-session");
  #touched = performance.now();

  constructor() {
    for (const type of ["pointerdown", "keydown", "wheel"]) {
      addEventListener(type, () => { this.#touched = performance.now(); }, { capture: true, passive: true });
    }
    this.#tabs.addEventListener("message", ({ data }) => {
      const secret = sessionStorage.getItem(KEY);
      if (data === "ask" && secret) this.#tabs.postMessage({ secret });
    });
  }

  /** Takes the secret of this tab or of another one. @returns {Promise<boolean>} */
  async resume() {
    const secret = sessionStorage.getItem(KEY) ?? (await this.#fromOtherTab());
    if (secret) sessionStorage.setItem(KEY, secret);
    return Boolean(secret);
  }

  /** Begins anew by the code of a login address. @param {string} code */
  async begin(code) {
    sessionStorage.removeItem(KEY);
    const { secret } = await this.post("/api/login", { code });
    sessionStorage.setItem(KEY, secret);
  }

  /** @returns {Promise<string | null>} */
  #fromOtherTab() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WAIT_FOR_TABS_MS, null);
      this.#tabs.addEventListener("message", ({ data }) => {
        if (!data.secret) return;
        clearTimeout(timer);
        resolve(data.secret);
      });
      this.#tabs.postMessage("ask");
    });
  }

  /** @param {Record<string, string>} [more] @returns {Record<string, string>} */
  #headers(more) {
    const secret = sessionStorage.getItem(KEY);
    const isUnattended = performance.now() - this.#touched > UNATTENDED_MS;
    return { ...more, ...(isUnattended ? { "Iam-Unattended": "1" } : {}), ...(secret ? { Authorization: `Bearer ${secret}` } : {}) };
  }

  /** @param {Response} response */
  async #read(response) {
    const isJson = response.headers.get("Content-Type") === "application/json";
    const body = isJson ? await response.json() : { message: await response.text() };
    if (response.status === 401) sessionStorage.removeItem(KEY);
    if (!response.ok) throw Object.assign(new Error(body.message), { body, status: response.status });
    return body;
  }

  /** @param {string} path */
  async get(path) {
    return this.#read(await fetch(path, { headers: this.#headers() }));
  }

  /** @param {string} path @param {object} body */
  async post(path, body) {
    const headers = this.#headers({ "Content-Type": "application/json" });
    return this.#read(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
  }

  /**
   * Passes the events after the one with the id `last`. Returns when the stream has been cut.
   * @param {string} last @param {(event: ConsoleEvent) => void} pass
   */
  async stream(last, pass) {
    const headers = this.#headers(last ? { "Last-Event-ID": last } : {});
    const response = await fetch("/api/events", { headers });
    if (!response.ok) await this.#read(response);
    if (!response.body) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = "";;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: "" }));
      if (done) return;
      const parts = (text + value).split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const event = eventIn(part);
        if (event) pass(event);
      }
    }
  }
}

export const session = new Session();
