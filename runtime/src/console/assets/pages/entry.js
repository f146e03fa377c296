// One entry: its facts, the values of its call, the other entries of the call, and its undo.
import { html, useState } from "../vendor/standalone.js";
import { Badge, copy, Failure, Notice, Page, Time, useData } from "../app/parts.js";
import { addressOf } from "../app/route.js";
import { say, wordsOf } from "../app/say.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";
import { prettyLines } from "../sheet/arguments.js";
import { visible } from "../sheet/visible.js";
import { kindOf, Result, Rows, Seen, toolName } from "./entry_row.js";
import { Undo } from "./undo.js";

/** @typedef {{ entry: string, name: string, text?: string, next?: number, erased?: true, masked?: true, cut?: true }} Value */

/**
 * The values of an object that are there, as one text.
 * @param {any} facts @param {...string} names
 */
const joined = (facts, ...names) => names.map((name) => facts?.[name]).filter(Boolean).join(" · ");

/** The end of a call has the facts of its beginning. @param {any} row @param {any[]} call */
const allFacts = (row, call) => Object.assign({}, ...call.filter(({ entry }) => ["approval", "intent"].includes(entry.kind)).map(({ entry }) => entry), row.entry);

/** @param {any} entry @param {{ hash: string, previous: string }} row */
const factsOf = (entry, row) => [
  { label: "Rule", text: joined(entry.decision, "reason", "place", "source") },
  { label: "Grant", text: joined(entry, "grant", "permission") },
  { label: "Answered by", text: joined(entry.approver, "login", "kind", "channel") },
  { label: "Question", text: entry.approval },
  { label: "Proposed by", text: joined(entry.proposer, "kind", "model", "provider") },
  { label: "User, workspace or session", text: joined(entry.subject, "user", "workspace", "session", "agent") },
  { label: "Digest of the arguments", text: entry.arguments_digest },
  { label: "Digest of the contract", text: entry.contract?.consent },
  { label: "Digest of the shown text", text: entry.shown_digest },
  { label: "Digest of the entry", text: row.hash },
  { label: "Digest of the entry before", text: row.previous },
].filter(({ text }) => text);

/** @param {string} name @param {string} text @param {boolean} isRaw */
const shown = (name, text, isRaw) => (isRaw ? visible(text) : name === "message" ? text.split("\n").map(visible).join("\n") : prettyLines(text).join("\n"));

/** @param {{ value: Value }} facts */
function ValueCard({ value }) {
  const { entry, name } = value;
  const [{ text, next }, setPart] = useState({ text: value.text ?? "", next: value.next });
  const [isRaw, setRaw] = useState(false);
  /** @param {number} from */
  const part = (from) => session.get(`/api/entries/${entry}/value?${new URLSearchParams({ name, from: String(from) })}`);
  const more = async () => {
    const read = await part(Number(next));
    setPart({ text: text + read.text, next: read.next });
  };
  const copyAll = async () => {
    let whole = text;
    for (let from = next; from;) {
      const read = await part(from);
      whole += read.text;
      from = read.next;
    }
    await copy(whole);
  };
  /** @param {() => Promise<void>} work */
  const tried = (work) => () => work().catch((error) => say(wordsOf(error)));
  return html`<section class="stack"><div class="cluster"><h2><${Seen} text=${name} /></h2>
    ${value.masked && html`<${Badge} kind="muted">${t("Secrets left out")}<//>`}${value.cut && html`<${Badge} kind="muted">${t("Recorded in part")}<//>`}
    ${value.erased ? html`<${Badge} kind="muted">${t("Erased")}<//>` : html`<button type="button" class="quiet" aria-pressed=${isRaw} onClick=${() => setRaw(!isRaw)}>${t("Raw")}</button>
    <button type="button" class="quiet" onClick=${tried(copyAll)}>${t("Copy")}</button>`}</div>
    ${!value.erased && html`<pre tabindex="0">${shown(name, text, isRaw || Boolean(next))}</pre>`}
    ${next && html`<button type="button" onClick=${tried(more)}>${t("More")}</button>`}</section>`;
}

/** @param {{ id: string, query: Record<string, string> }} facts */
export function EntryPage({ id, query }) {
  const { data, error, reload } = useData(`/api/entries/${id}`, ["entry"]);
  const row = data?.row;
  return html`<${Page} title=${t("Entry {entry}", { entry: id })} actions=${html`<a href=${addressOf("timeline", "", query)}>${t("All entries")}</a>`}><${Failure} text=${error} reload=${reload} />
    ${row && html`<div class="card"><div class="cluster"><strong><${Seen} text=${toolName(row.entry.tool)} /></strong> ${kindOf(row.entry)} <${Result} row=${row} /> <span class="muted"><${Time} at=${row.entry.time_ms ?? ""} /></span></div>
      ${row.lacks_outcome && html`<${Notice}>${t("It still runs, or may have happened. Look before you repeat it.")}<//>`}
      <dl>${factsOf(allFacts(row, data.call), row).map(({ label, text }) => html`<dt>${t(label)}</dt><dd><${Seen} text=${text} /></dd>`)}</dl>
      <details><summary>${t("All facts, as they are chained")}</summary><pre tabindex="0">${prettyLines(JSON.stringify(row.entry)).join("\n")}</pre></details></div>
      ${(data.undoable || data.call.some((/** @type {any} */ one) => one.undo !== "none")) && html`<${Undo} id=${id} call=${data.call} reload=${reload} />`}
      ${data.values.map((/** @type {Value} */ value) => html`<${ValueCard} key=${value.entry + value.name} value=${value} />`)}
      ${data.call.length > 1 && html`<section class="stack"><h2>${t("Entries of this call")}</h2><${Rows} rows=${data.call} query=${query} /></section>`}`}<//>`;
}
