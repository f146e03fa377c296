// The messages between this program and its servers, while a person has them kept.
import { html, useEffect, useState } from "../vendor/standalone.js";
import { own, send } from "../app/forms.js";
import { Badge, Failure, Page, Time, useData } from "../app/parts.js";
import { addressOf } from "../app/route.js";
import { say, wordsOf } from "../app/say.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";
import { prettyLines } from "../sheet/arguments.js";
import { CallForm } from "./call.js";

/** @typedef {{ number: number, time: string, server: string, kind: string, text: string, bytes: number }} Message */

const POLL_MS = 1000;
// As many as the program keeps.
const SHOWN_MAX = 1000;

/** @type {Record<string, { kind: string, label: string }>} */
const KINDS = { sent: { kind: "low", label: "Sent" }, received: { kind: "ok", label: "Received" }, note: { kind: "muted", label: "Note" } };

/** The members of a message; {} if its text is no JSON object, or was cut. @param {Message} message @returns {any} */
function membersOf({ kind, text }) {
  try {
    return (kind !== "note" && JSON.parse(text)) || {};
  } catch {
    return {};
  }
}

/**
 * The messages so far. While they are kept, more come each second.
 * @param {boolean} isOn @param {() => void} onOff another tab has ended it
 * @returns {[Message[], () => void]} the function forgets them
 */
function useMessages(isOn, onOff) {
  const [messages, setMessages] = useState(/** @type {Message[]} */ ([]));
  useEffect(() => {
    if (!isOn) return;
    let [isGone, timer, last, told] = [false, 0, 0, ""];
    const poll = async () => {
      try {
        const { is_on: isStillOn, messages: more } = await session.get(`/api/traffic${last ? `?after=${last}` : ""}`);
        if (isGone) return;
        if (!isStillOn) return onOff();
        last = more.at(-1)?.number ?? last;
        if (more.length > 0) setMessages((old) => [...old, ...more].slice(-SHOWN_MAX));
        told = "";
      } catch (error) {
        // A fault that lasts is told once, not each second.
        if (told !== wordsOf(error)) say(told = wordsOf(error));
      }
      if (!isGone) timer = setTimeout(poll, POLL_MS);
    };
    void poll();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isOn]);
  return [messages, () => setMessages([])];
}

/** A call once more, as a call of its own. @param {{ server: string, params: any }} facts */
function Replay({ server, params }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) return html`<button type="button" onClick=${() => setOpen(true)}>${t("Call it again …")}</button>`;
  return html`<${CallForm} tool=${`${server}/${params.name}`} schema=${{}} text=${JSON.stringify(params.arguments ?? {}, null, 2)} />`;
}

/** @param {{ message: Message, members: any, answer?: Message }} facts `answer`: of a request */
function Row({ message, members, answer }) {
  const { kind, label } = KINDS[message.kind] ?? KINDS.note;
  const isCall = message.kind === "sent" && members.method === "tools/call" && typeof members.params?.name === "string";
  const time = answer && `${Date.parse(answer.time) - Date.parse(message.time)} ms`;
  return html`<li class="card"><div class="cluster"><${Badge} kind=${kind}>${t(label)}<//><strong>${own(members.method ?? (members.error ? t("Error") : ""))}</strong>
      ${own(message.server)} <span class="muted"><${Time} at=${message.time} /> · ${t("{count} bytes", { count: message.bytes })}</span>
      ${time && html`<span class="muted">${t("answered after {time}", { time })}</span>`}</div>
    <details><summary>${t("Message")} ${message.number}</summary><pre tabindex="0">${own(message.kind === "note" ? message.text : prettyLines(message.text).join("\n"))}</pre>
      ${answer && html`<h2>${t("Answer")}</h2><pre tabindex="0">${own(prettyLines(answer.text).join("\n"))}</pre>`}
      ${isCall && html`<div class="cluster"><a href=${addressOf("timeline", "", { tool: `${message.server}/${members.params.name}` })}>${t("Entries of this tool")}</a></div>
        <${Replay} server=${message.server} params=${members.params} />`}</details></li>`;
}

/** Answers belong to their requests by server and id. @param {{ messages: Message[] }} facts */
function Rows({ messages }) {
  const all = messages.map((message) => ({ message, members: membersOf(message) }));
  /** @param {string} kind @param {Message} message @param {any} members */
  const key = (kind, message, members) => `${kind} ${message.server} ${JSON.stringify(members.id)}`;
  const isAnswer = (/** @type {any} */ { id, method }) => id !== undefined && method === undefined;
  const answers = new Map(all.filter(({ members }) => isAnswer(members)).map(({ message, members }) => [key(message.kind, message, members), message]));
  const rows = all.map(({ message, members }) => {
    const isRequest = members.id !== undefined && members.method !== undefined;
    return { message, members, answer: isRequest ? answers.get(key(message.kind === "sent" ? "received" : "sent", message, members)) : undefined };
  });
  const paired = new Set(rows.map(({ answer }) => answer));
  return html`<ul class="list">${rows.filter(({ message }) => !paired.has(message)).reverse().map((row) => html`<${Row} key=${row.message.number} ...${row} />`)}</ul>`;
}

export function TrafficPage() {
  const { data, error, reload } = useData("/api/traffic");
  const isOn = Boolean(data?.is_on);
  const [messages, forget] = useMessages(isOn, () => void reload());
  const turn = () => send("/api/traffic/turn", { is_on: String(!isOn) }, isOn ? t("The messages are forgotten.") : t("Messages are kept from now on."), () => (forget(), void reload()));
  const button = data && data.is_here !== false && html`<button type="button" role="switch" aria-checked=${String(isOn)} onClick=${turn}>${isOn ? t("Stop and forget") : t("Keep messages")}</button>`;
  return html`<${Page} title=${t("Traffic")} actions=${button}><${Failure} text=${error} reload=${reload} />
    ${data?.is_here === false && html`<p class="empty">${t("This program has no servers. Begin it with --servers FILE to use some.")}</p>`}
    ${data && data.is_here !== false && !isOn && html`<p>${t("The messages with servers are not kept. While they are, this program holds the newest 1000 in memory, without secrets.")}</p>`}
    ${isOn && messages.length === 0 && html`<p class="empty">${t("No message yet.")}</p>`}<${Rows} messages=${messages} /><//>`;
}
