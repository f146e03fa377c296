// Standing consent: policies here; grants, permissions and rules in files of their own.
import { html, useEffect, useState } from "../vendor/standalone.js";
import { act, each, Search } from "../app/forms.js";
import { Confirm, Failure, Foreign, Notice, Page, useData } from "../app/parts.js";
import { addressOf } from "../app/route.js";
import { t } from "../app/words.js";
import { Grants, Permissions } from "./consent_grants.js";
import { Changes, Decision, EFFECTS, Rest } from "./consent_parts.js";
import { Explain, Rules } from "./consent_rules.js";

const CHOICES = ["unset", "allow", "confirm", "deny"];

/** @param {{ policy: any, reload: () => void }} facts of one tool */
function Policy({ policy, reload }) {
  const [choice, setChoice] = useState(policy.stored);
  useEffect(() => setChoice(policy.stored), [policy.stored]);
  const { name, origin, stored, locked = {}, compiled, contract } = policy;
  const group = `policy ${origin}/${name}`;
  // A denial holds for any form of the tool.
  const seen = choice === "deny" ? {} : { contract };
  const save = () => act("/api/policies", { name, origin, policy: choice, was: stored, ...seen }, t("The policy is stored."), reload);
  /** @param {string} one */
  const words = (one) => t(EFFECTS[one].label);
  const unset = compiled ? t("as the program says: {effect}", { effect: words(compiled) }) : t("as the program says");
  return html`<li class="card"><fieldset class="stack"><legend><${Foreign} text=${policy.tool} /></legend>
    ${policy.now ? html`<div><${Decision} before=${t("Now:")} decision=${policy.now} />${policy.looks_at_calls && html`<p class="muted">${t("Rules look at each call; explain one to see them.")}</p>`}</div>`
    : html`<${Notice} kind="muted">${t("This tool is not here, or its server is not connected.")}<//>`}
    <${Changes} changes=${policy.changes ?? []} />
    <div class="cluster">${CHOICES.map((one) => html`<label><input type="radio" name=${group} checked=${choice === one} onChange=${() => setChoice(one)}
      disabled=${one in locked || (!policy.now && one !== "unset" && one !== stored)} />${one === "unset" ? unset : words(one)}</label>`)}
      <button type="button" aria-disabled=${choice === stored} onClick=${() => choice !== stored && save()}>${t("Store")}</button></div>
    ${Object.entries(locked).map(([one, decision]) => html`<div class="muted"><${Decision} before=${t("“{policy}” would have no effect:", { policy: words(one) })} decision=${decision} /></div>`)}
  </fieldset></li>`;
}

function Policies() {
  const [search, setSearch] = useState("");
  const { data, error, reload } = useData(`/api/policies?search=${encodeURIComponent(search)}`, ["entry"]);
  return html`<${Failure} text=${error} reload=${reload} /><${Search} onSearch=${setSearch} />
    ${each(data?.broken, (one) => html`<${Notice} kind="bad"><${Foreign} text=${one.about} /> <button type="button"
      onClick=${() => act("/api/policies", { name: one.name, origin: one.origin, policy: "unset", was: "unset" }, t("It is ended."), reload)}>${t("End it")}</button><//>`)}
    ${data && html`<${Rest} shown=${data.policies.length} matched=${data.matched} />
    <ul class="list">${each(data.policies, (one) => html`<${Policy} key=${`${one.origin}/${one.name}`} policy=${one} reload=${reload} />`)}</ul>`}`;
}

/** @type {{ id: string, label: string, Part: any }[]} */
const PARTS = [
  { id: "", label: "Policies", Part: Policies },
  { id: "grants", label: "Grants", Part: Grants },
  { id: "permissions", label: "Permissions", Part: Permissions },
  { id: "rules", label: "Rules", Part: Rules },
  { id: "explain", label: "Explain a call", Part: Explain },
];

/** @param {{ route: import("../app/route.js").Route }} facts */
export function ConsentPage({ route }) {
  const { Part } = PARTS.find(({ id }) => id === route.id) ?? PARTS[0];
  const revokeAll = () => act("/api/revoke-all", {}, t("Nothing is allowed beforehand any more."), () => {});
  return html`<${Page} title=${t("Consent")} actions=${html`<${Confirm} label=${t("Revoke all")} kind="danger" onConfirm=${revokeAll}
      question=${t("End every grant and every “allow always” of every user? Policies and denials stay.")} />`}>
    <nav class="cluster" aria-label=${t("Consent")}>${PARTS.map(({ id, label }) => html`<a href=${addressOf("consent", id)} aria-current=${id === route.id ? "page" : undefined}>${t(label)}</a>`)}</nav>
    <${Part} route=${route} /><//>`;
}
