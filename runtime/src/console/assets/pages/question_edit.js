// The arguments of an asked call, changed by a person. That is a call of its own, through the gate.
import { html, useState } from "../vendor/standalone.js";
import { Failure, useData } from "../app/parts.js";
import { say, wordsOf } from "../app/say.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";
import { CallForm, schemaOf } from "./call.js";

// A reason has at most 1024 bytes; the sentence around the arguments needs some of them.
const ARGUMENTS_BYTES_MAX = 800;

/** The reason of the denial, which the proposer reads. @param {import("./call.js").End} end @param {string} text the arguments */
function reasonOf({ entry }, text) {
  const line = text.replace(/\s+/g, " ").trim();
  const isShort = new TextEncoder().encode(line).length <= ARGUMENTS_BYTES_MAX;
  return `The person has made this call with other arguments instead, and it succeeded${entry ? ` (entry ${entry})` : ""}${isShort ? `: ${line}` : "."}`;
}

/** @param {{ data: any }} facts as GET /api/questions/{id} gives it, with `arguments` */
function Form({ data }) {
  const { question, sheet } = data;
  const { data: tool, error, reload } = useData(`/api/tool?${new URLSearchParams({ name: sheet.name, origin: question.origin })}`);
  /** The asked call is of no use once the other one is done. @param {import("./call.js").End} end @param {string} text */
  const onEnd = (end, text) => {
    if (end.state !== "done") return;
    const denial = { answer: "deny_once", nonce: sheet.nonce, shown_digest: sheet.digest, reason: reasonOf(end, text) };
    session.post(`/api/questions/${question.id}/answer`, denial).then(
      () => say(t("The call with your arguments is done; the asked one is denied.")), (failed) => say(wordsOf(failed)));
  };
  return html`<${Failure} text=${error} reload=${reload} />
    ${tool && html`<p>${t("This is a call of yours. The asked one is denied once yours is done.")}</p>
      <${CallForm} tool=${tool.tool} schema=${schemaOf(tool)} text=${data.arguments} onEnd=${onEnd} />`}`;
}

/** @param {{ data: any }} facts */
function OtherArguments({ data }) {
  const [isOpen, setOpen] = useState(false);
  if (data.edit_refused_because) return html`<p class="muted">${t("The arguments cannot be changed here:")} ${data.edit_refused_because}</p>`;
  if (isOpen) return html`<${Form} data=${data} />`;
  return html`<p><button type="button" onClick=${() => setOpen(true)}>${t("Change the arguments …")}</button></p>`;
}

/** The part of a question's card. @param {any} data as GET /api/questions/{id} gives it */
export const otherArguments = (data) => html`<${OtherArguments} data=${data} />`;
