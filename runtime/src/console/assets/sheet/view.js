// The elements of one open question. They show which answers are possible. open.js decides
// when an answer counts.
import { Facts } from "./facts.js";
import { icon } from "./icons.js";
import { Shown } from "./shown.js";
import { isolated, make, Say, trustId } from "./text.js";
import { visible } from "./visible.js";

/** @typedef {import("./question.js").Question} Question */
/** @typedef {import("./question.js").Choice} Choice */
/** @typedef {import("./question.js").Scope} Scope */
/** @typedef {import("./text.js").Id} Id */
/**
 * @typedef {{scope: Scope, words: string, until?: string, uses_max?: number}} Stored the record of an "always", or
 *   with `until` of later calls
 *
 * @typedef {object} Confirm the second step of an answer that stores a record
 * @property {Choice} choice
 * @property {Stored[]} stored
 * @property {HTMLButtonElement} button
 * @property {HTMLButtonElement} back
 * @property {HTMLElement} panel
 * @property {HTMLButtonElement | undefined} opener
 */

const REASON_MAX = 1024;
/** @type {Record<string, string>} */
const FIELD_TYPES = { date: "date", number: "number" };

/** @type {Choice[]} as they stand in the sheet */
const CHOICES = ["deny_always", "deny_once", "allow_once", "allow_always"];

/** @param {Choice} choice */
export const allows = (choice) => choice === "allow_once" || choice === "allow_always";

/** @param {Question} question @param {Choice} choice @returns {Stored[]} */
export function storedBy(question, choice) {
    const all = choice === "allow_always"
        ? { tool: question.always_would_store, keys: question.always_keys_would_store, arguments: question.always_these_would_store }
        : { tool: question.deny_always_would_store, arguments: question.deny_always_these_would_store };
    return Object.entries(all).flatMap(([scope, words]) => (words ? [{ scope: /** @type {Scope} */ (scope), words }] : []));
}

export class SheetView {
    /** @type {Map<Choice, HTMLButtonElement>} */
    buttons = new Map();
    shown = new Shown();
    /** @type {Map<string, () => string>} the text of each input, by its key */
    inputs = new Map();
    /** @type {HTMLButtonElement | null} opens the menu of later calls */
    more = null;

    /** @param {Question} question @param {Say} say @param {boolean} [isCard] it stands in the page, and is no dialog */
    constructor(question, say, isCard = false) {
        this.question = question;
        this.say = say;
        this.isCard = isCard;
        this.close = make("button", { type: "button", class: "close", "aria-label": say.filled("sheet_close", { deny_once: say.text("deny_once") }) }, icon("close"));
        const head = [this.#header(), this.#chips()];
        this.end = make("div", { class: "end" });
        this.body = make("div", { class: "body", role: "region", "aria-label": say.text("detail_approval") }, ...new Facts(question, say, this.shown).sections(), ...this.#inputs(), this.end);
        this.notes = make("div", { class: "notes" });
        this.scrollNote = make("p", { class: "scroll", id: "scroll" }, say.text("sheet_scroll"));
        this.actions = make("div", { class: "actions" }, ...CHOICES.map((choice) => this.#button(choice)), ...this.#more());
        this.reason = make("input", { type: "text", maxlength: String(REASON_MAX), autocomplete: "off" });
        this.footer = make("footer", {}, ...(question.takes_reason ? [make("label", { class: "field" }, say.text("sheet_reason"), this.reason)] : []), this.actions);
        /** @type {Record<string, string>} */
        const kind = isCard ? { role: "group" } : { role: "dialog", "aria-modal": "true" };
        this.dialog = make(/** @type {"dialog"} */ (isCard ? "div" : "dialog"), {
            class: isCard ? "sheet card" : "sheet", part: "sheet", lang: say.lang, ...kind,
            "aria-labelledby": "tool-name", "aria-describedby": "risk hints arguments",
        }, ...head, make("div", { class: "view" }, this.body), this.notes, this.footer);
        if (isCard) this.close.remove();
        this.#showRefusals();
    }

    /** The button that has the focus at first. */
    get first() {
        const denies = this.question.hints?.destructive === true || this.refusalOf("allow_once") !== "";
        return /** @type {HTMLButtonElement} */ (this.buttons.get(denies ? "deny_once" : "allow_once"));
    }

    /**
     * Why this is no answer, in words; empty: it is one.
     * @param {Choice} choice
     * @returns {string}
     */
    refusalOf(choice) {
        if (!allows(choice)) return "";
        const { question, say } = this;
        const both = question.deny_only_because ?? "";
        if (both || choice === "allow_once") return both;
        return question.always_refused_because || (question.hints?.destructive ? say.text("refused_destructive") : "");
    }

    #header() {
        const { name, title } = this.question;
        const tool = isolated(name);
        this.shown.add("tool", tool);
        const heading = make("h2", { id: "tool-name" });
        if (title) {
            const label = isolated(title);
            this.shown.add("title", label);
            heading.append(label, " ", make("code", {}, tool));
        } else {
            heading.append(tool);
        }
        return make("header", {}, make("span", { class: "tile" }, icon("tool")), make("div", {}, make("p", { class: "ask" }, this.say.text("title")), heading), this.close);
    }

    #chips() {
        const { question, say } = this;
        const { risk = "high", trust = "none", origin = "" } = question;
        const server = origin ? isolated(origin) : make("span", {}, say.text("this_program"));
        this.shown.add("origin", server, origin ? undefined : "");
        const trusted = make("span", {}, say.text(trustId(question)));
        this.shown.add("trust", trusted, trust);
        const badge = make("span", { id: "risk" }, say.text(/** @type {Id} */ (`risk_${risk}`)));
        this.shown.add("risk", badge, risk);
        return make("div", { class: "chips" },
            make("span", { class: `chip ${risk}` }, icon(risk), badge),
            make("span", { class: "chip origin" }, make("span", {}, ...say.nodes("from", { server }), " · ", trusted)));
    }

    /** @param {Choice} choice */
    #button(choice) {
        const button = make("button", { type: "button", class: choice === "allow_once" ? "primary" : "" }, this.say.text(choice));
        this.buttons.set(choice, button);
        return button;
    }

    /** The button that opens the menu of later calls. */
    #more() {
        const { further, further_refused_because: refused } = this.question;
        if (!further?.length && !refused) return [];
        this.more = make("button", { type: "button", class: "wide" }, this.say.text("sheet_more"));
        return [this.more];
    }

