// The parts that the pages about consent and tools share.
import { html } from "../vendor/standalone.js";
import { Badge, Foreign } from "../app/parts.js";
import { t } from "../app/words.js";

/** @type {Record<string, { label: string, kind: string }>} */
export const EFFECTS = {
  allow: { label: "runs without asking", kind: "ok" }, confirm: { label: "asks each time", kind: "wait" }, deny: { label: "never runs", kind: "bad" },
};

/** @param {{ effect: string }} facts */
export const Effect = ({ effect }) => html`<${Badge} kind=${EFFECTS[effect].kind}>${t(EFFECTS[effect].label)}<//>`;

/**
 * A decision with its reason and the place of its rule.
 * @param {{ before?: string, decision: any }} facts
 */
export const Decision = ({ before, decision }) => html`<p>${before} <${Effect} effect=${decision.effect} /> <${Foreign} text=${decision.reason} />${decision.place && html` <code>(<${Foreign} text=${decision.place} />)</code>`}</p>`;

/** Why earlier consent does not count. @param {{ changes: string[] }} facts */
export const Changes = ({ changes }) => changes.length > 0 && html`<div><strong>${t("Changed since it was allowed:")}</strong><ul>${changes.map((one) => html`<li><${Foreign} text=${one} /></li>`)}</ul></div>`;

/**
 * The number of the found things that are listed.
 * @param {{ shown: number, matched: number }} facts
 */
export const Rest = ({ shown, matched }) => matched > shown && html`<p class="muted">${t("{shown} of {matched} are shown; search for the others.", { shown, matched })}</p>`;
