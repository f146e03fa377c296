// The elements of one open question. They show which answers are possible. open.js decides
// when an answer counts.
import { Facts } from "./facts.js";
import { icon } from "./icons.js";
import { Shown } from "./shown.js";
import { isolated, make, Say, trustId } from "./text.js";

/** @typedef {import("./question.js").Question} Question */
/** @typedef {import("./question.js").Choice} Choice */
/** @typedef {import("./question.js").Scope} Scope */
/** @typedef {import("./text.js").Id} Id */
/** @typedef {{scope: Scope, words: string}} Stored the record of an "always" */
/**
 * @typedef {object} Confirm the second step of an "always"
 * @property {Choice} choice
 * @property {HTMLButtonElement} button
 * @property {HTMLButtonElement} back
 * @property {HTMLElement} panel
 */

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

    /** @param {Question} question @param {Say} say */
    constructor(question, say) {
        this.question = question;
        this.say = say;
        this.close = make("button", { type: "button", class: "close", "aria-label": say.filled("sheet_close", { deny_once: say.text("deny_once") }) }, icon("close"));
        const head = [this.#header(), this.#chips()];
        this.end = make("div", { class: "end" });
        this.body = make("div", { class: "body", role: "region", "aria-label": say.text("detail_approval") }, ...new Facts(question, say, this.shown).sections(), this.end);
        this.notes = make("div", { class: "notes" });
        this.scrollNote = make("p", { class: "scroll", id: "scroll" }, say.text("sheet_scroll"));
        this.actions = make("div", { class: "actions" }, ...CHOICES.map((choice) => this.#button(choice)));
        this.footer = make("footer", {}, this.actions);
        this.dialog = make("dialog", {
            part: "sheet", lang: say.lang, role: "dialog", "aria-modal": "true",
            "aria-labelledby": "tool-name", "aria-describedby": "risk hints arguments",
        }, ...head, make("div", { class: "view" }, this.body), this.notes, this.footer);
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
        const both = question.deny_only_because || (question.inputs?.length ? say.text("sheet_inputs") : "");
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

    #showRefusals() {
        const once = this.refusalOf("allow_once");
        const always = this.refusalOf("allow_always");
        if (once) {
            this.#refuse("refused", "allowing_refused", once, {}, ["allow_once", "allow_always"]);
        } else if (always) {
            this.#refuse("always_refused", "always_refused", always, { allow_always: this.say.text("allow_always") }, ["allow_always"]);
        }
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
        for (const choice of choices) this.#disable(choice, slot, node.textContent ?? "");
    }

    /** @param {Choice} choice @param {string} id @param {string} reason */
    #disable(choice, id, reason) {
        const button = this.buttons.get(choice);
        button?.setAttribute("title", reason);
        button?.setAttribute("aria-describedby", id);
    }

    /** Allowing has become impossible while the sheet is open. @param {Id} why */
    refuseNow(why) {
        if (this.notes.querySelector("#changed")) return;
        this.notes.append(make("p", { id: "changed", role: "alert" }, make("strong", {}, this.say.text("allowing_refused")), " ", this.say.text(why)));
        for (const choice of CHOICES.filter(allows)) this.#disable(choice, "changed", this.say.text(why));
    }

    /** Whether the end of the arguments has been in view. @param {boolean} isSeen */
    setSeen(isSeen) {
        if (!isSeen && !this.scrollNote.isConnected) this.body.after(this.scrollNote);
        this.scrollNote.classList.toggle("done", isSeen);
        for (const choice of CHOICES.filter((one) => allows(one) && this.refusalOf(one) === "")) {
            if (isSeen) this.buttons.get(choice)?.removeAttribute("aria-describedby");
            else this.buttons.get(choice)?.setAttribute("aria-describedby", "scroll");
        }
        // A region that needs scrolling is a stop of the Tab key; another one is none.
        if (!isSeen) this.body.setAttribute("tabindex", "0");
    }

    /** @param {Choice} choice @param {boolean} isEnabled */
    enable(choice, isEnabled) {
        for (const button of [this.buttons.get(choice), this.confirm?.choice === choice ? this.confirm.button : undefined]) {
            button?.setAttribute("aria-disabled", String(!isEnabled));
        }
    }

    /** @type {Confirm | null} */
    confirm = null;

    /**
     * The second step of an "always": its record, word for word.
     * @param {Choice} choice
     * @param {Stored[]} stored
     */
    openConfirm(choice, stored) {
        const { say } = this;
        const heading = make("h3", { id: "stores" }, say.filled("always_stores", { answer: say.text(choice) }));
        const rows = stored.map(({ scope, words }, index) => {
            const row = isolated(words);
            if (stored.length === 1) return make("p", { id: "stored" }, row);
            const input = make("input", { type: "radio", name: "scope", value: scope });
            input.checked = index === 0;
            return make("label", {}, input, row);
        });
        const button = make("button", { type: "button", class: "primary", "aria-describedby": stored.length === 1 ? "stores stored" : "stores" }, say.text(choice));
        const back = make("button", { type: "button" }, say.text("sheet_back"));
        const group = make("div", { class: "stores", role: stored.length === 1 ? "group" : "radiogroup", "aria-labelledby": "stores" }, heading, ...rows);
        const panel = make("div", { class: "actions confirm" }, group, back, button);
        this.confirm = { choice, button, back, panel };
        this.actions.hidden = true;
        this.footer.append(panel);
        /** @type {HTMLElement} */ (group.querySelector("input") ?? button).focus();
    }

    closeConfirm() {
        const { confirm } = this;
        this.confirm = null;
        confirm?.panel.remove();
        this.actions.hidden = false;
        if (confirm) this.buttons.get(confirm.choice)?.focus();
    }

    /** @returns {Scope} */
    get chosenScope() {
        const checked = this.confirm?.panel.querySelector("input:checked");
        return /** @type {Scope} */ (checked?.getAttribute("value") ?? (this.confirm ? storedBy(this.question, this.confirm.choice)[0].scope : "tool"));
    }

    /** In the order of the Tab key. @returns {HTMLElement[]} */
    get stops() {
        const all = this.dialog.querySelectorAll("button, input:checked, [tabindex='0']");
        return /** @type {HTMLElement[]} */ ([...all]).filter((element) => element.checkVisibility());
    }
}