    #inputs() {
        const { inputs = [] } = this.question;
        if (inputs.length === 0) return [];
        return [make("section", { class: "inputs" }, make("h3", {}, this.say.text("sheet_inputs")), ...inputs.map((input) => this.#input(input)))];
    }

    /** @param {import("./question.js").InputRequest} input */
    #input({ key, kind, prompt, wanted = "", choices = kind === "boolean" ? ["true", "false"] : [] }) {
        // A choice is a text of others, so its place in the list is the value of its option.
        const options = choices.map((choice, index) => make("option", { value: String(index) }, visible(choice)));
        const field = options.length > 0
            ? make("select", {}, make("option", { value: "" }), ...options)
            : make("input", { type: FIELD_TYPES[kind] ?? "text", ...(kind === "number" ? { step: "any" } : {}), autocomplete: "off" });
        this.inputs.set(key, () => (options.length > 0 ? (choices[Number(field.value || -1)] ?? "") : field.value));
        return make("label", { class: "field" }, isolated(prompt), make("small", {}, isolated(wanted)), field);
    }

    #showRefusals() {
        const once = this.refusalOf("allow_once");
        const always = this.refusalOf("allow_always");
        if (once) {
            this.#refuse("refused", "allowing_refused", once, {}, ["allow_once", "allow_always"]);
        } else if (always) {
            this.#refuse("always_refused", "always_refused", always, { allow_always: this.say.text("allow_always") }, ["allow_always"]);
        }
        const later = this.question.further_refused_because;
        if (!later || !this.more) return;
        const isTold = later === once || later === always;
        if (!isTold) this.notes.append(make("p", { id: "further_refused" }, make("strong", {}, this.say.text("further_refused")), " ", isolated(later)));
        this.#disable(this.more, isTold ? (once ? "refused" : "always_refused") : "further_refused", visible(later));
        this.more.setAttribute("aria-disabled", "true");
    }

