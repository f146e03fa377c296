// Begins: takes the login code out of the address, and shows the pages of the session.
import { html, render } from "../vendor/standalone.js";
import { follow } from "./events.js";
import { wordsOf } from "./say.js";
import { session } from "./session.js";
import { NoSession, Shell } from "./shell.js";
import { speak } from "./words.js";

const place = /** @type {Element} */ (document.getElementById("app"));

/** @param {string} [reason] */
const end = (reason) => render(html`<${NoSession} reason=${reason} />`, place);

async function begin() {
  const hash = location.hash.slice(1);
  // Addresses of pages begin with "/"; a code has none.
  const code = hash.startsWith("/") ? "" : hash;
  if (code) {
    history.replaceState(null, "", "/");
    await session.begin(code);
  } else if (!(await session.resume())) {
    return end();
  }
  const about = await session.get("/api/session");
  speak(about.language);
  if (!location.hash) history.replaceState(null, "", "/#/questions");
  render(html`<${Shell} about=${about} />`, place);
  follow(end);
}

speak(navigator.language.startsWith("pt") ? "pt-BR" : "en-US");
begin().catch((error) => end(wordsOf(error)));
