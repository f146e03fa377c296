// The page's one status line. Readers of screens speak a new sentence when they are idle. It leaves
// after a while, since the line covers the end of the page.
const SHOWN_MS = 6_000;

let timer = 0;

/** @param {string} text */
export function say(text) {
  const line = /** @type {HTMLElement} */ (document.getElementById("status"));
  line.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => { line.textContent = ""; }, SHOWN_MS);
}

/** The sentence of a thrown error. @param {unknown} error */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));
