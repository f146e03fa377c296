// The chats of this state, and a new one: begun, or imported out of a file.
import { html, useEffect, useState } from "../../vendor/standalone.js";
import { onEvent } from "../../app/events.js";
import { Search } from "../../app/forms.js";
import { Failure, Foreign, Notice, Page, useData } from "../../app/parts.js";
import { addressOf, go } from "../../app/route.js";
import { t } from "../../app/words.js";
import { Composer } from "./composer.js";
import { Import } from "./import.js";
import { ProfileChoice } from "./profile_choice.js";

/** @param {{ closedBecause: string }} facts */
function NewChat({ closedBecause }) {
  const [profile, setProfile] = useState("");
  return html`<section class="card"><h2>${t("New chat")}</h2><${ProfileChoice} value=${profile} onPick=${setProfile} />
    ${closedBecause && !profile ? html`<${Notice} kind="wait"><${Foreign} text=${closedBecause} /><//>`
    : html`<${Composer} chat="" profile=${profile} onSent=${(/** @type {string} */ id) => go(addressOf("chat", id))} />`}</section>`;
}

export function AllChats() {
  const [text, setText] = useState("");
  const { data, error, reload } = useData(`/api/chats?${new URLSearchParams(text ? { text } : {})}`);
  useEffect(() => onEvent(({ type, data: news }) => {
    if (type === "chat" && !news.call && news.text === undefined) void reload();
  }), [reload]);
  const chats = data?.chats ?? [];
  return html`<${Page} title=${t("Chats")}>
    <${Failure} text=${error} reload=${reload} />
    ${data && html`<${NewChat} closedBecause=${data.closed_because} />`}
    <${Search} onSearch=${setText} />
    ${data && chats.length === 0 && html`<p class="empty">${t("No chat.")}</p>`}
    <ul class="list">${chats.map((/** @type {any} */ one) => html`<li key=${one.id}><a href=${addressOf("chat", one.id)}><${Foreign} text=${one.title || one.id} /> <span class="muted">${one.unreadable_because ? html`<${Foreign} text=${one.unreadable_because} />` : t("{count} messages", { count: one.messages })}</span></a></li>`)}</ul>
    ${data?.left_out > 0 && html`<p class="muted">${t("{count} older chats are left out; search for them.", { count: data.left_out })}</p>`}
    ${data && html`<${Import} reload=${reload} />`}<//>`;
}
