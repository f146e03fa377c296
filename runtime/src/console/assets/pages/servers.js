// The MCP servers of the program: states, settings, secrets and trust.
import { html, useEffect, useRef, useState } from "../vendor/standalone.js";
import { card, chip, choice, control, each, own, send, table, terms } from "../app/forms.js";
import { Confirm, Failure, Notice, Page, Time, useData } from "../app/parts.js";
import { addressOf, go } from "../app/route.js";
import { wordsOf } from "../app/say.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";

const POLL_MS = 1000;
const NEW = {
  program: '{\n  "command": "",\n  "args": [],\n  "sandbox": {"readable": [], "writable": []}\n}',
  address: '{\n  "url": ""\n}',
};
/** @typedef {any} Facts as docs/console.md has them */
const STATES = {
  connected: { kind: "ok", label: "connected" },
  connecting: { kind: "wait", label: "connecting" },
  failed: { kind: "bad", label: "failed" },
  off: { kind: "muted", label: "off" },
  idle: { kind: "muted", label: "not asked yet" },
  disconnected: { kind: "muted", label: "disconnected" },
  trusted: { kind: "ok", label: "trusted" },
  "not trusted": { kind: "muted", label: "not trusted" },
  "another one was trusted": { kind: "bad", label: "another one was trusted" },
};

/** The median and the 95th percentile. @param {Facts} [health] */
export const latency = ({ latency_p50_us: p50, latency_p95_us: p95 } = {}) => (p50 === undefined ? "" : `${Math.ceil(p50 / 1000)} · ${Math.ceil(p95 / 1000)} ms`);
/** @param {string} word */
export const stateChip = (word) => chip(STATES, word);

/** The program with its words, or the address: a person agrees to it. @param {Facts} facts */
const endpoint = ({ argv, environment, sandbox, endpoint: text }) => terms([
  [t("Program and arguments"), argv && html`<ol class="mono">${each(argv, (word) => html`<li>${own(word)}</li>`)}</ol>`],
  [t("Variables"), environment?.length && own(environment.join(", "))],
  [t("Sandbox"), sandbox && own(sandbox)],
  [t("Consent is bound to"), html`<span class="mono">${own(text)}</span>`]]);

