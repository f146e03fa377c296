// Notices that somebody types, so that a question does not take the keys of a text.

/** A pause as long as this ends the typing, in milliseconds. */
export const PAUSE_MS = 1000;

const FIELDS = "textarea, select, [contenteditable], input:not([type=button], [type=checkbox], [type=radio], [type=reset], [type=submit])";

export class Typing {
    /** @type {Window} */
    #window;
    #timer = 0;
    #isTyping = false;
    #isComposing = false;
    /** @type {(() => void) | null} */
    #then = null;

    /** @param {Window} window @param {AbortSignal} signal ends the watch */
    constructor(window, signal) {
        this.#window = window;
        const options = { capture: true, passive: true, signal };
        for (const type of ["keydown", "keyup", "input"]) window.addEventListener(type, (event) => this.#note(event), options);
        window.addEventListener("compositionstart", () => this.#compose(true), options);
        window.addEventListener("compositionend", () => this.#compose(false), options);
        signal.addEventListener("abort", () => window.clearTimeout(this.#timer));
        // Keys from before this watch are not known.
        if (window.document.activeElement?.matches(FIELDS)) this.#restart();
    }

    /**
     * @param {() => void} act called at once, or at the first pause
     * @returns {boolean} true if it was called
     */
    whenPaused(act) {
        this.#then = null;
        if (this.#isTyping || this.#isComposing) {
            this.#then = act;
            return false;
        }
        act();
        return true;
    }

    /** Forgets the act. */
    forget() {
        this.#then = null;
    }

    /** @param {Event} event */
    #note(event) {
        const [target] = event.composedPath();
        if (target instanceof Element && target.closest(FIELDS)) this.#restart();
    }

    /** @param {boolean} isComposing */
    #compose(isComposing) {
        this.#isComposing = isComposing;
        this.#restart();
    }

    #restart() {
        this.#isTyping = true;
        this.#window.clearTimeout(this.#timer);
        this.#timer = this.#window.setTimeout(() => {
            this.#isTyping = false;
            if (this.#isComposing || !this.#then) return;
            const act = this.#then;
            this.#then = null;
            act();
        }, PAUSE_MS);
    }
}
