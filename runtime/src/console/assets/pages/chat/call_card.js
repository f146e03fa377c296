// The card of a call in a chat: its state, its arguments, its result.
import { html, useEffect, useState } from "../../vendor/standalone.js";
import { Badge, Foreign, Icon } from "../../app/parts.js";
import { addressOf } from "../../app/route.js";
import { t } from "../../app/words.js";
import { prettyLines } from "../../sheet/arguments.js";
import { QuestionCard } from "../question_card.js";
import { otherArguments } from "../question_edit.js";
import { Undo } from "../undo.js";

/** @typedef {import("./data.js").Call} Call */
/** @typedef {import("../../app/parts.js").Kind} Kind */

const CHECKING_MS = 100;

/** @param {string} state @returns {[Kind, string]} */
function lookOf(state) {
  switch (state) {
    case "checking": return ["muted", t("Checking permissions")];
    case "awaiting": return ["wait", t("Awaiting action")];
    case "running": return ["medium", t("Running")];
    case "succeeded": return ["ok", t("Succeeded")];
    case "failed": return ["bad", t("Failed")];
    case "denied_by_person": return ["bad", t("Denied by you")];
    case "denied_by_rule": return ["bad", t("Denied by a rule")];
    case "canceled": return ["muted", t("Canceled")];
    case "timed_out": return ["bad", t("Timed out")];
    case "unknown": return ["high", t("May have happened")];
    case "undone": return ["muted", t("Undone")];
    default: return ["muted", t("Proposed")];
  }
}

/**
 * The members of a JSON object as pairs of texts; null: it is none.
 * @param {string} json @returns {string[][] | null}
 */
function pairsOf(json) {
  const lines = prettyLines(json);
  if (lines[0] !== "{" || lines.length < 3) return null;
  /** @type {string[][]} */
  const pairs = [];
  for (const line of lines.slice(1, -1)) {
    const found = /^ {2}"((?:[^"\\]|\\.)*)": (.*)$/.exec(line);
    if (found) pairs.push([found[1], found[2]]);
    else pairs[pairs.length - 1][1] += `\n${line.slice(2)}`;
  }
  return pairs.map(([name, value]) => [name, value.replace(/,$/, "").replace(/^"(.*)"$/s, "$1")]);
}

/** @param {{ json: string, left?: number }} facts */
function Values({ json, left = 0 }) {
  const pairs = left ? null : pairsOf(json);
  return html`${pairs ? html`<dl>${pairs.map(([name, value]) => html`<dt><${Foreign} text=${name} /></dt><dd class="mono"><${Foreign} text=${value} /></dd>`)}</dl>`
    : html`<pre tabindex="0"><${Foreign} text=${left ? json : prettyLines(json).join("\n")} /></pre>`}
    ${left > 0 && html`<p class="muted">${t("{count} more bytes are in the entry.", { count: left })}</p>`}`;
}

/** @param {{ call: Call }} facts */
function Result({ call }) {
  const isText = !call.result_left && call.result.startsWith('"');
  return html`${call.message && html`<p class="text"><${Foreign} text=${call.message} /></p>`}
    ${call.code && html`<p class="muted">${t("Code")}: <code>${call.code}</code></p>`}
    ${call.result && call.result !== "null" && html`${isText ? html`<p class="text"><${Foreign} text=${prettyLines(call.result)[0].slice(1, -1)} /></p>` : html`<${Values} json=${call.result} left=${call.result_left} />`}
      <details><summary>${t("Raw result")}</summary><pre tabindex="0"><${Foreign} text=${call.result} /></pre></details>`}`;
}

/** @param {{ progress: NonNullable<Call["progress"]> }} facts */
const Progress = ({ progress: { done, total, message } }) => html`<div class="cluster">
  ${total !== undefined && html`<progress value=${done} max=${total} aria-label=${t("Progress")} />`}
  <span>${total === undefined ? done : `${done}/${total}`} <${Foreign} text=${message} /></span></div>`;

/** @param {{ call: Call, reload: () => Promise<void> }} facts */
function Entry({ call, reload }) {
  const [isOpen, setOpen] = useState(false);
  return html`<p class="cluster muted"><a href=${addressOf("timeline", call.entry)}>${t("Entry {id}", { id: call.entry })}</a>
      ${call.can_undo && !isOpen && html`<button type="button" onClick=${() => setOpen(true)}>${t("Undo …")}</button>`}</p>
    ${call.can_undo && isOpen && html`<${Undo} id=${call.entry} call=${[]} reload=${reload} />`}`;
}

/** @param {{ call: Call, reload?: () => Promise<void> }} facts */
export function CallCard({ call, reload = async () => {} }) {
  const [isLate, setLate] = useState(false);
  // Most checks take less time than a person needs to read of them.
  useEffect(() => {
    const timer = call.state === "checking" ? setTimeout(setLate, CHECKING_MS, true) : 0;
    return () => clearTimeout(timer);
  }, [call.state]);
  const [kind, word] = lookOf(call.state === "checking" && !isLate ? "proposed" : call.state);
  return html`<article class="card" aria-label=${t("Call of {tool}", { tool: call.tool })}>
    <div class="cluster"><${Icon} name="tools" /><strong><${Foreign} text=${call.tool} /></strong><${Badge} kind=${kind}>${word}<//></div>
    ${call.arguments && html`<details><summary>${t("Arguments")}</summary><${Values} json=${call.arguments} left=${call.arguments_left} /></details>`}
    ${call.state === "running" && call.progress && html`<${Progress} progress=${call.progress} />`}
    ${call.state === "awaiting" && call.approval && html`<${QuestionCard} key=${call.approval} id=${call.approval} more=${otherArguments} />`}
    <${Result} call=${call} />
    ${call.entry && html`<${Entry} call=${call} reload=${reload} />`}
  </article>`;
}