    /**
     * @param {string} slot
     * @param {Id} heading
     * @param {string} reason
     * @param {Record<string, string>} values
     * @param {Choice[]} choices
     */
    #refuse(slot, heading, reason, values, choices) {
        const node = isolated(reason);
        this.notes.append(make("p", { id: slot }, make("strong", {}, this.say.filled(heading, values)), " ", node));
        const isOwn = reason !== this.question.deny_only_because && reason !== this.question.always_refused_because;
        if (!isOwn) this.shown.add(slot, node);
        for (const choice of choices) this.#disable(this.buttons.get(choice), slot, node.textContent ?? "");
    }

    /** @param {HTMLButtonElement | null | undefined} button @param {string} id @param {string} reason */
    #disable(button, id, reason) {
        button?.setAttribute("title", reason);
        button?.setAttribute("aria-describedby", id);
    }

    /** Allowing has become impossible while the sheet is open. @param {Id} why */
    refuseNow(why) {
        if (this.notes.querySelector("#changed")) return;
        this.notes.append(make("p", { id: "changed", role: "alert" }, make("strong", {}, this.say.text("allowing_refused")), " ", this.say.text(why)));
        for (const choice of CHOICES.filter(allows)) this.#disable(this.buttons.get(choice), "changed", this.say.text(why));
        if (!this.question.further_refused_because) this.#disable(this.more, "changed", this.say.text(why));
    }

    /** Whether the end of the arguments has been in view. @param {boolean} isSeen */
    setSeen(isSeen) {
        if (!isSeen && !this.scrollNote.isConnected) this.body.after(this.scrollNote);
        this.scrollNote.classList.toggle("done", isSeen);
        for (const choice of CHOICES.filter((one) => allows(one) && this.refusalOf(one) === "")) {
            if (isSeen) this.buttons.get(choice)?.removeAttribute("aria-describedby");
            else this.buttons.get(choice)?.setAttribute("aria-describedby", "scroll");
        }
    }

    /** A region that needs scrolling is a stop of the Tab key, and stays one: it may have the focus. */
    markScrolling() {
        if (!this.isCard && this.body.scrollHeight > this.body.clientHeight) this.body.setAttribute("tabindex", "0");
    }

    /** @param {Choice} choice @param {boolean} isEnabled */
    enable(choice, isEnabled) {
        const more = choice === "allow_once" && !this.question.further_refused_because ? this.more : null;
        for (const button of [this.buttons.get(choice), more, this.confirm?.choice === choice ? this.confirm.button : undefined]) {
            button?.setAttribute("aria-disabled", String(!isEnabled));
        }
    }

    /** @type {Confirm | null} */
    confirm = null;

    /**
     * The second step of an answer that stores a record: the record, word for word.
     * @param {Choice} choice
     * @param {Stored[]} stored
     */
    openConfirm(choice, stored) {
        const { say } = this;
        const isMore = choice === "allow_once";
        const opener = (isMore && this.more) || this.buttons.get(choice);
        const heading = make("h3", { id: "stores" }, isMore ? say.filled("further_what", { allow_once: say.text(choice) }) : say.filled("always_stores", { answer: say.text(choice) }));
        const rows = stored.flatMap((one, index) => (stored.length === 1 && !one.uses_max ? [make("p", { id: "stored" }, isolated(one.words))] : this.#storedRow(one, index)));
        if (isMore) rows.push(make("p", { class: "muted" }, say.text("further_ends")));
        const isOne = !rows.some((row) => row.matches("label"));
        const button = make("button", { type: "button", class: "primary", "aria-describedby": isOne ? "stores stored" : "stores" }, say.text(choice));
        const back = make("button", { type: "button" }, say.text("sheet_back"));
        const group = make("div", { class: "stores", role: isOne ? "group" : "radiogroup", "aria-labelledby": "stores" }, heading, ...rows);
        const panel = make("div", { class: "actions confirm" }, group, back, button);
        this.confirm = { choice, stored, button, back, panel, opener };
        this.actions.hidden = true;
        this.footer.append(panel);
        /** @type {HTMLElement} */ (group.querySelector("input") ?? button).focus();
    }

    /** @param {Stored} one @param {number} index @returns {HTMLElement[]} */
    #storedRow({ words, uses_max: most }, index) {
        const input = make("input", { type: "radio", name: "stored", value: String(index) });
        input.checked = index === 0;
        const row = make("label", {}, input, isolated(words));
        if (!most) return [row];
        const uses = make("input", { type: "number", min: "1", max: String(most), value: "1", class: "uses" });
        uses.addEventListener("input", () => (input.checked = true));
        return [row, make("label", { class: "many" }, this.say.filled("sheet_how_many", { most: String(most) }), uses)];
    }

    closeConfirm() {
        const { confirm } = this;
        this.confirm = null;
        confirm?.panel.remove();
        this.actions.hidden = false;
        confirm?.opener?.focus();
    }

    /** The record that the second step stores. @returns {Stored | undefined} */
    get chosen() {
        const checked = this.confirm?.panel.querySelector("input[type=radio]:checked");
        return this.confirm?.stored[Number(checked?.getAttribute("value") ?? 0)];
    }

    /** How many later calls the person allows. Zero: the number does not fit. */
    get uses() {
        const field = /** @type {HTMLInputElement | null} */ (this.confirm?.panel.querySelector(".uses") ?? null);
        return field?.checkValidity() ? Number(field.value) : 0;
    }

    /** The number does not fit: the browser says why. */
    tellUses() {
        /** @type {HTMLInputElement | null | undefined} */ (this.confirm?.panel.querySelector(".uses"))?.reportValidity();
    }

    /** In the order of the Tab key. @returns {HTMLElement[]} */
    get stops() {
        const all = this.dialog.querySelectorAll("button, select, input:not([type=radio]), input:checked, [tabindex='0']");
        return /** @type {HTMLElement[]} */ ([...all]).filter((element) => element.checkVisibility());
    }
}
