// <iam-permission-sheet>: asks a person about a call of a tool. docs/console-sheet.md says how a
// page uses it.
import { OpenQuestion } from "./open.js";
import { readQuestion } from "./question.js";
import { style } from "./style.js";
import { langOf, make, Say } from "./text.js";
import { Typing } from "./typing.js";

/** @typedef {import("./question.js").Question} Question */
/** @typedef {import("./question.js").Decision} Decision */
/** @typedef {import("./open.js").Waiting} Waiting */

export class IamPermissionSheet extends HTMLElement {
    #root = this.attachShadow({ mode: "open" });
    #bar = make("div", { class: "bar" }, make("p", { role: "status" }));
    /** @type {Waiting[]} */
    #queue = [];
    /** @type {OpenQuestion | Waiting | null} the one that is open or in the bar */
    #current = null;
    /** @type {Typing | null} */
    #typing = null;
    #connection = new AbortController();

    constructor() {
        super();
        this.#root.adoptedStyleSheets = [style];
        this.#root.append(this.#bar);
    }

    connectedCallback() {
        this.#connection = new AbortController();
        this.#typing = new Typing(window, this.#connection.signal);
    }

    disconnectedCallback() {
        this.#connection.abort();
        this.#typing = null;
        this.#hideBar();
        if (this.#current instanceof OpenQuestion) this.#current.close();
        const left = [...(this.#current ? [waitingOf(this.#current)] : []), ...this.#queue];
        this.#current = null;
        this.#queue = [];
        for (const waiting of left) waiting.settle(noDecision(waiting.question));
    }

    /**
     * Asks about a call. Several questions wait for each other in their order.
     * @param {Question} toolCall
     * @param {(decision: Decision) => void} [onDecision]
     * @returns {Promise<Decision>} rejected with a TypeError if the question is malformed, and with
     *   an Error if the sheet is not in a document
     */
    async show(toolCall, onDecision) {
        const question = readQuestion(toolCall);
        if (!this.isConnected) throw new Error("The permission sheet is not in the document; append it before show().");
        return new Promise((resolve) => {
            this.#queue.push({ question, settle: (decision) => this.#tell(decision, resolve, onDecision) });
            this.#next();
        });
    }

    /**
     * Takes a question back that was answered elsewhere or has expired; its answer is `none`.
     * @param {string} approval
     * @returns {boolean} false if no such question waits
     */
    withdraw(approval) {
        const current = this.#current && waitingOf(this.#current);
        if (current?.question.approval === approval) {
            this.#done(noDecision(current.question));
            return true;
        }
        const at = this.#queue.findIndex(({ question }) => question.approval === approval);
        if (at < 0) return false;
        const [waiting] = this.#queue.splice(at, 1);
        waiting.settle(noDecision(waiting.question));
        return true;
    }

    #next() {
        if (this.#current || this.#queue.length === 0 || !this.#typing) return;
        const waiting = /** @type {Waiting} */ (this.#queue.shift());
        this.#current = waiting;
        if (!this.#typing.whenPaused(() => this.#open(waiting))) this.#showBar(waiting);
    }

    /** @param {Waiting} waiting */
    #open(waiting) {
        this.#typing?.forget();
        this.#hideBar();
        const open = new OpenQuestion(waiting, this.#sayOf(waiting.question), (decision) => this.#done(decision));
        this.#current = open;
        open.open(this.#root);
    }

    /** @param {Decision} decision */
    #done(decision) {
        const current = this.#current;
        if (!current) return;
        this.#typing?.forget();
        this.#hideBar();
        if (current instanceof OpenQuestion) current.close();
        this.#current = null;
        waitingOf(current).settle(decision);
        this.#next();
    }

    /**
     * @param {Decision} decision
     * @param {(decision: Decision) => void} resolve
     * @param {((decision: Decision) => void)} [onDecision]
     */
    #tell(decision, resolve, onDecision) {
        resolve(decision);
        this.dispatchEvent(new CustomEvent("decision", { detail: decision, bubbles: true, composed: true }));
        try {
            onDecision?.(decision);
        } catch (error) {
            reportError(error);
        }
    }

    /** @param {Question} question */
    #sayOf(question) {
        return new Say(question.lang ?? langOf(this.closest("[lang]")?.getAttribute("lang") ?? navigator.language));
    }

    /** @param {Waiting} waiting */
    #showBar(waiting) {
        const say = this.#sayOf(waiting.question);
        const open = make("button", { type: "button", class: "primary" }, say.text("sheet_open"));
        open.addEventListener("click", () => this.#open(waiting));
        this.#bar.lang = say.lang;
        this.#bar.classList.add("waits");
        this.#bar.firstElementChild?.replaceChildren(...say.nodes("sheet_waits", { tool: waiting.question.title || waiting.question.name }));
        this.#bar.append(open);
    }

    #hideBar() {
        this.#bar.classList.remove("waits");
        this.#bar.firstElementChild?.replaceChildren();
        this.#bar.querySelector("button")?.remove();
    }
}

/** @param {OpenQuestion | Waiting} current @returns {Waiting} */
function waitingOf(current) {
    return current instanceof OpenQuestion ? current.waiting : current;
}

/** @param {Question} question @returns {Decision} */
function noDecision(question) {
    return Object.freeze({ answer: "none", approval: question.approval ?? "", nonce: question.nonce ?? "", scope: "tool", shown_digest: "" });
}

if (!customElements.get("iam-permission-sheet")) customElements.define("iam-permission-sheet", IamPermissionSheet);
