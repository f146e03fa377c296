// The part of the sheet that a person reads: who asks, why, what the tool will do, the arguments.
// Each fact from outside is noted in the text that the answer's digest is about.
import { prettyLines } from "./arguments.js";
import { Shown } from "./shown.js";
import { hintFacts, hintSentences, isBelieved, isolated, make, proposerNodes, Say } from "./text.js";

/** @typedef {import("./question.js").Question} Question */
/** @typedef {import("./text.js").Id} Id */

// A longer text would be read out whole when the sheet opens.
const DESCRIBED_MAX = 1000;
// Of more lines only those get elements whose letters may run from right to left.
const COLOURED_LINES_MAX = 5000;
// An indent, perhaps a name, and a value.
const MEMBER = /^( *)(?:("[^"\\]*(?:\\.[^"\\]*)*")(: ))?(.*?)(,?)$/;

export class Facts {
    /** @param {Question} question @param {Say} say @param {Shown} shown */
    constructor(question, say, shown) {
        this.question = question;
        this.say = say;
        this.shown = shown;
    }

    /** @returns {HTMLElement[]} */
    sections() {
        const described = make("section", {}, ...this.#detail("description", "detail_description", this.question.description));
        const all = [described, this.#who(), ...this.#alerts(), this.#will(), this.#preview(), this.#arguments()];
        return all.filter((section) => section.childElementCount > 0);
    }

    /** A text of others in a place of its own. @param {string} slot @param {string} text */
    #fact(slot, text) {
        const node = isolated(text);
        this.shown.add(slot, node);
        return node;
    }

    /** "Session: x" @param {string} slot @param {Id} what @param {string | undefined} text */
    #detail(slot, what, text) {
        if (!text) return [];
        return [make("p", {}, ...this.say.nodes("detail", { what: make("span", {}, this.say.text(what)), value: this.#fact(slot, text) }))];
    }

    #who() {
        const { question, say } = this;
        const lines = [this.#proposer(), ...this.#detail("session", "detail_session", question.session), ...this.#detail("agent", "detail_agent", question.agent)];
        if (question.asked_because) lines.push(make("p", { class: "why" }, ...say.nodes("asked_because", { reason: this.#fact("reason", question.asked_because) })));
        return make("section", { class: "who" }, ...lines, ...this.#decidedBy(), ...this.#runs());
    }

    #proposer() {
        const { kind = "program", model = "", provider = "" } = this.question.proposer ?? {};
        const isModel = kind === "model";
        const named = {
            model: isModel && model ? this.#fact("model", model) : null,
            provider: (isModel || kind === "mcp_client") && provider ? this.#fact("provider", provider) : null,
        };
        const line = make("p", {}, ...this.say.nodes("proposed_by", { proposer: make("span", {}, ...proposerNodes(this.say, kind, named)) }));
        this.shown.add("proposer", line, kind);
        return line;
    }

    #decidedBy() {
        const { decided_by: decided } = this.question;
        if (!decided) return [];
        const source = make("span", {}, this.say.text(/** @type {Id} */ (`by_${decided.source}`)));
        this.shown.add("decided_by", source, decided.source);
        const by = make("span", {}, source, ...(decided.id ? [" ", this.#fact("decided_by_id", decided.id)] : []));
        const line = make("p", {}, ...this.say.nodes("detail", { what: make("span", {}, this.say.text("detail_decided_by")), value: by }));
        return [line, ...this.#detail("place", "detail_place", decided.place)];
    }

    #runs() {
        const { recent_runs: runs } = this.question;
        if (!runs) return [];
        const line = make("p", {}, ...this.say.nodes(runs.at_least ? "recent_runs_at_least" : "recent_runs", { count: String(runs.count) }));
        this.shown.add("runs", line, (runs.at_least ? "at least " : "") + runs.count);
        return [line];
    }

    #alerts() {
        const { question, say } = this;
        const more = question.more_lookalikes ?? 0;
        const before = [this.#list("taint", "sheet_taint", question.taint), this.#list("change", "changes", question.changes)];
        const lookalikes = this.#list("lookalike", "lookalikes", question.lookalikes);
        if (more > 0) {
            const line = make("p", {}, ...say.nodes("lookalikes_more", { count: String(more) }));
            this.shown.add("more_lookalikes", line, String(more));
            lookalikes.append(line);
        }
        return [...before, lookalikes];
    }

    /** @param {string} slot @param {Id} heading @param {string[]} [texts] */
    #list(slot, heading, texts = []) {
        const section = make("section", { class: "alert" });
        if (texts.length === 0) return section;
        section.append(make("h3", {}, this.say.text(heading)), make("ul", {}, ...texts.map((text) => make("li", {}, this.#fact(slot, text)))));
        return section;
    }

    #will() {
        const { question, say } = this;
        const list = make("ul", { id: "hints" }, ...hintSentences(say, question).map((sentence) => make("li", {}, sentence)));
        this.shown.add("hints", list, hintFacts(question));
        return make("section", {}, make("h3", {}, say.text(isBelieved(question) ? "will" : "will_as_claimed")), list);
    }

    #preview() {
        const { preview, preview_failure: failure, trust } = this.question;
        const { say } = this;
        const section = make("section", { class: "preview" });
        if (!preview && !failure) {
            section.append(make("p", { class: "muted" }, say.text("preview_none")));
        } else if (!preview) {
            section.append(make("h3", {}, say.text("preview")), make("p", {}, ...say.nodes("preview_failed", { failure: this.#fact("preview_failure", failure ?? "") })));
        } else {
            section.append(make("h3", {}, say.text(trust === "own" ? "preview_by_application" : "preview_by_server")), ...this.#previewed(preview));
        }
        return section;
    }

    /** @param {import("./question.js").Preview} preview */
    #previewed({ summary, fields = [], warnings = [] }) {
        /** @type {HTMLElement[]} */
        const parts = summary ? [make("p", {}, this.#fact("preview", summary))] : [];
        if (fields.length > 0) {
            const rows = fields.flatMap(({ label, value }) => [make("dt", {}, this.#fact("label", label)), make("dd", {}, this.#fact("value", value))]);
            parts.push(make("dl", {}, ...rows));
        }
        for (const { code, message } of warnings) {
            const values = { message: this.#fact("warning", message), code: this.#fact("warning_code", code) };
            parts.push(make("p", { class: "warning" }, ...this.say.nodes("warning", values)));
        }
        return parts;
    }

    #arguments() {
        const { question, say } = this;
        const lines = prettyLines(question.arguments ?? "{}");
        const text = make("pre", { dir: "ltr" });
        write(text, lines);
        this.shown.add("arguments", text);
        const heading = make("h3", {}, say.text(question.deny_only_because ? "arguments_in_part" : "arguments"));
        const isShort = (question.arguments ?? "").length <= DESCRIBED_MAX;
        (isShort ? text : heading).id = "arguments";
        const section = make("section", { class: "arguments" }, heading, text);
        if (lines.some((line) => line.includes("\\u{"))) section.append(make("p", { class: "hidden-characters" }, say.text("hidden_characters")));
        return section;
    }
}

/**
 * Names of members stand out. Letters written from right to left reach nothing beside their string.
 * @param {HTMLElement} holder
 * @param {string[]} lines
 */
function write(holder, lines) {
    let text = "";
    /** @param {string} part @param {Record<string, string>} [attributes] */
    const isolate = (part, attributes) => {
        holder.append(text, make("bdi", attributes, part));
        text = "";
    };
    for (const [index, line] of lines.entries()) {
        const isPlain = lines.length > COLOURED_LINES_MAX && /^[ -~]*$/.test(line);
        const [, indent = "", name, colon = "", value = line, comma = ""] = (!isPlain && MEMBER.exec(line)) || [];
        text += (index > 0 ? "\n" : "") + indent;
        if (name) isolate(name, { class: "key" });
        text += colon;
        if (value.startsWith('"') && !isPlain) isolate(value);
        else text += value;
        text += comma;
    }
    holder.append(text);
}
