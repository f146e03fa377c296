// Allowing counts only once the question has been readable and left alone for a moment. A key or
// click that was meant for another thing, or begun before, then answers nothing.

/** The moment, in milliseconds. */
export const QUIET_MS = 500;

export class Arming {
    /** @type {Window} */
    #window;
    /** @type {() => void} */
    #onChange;
    #timer = 0;
    #isQuiet = false;
    #isRunning = false;
    /** @type {HTMLElement | null} */
    #sheet = null;
    #place = "";
    /** @type {EventTarget | null} the control on which a press began that counts */
    #pressed = null;
    #end = new AbortController();

    /**
     * @param {Window} window
     * @param {() => void} onChange after isArmed() may have changed
     */
    constructor(window, onChange) {
        this.#window = window;
        this.#onChange = onChange;
    }

    /** @param {HTMLElement} sheet another size or place of it counts as a change of the picture */
    start(sheet) {
        this.stop();
        this.#sheet = sheet;
        this.#isRunning = true;
        this.#end = new AbortController();
        const always = { capture: true, passive: true, signal: this.#end.signal };
        const restart = () => this.restart();
        for (const type of ["keyup", "pointerup", "focus", "blur", "resize", "scroll", "compositionstart", "compositionend"]) {
            this.#window.addEventListener(type, restart, always);
        }
        // A scroll inside of a shadow root stays in it.
        sheet.addEventListener("scroll", restart, always);
        this.#window.document.addEventListener("visibilitychange", restart, always);
        this.#window.addEventListener("keydown", (event) => this.#press(event, isPressOf(event)), always);
        this.#window.addEventListener("pointerdown", (event) => this.#press(event, event.button === 0), always);
        const sizes = new ResizeObserver(restart);
        sizes.observe(sheet);
        this.#end.signal.addEventListener("abort", () => sizes.disconnect());
        this.restart();
    }

    stop() {
        this.#isRunning = false;
        this.#end.abort();
        this.#window.clearTimeout(this.#timer);
        this.#isQuiet = false;
        this.#pressed = null;
    }

    /** From the start: something was touched, or the picture has changed. */
    restart() {
        if (!this.#isRunning) return;
        this.#window.clearTimeout(this.#timer);
        this.#isQuiet = false;
        this.#place = this.#placeNow();
        this.#onChange();
        if (!this.#isInView()) return;
        this.#timer = this.#window.setTimeout(() => {
            if (this.#hasMoved()) return this.restart();
            this.#isQuiet = this.#isRunning && this.#isInView();
            this.#onChange();
        }, QUIET_MS);
    }

    isArmed() {
        return this.#isQuiet && this.#isInView() && !this.#hasMoved();
    }

    /**
     * True if this click is a person's, and its press began on the same control while it was armed.
     * A click without a press comes from assistive technology.
     * @param {MouseEvent} event
     */
    counts(event) {
        const pressed = this.#pressed;
        this.#pressed = null;
        if (!event.isTrusted || event.detail > 1) return false;
        if (pressed !== null) return pressed === event.currentTarget;
        const isArmed = this.isArmed();
        if (!isArmed) this.restart();
        return event.detail === 0 && isArmed;
    }

    /**
     * No event tells that content above has pushed the sheet away. A sheet that comes in moves, too.
     */
    #hasMoved() {
        return this.#placeNow() !== this.#place || (this.#sheet?.getAnimations().length ?? 0) > 0;
    }

    #placeNow() {
        const { left = 0, top = 0 } = this.#sheet?.getBoundingClientRect() ?? {};
        return `${left} ${top}`;
    }

    #isInView() {
        const { document } = this.#window;
        return document.visibilityState === "visible" && document.hasFocus();
    }

    /** @param {Event} event @param {boolean} canCount */
    #press(event, canCount) {
        this.#pressed = canCount && event.isTrusted && this.isArmed() ? controlOf(event) : null;
        this.restart();
    }
}

/** @param {KeyboardEvent} event */
function isPressOf(event) {
    return !event.repeat && !event.isComposing && (event.key === "Enter" || event.key === " ");
}

/** @param {Event} event @returns {EventTarget | null} */
function controlOf(event) {
    return event.composedPath().find((target) => target instanceof HTMLButtonElement) ?? null;
}
