// A session with the console: its secret, requests under it, and the stream of events. The secret
// stands in sessionStorage and in a header, never in a cookie or an address.
const KEY = "iam-session";
const WAIT_FOR_TABS_MS = 300;
const COME_BACK_MS = 1000;

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

  #headers(more) {
    const secret = sessionStorage.getItem(KEY);
    return { ...more, ...(secret ? { Authorization: `Bearer ${secret}` } : {}) };
  }

  async #read(response) {
    const body = await response.json();
    if (response.status === 401) sessionStorage.removeItem(KEY);
    if (!response.ok) throw Object.assign(new Error(body.message), { body, status: response.status });
    return body;
  }

  async get(path) {
    return this.#read(await fetch(path, { headers: this.#headers() }));
  }

  async post(path, body) {
    const headers = this.#headers({ "Content-Type": "application/json" });
    return this.#read(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
  }

  /// Calls onEvent({ type, data }) for each event, and comes back after a cut.
  async follow(onEvent, say) {
    let last = "";
    for (;;) {
      try {
        last = await this.#stream(last, onEvent);
        say("The console was cut off; connecting anew …");
      } catch (error) {
        if (error.status === 401) throw error;
        say(error.status ? error.message : "The console does not answer; trying again …");
      }
      await new Promise((resolve) => { setTimeout(resolve, COME_BACK_MS); });
    }
  }

  async #stream(last, onEvent) {
    const headers = this.#headers(last ? { "Last-Event-ID": last } : {});
    const response = await fetch("/api/events", { headers });
    if (!response.ok) await this.#read(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return last;
        const events = (text + value).split("\n\n");
        text = events.pop();
        for (const event of events) last = this.#take(event, onEvent) || last;
      }
    } catch {
      return last;
    }
  }

  #take(text, onEvent) {
    const fields = {};
    for (const line of text.split("\n")) {
      const colon = line.indexOf(": ");
      if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
    }
    if (fields.event) onEvent({ type: fields.event, data: JSON.parse(fields.data) });
    return fields.id;
  }
}
