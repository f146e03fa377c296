// A person's own call of a tool: its form, its preview, its question and its end.
import { html, useEffect, useState } from "../vendor/standalone.js";
import { onEvent } from "../app/events.js";
import { Badge, Foreign, Notice } from "../app/parts.js";
import { addressOf } from "../app/route.js";
import { say, wordsOf } from "../app/say.js";
import { SchemaForm } from "../app/schema_form.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";
import { prettyLines } from "../sheet/arguments.js";
import { QuestionCard } from "./question_card.js";

/** @typedef {any} End as POST /api/calls gives it */

/** @param {{ value: { text: string, next?: number } }} facts the timeline has the rest of a long one */
const Value = ({ value }) => html`<pre class="mono" tabindex="0" aria-label=${t("Result")}>${value.next ? `${value.text} …` : prettyLines(value.text).join("\n")}</pre>`;

/** @param {{ preview: any }} facts null: the tool has none */
const Preview = ({ preview }) => (preview ? html`<section class="stack"><p><${Foreign} text=${preview.summary} /></p>
  <dl>${preview.fields.map((/** @type {any} */ { label, value }) => html`<dt><${Foreign} text=${label} /></dt><dd><${Foreign} text=${value} /></dd>`)}</dl>
  ${preview.warnings.map((/** @type {any} */ { message }) => html`<${Notice} kind="medium"><${Foreign} text=${message} /><//>`)}</section>`
  : html`<p>${t("The arguments are valid. This tool has no preview.")}</p>`);

/** @param {{ end: End }} facts */
function Outcome({ end }) {
  if (end.state === "asked") return html`<${QuestionCard} key=${end.approval} id=${end.approval} />`;
  return html`<section class="stack"><p class="cluster"><${Badge} kind=${end.state === "done" ? "ok" : "bad"}>${end.state === "done" ? t("Succeeded") : t("Failed")}<//>
    ${end.entry && html`<a href=${addressOf("timeline", end.entry)}>${t("Open it in the timeline")}</a>`}</p>
    ${end.message && html`<p>${end.message}</p>`}${end.result && html`<${Value} value=${end.result} />`}</section>`;
}

/**
 * Calls `onAllowed` once a person has allowed the question, or may have: after a gap in the events.
 * @param {string} approval @param {(approval: string) => void} onAllowed
 */
function useAnswer(approval, onAllowed) {
  useEffect(() => {
    if (!approval) return;
    return onEvent(({ type, data }) => {
      if (type === "snapshot" || (type === "question" && data.id === approval && data.state === "given")) onAllowed(approval);
    });
  }, [approval]);
}

/** The schema of the arguments, out of the tool's form for MCP. @param {any} tool */
export function schemaOf(tool) {
  try {
    return JSON.parse(tool.forms.find((/** @type {any} */ { name }) => name === "mcp").text).inputSchema ?? {};
  } catch {
    return {};
  }
}

/**
 * `tool` is the spelled name, `schema` of its arguments, `text` the arguments at first.
 * @param {{ tool: string, schema: any, text?: string, onEnd?: (end: End, text: string) => void }} facts
 */
export function CallForm({ tool, schema, text: first = "{}", onEnd = () => {} }) {
  const [text, setText] = useState(first);
  const [end, setEnd] = useState(/** @type {End} */ (null));
  const [isBusy, setBusy] = useState(false);
  /** @param {string} path @param {object} [more] */
  const send = async (path, more) => {
    setBusy(true);
    try {
      const ended = await session.post(path, { tool, arguments: text, ...more });
      setEnd(ended);
      if (path === "/api/calls") onEnd(ended, text);
    } catch (thrown) {
      say(wordsOf(thrown));
    }
    setBusy(false);
  };
  useAnswer(end?.state === "asked" ? end.approval : "", (approval) => void send("/api/calls", { approval }));
  // The arguments of a call under way, or of one that waits, stay as they are.
  const isHeld = isBusy || end?.state === "asked";
  return html`<section class="card"><h2>${t("Call it")}</h2>
    <fieldset disabled=${isHeld}><${SchemaForm} schema=${schema} text=${text} mistakes=${end?.mistakes} onText=${setText} /></fieldset>
    <div class="cluster"><button type="button" class="primary" disabled=${isHeld} onClick=${() => send("/api/calls")}>${t("Call")}</button>
      <button type="button" disabled=${isHeld} onClick=${() => send("/api/calls/preview")}>${t("Preview")}</button>
      ${end?.state === "asked" && html`<button type="button" onClick=${() => setEnd(null)}>${t("Change the arguments")}</button>`}</div>
    ${end && ("preview" in end ? html`<${Preview} preview=${end.preview} />` : html`<${Outcome} end=${end} />`)}</section>`;
}
