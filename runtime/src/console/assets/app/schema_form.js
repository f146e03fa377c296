// A form for the arguments of a tool: a control for each member that it can show, JSON text for the
// others. Digits stay as they are typed, and a value of another type is never made of them.
import { html, useEffect, useRef, useState } from "../vendor/standalone.js";
import { Field } from "./parts.js";
import { t } from "./words.js";

/**
 * @typedef {Record<string, any>} Schema
 * @typedef {{ pointer: string, message: string }} Mistake as the tool's validation reports it
 * @typedef {{ schema: Schema, value: any, pointer: string, label: string, isRequired: boolean,
 *   mistakes: Mistake[], onValue: (value: any) => void }} Member value: undefined is absent
 */

// Deeper objects are JSON text.
const DEPTH_MAX = 4;
const LONG_TEXT = 200;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
// A browser keeps the digits of a number as a raw JSON value.
const raw = /** @type {{ rawJSON: (text: string) => any, isRawJSON: (value: any) => boolean }} */ (/** @type {unknown} */ (JSON));

/** @param {string} text @returns {any} undefined: the text is no JSON */
export function readValue(text) {
  /** @param {string} _ @param {any} value @param {{ source: string }} context */
  const keep = (_, value, context) => (typeof value === "number" ? raw.rawJSON(context.source) : value);
  try {
    return JSON.parse(text, /** @type {any} */ (keep));
  } catch {
    return undefined;
  }
}

/** @param {any} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value) && !raw.isRawJSON(value);
/** A server may send anything as a schema. @param {Schema} schema @returns {[string, Schema][]} */
const membersOf = (schema) => Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, member]) => [name, isObject(member) ? member : {}]);
/** @param {unknown} text */
const textOf = (text) => (typeof text === "string" ? text : "");
/** @param {any} value the text of a control */
const shown = (value) => (value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value));
/** @param {string} name of a member, in a JSON pointer */
const escaped = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** @param {Schema} schema @param {any} value @param {number} depth */
function kindOf(schema, value, depth) {
  if (Array.isArray(schema.enum) && schema.enum.every((one) => typeof one === "string")) return "choice";
  if (schema.type === "object" && isObject(schema.properties) && depth < DEPTH_MAX && (value === undefined || isObject(value))) return "object";
  if (schema.type === "boolean" && (value === undefined || typeof value === "boolean")) return "boolean";
  const isText = value === undefined || typeof value === "string" || raw.isRawJSON(value);
  return ["string", "integer", "number"].includes(schema.type) && isText ? schema.type : "json";
}

/** @param {any} member with `options`: pairs of text and value */
const Choice = ({ value, options, isRequired, onValue, ids }) => html`<select ...${ids} value=${shown(value)}
  onChange=${(/** @type {any} */ { target }) => onValue(options.find((/** @type {any[]} */ [text]) => text === target.value)?.[1])}>
  ${(!isRequired || value === undefined) && html`<option value="">${t("not given")}</option>`}
  ${options.map((/** @type {any[]} */ [text]) => html`<option value=${text}>${text}</option>`)}</select>`;

/** JSON text of one member. The value changes once the text is JSON. @param {any} member */
function JsonText({ value, onValue, onFault, ids }) {
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value, null, 2));
  /** @param {string} typed */
  const take = (typed) => {
    setText(typed);
    const read = typed.trim() === "" ? undefined : readValue(typed);
    const isFault = typed.trim() !== "" && read === undefined;
    onFault(isFault ? t("This is no JSON.") : "");
    if (!isFault) onValue(read);
  };
  return html`<textarea ...${ids} class="mono" rows="4" value=${text} onInput=${(/** @type {any} */ { target }) => take(target.value)} />`;
}

/** @param {any} member */
function Control(member) {
  const { kind, schema, value, isRequired, onValue, ids } = member;
  if (kind === "choice") return html`<${Choice} ...${member} options=${schema.enum.map((/** @type {string} */ one) => [one, one])} />`;
  if (kind === "boolean") return html`<${Choice} ...${member} options=${[["true", true], ["false", false]]} />`;
  if (kind === "json") return html`<${JsonText} ...${member} />`;
  /** @param {string} typed */
  const take = (typed) => {
    if (typed === "" && !(isRequired && kind === "string")) return onValue(undefined);
    onValue(kind !== "string" && NUMBER.test(typed) ? raw.rawJSON(typed) : typed);
  };
  const facts = { ...ids, value: shown(value), onInput: (/** @type {any} */ { target }) => take(target.value) };
  if (kind === "string" && !(schema.maxLength <= LONG_TEXT) && !schema.format) return html`<textarea rows="3" ...${facts} />`;
  return html`<input type="text" inputmode=${kind === "string" ? "text" : "decimal"} ...${facts} />`;
}

