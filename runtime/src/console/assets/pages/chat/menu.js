// The acts on a chat: its title, its tools, its text as a file, its end.
import { html, useState } from "../../vendor/standalone.js";
import { Confirm, Failure, Field, Foreign, useData } from "../../app/parts.js";
import { addressOf, go } from "../../app/route.js";
import { say, wordsOf } from "../../app/say.js";
import { session } from "../../app/session.js";
import { t } from "../../app/words.js";
import { ProfileChoice } from "./profile_choice.js";

/** @typedef {import("./data.js").Chat} Chat */

/** @param {Promise<any>} request @param {() => void} [then] */
const tell = (request, then = () => {}) => request.then(then, (error) => say(wordsOf(error)));

/** Gives the browser a file to keep. @param {string} name @param {string} text */
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The tools by their servers; those of the program stand under "". @param {any[]} tools */
function byServer(tools) {
  /** @type {Map<string, any[]>} */
  const servers = new Map();
  for (const tool of tools) {
    const [server] = tool.name.includes("/") ? tool.name.split("/") : [""];
    servers.set(server, [...(servers.get(server) ?? []), tool]);
  }
  return [...servers];
}

/** @param {{ isOn: boolean, turn: (isOn: boolean) => void, children?: any }} facts */
const Switch = ({ isOn, turn, children }) => html`<label><input type="checkbox" checked=${isOn} onChange=${(/** @type {any} */ event) => turn(event.target.checked)} /><span>${children}</span></label>`;

/** @param {{ id: string }} facts */
function Tools({ id }) {
  const path = `/api/chats/${id}/tools`;
  const { data, error, reload } = useData(path);
  /** @param {string} pattern @param {boolean} isOn */
  const turn = (pattern, isOn) => tell(session.post(path, { pattern, is_on: String(isOn) }), reload);
  return html`<${Failure} text=${error} reload=${reload} />${byServer(data?.tools ?? []).map(([server, tools]) => html`<fieldset key=${server}>
    <legend>${server ? html`<${Foreign} text=${server} />` : t("Tools of this chat")}</legend>
    ${server && html`<${Switch} isOn=${tools.every((tool) => tool.is_on)} turn=${(/** @type {boolean} */ isOn) => turn(`${server}/*`, isOn)}>${t("All tools of this server")}<//>`}
    ${tools.map((tool) => html`<${Switch} key=${tool.name} isOn=${tool.is_on} turn=${(/** @type {boolean} */ isOn) => turn(tool.name, isOn)}><${Foreign} text=${tool.name} /> <span class="muted"><${Foreign} text=${tool.title} /></span><//>`)}</fieldset>`)}`;
}

/** @param {{ chat: Chat, reload: () => void }} facts */
export function ChatMenu({ chat, reload }) {
  const [title, setTitle] = useState(chat.title);
  const [isOpen, setOpen] = useState(false);
  const path = `/api/chats/${chat.id}`;
  /** @param {string} format @param {string} ending */
  const save = (format, ending) => tell(session.get(`${path}/export?format=${format}`).then(({ text }) => download(`chat-${chat.id}.${ending}`, text)));
  const isBusy = chat.state === "working";
  return html`<details onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}><summary>${t("Settings of this chat")}</summary>${isOpen && html`<div class="stack card">
    <form onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), tell(session.post(`${path}/rename`, { title }), reload))}>
      <${Field} label=${t("Title")}>${(/** @type {object} */ ids) => html`<input ...${ids} value=${title} onInput=${(/** @type {any} */ event) => setTitle(event.target.value)} />`}<//>
      <button disabled=${isBusy}>${t("Rename")}</button></form>
    ${!isBusy && html`<${ProfileChoice} value=${chat.profile} onPick=${(/** @type {string} */ profile) => tell(session.post(`${path}/profile`, profile ? { profile } : {}), () => (say(t("The chat has the profile from its next message on.")), reload()))} />`}
    ${!chat.closed_because && !isBusy && html`<${Tools} id=${chat.id} />`}
    <div class="cluster"><button type="button" onClick=${() => save("markdown", "md")}>${t("Export as Markdown")}</button>
      <button type="button" onClick=${() => save("jsonl", "jsonl")}>${t("Export as JSON lines")}</button>
      <${Confirm} kind="danger" label=${t("Delete")} question=${t("The chat is gone then; the ledger keeps its calls.")} onConfirm=${() => tell(session.post(`${path}/delete`, {}), () => go(addressOf("chat")))} /></div>
  </div>`}</details>`;
}
