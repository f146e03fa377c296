// A chat: its messages, its calls, and what to say next.
import { html, useEffect, useRef, useState, Component } from "../../vendor/standalone.js";
import { Failure, Foreign, Notice, Page } from "../../app/parts.js";
import { addressOf } from "../../app/route.js";
import { say, wordsOf } from "../../app/say.js";
import { session } from "../../app/session.js";
import { t } from "../../app/words.js";
import { CallCard } from "./call_card.js";
import { Composer, sent } from "./composer.js";
import { useChat, useDraft, withCalls } from "./data.js";
import { AllChats } from "./list.js";
import { ChatMenu } from "./menu.js";
import { Markdown } from "./text.js";

/** @typedef {import("./data.js").Chat} Chat */
/** @typedef {import("./data.js").Call} Call */
/** @typedef {import("./data.js").Message} Message */

/** Drawn again only if the message is another object: streams change the last lines alone. */
class OneMessage extends Component {
  /** @param {{ message: Message }} next */
  shouldComponentUpdate(next) {
    return next.message !== this.props.message;
  }
  /** @param {{ message: Message, reload: () => Promise<void> }} facts */
  render({ message, reload }) {
    return html`<div class=${message.is_of_model ? "stack" : "card"}><p class="muted">${message.is_of_model ? t("Model") : t("You")}</p>
      ${message.tree ? html`<${Markdown} tree=${message.tree} />` : html`<p class="text"><${Foreign} text=${message.text ?? ""} /></p>`}
      ${message.end && html`<${Notice} kind="wait">${t("The answer is not whole: {why}", { why: message.end })}<//>`}
      ${message.calls.map((call) => html`<${CallCard} key=${call.id} call=${call} reload=${reload} />`)}</div>`;
  }
}

/** @param {{ chat: Chat, onGap: () => void }} facts */
function Draft({ chat, onGap }) {
  const text = useDraft(chat.id, chat, onGap);
  return text && html`<div class="stack"><p class="muted">${t("Model")}</p><p class="text"><${Foreign} text=${text} /></p></div>`;
}

/** One sentence at the end of a turn. @param {Chat} chat */
function summaryOf(chat) {
  const begin = chat.messages.map(({ is_of_model: isOfModel }) => isOfModel).lastIndexOf(false);
  const calls = chat.messages.slice(begin + 1).flatMap((message) => message.calls);
  const waiting = calls.filter(({ state }) => state === "awaiting").length;
  const end = chat.state === "idle" || chat.state === "awaiting" ? t("The model has answered.") : t("The turn has ended.");
  const counts = [];
  if (calls.length > 0) counts.push(calls.length === 1 ? t("1 call") : t("{count} calls", { count: calls.length }));
  if (waiting > 0) counts.push(waiting === 1 ? t("1 awaits you") : t("{count} await you", { count: waiting }));
  return `${end} ${counts.join(", ")}`.trim();
}

/** @param {{ chat: Chat, calls: Call[] }} facts */
function Waiting({ chat, calls }) {
  const waiting = chat.messages.flatMap((message) => withCalls(message, calls).calls).filter(({ state }) => state === "awaiting");
  if (waiting.length === 0) return null;
  return html`<${Notice} kind="wait">${waiting.length === 1 ? t("1 question waits") : t("{count} questions wait", { count: waiting.length })}:
    ${waiting.map(({ approval, tool }) => html` <a href=${addressOf("questions", approval)}><${Foreign} text=${tool} /></a>`)}<//>`;
}

/** @param {{ chat: Chat }} facts */
function Rest({ chat }) {
  const act = () => session.post(`/api/chats/${chat.id}/resume`, {}).catch((error) => say(wordsOf(error)));
  if (["idle", "working"].includes(chat.state)) return null;
  return html`<div class="cluster"><span>${chat.state === "awaiting" ? t("The chat goes on once its questions are answered.") : t("The last turn has ended.")} <${Foreign} text=${chat.why} /></span>
    ${!chat.closed_because && html`<button type="button" onClick=${act}>${t("Go on")}</button>`}</div>`;
}

/** @param {{ id: string }} facts */
function OneChat({ id }) {
  const { chat, error, calls, reload } = useChat(id);
  const [earlier, setEarlier] = useState(/** @type {Message[]} */ ([]));
  const [hasEarlier, setHasEarlier] = useState(true);
  const before = useRef("");
  const end = /** @type {{ current: HTMLElement | null }} */ (useRef(null));
  useEffect(() => {
    if (chat && chat.state !== "working" && (before.current === "working" || sent.chat === id)) {
      say(summaryOf(chat));
      sent.chat = "";
    }
    before.current = chat?.state ?? "";
  }, [chat]);
  const root = document.documentElement;
  const isAtEnd = root.scrollHeight - root.clientHeight - root.scrollTop < 80;
  useEffect(() => { if (isAtEnd && chat?.state === "working") end.current?.scrollIntoView({ block: "end" }); });
  // The heading waits for the title, so that it does not change a moment later.
  if (!chat) return error && html`<${Page} title=${t("Chat")}><${Failure} text=${error} reload=${reload} /><//>`;
  const more = async () => {
    const first = (earlier[0] ?? chat.messages[0]).id;
    const page = await session.get(`/api/chats/${id}?before=${first}`);
    setEarlier([...page.messages, ...earlier]);
    setHasEarlier(page.has_earlier);
  };
  const known = new Set(chat.messages.flatMap((message) => message.calls.map((call) => call.id)));
  const drafts = calls.filter((call) => !known.has(call.id));
  const isWorking = chat.state === "working";
  return html`<${Page} title=${chat.title || t("Chat")} actions=${html`<${ChatMenu} chat=${chat} reload=${reload} />`}>
    <${Failure} text=${error} reload=${reload} />
    ${chat.has_earlier && hasEarlier && html`<button type="button" onClick=${more}>${t("Earlier messages")}</button>`}
    <section class="stack" role="log" aria-live="off" aria-busy=${isWorking} aria-label=${t("Messages")}>
      ${[...earlier, ...chat.messages].map((message) => html`<${OneMessage} key=${message.id} message=${withCalls(message, calls)} reload=${reload} />`)}
      <${Draft} chat=${chat} onGap=${reload} />
      ${isWorking && drafts.map((call) => html`<${CallCard} key=${call.id} call=${call} />`)}
    </section>
    <${Waiting} chat=${chat} calls=${calls} /><${Rest} chat=${chat} />
    ${chat.closed_because ? html`<${Notice} kind="wait"><${Foreign} text=${chat.closed_because} /><//>` : html`<${Composer} chat=${id} isWorking=${isWorking} onSent=${reload} />`}
    <div ref=${end}></div><//>`;
}

/** @param {{ route: import("../../app/route.js").Route }} facts */
export const ChatPage = ({ route }) => (route.id ? html`<${OneChat} key=${route.id} id=${route.id} />` : html`<${AllChats} />`);
