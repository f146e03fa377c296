// The entries of the ledger, the newest first.
import { html } from "../vendor/standalone.js";
import { Failure, Foreign, Page, Time, useData } from "../app/parts.js";
import { t } from "../app/words.js";

/** @param {{ id: string, entry: any }} row */
const Row = ({ id, entry }) => html`<tr>
  <td data-label=${t("Entry")}>${id}</td><td data-label=${t("Time")}><${Time} at=${entry.time_ms} /></td>
  <td data-label=${t("Kind")}>${entry.kind}</td>
  <td data-label=${t("Tool")}>${entry.tool && html`<${Foreign} text=${entry.tool.origin ? `${entry.tool.origin}/${entry.tool.name}` : entry.tool.name} />`}</td></tr>`;

export function TimelinePage() {
  const { data, error, reload } = useData("/api/entries?limit=50", ["entry"]);
  return html`<${Page} title=${t("Timeline")}><${Failure} text=${error} reload=${reload} />
    <table class="table"><thead><tr><th>${t("Entry")}</th><th>${t("Time")}</th><th>${t("Kind")}</th><th>${t("Tool")}</th></tr></thead>
    <tbody>${data?.entries.map((/** @type {any} */ row) => html`<${Row} key=${row.id} ...${row} />`)}</tbody></table><//>`;
}
