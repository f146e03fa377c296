// One entry of the ledger as a line of a list.
import { html } from "../vendor/standalone.js";
import { Badge, Foreign, Risk, Time } from "../app/parts.js";
import { addressOf } from "../app/route.js";
import { t } from "../app/words.js";
import { visible } from "../sheet/visible.js";

/** @typedef {{ id: string, entry: any, hash: string, previous: string, lacks_outcome: boolean, undo: string }} EntryRow */

/** @type {Record<string, { label: string }>} */
const KINDS = {
  decision: { label: "Not run" }, approval: { label: "Question" }, grant: { label: "Grant" }, revocation: { label: "Revocation" },
  permission: { label: "Permission" }, policy: { label: "Policy" }, intent: { label: "Call begun" }, outcome: { label: "Call ended" },
  timed_out: { label: "Time was up" }, undo_intent: { label: "Undo begun" }, undo_outcome: { label: "Undo ended" }, reconcile: { label: "Looked into" },
  freeze: { label: "Freeze" }, thaw: { label: "Thaw" }, checkpoint: { label: "Checkpoint" }, erasure: { label: "Erasure" },
  input_request: { label: "Input asked" }, input: { label: "Input given" }, trust: { label: "Trust" }, distrust: { label: "Trust ended" }, note: { label: "Note" },
};

/** Text of others, made visible. @param {{ text: unknown }} facts */
export const Seen = ({ text }) => html`<${Foreign} text=${visible(String(text))} />`;

/** @param {{ origin?: string, name: string } | undefined} tool */
export const toolName = (tool) => (tool ? [tool.origin, tool.name].filter(Boolean).join("/") : "");

/** @param {any} entry its public facts; a text, if they cannot be read */
export const kindOf = (entry) => (KINDS[entry.kind] ? t(KINDS[entry.kind].label) : visible(String(entry.kind ?? entry)));

/** The call was not refused: a person had to be asked. @param {any} entry */
const asks = (entry) => entry.kind === "decision" && entry.code === "confirmation_required";

/** @param {{ row: EntryRow }} facts */
export function Result({ row: { entry, lacks_outcome: isOpen, undo } }) {
  const isAllowed = entry.answer?.startsWith("allow");
  return html`${isOpen && html`<${Badge} kind="wait">${t("May have happened")}<//>`}
    ${undo === "undone" && html`<${Badge} kind="muted">${t("Undone")}<//>`}${undo === "pending" && html`<${Badge} kind="wait">${t("Undo begun")}<//>`}
    ${entry.success === true && html`<${Badge} kind="ok">${t("Done")}<//>`}${entry.success === false && entry.kind !== "decision" && html`<${Badge} kind="bad">${t("Failed")}<//>`}
    ${entry.kind === "decision" && (asks(entry) ? html`<${Badge} kind="wait">${t("Asked first")}<//>` : html`<${Badge} kind="bad">${t("Not run")}<//>`)}
    ${entry.answer && html`<${Badge} kind=${isAllowed ? "ok" : "bad"}>${isAllowed ? t("Allowed") : t("Denied")}<//>`}
    ${entry.risk && html`<${Risk} risk=${entry.risk} />`}
    ${entry.code && !asks(entry) && html` <span class="muted"><${Seen} text=${entry.code} /></span>`}`;
}

/** @param {{ row: EntryRow, query: Record<string, string> }} facts */
const Row = ({ row, query }) => html`<a href=${addressOf("timeline", row.id, query)}><span class="cluster"><strong>${row.entry.tool ? html`<${Seen} text=${toolName(row.entry.tool)} />` : kindOf(row.entry)}</strong> <${Result} row=${row} /></span>
  <span class="muted">${row.id} · ${row.entry.tool && `${kindOf(row.entry)} · `}<${Time} at=${row.entry.time_ms ?? ""} />${row.entry.subject?.user && html` · <${Seen} text=${row.entry.subject.user} />`}</span></a>`;

/**
 * Links to entries. `query` stays in their addresses.
 * @param {{ rows: EntryRow[], query: Record<string, string> }} facts
 */
export const Rows = ({ rows, query }) => html`<ul class="list">${rows.map((row) => html`<li key=${row.id}><${Row} row=${row} query=${query} /></li>`)}</ul>`;
