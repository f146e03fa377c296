// A question to a person as JSON, and its answer: the contract between a server and the sheet. The
// members are those of consent::PromptRequest and question::Card, under their names.

/**
 * A question. Texts of tools, callers and people are visible already (escape_for_display() in C++).
 * Sentences are in the language `lang`. Only `name` is required. An absent fact counts as the worst
 * one.
 *
 * @typedef {object} Question
 * @property {string} name of the tool
 * @property {string} [approval] id of the approval; the answer gives it back
 * @property {string} [nonce] of this showing; the answer gives it back
 * @property {string} [digest] the shown_digest that the server expects of an answer without an
 *   "always". If the sheet shows another text, it refuses to allow.
 * @property {Lang} [lang] absent: the language of the page
 * @property {string} [title] the tool's own
 * @property {string} [description] the tool's own
 * @property {string} [origin] the server, or the application of a compiled-in tool
 * @property {Trust} [trust] of the origin; absent: none
 * @property {Risk} [risk] absent: high
 * @property {Hints} [hints]
 * @property {Undo} [undo] absent: the call has no undo
 * @property {Proposer} [proposer]
 * @property {string} [session]
 * @property {string} [agent]
 * @property {string} [asked_because] the reason of the decision, with the words of a rule's author
 * @property {DecidedBy} [decided_by]
 * @property {string[]} [taint] a sentence for each untrusted text that the chat has read
 * @property {string[]} [changes] a sentence for each change of the tool since it was allowed
 * @property {RecentRuns} [recent_runs]
 * @property {Preview} [preview]
 * @property {string} [preview_failure]
 * @property {string} [arguments] canonical JSON text with marks for secret members; absent: {}
 * @property {string[]} [lookalikes] words with letters that look like others, spelled out
 * @property {number} [more_lookalikes]
 * @property {InputRequest[]} [inputs] the values that the function asks for
 * @property {FurtherChoice[]} [further] the menu of later calls that "allow once" may also allow
 * @property {string} [further_refused_because] why there is none
 * @property {boolean} [takes_reason] a denial may have a reason
 * @property {string} [deny_only_because] why the call cannot be allowed here
 * @property {string} [always_refused_because] why "allow always" is no answer
 * @property {string} [always_would_store] the record of "allow always", word for word
 * @property {string} [always_keys_would_store] the same with the scope keys
 * @property {string} [always_these_would_store] the same with the scope arguments
 * @property {string} [deny_always_would_store] the record of "deny always"
 * @property {string} [deny_always_these_would_store] the same with the scope arguments
 */

/**
 * @typedef {"en-US" | "pt-BR"} Lang
 * @typedef {"own" | "trusted" | "outdated" | "none"} Trust
 * @typedef {"low" | "medium" | "high"} Risk
 * @typedef {"person" | "model" | "program" | "mcp_client"} ProposerKind
 * @typedef {"default_policy" | "compiled_policy" | "stored_policy" | "rule" | "permission"
 *   | "grant" | "approval" | "host_assertion" | "interceptor" | "freeze" | "nobody"} Source
 * @typedef {"allow_once" | "allow_always" | "deny_once" | "deny_always"} Choice
 * @typedef {"tool" | "keys" | "arguments"} Scope
 */

/**
 * @typedef {object} Hints an absent one is not stated
 * @property {boolean} [read_only]
 * @property {boolean} [destructive]
 * @property {boolean} [idempotent]
 * @property {boolean} [open_world]
 *
 * @typedef {{exact: boolean, seconds?: number}} Undo
 * @typedef {{kind: ProposerKind, model?: string, provider?: string}} Proposer
 * @typedef {{source: Source, id?: string, place?: string}} DecidedBy the place: file:line:column
 * @typedef {{count: number, at_least?: boolean}} RecentRuns
 * @typedef {{label: string, value: string}} PreviewField
 * @typedef {{code: string, message: string}} PreviewWarning
 *
 * @typedef {object} FurtherChoice
 * @property {string} words the record, word for word
 * @property {Scope} scope
 * @property {string} until a time, given back with the answer
 * @property {number} [uses_max] the person says how many calls, from 1 to this
 *
 * @typedef {object} InputRequest
 * @property {string} key
 * @property {"text" | "number" | "boolean" | "choice" | "date" | "file"} kind
 * @property {string} prompt
 * @property {string} [wanted] the values that fit, in words
 * @property {string[]} [choices] of a choice
 *
 * @typedef {object} Preview
 * @property {string} [summary]
 * @property {PreviewField[]} [fields]
 * @property {PreviewWarning[]} [warnings]
 */

