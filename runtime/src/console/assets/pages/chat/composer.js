// The field in which a person writes to a model. Its text is kept while they look at other pages.
import { html, useEffect, useRef, useState } from "../../vendor/standalone.js";
import { Field } from "../../app/parts.js";
import { say, wordsOf } from "../../app/say.js";
import { session } from "../../app/session.js";
import { t } from "../../app/words.js";

/**
 * The chat of the last message, until its turn has ended. A turn may end before its page stands.
 */
export const sent = { chat: "" };

/**
 * @param {{ chat: string, profile?: string, isWorking?: boolean, onSent?: (chat: string) => void }} facts
 *   chat: empty: the message begins a new one, with the profile
 */
export function Composer({ chat, profile = "", isWorking = false, onSent = () => {} }) {
  const key = `iam-draft-${chat}`;
  const [text, setText] = useState(sessionStorage.getItem(key) ?? "");
  const isSending = useRef(false);
  useEffect(() => { setText(sessionStorage.getItem(key) ?? ""); }, [key]);
  /** @param {string} written */
  const keep = (written) => {
    setText(written);
    if (written) sessionStorage.setItem(key, written);
    else sessionStorage.removeItem(key);
  };
  const send = async () => {
    if (isSending.current || isWorking || !text.trim()) return;
    isSending.current = true;
    try {
      const begun = await session.post("/api/chats", chat ? { chat, text } : { text, ...(profile ? { profile } : {}) });
      sent.chat = begun.chat;
      keep("");
      onSent(begun.chat);
    } catch (error) {
      say(wordsOf(error));
    }
    isSending.current = false;
  };
  const stop = () => session.post(`/api/chats/${chat}/stop`, {}).catch((error) => say(wordsOf(error)));
  /** @param {KeyboardEvent} event Enter that ends a word of an input method sends nothing. */
  const onKeyDown = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    void send();
  };
  return html`<form onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), void send())}>
    <${Field} label=${t("Message")} hint=${t("Enter sends, Shift+Enter begins a line.")}>${(/** @type {object} */ ids) => html`<textarea ...${ids} rows="3" value=${text}
      onInput=${(/** @type {any} */ event) => keep(event.target.value)} onKeyDown=${onKeyDown} />`}<//>
    <div class="cluster"><button class="primary" disabled=${isWorking}>${t("Send")}</button>
      ${isWorking && html`<button type="button" class="danger" onClick=${stop}>${t("Stop")}</button>`}</div></form>`;
}