/**
 * The mistakes at `pointer` itself, and below it where the schema has no member.
 * @param {Mistake[]} mistakes @param {string} pointer @param {Schema} schema
 */
function ownOf(mistakes, pointer, schema) {
  const known = membersOf(schema).map(([name]) => `${pointer}/${escaped(name)}`);
  return mistakes.filter((one) => one.pointer === pointer || (one.pointer.startsWith(`${pointer}/`) && !known.some((name) => one.pointer === name || one.pointer.startsWith(`${name}/`))));
}

/** @param {{ mistakes: Mistake[] }} facts */
const Said = ({ mistakes }) => mistakes.map(({ pointer, message }) => html`<p class="error">${pointer} ${message}</p>`);

/** @param {Member & { depth: number }} member */
function Row({ depth, ...member }) {
  const { schema, value, pointer, label, isRequired, mistakes } = member;
  const [fault, setFault] = useState("");
  const kind = kindOf(schema, value, depth);
  if (kind === "object") return html`<fieldset class="card"><legend>${label}</legend><${Said} mistakes=${ownOf(mistakes, pointer, schema)} /><${Members} ...${member} depth=${depth + 1} /></fieldset>`;
  const said = mistakes.filter((one) => one.pointer === pointer || (kind === "json" && one.pointer.startsWith(`${pointer}/`))).map(({ message }) => message);
  const hint = [textOf(schema.description), isRequired ? "" : t("optional"), kind === "json" ? t("JSON") : ""].filter(Boolean).join(" · ");
  return html`<${Field} label=${label} hint=${hint} error=${[fault, ...said].filter(Boolean).join(" ")}>
    ${(/** @type {object} */ ids) => html`<${Control} ...${member} kind=${kind} ids=${ids} onFault=${setFault} />`}<//>`;
}

/** @param {Omit<Member, "label" | "isRequired"> & { depth: number }} facts */
function Members({ schema, value, pointer, mistakes, onValue, depth }) {
  const now = isObject(value) ? value : {};
  /** @param {string} name @param {any} changed */
  const put = (name, changed) => {
    const { [name]: _, ...others } = now;
    onValue(changed === undefined ? others : { ...now, [name]: changed });
  };
  return membersOf(schema).map(([name, member]) => html`<${Row} key=${name} schema=${member} value=${now[name]} depth=${depth}
    pointer=${`${pointer}/${escaped(name)}`} label=${textOf(member.title) || name} isRequired=${Array.isArray(schema.required) && schema.required.includes(name)}
    mistakes=${mistakes} onValue=${(/** @type {any} */ changed) => put(name, changed)} />`);
}

/**
 * The form of an object's schema over its JSON text. A new list of mistakes moves the focus to the
 * first control that has one.
 * @param {{ schema: Schema, text: string, mistakes?: Mistake[], onText: (text: string) => void }} facts
 */
export function SchemaForm({ schema, text, mistakes = [], onText }) {
  const place = /** @type {{ current: HTMLElement | null }} */ (useRef(null));
  const value = readValue(text);
  const canShow = isObject(schema) && schema.type === "object" && isObject(schema.properties) && isObject(value);
  const [isText, setText] = useState(!canShow);
  useEffect(() => {
    if (mistakes.length > 0) /** @type {HTMLElement | null | undefined} */ (place.current?.querySelector("[aria-invalid]"))?.focus();
  }, [mistakes]);
  const area = html`<${Field} label=${t("Arguments as JSON")} error=${mistakes.map((one) => `${one.pointer} ${one.message}`.trim()).join(" ")}>
    ${(/** @type {object} */ ids) => html`<textarea ...${ids} class="mono" rows="8" value=${text} onInput=${(/** @type {any} */ { target }) => onText(target.value)} />`}<//>`;
  return html`<div class="stack" ref=${place}>
    ${canShow && html`<label><input type="checkbox" checked=${isText} onChange=${(/** @type {any} */ { target }) => setText(target.checked)} />${t("as JSON")}</label>`}
    ${isText || !canShow ? area : html`<${Said} mistakes=${ownOf(mistakes, "", schema)} /><${Members} schema=${schema} value=${value} pointer="" mistakes=${mistakes} depth=${1} onValue=${(/** @type {any} */ changed) => onText(JSON.stringify(changed))} />`}</div>`;
}