/**
 * The answer. With `none` nobody has answered: the question was withdrawn, or the sheet has left
 * the page.
 *
 * @typedef {object} Decision
 * @property {Choice | "none"} answer
 * @property {string} approval
 * @property {string} nonce
 * @property {Scope} scope of an "always"
 * @property {string} shown_digest of the text that the person saw, 64 hexadecimal digits. Empty for
 *   `none`, and where the page has no secure context: there the sheet only denies.
 * @property {Further} [further] with allow_once, as the person chose
 * @property {Record<string, string>} [inputs] with allow_once, a text for each input by its key
 * @property {string} [reason] of a denial, if the person wrote one
 *
 * @typedef {{scope: Scope, until: string, uses?: number}} Further
 */

/** Characters of the arguments, at most. */
export const ARGUMENTS_MAX = 1024 * 1024;
/** Characters of any other text, at most. */
export const TEXT_MAX = 64 * 1024;
/** Items of a list, at most. */
export const ITEMS_MAX = 256;

const TEXTS = [
    "name", "approval", "nonce", "digest", "title", "description", "origin", "session", "agent", "asked_because", "preview_failure", "arguments",
    "deny_only_because", "always_refused_because", "always_would_store", "always_keys_would_store", "always_these_would_store",
    "deny_always_would_store", "deny_always_these_would_store", "further_refused_because",
];
const LISTS_OF_TEXTS = ["taint", "changes", "lookalikes"];
/** @type {Record<string, string[]>} */
const WORDS = {
    lang: ["en-US", "pt-BR"],
    trust: ["own", "trusted", "outdated", "none"],
    risk: ["low", "medium", "high"],
};
const PROPOSERS = ["person", "model", "program", "mcp_client"];
const INPUTS = ["text", "number", "boolean", "choice", "date", "file"];
const SOURCES = [
    "default_policy", "compiled_policy", "stored_policy", "rule", "permission", "grant", "approval", "host_assertion",
    "interceptor", "freeze", "nobody",
];

