// A session with the console: its secret, requests under it, and the stream of events. The secret
// stands in sessionStorage and in a header, never in a cookie or an address.
const KEY = "iam-session";
const WAIT_FOR_TABS_MS = 300;
const COME_BACK_MS = 1000;

/**
 * @typedef {{ type: string, data: any }} ConsoleEvent data: as docs/console-api.json has it
 * @typedef {Error & { status?: number, body?: any }} Refusal
 */

/** @param {unknown} error @returns {Refusal} */
const refusal = (error) => (error instanceof Error ? error : new Error(String(error)));

export class Session {
  #tabs = new BroadcastChannel("iam-session");

  constructor() {
    this.#tabs.addEventListener("message", ({ data }) => {
      const secret = sessionStorage.getItem(KEY);
      if (data === "ask" && secret) this.#tabs.postMessage({ secret });
    });
  }

  /// Takes the code of the address, or the secret of this tab or of another one.
  async begin() {
    const code = location.hash.slice(1);
    history.replaceState(null, "", "/");
    if (code) {
      sessionStorage.removeItem(KEY);
      const { secret } = await this.post("/api/login", { code });
      sessionStorage.setItem(KEY, secret);
    } else if (!sessionStorage.getItem(KEY)) {
      const secret = await this.#fromOtherTab();
      if (!secret) throw new Error("There is no session here; run: console --open");
      sessionStorage.setItem(KEY, secret);
    }
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
    return { ...more, ...(secret ? { Authorization: `Bearer ${secret}` } : {}) };
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
   * Calls onEvent for each event, and comes back after a cut.
   * @param {(event: ConsoleEvent) => void} onEvent @param {(text: string) => void} say
   */
  async follow(onEvent, say) {
    let last = "";
    for (;;) {
      try {
        last = await this.#stream(last, onEvent);
        say("The console was cut off; connecting anew …");
      } catch (thrown) {
        const error = refusal(thrown);
        if (error.status === 401) throw error;
        say(error.status ? error.message : "The console does not answer; trying again …");
      }
      await new Promise((resolve) => { setTimeout(resolve, COME_BACK_MS); });
    }
  }

  /** @param {string} last @param {(event: ConsoleEvent) => void} onEvent */
  async #stream(last, onEvent) {
    const headers = this.#headers(last ? { "Last-Event-ID": last } : {});
    const response = await fetch("/api/events", { headers });
    if (!response.ok) await this.#read(response);
    if (!response.body) return last;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return last;
        const events = (text + value).split("\n\n");
        text = events.pop() ?? "";
        for (const event of events) last = this.#take(event, onEvent) || last;
      }
    } catch {
      return last;
    }
  }

  /** @param {string} text @param {(event: ConsoleEvent) => void} onEvent */
  #take(text, onEvent) {
    /** @type {Record<string, string>} */
    const fields = {};
    for (const line of text.split("\n")) {
      const colon = line.indexOf(": ");
      if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
    }
    if (fields.event) onEvent({ type: fields.event, data: JSON.parse(fields.data) });
    return fields.id;
  }
}
