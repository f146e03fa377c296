// Chats out of a file of another program, or of an export.
import { html, useState } from "../../vendor/standalone.js";
import { Field, Foreign, Notice } from "../../app/parts.js";
import { addressOf } from "../../app/route.js";
import { wordsOf } from "../../app/say.js";
import { session } from "../../app/session.js";
import { t } from "../../app/words.js";

// A request has no more than 1 MiB, in which some characters are spelled with more bytes.
const FILE_BYTES_MAX = 800_000;

/** @param {{ imported: any }} facts as POST /api/chats/import gives it */
const Imported = ({ imported: { chats, count, faults, fault_count: faultCount } }) => html`<${Notice} kind=${faultCount > 0 ? "wait" : "ok"}>
  <p role="status">${t("{count} chats are there now.", { count })}</p>
  <ul>${chats.map((/** @type {any} */ { id, title, is_new: isNew }) => html`<li key=${id}><a href=${addressOf("chat", id)}><${Foreign} text=${title || id} /></a>${isNew ? "" : ` (${t("it was there already")})`}</li>`)}</ul>
  ${faultCount > 0 && html`<p>${t("{count} could not be read:", { count: faultCount })}</p><ul>${faults.map((/** @type {string} */ fault) => html`<li><${Foreign} text=${fault} /></li>`)}</ul>`}<//>`;

/** @param {{ reload: () => void }} facts */
export function Import({ reload }) {
  const [imported, setImported] = useState(/** @type {any} */ (null));
  const [error, setError] = useState("");
  /** @param {any} event */
  const read = async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    setImported(null);
    setError("");
    try {
      if (file.size > FILE_BYTES_MAX) throw new Error(t("The file is larger than 800 kB; import it with the command: chat import"));
      setImported(await session.post("/api/chats/import", { name: file.name, text: await file.text() }));
      reload();
    } catch (thrown) {
      setError(wordsOf(thrown));
    }
    target.value = ""; // the same file may be chosen again
  };
  return html`<details><summary>${t("Import chats")}</summary><div class="stack card">
    <${Field} label=${t("File")} hint=${t("An export of this program, conversations.json of ChatGPT, or messages of OpenAI's API. Texts alone enter, as data.")} error=${error}>${
    (/** @type {object} */ ids) => html`<input ...${ids} type="file" accept=".json,.jsonl,application/json" onChange=${read} />`}<//>
    ${imported && html`<${Imported} imported=${imported} />`}</div></details>`;
}