/** @param {string} place @param {string} wanted @returns {never} */
function wrong(place, wanted) {
    throw new TypeError(`The member ${place} of the question is not ${wanted}; write it so, or leave it out.`);
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {Record<string, unknown>} holder
 * @param {string} name
 * @param {string} kind
 * @param {string} place
 */
function check(holder, name, kind, place) {
    const value = holder[name];
    if (value !== undefined && typeof value !== kind) wrong(place + name, `a ${kind}`);
    if (kind === "string" && name !== "arguments") checkLength(place + name, value);
}

/** @param {string} place @param {unknown} text */
function checkLength(place, text) {
    if (typeof text !== "string" || text.length <= TEXT_MAX) return;
    throw new TypeError(`The member ${place} of the question has ${text.length} characters, and the sheet shows at most ${TEXT_MAX}; deny the call.`);
}

/**
 * @param {Record<string, unknown>} holder
 * @param {string} name
 * @param {string[]} known
 * @param {string} place
 */
function checkWord(holder, name, known, place) {
    if (!known.includes(String(holder[name]))) wrong(place + name, `one of ${known.join(", ")}`);
}

/**
 * @param {Record<string, unknown>} holder
 * @param {string} name
 * @param {string} place
 * @returns {unknown[]}
 */
function listIn(holder, name, place) {
    const list = holder[name] ?? [];
    if (!Array.isArray(list) || list.length > ITEMS_MAX) wrong(place + name, `a list of at most ${ITEMS_MAX} items`);
    return list;
}

/** @param {Record<string, unknown>} holder @param {string} name @param {string} place */
function objectIn(holder, name, place) {
    const value = holder[name] ?? {};
    return isObject(value) ? value : wrong(place + name, "an object");
}

/** @param {Record<string, unknown>} holder @param {string} name @param {string[]} texts */
function checkRows(holder, name, texts) {
    for (const row of listIn(holder, name, "")) {
        if (!isObject(row)) wrong(name, "a list of objects");
        for (const text of texts) {
            if (typeof row[text] !== "string") wrong(`${name}.${text}`, "a string");
            checkLength(`${name}.${text}`, row[text]);
        }
    }
}

/** @param {Record<string, unknown>} holder @param {string} name @param {string} place */
function checkTexts(holder, name, place) {
    for (const item of listIn(holder, name, place)) {
        if (typeof item !== "string") wrong(place + name, "a list of strings");
        checkLength(place + name, item);
    }
}

/** @param {Record<string, unknown>} question */
function checkParts(question) {
    const hints = objectIn(question, "hints", "");
    for (const hint of ["read_only", "destructive", "idempotent", "open_world"]) check(hints, hint, "boolean", "hints.");
    const undo = objectIn(question, "undo", "");
    check(undo, "exact", "boolean", "undo.");
    check(undo, "seconds", "number", "undo.");
    const proposer = objectIn(question, "proposer", "");
    for (const text of ["model", "provider"]) check(proposer, text, "string", "proposer.");
    if (question.proposer !== undefined) checkWord(proposer, "kind", PROPOSERS, "proposer.");
    const decided = objectIn(question, "decided_by", "");
    for (const text of ["id", "place"]) check(decided, text, "string", "decided_by.");
    if (question.decided_by !== undefined) checkWord(decided, "source", SOURCES, "decided_by.");
    const runs = objectIn(question, "recent_runs", "");
    if (question.recent_runs !== undefined && typeof runs.count !== "number") wrong("recent_runs.count", "a number");
    const preview = objectIn(question, "preview", "");
    check(preview, "summary", "string", "preview.");
    checkRows(preview, "fields", ["label", "value"]);
    checkRows(preview, "warnings", ["code", "message"]);
    checkRows(question, "inputs", ["kind", "prompt", "key"]);
    for (const input of /** @type {Record<string, unknown>[]} */ (question.inputs ?? [])) {
        checkWord(input, "kind", INPUTS, "inputs.");
        check(input, "wanted", "string", "inputs.");
        checkTexts(input, "choices", "inputs.");
    }
    checkRows(question, "further", ["words", "until", "scope"]);
    for (const choice of /** @type {Record<string, unknown>[]} */ (question.further ?? [])) {
        checkWord(choice, "scope", ["tool", "keys", "arguments"], "further.");
        check(choice, "uses_max", "number", "further.");
    }
    check(question, "takes_reason", "boolean", "");
    check(question, "more_lookalikes", "number", "");
}

/**
 * @param {unknown} given
 * @returns {Question} a copy, which nobody can change any more
 * @throws {TypeError} that names the member and the way out
 */
export function readQuestion(given) {
    if (!isObject(given)) throw new TypeError("The question is not an object; give show() an object with the member name.");
    const question = structuredClone(given);
    if (typeof question.name !== "string" || question.name === "") {
        throw new TypeError("The question has no name of a tool; give it the member name, a string that is not empty.");
    }
    for (const text of TEXTS) check(question, text, "string", "");
    for (const [name, known] of Object.entries(WORDS)) {
        if (question[name] !== undefined) checkWord(question, name, known, "");
    }
    for (const name of LISTS_OF_TEXTS) checkTexts(question, name, "");
    checkParts(question);
    const size = String(question.arguments ?? "").length;
    if (size > ARGUMENTS_MAX) {
        throw new TypeError(`The arguments of the question have ${size} characters, and the sheet shows at most ${ARGUMENTS_MAX}; deny the call.`);
    }
    return /** @type {Question} */ (/** @type {unknown} */ (question));
}
