// The parts that the pages about consent and tools share.
import { html, useState } from "../vendor/standalone.js";
import { Badge, Field, Foreign } from "../app/parts.js";
import { say, wordsOf } from "../app/say.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";

/** @type {Record<string, { label: string, kind: string }>} */
export const EFFECTS = {
  allow: { label: "runs without asking", kind: "ok" }, confirm: { label: "asks each time", kind: "wait" }, deny: { label: "never runs", kind: "bad" },
};

/** @param {{ effect: string }} facts */
export const Effect = ({ effect }) => html`<${Badge} kind=${EFFECTS[effect].kind}>${t(EFFECTS[effect].label)}<//>`;

/** A decision with its reason and the place of its rule. @param {{ before?: string, decision: any }} facts */
export const Decision = ({ before, decision }) => html`<p>${before} <${Effect} effect=${decision.effect} /> <${Foreign} text=${decision.reason} />${decision.place && html` <code>(<${Foreign} text=${decision.place} />)</code>`}</p>`;

/** Why earlier consent does not count. @param {{ changes: string[] }} facts */
export const Changes = ({ changes }) => changes.length > 0 && html`<div><strong>${t("Changed since it was allowed:")}</strong><ul>${changes.map((one) => html`<li><${Foreign} text=${one} /></li>`)}</ul></div>`;

/**
 * Posts, says the outcome, and has the list read anew.
 * @param {string} path @param {object} body @param {string} done @param {() => void} reload
 */
export async function act(path, body, done, reload) {
  try {
    await session.post(path, body);
    say(done);
  } catch (error) {
    say(wordsOf(error));
  }
  reload();
}

/** A row for each. @param {any[] | undefined} list @param {(one: any) => any} row */
export const each = (list, row) => list?.map(row);

/**
 * A choice with a label. The options are values with texts.
 * @param {{ label: string, value: string, options: string[][], onPick: (value: string) => void }} facts
 */
export const Select = ({ label, value, options, onPick }) => html`<${Field} label=${label} children=${(/** @type {object} */ ids) => html`<select ...${ids} value=${value}
  onChange=${(/** @type {any} */ { target }) => onPick(target.value)}>${options.map(([one, text]) => html`<option value=${one} selected=${one === value}>${text}</option>`)}</select>`} />`;

/** A field for the words of a search. @param {{ onSearch: (text: string) => void }} facts */
export const Search = ({ onSearch }) => {
  const [text, setText] = useState("");
  /** @param {Event} event */
  const search = (event) => {
    event.preventDefault();
    onSearch(text);
  };
  return html`<form role="search" onSubmit=${search}><div class="cluster">
    <${Field} label=${t("Words")} children=${(/** @type {object} */ ids) => html`<input type="search" ...${ids} value=${text} onInput=${(/** @type {any} */ { target }) => setText(target.value)} />`} />
    <button>${t("Search")}</button></div></form>`;
};

/** How many of the found things stand in the list. @param {{ shown: number, matched: number }} facts */
export const Rest = ({ shown, matched }) => matched > shown && html`<p class="muted">${t("{shown} of {matched} are shown; search for the others.", { shown, matched })}</p>`;
