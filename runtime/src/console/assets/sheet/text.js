// The sheet's sentences about a question, in its language. Each value of others stands isolated
// (bdi), so that its direction reaches no other text.
import { visible } from "./visible.js";
import { words } from "./words.js";

/** @typedef {import("./question.js").Question} Question */
/** @typedef {import("./question.js").Lang} Lang */
/** @typedef {keyof typeof words["en-US"]} Id */
/** @typedef {Record<string, string | Node>} Values */

/** @param {string} name @returns {Lang} of a language tag; an unknown one is en-US */
export function langOf(name) {
    return /^pt\b/i.test(name) ? "pt-BR" : "en-US";
}

/**
 * An element. A string of `children` is a text; attributes are the sheet's own.
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[N]}
 */
export function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    element.append(...children);
    return element;
}

/** @param {string} text of others */
export function isolated(text) {
    return make("bdi", {}, visible(text));
}

export class Say {
    /** @param {Lang} lang */
    constructor(lang) {
        this.lang = lang;
    }

    /** @param {Id} id @returns {string} */
    text(id) {
        return words[this.lang][id];
    }

    /**
     * The text with its names filled in: a node as it is, a string isolated.
     * @param {Id} id
     * @param {Values} values
     * @returns {(Node | string)[]}
     */
    nodes(id, values) {
        return this.text(id).split(/(\{\w+\})/).filter(Boolean).map((part) => {
            const value = part.startsWith("{") ? values[part.slice(1, -1)] : part;
            if (value === undefined || value === part) return part;
            return typeof value === "string" ? isolated(value) : value;
        });
    }

    /** The same as text. @param {Id} id @param {Record<string, string>} values */
    filled(id, values) {
        return this.nodes(id, values).map((part) => (typeof part === "string" ? part : part.textContent)).join("");
    }
}

const UNITS = /** @type {const} */ ([[86400, "d"], [3600, "h"], [60, "m"], [1, "s"]]);

/** "1h30m" @param {number} seconds */
export function durationText(seconds) {
    let rest = Math.max(0, Math.floor(seconds));
    let text = "";
    for (const [size, unit] of UNITS) {
        if (rest >= size) text += Math.floor(rest / size) + unit;
        rest %= size;
    }
    return text || "0s";
}

/** @param {Say} say @param {Question} question @returns {string} */
function undoSentence(say, { undo }) {
    if (!undo) return say.text("cannot_undo");
    if (undo.seconds === undefined) return say.text(undo.exact ? "can_undo" : "can_make_up");
    return say.filled(undo.exact ? "can_undo_for" : "can_make_up_for", { time: durationText(undo.seconds) });
}

/**
 * The tool's hints, a sentence each; a missing one is named too.
 * @param {Say} say
 * @param {Question} question
 */
export function hintSentences(say, question) {
    const hints = question.hints ?? {};
    const readsOnly = hints.read_only === true;
    /** @type {string[]} */
    const all = [];
    /** @param {boolean | undefined} hint @param {Id} yes @param {Id} no @param {Id} unsaid */
    const add = (hint, yes, no, unsaid) => all.push(say.text(hint === undefined ? unsaid : hint ? yes : no));
    // A destructive tool changes something, even if no other hint says so.
    add(hints.read_only, "will_read", "will_change", hints.destructive ? "will_change" : "may_change");
    if (!readsOnly || hints.destructive) {
        add(hints.destructive, "will_destroy", "will_keep", "may_destroy");
        add(hints.idempotent, "repeat_is_harmless", "repeat_does_again", "repeat_may_do_again");
    }
    add(hints.open_world, "reaches_beyond", "stays_inside", "may_reach_beyond");
    if (!readsOnly || question.undo?.seconds !== undefined) all.push(undoSentence(say, question));
    return all;
}

/** The same facts for the digest, in one line. @param {Question} question */
export function hintFacts({ hints = {}, undo }) {
    /** @param {boolean | undefined} hint */
    const of = (hint) => (hint === undefined ? "unsaid" : String(hint));
    const undone = !undo ? "none" : (undo.exact ? "exact" : "compensate") + (undo.seconds === undefined ? "" : ` ${undo.seconds}`);
    return `read_only ${of(hints.read_only)}, destructive ${of(hints.destructive)}, idempotent ${of(hints.idempotent)}, open_world ${of(hints.open_world)}, undo ${undone}`;
}

/** @param {Question} question @returns {Id} */
export function trustId({ trust = "none" }) {
    return /** @type {const} */ ({ own: "compiled_in", trusted: "trusted_program", outdated: "other_than_trusted", none: "another_program" })[trust];
}

/** True if the tool's hints count as they are stated. @param {Question} question */
export function isBelieved({ trust }) {
    return trust === "own" || trust === "trusted";
}

/** @typedef {{model: Node | null, provider: Node | null}} Named */

/** @param {Say} say @param {string} kind @param {Named} named @returns {(Node | string)[]} */
export function proposerNodes(say, kind, { model, provider }) {
    if (kind === "person") return [say.text("by_person")];
    if (kind === "mcp_client") return provider ? say.nodes("by_named_mcp_client", { client: provider }) : [say.text("by_mcp_client")];
    if (kind !== "model") return [say.text("by_program")];
    if (model && provider) return say.nodes("by_named_model_of", { model, provider });
    if (model) return say.nodes("by_named_model", { model });
    return provider ? say.nodes("by_model_of", { provider }) : [say.text("by_model")];
}