/** @param {{ name?: string, settings: string, version: string, reload: () => void }} facts */
function Settings({ name, settings, version, reload }) {
  const [draft, setDraft] = useState({ name: name ?? "", settings, version });
  const [checked, setChecked] = useState(/** @type {Facts} */ (null));
  const [error, setError] = useState("");
  const base = useRef(settings);
  /** @param {object} more */
  const change = (more) => (setDraft((old) => ({ ...old, ...more })), setChecked(null), setError(""));
  useEffect(() => {
    // Typed settings stay, also those of a moment ago. Those of a known server are of a version.
    const before = base.current;
    base.current = settings;
    setDraft((old) => (!name ? { ...old, version } : old.settings === before ? { ...old, settings, version } : old));
  }, [settings, version]);
  /** @param {Event} event */
  const check = (event) => {
    event.preventDefault();
    session.post("/api/servers/check", { name: draft.name, settings: draft.settings }).then(setChecked, (thrown) => setError(wordsOf(thrown)));
  };
  const save = () => send("/api/servers/save", { ...draft, shown: checked.shown, as: name ? "known" : "new" }, t("Saved; connecting to all servers anew."), () => (go(addressOf("servers", draft.name)), reload()), setError);
  const mistakes = each(checked?.mistakes, (one) => `${one.line}:${one.column} ${one.pointer} ${one.message}`).join("\n");
  return html`<form onSubmit=${check}>
    ${!name && control("input", t("Name"), draft.name, (text) => change({ name: text }), { required: true })}
    ${control("textarea", t("Settings"), draft.settings, (text) => change({ settings: text }), { class: "mono", rows: 9, error: mistakes, hint: t("As in servers.json. \"(kept)\" stands for a value that is not shown.") })}
    ${error && html`<${Notice} kind="bad">${error} <button type="button" onClick=${() => (name && change({ settings, version }), reload())}>${t("Reload")}</button><//>`}
    <div class="cluster"><button type="submit">${t("Check")}</button></div>
    ${checked && !mistakes && html`<section class="stack"><h3>${t("This will answer as the server:")}</h3>${endpoint(checked)}
      ${each(checked.notes, (note) => html`<${Notice}>${own(note)}<//>`)}<div class="cluster"><button type="button" class="primary" onClick=${save}>${t("Save and connect")}</button></div></section>`}</form>`;
}

/** @param {{ name: string, version: string, isProgram: boolean, reload: () => void }} facts */
function Secret({ name, version, isProgram, reload }) {
  const empty = { use: isProgram ? "variable" : "bearer", field: "", value: "" };
  const [secret, setSecret] = useState(empty);
  /** @param {object} more */
  const change = (more) => setSecret({ ...secret, ...more });
  /** @param {Event} event */
  const keep = (event) => {
    event.preventDefault();
    void send("/api/servers/secret", { name, version, ...secret }, t("The secret is kept."), () => (setSecret(empty), reload()));
  };
  return html`<form onSubmit=${keep}><p class="muted">${t("It goes into a file of its own and is never shown again.")}</p>
    ${!isProgram && choice(t("Use"), secret.use, (use) => change({ use }), { bearer: t("Bearer token"), field: t("Header field"), client_secret: t("OAuth client") })}
    ${["variable", "field"].includes(secret.use) && control("input", t("Name of the variable or field"), secret.field, (field) => change({ field }), { required: true })}
    ${control("input", t("Secret"), secret.value, (value) => change({ value }), { type: "password", autocomplete: "new-password", required: true })}
    <div class="cluster"><button type="submit">${t("Keep the secret")}</button></div></form>`;
}

/** Trust is a person's word of its own. @param {Facts} facts @param {() => void} reload */
function trust({ server: { name, trust: word }, shown, ...facts }, reload) {
  const isOn = word === "trusted";
  const turn = () => send(`/api/servers/${isOn ? "distrust" : "trust"}`, isOn ? { name } : { name, shown }, isOn ? t("The trust has ended.") : t("The server is trusted."), reload);
  return html`<div class="row"><p>${t("Believe the hints of its tools. This allows no call.")}</p>
      <button type="button" role="switch" aria-checked=${String(isOn)} aria-label=${t("Trust")} onClick=${turn}>${isOn ? t("on") : t("off")}</button></div>
    ${facts.trusted_by && terms([[t("Trusted"), html`<span class="mono">${own(facts.trusted_endpoint)}</span>`], [t("By"), html`${own(facts.trusted_by)}, <${Time} at=${facts.trusted_since} />`]])}
    ${facts.changed && html`<${Notice} kind="bad">${t("The trust does not count, since this changed:")} ${own(facts.changed.join(", "))}<//>`}`;
}

/** @param {{ name: string, row: Facts, reload: () => void }} facts */
function Server({ name, row, reload }) {
  const { data, error, reload: again } = useData(`/api/servers/one?name=${encodeURIComponent(name)}`, ["entry"]);
  const both = () => (reload(), void again());
  useEffect(() => void again(), [row?.state, row?.tools]);
  if (!data) return html`<${Failure} text=${error} reload=${again} />`;
  const { server, version, log } = data;
  return html`${card(own(name), html`<div class="cluster">${stateChip(server.state)}</div>${server.last_error && html`<${Notice} kind="bad">${own(server.last_error)}<//>`}${endpoint(data)}`)}
    ${card(t("Trust"), trust(data, both))}
    ${card(t("Tools"), html`<ul>${each(data.tools, (tool) => html`<li>${own(tool.name)} ${own(tool.title)}</li>`)}</ul>
      ${each(data.findings, (found) => html`<${Notice}>${own(`${found.tool}: ${found.reason}`)}<//>`)}${each(data.diagnostics, (text) => html`<${Notice}>${own(text)}<//>`)}
      ${log && html`<h3>${t("Its own messages")}</h3><pre tabindex="0">${own(log)}</pre>`}`)}
    ${card(t("Settings"), html`<${Settings} name=${name} settings=${data.settings} version=${version} reload=${both} />`)}
    ${card(t("Secret"), html`<${Secret} name=${name} version=${version} isProgram=${Boolean(data.argv)} reload=${both} />`)}
    <${Confirm} label=${t("Remove")} kind="danger" question=${t("Remove this server and its secrets?")} onConfirm=${() => send("/api/servers/remove", { name, version }, t("Removed."), () => (go(addressOf("servers")), reload()))} />`;
}

/** A server wants a person's agreement. @param {Facts} asked */
const agreement = ({ server, address }) => html`<${Notice}>${own(server)}: ${t("it asks you to agree at {host}. Open it if you know this place.", { host: URL.canParse(address) ? new URL(address).host : "?" })}
  <p class="mono">${/^https:/.test(address) ? html`<a href=${address} target="_blank" rel="noopener noreferrer">${own(address)}</a>` : own(address)}</p><//>`;

/** @param {{ route: import("../app/route.js").Route }} facts */
export function ServersPage({ route: { id, query: { add } } }) {
  const { data, error, reload } = useData("/api/servers", ["entry"]);
  /** @type {Facts[]} */
  const rows = data?.servers ?? [];
  useEffect(() => {
    const timer = rows.some(({ state }) => state === "connecting") ? setTimeout(reload, POLL_MS) : 0;
    return () => clearTimeout(timer);
  }, [data]);
  const actions = html`<div class="cluster"><a href=${addressOf("servers", "", { add: "program" })}>${t("Add a program")}</a><a href=${addressOf("servers", "", { add: "address" })}>${t("Add an address")}</a>
    <button type="button" onClick=${() => send("/api/servers/connect", {}, t("Connecting to all servers anew."), reload)}>${t("Connect")}</button></div>`;
  return html`<${Page} title=${t("Servers")} actions=${data?.servers && actions}><${Failure} text=${error} reload=${reload} />
    ${data && !rows.length && html`<p class="empty">${data.servers ? t("There are no servers yet.") : t("This program has no servers. Begin it with --servers FILE to use some.")}</p>`}
    ${each(data?.agreements, agreement)}
    ${rows.length > 0 && table([t("Server"), t("State"), t("Tools"), t("Revision"), t("Trust"), t("Latency"), t("Last error")], rows.map((one) => [html`<a href=${addressOf("servers", one.name)}>${own(one.name)}</a>`, stateChip(one.state), one.tools, own(`${one.health?.era ?? ""} ${one.revision ?? ""}`), stateChip(one.trust), latency(one.health), own(one.last_error)]))}
    ${add && data?.servers && card(t("New server"), html`<${Settings} key=${add} settings=${add === "program" ? NEW.program : NEW.address} version=${data.version} reload=${reload} />`)}
    ${id && data?.servers && html`<${Server} key=${id} name=${id} row=${rows.find(({ name }) => name === id)} reload=${reload} />`}<//>`;
}
