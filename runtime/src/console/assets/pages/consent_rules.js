// The files of rules, and the decision about one call.
import { html, useState } from "../vendor/standalone.js";
import { each, Search, Select } from "../app/forms.js";
import { Badge, Failure, Field, Foreign, Notice, useData } from "../app/parts.js";
import { wordsOf } from "../app/say.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";
import { Decision, Effect, Rest } from "./consent_parts.js";

/** @param {{ file: any }} facts */
const File = ({ file }) => html`<li class="card"><div class="cluster"><code><${Foreign} text=${file.file} /></code> ${file.scope}
  <${Badge} kind=${file.ok ? (file.is_there ? "ok" : "muted") : "bad"}>${file.ok ? (file.is_there ? t("in force") : t("not there")) : t("not taken up")}<//></div>
  ${file.last_good_in_force && html`<p>${t("Its last good rules are in force.")}</p>`}
  <ul>${each(file.findings, (one) => html`<li><strong>${one.is_error ? t("Error") : t("Warning")} ${one.line}:${one.column}</strong> <${Foreign} text=${one.message} /></li>`)}</ul>
  <${Rest} shown=${file.findings.length} matched=${file.findings.length + file.findings_left_out} /></li>`;

export function Rules() {
  const [search, setSearch] = useState("");
  const { data, error, reload } = useData(`/api/rules?search=${encodeURIComponent(search)}`);
  return html`<${Failure} text=${error} reload=${reload} />${data && html`<ul class="list">${each(data.files, (file) => html`<${File} file=${file} />`)}</ul>
    <${Search} onSearch=${setSearch} /><${Rest} shown=${data.rules.length} matched=${data.matched} />
    ${data.rules.length === 0 ? html`<p class="empty">${t("No rule is in force.")}</p>` : html`<table class="table"><thead><tr><th>${t("Rule")}</th><th>${t("Tool")}</th><th>${t("Effect")}</th><th>${t("Reason")}</th><th>${t("Place")}</th></tr></thead>
    <tbody>${each(data.rules, (rule) => html`<tr><td data-label=${t("Rule")}>${rule.id}</td>
      <td data-label=${t("Tool")}><${Foreign} text=${rule.origin ? `${rule.origin}/${rule.tool}` : rule.tool} /></td><td data-label=${t("Effect")}><${Effect} effect=${rule.effect} /></td>
      <td data-label=${t("Reason")}><${Foreign} text=${rule.reason} />${rule.arguments.length > 0 && html` ${t("if")} <${Foreign} text=${rule.arguments.join(", ")} />`}</td>
      <td data-label=${t("Place")}><code><${Foreign} text=${rule.place} /></code></td></tr>`)}</tbody></table>`}`}`;
}

/** @param {string | undefined} effect */
const orNothing = (effect) => (effect ? html`<${Effect} effect=${effect} />` : t("nothing"));

/** @param {{ why: any }} facts */
const Why = ({ why }) => (why.refused
  ? html`<${Notice} kind="bad"><code>${why.refused.code}</code> <${Foreign} text=${why.refused.message} /><ul>${each(why.refused.errors, (one) => html`<li><code>${one.pointer}</code> <${Foreign} text=${one.message} /></li>`)}</ul><//>`
  : html`<div class="card"><h2>${t("Decision")}</h2><${Decision} decision=${why} />
    <ol><li>${why.frozen ? t("All calls are frozen.") : t("Nothing is frozen.")}</li>
    <li>${t("The program says:")} ${orNothing(why.compiled)}</li><li>${t("The stored policy says:")} ${orNothing(why.stored)}</li>
    <li>${t("Rules about the tool: {count}", { count: why.rules.length })}<ul>${each(why.rules, (rule) => html`<li>${rule.id}: <${Effect} effect=${rule.effect} /> ${rule.speaks ? t("speaks about this call") : t("does not speak about this call")} <code><${Foreign} text=${rule.place} /></code></li>`)}</ul></li>
    <li>${t("Grants of this user: {grants}, permissions: {permissions}", why)}</li></ol></div>`);

/** @param {{ route: import("../app/route.js").Route }} facts */
export function Explain({ route }) {
  const { data, error } = useData("/api/tools?limit=500");
  const [wanted, setWanted] = useState(route.query.tool ?? "");
  const [text, setText] = useState("{}");
  const [state, setState] = useState(/** @type {{ why?: any, error?: string }} */ ({}));
  /** @type {any[]} */
  const tools = data?.tools ?? [];
  const chosen = wanted || tools[0]?.tool;
  /** @param {Event} event */
  const explain = async (event) => {
    event.preventDefault();
    const tool = tools.find((one) => one.tool === chosen);
    try {
      setState({ why: await session.post("/api/explain", { name: tool?.name ?? "", origin: tool?.origin ?? "", arguments: text }) });
    } catch (thrown) {
      setState({ error: wordsOf(thrown) });
    }
  };
  return html`<${Failure} text=${error} /><form class="card" onSubmit=${explain}>
    <${Select} label=${t("Tool")} value=${chosen} onPick=${setWanted} options=${tools.map((tool) => [tool.tool, tool.tool])} />
    <${Field} label=${t("Arguments as JSON")} error=${state.error} children=${(/** @type {object} */ ids) => html`<textarea class="mono" rows="4" ...${ids} value=${text} onInput=${(/** @type {any} */ { target }) => setText(target.value)}></textarea>`} />
    <div><button class="primary">${t("Explain")}</button></div></form>
    <div aria-live="polite">${state.why && html`<${Why} why=${state.why} />`}</div>`;
}
