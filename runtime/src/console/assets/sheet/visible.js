// Text of others made harmless: a character that hides or acts is shown as an escape. The rule is
// that of escape_for_display() in C++; text that it has made visible passes unchanged.

// More than this on one letter is in no orthography; it is used to paint over the lines above.
const MARKS_MAX = 3;

const HIDDEN =
    /^(?:[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}|[\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2800\u3164\uFFA0\u{13430}-\u{1345F}\u{1BCA0}-\u{1BCA3}\u{1D159}\u{E0000}-\u{E0FFF}\uFE00-\uFE0F\uFFF9-\uFFFD])$/u;
const MARK = /^\p{M}$/u;
// No letter of these ranges hides, and none is a mark.
const PLAIN = /^[ -~\u00A1-\u00AC\u00AE-\u024F]*$/;
const SHORT = new Map([["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"]]);

/** @param {string} character */
export function escapeOf(character) {
    const code = /** @type {number} */ (character.codePointAt(0));
    return `\\u{${code.toString(16).toUpperCase().padStart(2, "0")}}`;
}

/**
 * @param {string} text
 * @returns {string} on one line, without characters that hide
 */
export function visible(text) {
    if (PLAIN.test(text)) return text;
    let out = "";
    let marks = MARKS_MAX; // on the letter before; a mark on no letter is one too many
    for (const character of text) {
        const isMark = MARK.test(character);
        if (SHORT.has(character)) {
            out += SHORT.get(character);
            marks = MARKS_MAX;
        } else if (HIDDEN.test(character) || (isMark && ++marks > MARKS_MAX)) {
            out += escapeOf(character);
            marks = MARKS_MAX;
        } else {
            out += character;
            if (!isMark) marks = character > " " && character !== '"' ? 0 : MARKS_MAX;
        }
    }
    return out;
}
