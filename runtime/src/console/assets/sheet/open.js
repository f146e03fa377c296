// One question while it is open: which presses count, and the one answer that they give.
import { Arming } from "./arming.js";
import { digestOf } from "./shown.js";
import { Say } from "./text.js";
import { allows, SheetView, storedBy } from "./view.js";
import { visible } from "./visible.js";

/** @typedef {import("./question.js").Question} Question */
/** @typedef {import("./question.js").Decision} Decision */
/** @typedef {import("./question.js").Choice} Choice */
/** @typedef {{question: Question, settle: (decision: Decision) => void}} Waiting */

const SCROLL_KEYS = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End"];

export class OpenQuestion {
    #arming;
    #isSeen = false;
    #isChecked = false; // the shown text is the asked one
    #isAnswered = false;
    #observer = new IntersectionObserver((entries) => this.#see(entries));
    #sizes = new ResizeObserver(() => this.view.markScrolling());

    /**
     * @param {Waiting} waiting
     * @param {Say} say
     * @param {(decision: Decision) => void} onAnswer
     * @param {boolean} [isCard] it stands in the page, and is no dialog
     */
    constructor(waiting, say, onAnswer, isCard = false) {
        this.waiting = waiting;
        this.onAnswer = onAnswer;
        this.view = new SheetView(waiting.question, say, isCard);
        this.#arming = new Arming(window, () => this.#update());
        this.#listen();
    }

    /** @param {ShadowRoot} root */
    open(root) {
        const { view } = this;
        root.append(view.dialog);
        if (!view.isCard) {
            view.dialog.showModal();
            // Where all of the sheet scrolls, its beginning stays in view.
            view.first.focus({ preventScroll: true });
        }
        this.#observer.observe(view.end);
        this.#sizes.observe(view.body);
        this.#update();
        this.#arming.start(view.dialog);
        void this.#checkShown();
    }

    close() {
        this.#isAnswered = true;
        this.#arming.stop();
        this.#observer.disconnect();
        this.#sizes.disconnect();
        if (!this.view.isCard) this.view.dialog.close();
        this.view.dialog.remove();
    }

    /** The answer was not taken, and the question stands. */
    retry() {
        this.#isAnswered = false;
        this.view.closeConfirm();
        this.#arming.restart();
    }

    #listen() {
        const { view } = this;
        for (const [choice, button] of view.buttons) button.addEventListener("click", (event) => this.#click(choice, event));
        view.more?.addEventListener("click", (event) => {
            if (this.#arming.counts(event) && this.#canAllow("allow_once") && view.question.further?.length) this.#confirm("allow_once", view.question.further);
        });
        if (view.isCard) return;
        view.close.addEventListener("click", () => void this.#answer("deny_once"));
        view.dialog.addEventListener("cancel", (event) => {
            event.preventDefault();
            void this.#answer("deny_once");
        });
        view.dialog.addEventListener("close", () => void this.#answer("deny_once"));
        view.dialog.addEventListener("keydown", (event) => this.#key(event));
    }

    /** @param {IntersectionObserverEntry[]} entries */
    #see(entries) {
        if (this.#isSeen) return;
        this.#isSeen = entries.some((entry) => entry.isIntersecting);
        this.view.setSeen(this.#isSeen);
        this.#arming.restart();
    }

    async #checkShown() {
        const { question } = this.waiting;
        const digest = await digestOf(this.view.shown.lines());
        if (this.#isAnswered) return;
        if (digest === "") {
            this.view.refuseNow("sheet_insecure");
        } else if (question.digest !== undefined && question.digest !== digest) {
            this.view.refuseNow("sheet_changed");
        } else {
            this.#isChecked = true;
        }
        this.#update();
    }

    /** @param {Choice} choice */
    #canAllow(choice) {
        return this.view.refusalOf(choice) === "" && this.#isChecked && this.#isSeen;
    }

    #update() {
        for (const choice of /** @type {Choice[]} */ (["allow_once", "allow_always"])) {
            this.view.enable(choice, this.#canAllow(choice) && this.#arming.isArmed());
        }
    }

    /** @param {Choice} choice @param {MouseEvent} event */
    #click(choice, event) {
        if (allows(choice) && !(this.#arming.counts(event) && this.#canAllow(choice))) return;
        const stored = choice.endsWith("always") ? storedBy(this.waiting.question, choice) : [];
        if (stored.length === 0) return void this.#answer(choice);
        this.#confirm(choice, stored);
    }

    /** @param {Choice} choice @param {import("./view.js").Stored[]} stored */
    #confirm(choice, stored) {
        this.view.openConfirm(choice, stored);
        const { confirm } = this.view;
        confirm?.back.addEventListener("click", () => {
            this.view.closeConfirm();
            this.#arming.restart();
        });
        confirm?.button.addEventListener("click", (confirmed) => {
            if (!allows(choice) || (this.#arming.counts(confirmed) && this.#canAllow(choice))) void this.#answer(choice);
        });
        this.#arming.restart();
    }

    /** @param {Choice} answer */
    async #answer(answer) {
        if (this.#isAnswered) return;
        if (allows(answer) && !this.view.shown.isIntact()) {
            this.#isChecked = false;
            this.view.refuseNow("sheet_changed");
            return this.#update();
        }
        const { question } = this.waiting;
        const { view } = this;
        const stored = view.confirm?.choice === answer ? view.chosen : undefined;
        const further = answer === "allow_once" ? stored : undefined;
        if (further?.uses_max && view.uses === 0) return void view.tellUses();
        this.#isAnswered = true;
        const lines = view.shown.lines();
        if (stored && !further) lines.push(`stores ${stored.scope}: ${visible(stored.words)}`);
        const reason = allows(answer) ? "" : view.reason.value.trim();
        const more = {
            ...(further?.until ? { further: { scope: further.scope, until: further.until, ...(further.uses_max ? { uses: view.uses } : {}) } } : {}),
            ...(answer === "allow_once" && view.inputs.size > 0 ? { inputs: Object.fromEntries([...view.inputs].map(([key, text]) => [key, text()])) } : {}),
            ...(reason ? { reason } : {}),
        };
        const shown_digest = await digestOf(lines);
        this.onAnswer(Object.freeze({ answer, approval: question.approval ?? "", nonce: question.nonce ?? "", scope: stored?.scope ?? "tool", shown_digest, ...more }));
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.key === "Tab") return this.#cycle(event);
        const [target] = event.composedPath();
        if (SCROLL_KEYS.includes(event.key) && !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) this.#scroll(event);
    }

    /** The native dialog lets Tab leave the page. @param {KeyboardEvent} event */
    #cycle(event) {
        event.preventDefault();
        const { stops, dialog } = this.view;
        const root = /** @type {ShadowRoot} */ (dialog.getRootNode());
        const at = stops.indexOf(/** @type {HTMLElement} */ (root.activeElement));
        const next = event.shiftKey ? (at <= 0 ? stops.length : at) - 1 : (at + 1) % stops.length;
        stops[next].focus();
    }

    /** @param {KeyboardEvent} event */
    #scroll(event) {
        event.preventDefault();
        const { body, dialog } = this.view;
        const region = dialog.scrollHeight > dialog.clientHeight && getComputedStyle(dialog).overflowY !== "hidden" ? dialog : body;
        const page = region.clientHeight * 0.9;
        const steps = { ArrowDown: 48, ArrowUp: -48, PageDown: page, PageUp: -page, Home: -region.scrollHeight, End: region.scrollHeight };
        region.scrollBy(0, steps[/** @type {keyof typeof steps} */ (event.key)]);
    }
}
