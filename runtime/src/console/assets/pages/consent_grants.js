// Grants, and answers with "always": their ends, and the ways back.
import { html, useState } from "../vendor/standalone.js";
import { act, each, Select } from "../app/forms.js";
import { Badge, Confirm, Failure, Field, Foreign, Notice, Time, useData } from "../app/parts.js";
import { t } from "../app/words.js";
import { Changes } from "./consent_parts.js";

/** @type {Record<string, { label: string }>} */
const STATES = {
  ended: { label: "has ended" }, paused: { label: "waits: the clock stands before its beginning" },
  lapsed: { label: "has lapsed: not used for long" }, changed: { label: "suspended: the tool has changed" },
};
/** @type {Record<string, { label: string }>} */
const MATCHES = { tool: { label: "every call" }, keys: { label: "calls with these consent keys" }, exact: { label: "calls with exactly these arguments" } };
const DAYS = [1, 7, 30, 90, 180];

/** @param {{ path: string, list: string, empty: string, Row: any }} facts */
function Records({ path, list, empty, Row }) {
  const { data, error, reload } = useData(path, ["entry"]);
  return html`<${Failure} text=${error} reload=${reload} />
    ${each(data?.broken, (one) => html`<${Notice} kind="bad"><${Foreign} text=${one.about} /> <${Revoke} one=${one} reload=${reload} /><//>`)}
    ${data && data[list].length === 0 && html`<p class="empty">${empty}</p>`}
    <ul class="list">${each(data?.[list], (one) => html`<li class="card" key=${one.id}><h2><${Foreign} text=${one.tool} /></h2><${Row} one=${one} reload=${reload} /></li>`)}</ul>
    ${data?.left_out > 0 && html`<p class="muted">${t("{count} older ones are left out; the command line lists them.", { count: data.left_out })}</p>`}`;
}

/** @param {{ one: any, reload: () => void, label?: string, question?: string }} facts */
const Revoke = ({ one, reload, label = t("Revoke"), question = t("End it?") }) => html`<${Confirm} label=${label} question=${question}
  onConfirm=${() => act("/api/revoke", { id: one.id }, t("It is ended."), reload)} />`;

/** The facts that grants and permissions share. @param {{ one: any }} facts */
const Facts = ({ one }) => html`${one.state !== "holds" && html`<p><${Badge} kind="muted">${t(STATES[one.state].label)}<//></p>`}<${Changes} changes=${one.changes} />
  <dl><dt>${t("Calls")}</dt><dd>${t(MATCHES[one.match].label)}${one.uses && html`, ${t("{count} more", { count: one.uses })}`}</dd>
  <dt>${t("Ends")}</dt><dd>${one.until ? html`<${Time} at=${one.until} />` : t("when it is revoked")}</dd>
  ${one.lapses_at && html`<dt>${t("Lapses unless used")}</dt><dd><${Time} at=${one.lapses_at} /></dd>`}
  <dt>${t("For")}</dt><dd><${Foreign} text=${`${one.user}, ${one.workspace}${one.session ? `, ${one.session}` : ""}`} /></dd>
  <dt>${t("Given by")}</dt><dd><${Foreign} text=${one.granted_by} /></dd></dl>`;

/** @param {{ one: any, reload: () => void }} facts */
const Grant = ({ one, reload }) => html`<${Facts} one=${one} /><div><${Revoke} one=${one} reload=${reload} /></div>`;

export const Grants = () => html`<${Records} path="/api/grants" list="grants" empty=${t("No call is allowed beforehand.")} Row=${Grant} />`;

/** Allows calls of a tool beforehand. @param {{ tool: any, reload: () => void }} facts */
export function Allow({ tool, reload }) {
  const [time, setTime] = useState("5m");
  const [uses, setUses] = useState("");
  /** @param {Event} event */
  const allow = (event) => {
    event.preventDefault();
    void act("/api/grants", { name: tool.name, origin: tool.origin, contract: tool.contract, for: time, ...(uses ? { uses: Number(uses) } : {}) }, t("The calls are allowed."), reload);
  };
  const times = [["5m", t("5 minutes")], ["1h", t("1 hour")], ["1d", t("1 day")], ["never", t("until revoked")]];
  return html`<form onSubmit=${allow}><div class="cluster"><${Select} label=${t("Allow calls for")} value=${time} onPick=${setTime} options=${times} />
    <${Field} label=${t("At most so many")} children=${(/** @type {object} */ ids) => html`<input type="number" min="1" max="1000000" ...${ids} value=${uses} onInput=${(/** @type {any} */ { target }) => setUses(target.value)} />`} />
    <button>${t("Allow")}</button></div></form>`;
}

/** @param {{ one: any, reload: () => void }} facts */
function Permission({ one, reload }) {
  const [wanted, setWanted] = useState("30d");
  if (one.effect === "deny") return html`<p><${Badge} kind="bad">${t("deny always")}<//></p><${Facts} one=${one} />
    <div><${Revoke} one=${one} reload=${reload} label=${t("Ask again")} question=${t("End the denial? Calls are asked about again.")} /></div>`;
  const move = () => act("/api/permissions/end", { id: one.id, for: wanted, was: one.until ?? "never" }, t("The end is changed."), reload);
  return html`<p><${Badge} kind="ok">${t("allow always")}<//></p><${Facts} one=${one} />
    <div class="cluster">${one.state === "holds" && html`<${Select} label=${t("New end")} value=${wanted} onPick=${setWanted} options=${[...DAYS.map((count) => [`${count}d`, t("in {count} days", { count })]), ["never", t("no end")]]} />
      <button type="button" onClick=${move}>${t("Change the end")}</button>`}<${Revoke} one=${one} reload=${reload} /></div>`;
}

export const Permissions = () => html`<${Records} path="/api/permissions" list="permissions" empty=${t("No answer with “always” is stored.")} Row=${Permission} />`;
