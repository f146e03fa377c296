// <iam-question-card>: a question that stands in a page, beside other content. It counts answers as
// the sheet does.
import { OpenQuestion } from "./open.js";
import { readQuestion } from "./question.js";
import { style } from "./style.js";
import { langOf, Say } from "./text.js";

/** @typedef {import("./question.js").Question} Question */
/** @typedef {import("./question.js").Decision} Decision */

export class IamQuestionCard extends HTMLElement {
    #root = this.attachShadow({ mode: "open" });
    /** @type {OpenQuestion | null} */
    #open = null;

    constructor() {
        super();
        this.#root.adoptedStyleSheets = [style];
    }

    disconnectedCallback() {
        this.#open?.close();
        this.#open = null;
    }

    /**
     * Shows a question in the place of the one before.
     * @param {Question} given
     * @param {(decision: Decision) => Promise<boolean>} send false: the answer was not taken, and the
     *   person may answer again
     * @throws {TypeError} if the question is malformed
     */
    show(given, send) {
        const question = readQuestion(given);
        this.#open?.close();
        const say = new Say(question.lang ?? langOf(navigator.language));
        const open = new OpenQuestion({ question, settle: () => {} }, say, (decision) => void send(decision).then((isTaken) => isTaken || open.retry()), true);
        this.#open = open;
        open.open(this.#root);
    }
}

if (!customElements.get("iam-question-card")) customElements.define("iam-question-card", IamQuestionCard);
