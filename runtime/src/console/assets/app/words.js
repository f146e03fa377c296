// The words of the pages. The English text is the key of its translation.
import { portuguese } from "./portuguese.js";

let language = "en-US";

/** @param {string} tag "en-US" or "pt-BR" */
export function speak(tag) {
  language = tag;
  document.documentElement.lang = tag;
}

/** The language of the pages, for dates and numbers. */
export const spoken = () => language;

/**
 * The text in the language of the pages, with `values` in the places of their {names}.
 * @param {string} text @param {Record<string, string | number>} [values]
 */
export function t(text, values = {}) {
  const found = language === "pt-BR" ? portuguese[text] ?? text : text;
  return found.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
