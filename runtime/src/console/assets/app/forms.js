// Tables, lists of facts, labelled controls, and changes that tell their end.
import { html, useState } from "../vendor/standalone.js";
import { Badge, Field, Foreign } from "./parts.js";
import { say, wordsOf } from "./say.js";
import { session } from "./session.js";
import { t } from "./words.js";

/** @typedef {{ kind: string, label: string }} Word */

/** @param {any[] | undefined} list @param {(one: any) => any} make */
export const each = (list, make) => (list ?? []).map(make);

/** A text of others. @param {unknown} text */
export const own = (text) => html`<${Foreign} text=${String(text ?? "")} />`;

/** @param {Record<string, Word>} words @param {string} word */
export const chip = (words, word) => html`<${Badge} kind=${words[word]?.kind ?? "muted"}>${t(words[word]?.label ?? word)}<//>`;

/** @param {string} title @param {any} children */
export const card = (title, children) => html`<section class="card"><h2>${title}</h2>${children}</section>`;

/** @param {string[]} heads @param {any[][]} rows */
export const table = (heads, rows) => html`<table class="table"><thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead>
  <tbody>${rows.map((cells) => html`<tr>${cells.map((cell, at) => html`<td data-label=${heads[at]}>${cell}</td>`)}</tr>`)}</tbody></table>`;

/** Terms with their facts; a term without a fact is left out. @param {[string, any][]} pairs */
export const terms = (pairs) => html`<dl>${pairs.filter(([, fact]) => fact).map(([term, fact]) => html`<dt>${term}</dt><dd>${fact}</dd>`)}</dl>`;

/**
 * A control with its label.
 * @param {string} tag @param {string} label @param {string} value @param {(text: string) => void} set
 * @param {Record<string, any>} [more] hint, error, children, attributes
 */
export const control = (tag, label, value, set, { hint, error, children, ...more } = {}) =>
  html`<${Field} label=${label} hint=${hint} error=${error}>${(/** @type {object} */ ids) => html`<${tag} autocomplete="off" spellcheck="false" ...${more} ...${ids} value=${value} onInput=${(/** @type {any} */ event) => set(event.target.value)}>${children}<//>`}<//>`;

/** @param {string} label @param {string} value @param {(text: string) => void} set @param {Record<string, string>} choices words by value */
export const choice = (label, value, set, choices) =>
  control("select", label, value, set, { children: Object.entries(choices).map(([key, word]) => html`<option value=${key}>${word}</option>`) });

/**
 * Sends a change, and tells its end.
 * @param {string} path @param {object} body @param {string} done @param {() => void} then
 * @param {(text: string) => void} [fail]
 */
export async function send(path, body, done, then, fail = say) {
  try {
    await session.post(path, body);
    say(done);
    then();
  } catch (error) {
    fail(wordsOf(error));
  }
}

/**
 * Sends a change, tells its end, and has the list read anew in any case.
 * @param {string} path @param {object} body @param {string} done @param {() => void} reload
 */
export const act = (path, body, done, reload) => send(path, body, done, reload, (text) => {
  say(text);
  reload();
});

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
