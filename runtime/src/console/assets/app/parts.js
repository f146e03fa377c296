// The parts that pages are made of.
import { html, useEffect, useRef, useState } from "../vendor/standalone.js";
import { Icon } from "./icons.js";
import { say, wordsOf } from "./say.js";
import { spoken, t } from "./words.js";

export { useData } from "./data.js";
export { Icon };

/** @typedef {any} Children of a component */
/** @typedef {"low" | "medium" | "high" | "ok" | "bad" | "wait" | "muted"} Kind */

let isFirstPage = true;

/**
 * A page. Its heading gets the focus when a person has come from another page.
 * @param {{ title: string, actions?: Children, children?: Children }} facts
 */
export function Page({ title, actions, children }) {
  const heading = /** @type {{ current: HTMLElement | null }} */ (useRef(null));
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus();
    isFirstPage = false;
  }, [title]);
  return html`<header class="toolbar"><h1 tabindex="-1" ref=${heading}>${title}</h1>${actions}</header>${children}`;
}

/** A text of others. It cannot reorder the text around it. @param {{ text: string }} facts */
export const Foreign = ({ text }) => html`<bdi>${text}</bdi>`;

/** @param {{ kind: Kind, children?: Children }} facts */
export const Badge = ({ kind, children }) => html`<span class=${`badge ${kind}`}><${Icon} name=${kind} />${children}</span>`;

/** @type {Record<string, { label: string }>} */
const RISKS = { low: { label: "Low risk" }, medium: { label: "Medium risk" }, high: { label: "High risk" } };

/** @param {{ risk: string }} facts empty: not known yet */
export const Risk = ({ risk }) => html`<${Badge} kind=${RISKS[risk] ? risk : "muted"}>${RISKS[risk] ? t(RISKS[risk].label) : t("Risk not known yet")}<//>`;

/** @param {{ kind?: Kind, children?: Children }} facts */
export const Notice = ({ kind = "wait", children }) => html`<div class=${`notice ${kind}`}><${Icon} name=${kind} /><div>${children}</div></div>`;

/**
 * The error of a page's data, with a way to ask again.
 * @param {{ text: string, reload?: () => void }} facts
 */
export const Failure = ({ text, reload }) =>
  text && html`<${Notice} kind="bad">${text} ${reload && html`<button type="button" onClick=${reload}>${t("Try again")}</button>`}<//>`;

/** @param {{ at: string | number }} facts RFC 3339, or milliseconds since 1970 */
export function Time({ at }) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return html`<${Foreign} text=${String(at)} />`;
  return html`<time datetime=${time.toISOString()}>${time.toLocaleString(spoken(), { dateStyle: "medium", timeStyle: "medium" })}</time>`;
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(t("Copied."));
  } catch (error) {
    say(wordsOf(error));
  }
}

let fields = 0;

/**
 * A control with its label. The hint and the error belong to the control for readers of screens.
 * @param {{ label: string, hint?: string, error?: string, children: (ids: object) => Children }} facts
 *   children: gets the attributes of the control
 */
export function Field({ label, hint = "", error = "", children }) {
  const id = useRef(`field-${++fields}`).current;
  const ids = { id, "aria-describedby": `${id}-more`, ...(error ? { "aria-invalid": "true" } : {}) };
  return html`<div class="field"><label for=${id}>${label}</label>${children(ids)}
    <p id=${`${id}-more`} class=${error ? "error" : "muted"}>${error || hint}</p></div>`;
}

/**
 * A button that asks once more in its place.
 * @param {{ label: string, question: string, kind?: string, onConfirm: () => void }} facts
 */
export function Confirm({ label, question, kind = "", onConfirm }) {
  const [isOpen, setOpen] = useState(false);
  const back = /** @type {{ current: HTMLElement | null }} */ (useRef(null));
  useEffect(() => { if (isOpen) back.current?.focus(); }, [isOpen]);
  if (!isOpen) return html`<button type="button" class=${kind} onClick=${() => setOpen(true)}>${label}</button>`;
  const confirm = () => {
    setOpen(false);
    onConfirm();
  };
  return html`<span class="cluster" role="group" aria-label=${question}><span>${question}</span>
    <button type="button" class="danger" onClick=${confirm}>${label}</button>
    <button type="button" ref=${back} onClick=${() => setOpen(false)}>${t("Back")}</button></span>`;
}
