// The health of servers, tools, rules and the state.
import { html, useState } from "../vendor/standalone.js";
import { act, card, chip, each, own, table, terms } from "../app/forms.js";
import { Confirm, Failure, Icon, Notice, Page, Time, useData } from "../app/parts.js";
import { addressOf } from "../app/route.js";
import { t } from "../app/words.js";
import { Chain } from "./chain.js";
import { latency, stateChip } from "./servers.js";

const WORDS = {
  good: { kind: "ok", label: "good" },
  bad: { kind: "bad", label: "not taken up" },
  away: { kind: "muted", label: "not there" },
  closed: { kind: "ok", label: "closed" },
  open: { kind: "bad", label: "open" },
  probing: { kind: "wait", label: "one call tries it" },
};
/** @param {number} [bytes] */
const size = (bytes) => bytes !== undefined && (bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`);
/** @param {any} one calls and failures */
const counts = ({ calls = 0, failures = 0 } = {}) => `${calls} / ${failures}`;

/** @param {any} tool */
const toolRow = ({ last_error: last, ...tool }) => [own(tool.tool), counts(tool), latency(tool),
  last && html`<a href=${addressOf("timeline", last.entry)}>${own(last.code)}</a> <${Time} at=${last.time} />`];

/** The facts, wherever they stand. @param {{ actions?: (reload: () => void) => any }} facts */
function Facts({ actions = () => null }) {
  const { data, error, reload } = useData("/api/status", ["entry"]);
  const servers = useData("/api/servers", ["entry"]);
  const { rules, store } = data?.program ?? {};
  return html`${actions(() => (reload(), servers.reload()))}
    <${Failure} text=${error} reload=${reload} /><${Failure} text=${servers.error} reload=${servers.reload} />
    ${servers.data?.servers?.length > 0 && card(t("Servers"), table([t("Server"), t("State"), t("Breaker"), t("Calls / failed"), t("Latency"), t("Last error")],
      each(servers.data.servers, ({ name, state, health, last_error: last }) => [html`<a href=${addressOf("servers", name)}>${own(name)}</a>`, stateChip(state), health && chip(WORDS, health.breaker), counts(health), latency(health), own(last)])))}
    ${data && card(t("Tools"), data.tools.length ? table([t("Tool"), t("Calls / failed"), t("Latency"), t("Last error")], each(data.tools, toolRow)) : html`<p>${t("No call has ended yet.")}</p>`)}
    ${rules && card(t("Rules"), each(rules, (file) => html`<div class="stack"><div class="cluster">${own(file.file)} ${chip(WORDS, file.is_good ? (file.is_there ? "good" : "away") : "bad")}</div>
      ${each(file.findings, (finding) => html`<${Notice} kind=${file.is_good ? "wait" : "bad"}>${own(finding)}<//>`)}</div>`))}
    ${data && card(t("State of the program"), html`${terms([[t("Kind"), store && own(store.kind)], [t("Place"), store && own(store.place)], [t("Size"), size(store?.bytes)], [t("Free"), size(store?.bytes_free)]])}
      ${store && !store.is_writable && html`<${Notice} kind="bad">${t("It cannot be written.")}<//>`}
      ${data.broken_records > 0 && html`<${Notice} kind="bad">${t("{count} records of consent have no seal and do not count.", { count: data.broken_records })}<//>`}
      <${Chain} />`)}`;
}

/** The browsers that may answer here. */
function Sessions() {
  const { data, error, reload } = useData("/api/sessions");
  const end = (/** @type {string} */ session) => act("/api/sessions/revoke", { session }, t("The session has ended."), reload);
  return html`<${Failure} text=${error} reload=${reload} />${data && card(t("Sessions"), table([t("Begun"), t("Seconds without a request"), t("End")], each(data.sessions, (one) => [html`<${Time} at=${one.since} /> ${one.is_own && t("this one")}`, one.idle_seconds,
    html`<${Confirm} kind="danger" label=${t("End")} question=${t("Its pages show nothing more then.")} onConfirm=${() => end(one.id)} />`])))}`;
}

/** @param {() => void} reload */
const again = (reload) => html`<button type="button" onClick=${reload}>${t("Reload")}</button>`;

export const StatusPage = () => html`<${Page} title=${t("Status")}><${Facts} actions=${(/** @type {() => void} */ reload) => html`<div class="cluster">${again(reload)}</div>`} /><${Sessions} /><//>`;

/** The same over any page. It asks for nothing while it is closed. */
export function StatusOverlay() {
  const [isOpen, setOpen] = useState(false);
  return html`<button type="button" class="cluster" popovertarget="overlay"><${Icon} name="status" /> ${t("Status here")}</button>
    <section id="overlay" class="overlay" popover="auto" tabindex="0" aria-label=${t("Status here")} onToggle=${(/** @type {any} */ event) => setOpen(event.newState === "open")}>
      ${isOpen && html`<${Facts} actions=${(/** @type {() => void} */ reload) => html`<div class="toolbar"><h2>${t("Status")}</h2>${again(reload)}
        <button type="button" popovertarget="overlay" popovertargetaction="hide">${t("Close")}</button></div>`} />`}</section>`;
}
