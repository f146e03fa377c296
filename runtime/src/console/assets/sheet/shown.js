// The text that a person read in the sheet, and its digest: the answer carries it, so that nobody
// can answer a question that was shown otherwise.

// The digest of any other text cannot be the same.
const TAG = "iam/sheet/1\0";

/** A place of the sheet and the text that was written there. */
export class Shown {
    /** @type {{slot: string, node: Node, text: string, value: string}[]} */
    #facts = [];

    /**
     * @param {string} slot
     * @param {Node} node holds the text of the fact and nothing else
     * @param {string} [value] of a fact that the node says in the sheet's own words
     */
    add(slot, node, value) {
        const text = node.textContent ?? "";
        this.#facts.push({ slot, node, text, value: value ?? text });
    }

    /** True while each place has the text that was written there. */
    isIntact() {
        return this.#facts.every(({ node, text }) => node.isConnected && node.textContent === text);
    }

    /** A line for each fact, read back from the page; for each line of a text of several. */
    lines() {
        return this.#facts.flatMap(({ slot, node, text, value }) => {
            const read = value === text ? (node.textContent ?? "") : value;
            return read.split("\n").map((line) => `${slot}: ${line}`);
        });
    }
}

/**
 * @param {string[]} lines
 * @returns {Promise<string>} 64 hexadecimal digits; empty where the page has no secure context
 */
export async function digestOf(lines) {
    if (!globalThis.crypto?.subtle) return "";
    const bytes = new TextEncoder().encode(TAG + lines.map((line) => `${line}\n`).join(""));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
