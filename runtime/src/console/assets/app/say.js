// The page's one status line. Readers of screens speak a new sentence when they are idle.

/** @param {string} text */
export function say(text) {
  const line = /** @type {HTMLElement} */ (document.getElementById("status"));
  line.textContent = text;
}

/** The sentence of a thrown error. @param {unknown} error */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));
