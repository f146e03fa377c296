// The undo of a call in two steps: its plan, and then the undo by this plan.
import { html, useState } from "../vendor/standalone.js";
import { Badge, Notice, Time } from "../app/parts.js";
import { addressOf } from "../app/route.js";
import { wordsOf } from "../app/say.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";
import { prettyLines } from "../sheet/arguments.js";
import { Seen } from "./entry_row.js";

/** @param {string} id */
const Link = (id) => html` <a href=${addressOf("timeline", id)}>${id}</a>`;

/**
 * The question of an undo that a managed rule has asked about, by the entry.
 * @type {Map<string, string>}
 */
const approvals = new Map();

/** @param {{ tool: string, text: string }} facts */
const Call = ({ tool, text }) => html`<p><strong><${Seen} text=${tool} /></strong></p><pre tabindex="0">${prettyLines(text).join("\n")}</pre>`;

/** @param {{ plan: any, later: string, setLater: (later: string) => void }} facts */
function Plan({ plan, later, setLater }) {
  /** @param {string} value @param {string} text */
  const choice = (value, text) => html`<label><input type="radio" name="later" checked=${later === value} onChange=${() => setLater(value)} />${text}</label>`;
  return html`<p>${plan.exact ? t("Puts everything back as it was before this call:") : t("Makes up for this call; it does not put everything back:")}</p>
    <${Call} tool=${plan.tool} text=${plan.arguments.text} />
    ${plan.calls && html`<p>${t("It does so by this call:")}</p><${Call} tool=${plan.calls.tool} text=${plan.calls.arguments.text} />`}
    ${plan.until && html`<p>${t("Possible until")} <${Time} at=${plan.until} /></p>`}
    ${plan.asks && html`<${Notice}>${t("A rule has a person asked about this undo first.")}<//>`}
    ${plan.unsettled.length > 0 && html`<${Notice}>${t("These calls began later and have no outcome yet:")}${plan.unsettled.map(Link)}<//>`}
    ${plan.later_count > 0 && html`<fieldset class="stack"><legend>${t("Later calls that changed the same: {count}", { count: plan.later_count })}${plan.later.map((/** @type {any} */ one) => Link(one.entry))}</legend>
      ${choice("undo", t("Undo them first, the newest first"))}${choice("keep", t("Keep them, and undo this call alone"))}</fieldset>`}
    ${plan.later_count === 0 && plan.unsettled.length > 0 && html`<fieldset>${choice("keep", t("I have looked: undo it all the same"))}</fieldset>`}`;
}

/** @param {{ id: string, call: any[], reload: () => Promise<void> }} facts */
export function Undo({ id, call, reload }) {
  const [plan, setPlan] = useState(/** @type {any} */ (null));
  const [later, setLater] = useState("refuse");
  const [end, setEnd] = useState(/** @type {any} */ (null));
  const [isBusy, setBusy] = useState(false);
  const approval = approvals.get(id);
  if (call.some((one) => one.undo === "undone")) return html`<div><${Badge} kind="ok">${t("Undone")}<//></div>`;
  /** @param {() => Promise<void>} work */
  const run = (work) => async () => {
    setBusy(true);
    await work().catch((error) => setEnd({ state: "failed", message: wordsOf(error), left: [] }));
    setBusy(false);
  };
  const look = async () => {
    setEnd(null);
    setPlan(await session.get(`/api/entries/${id}/undo`));
  };
  const undo = async () => {
    const done = await session.post(`/api/entries/${id}/undo`, { plan: plan.plan, later, ...(approval ? { approval } : {}) });
    if (done.state === "asked") approvals.set(id, done.approval);
    else approvals.delete(id);
    setEnd(done);
    setPlan(null);
    await reload();
  };
  const isMissing = plan?.possible && later === "refuse" && (plan.later_count > 0 || plan.unsettled.length > 0);
  return html`<section class="card"><h2>${t("Undo")}</h2>
    ${end?.state === "asked" && html`<${Notice}>${t("A person has to answer first:")} <a href=${addressOf("questions", end.approval)}>${t("Question")}</a><//>`}
    ${end?.state === "failed" && html`<${Notice} kind="bad"><${Seen} text=${end.message} />${end.left.length > 0 && html` ${t("Not undone:")}${end.left.map(Link)}`}<//>`}
    ${!plan && html`<div><button type="button" disabled=${isBusy} onClick=${run(look)}>${t("Show the plan")}</button></div>`}
    ${plan && !plan.possible && html`<${Notice} kind="bad"><${Seen} text=${plan.message} /><//>`}
    ${plan?.possible && html`<${Plan} plan=${plan} later=${later} setLater=${setLater} />
      <div class="cluster"><button type="button" class="danger" disabled=${isBusy || isMissing} onClick=${run(undo)}>${isBusy ? t("Undoing …") : t("Undo now")}</button>
      <button type="button" class="quiet" onClick=${() => setPlan(null)}>${t("Back")}</button></div>`}</section>`;
}
