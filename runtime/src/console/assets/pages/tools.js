// The tools of all origins, and one of them whole.
import { html, useState } from "../vendor/standalone.js";
import { act, each, Search, Select } from "../app/forms.js";
import { Badge, copy, Failure, Foreign, Page, useData } from "../app/parts.js";
import { addressOf } from "../app/route.js";
import { t } from "../app/words.js";
import { CallForm, schemaOf } from "./call.js";
import { Allow } from "./consent_grants.js";
import { Changes, Decision, Effect, Rest } from "./consent_parts.js";

/** @type {Record<string, { label: string, kind: string }>} */
const TRUSTS = {
  own: { label: "of this program", kind: "ok" }, trusted: { label: "trusted server", kind: "ok" },
  outdated: { label: "another server of this name was trusted", kind: "bad" }, none: { label: "server not trusted", kind: "wait" },
};
/** @type {Record<string, { label: string }>} */
const HINTS = { read_only: { label: "only reads" }, destructive: { label: "destroys" }, idempotent: { label: "repeating adds nothing" }, open_world: { label: "reaches others" } };

/** @param {{ tool: any }} facts */
const Facts = ({ tool }) => html`<span class="cluster"><${Badge} kind=${tool.risk}>${tool.risk_words}<//><${Badge} kind=${TRUSTS[tool.trust].kind}>${t(TRUSTS[tool.trust].label)}<//>
  ${tool.changes.length > 0 && html`<${Badge} kind="bad">${t("changed since it was allowed")}<//>`}${tool.tokens && html`<span class="muted">${t("about {count} tokens", { count: tool.tokens })}</span>`}</span>`;

/** @param {{ forms: any[] }} facts */
function Forms({ forms }) {
  const [name, setName] = useState("mcp");
  const form = forms.find((one) => one.name === name) ?? forms[0];
  return html`<div class="card"><div class="cluster"><${Select} label=${t("Schema for")} value=${form.name} onPick=${setName} options=${forms.map((one) => [one.name, one.name])} />
    ${form.text && html`<button type="button" onClick=${() => copy(form.text)}>${t("Copy")}</button>`}${form.tokens && html`<span class="muted">${t("about {count} tokens", { count: form.tokens })}</span>`}</div>
    ${form.text ? html`<pre tabindex="0" aria-label=${t("Schema")}>${form.text}</pre>` : html`<p class="error"><${Foreign} text=${form.refused_because} /></p>`}</div>`;
}

/** @param {{ name: string, origin: string }} facts */
function Tool({ name, origin }) {
  const { data: tool, error, reload } = useData(`/api/tool?${new URLSearchParams({ name, origin })}`, ["entry"]);
  const hints = Object.entries(tool?.hints ?? {});
  return html`<${Failure} text=${error} reload=${reload} />${tool && html`<div class="card"><p><strong><${Foreign} text=${tool.title} /></strong></p><${Facts} tool=${tool} />
    <p class="mono"><${Foreign} text=${tool.description} /></p>
    <dl>${hints.map(([hint, value]) => html`<dt>${t(HINTS[hint].label)}</dt><dd>${value ? t("yes") : t("no")}</dd>`)}<dt>${t("preview")}</dt><dd>${tool.has_preview ? t("yes") : t("no")}</dd><dt>${t("undo")}</dt><dd>${tool.has_undo ? t("yes") : t("no")}</dd></dl>
    <${Decision} decision=${tool.now} /><${Changes} changes=${tool.changes} />
    <${Allow} tool=${tool} reload=${reload} />
    <div class="cluster"><a href=${addressOf("consent", "explain", { tool: tool.tool })}>${t("Explain a call")}</a><a href=${addressOf("tools")}>${t("All tools")}</a></div></div><${CallForm} tool=${tool.tool} schema=${schemaOf(tool)} /><${Forms} forms=${tool.forms} />`}`;
}

function List() {
  const [search, setSearch] = useState("");
  const { data, error, reload } = useData(`/api/tools?search=${encodeURIComponent(search)}`, ["entry"]);
  return html`<${Failure} text=${error} reload=${reload} /><div class="cluster"><${Search} onSearch=${setSearch} />
    ${data?.can_connect && html`<button type="button" onClick=${() => act("/api/tools/connect", {}, t("The servers are connected."), reload)}>${t("Connect to the servers")}</button>`}</div>
    ${data && html`<${Rest} shown=${data.tools.length} matched=${data.matched} />${data.matched === 0 && html`<p class="empty">${t("No tool has these words.")}</p>`}
    <ul class="list">${each(data.tools, (tool) => html`<li key=${`${tool.origin}/${tool.name}`}><a href=${addressOf("tools", tool.name, { origin: tool.origin })}><strong><${Foreign} text=${tool.tool} /></strong> <${Effect} effect=${tool.now.effect} /> <${Facts} tool=${tool} /><div class="muted"><${Foreign} text=${tool.description} />${tool.is_shortened && " …"}</div></a></li>`)}</ul>`}`;
}

/** @param {{ route: import("../app/route.js").Route }} facts */
export const ToolsPage = ({ route: { id, query } }) => html`<${Page} title=${id ? id : t("Tools")}>
  ${id ? html`<${Tool} key=${`${query.origin}/${id}`} name=${id} origin=${query.origin ?? ""} />` : html`<${List} />`}<//>`;
