// JSON text for people: whole, one member or element a line, its strings made visible. It works on
// the text, never on a value made of it: digit for digit what the tool gets is shown.
import { escapeOf, visible } from "./visible.js";

// As deep as the runtime reads its own texts.
const DEPTH_MAX = 512;

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/gs;

/** @param {string} text */
function isJson(text) {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}

/**
 * A string as it stands in the text. \u001b becomes the form of all other escapes.
 * @param {string} token
 */
function stringOf(token) {
    const parts = token.slice(1, -1).split(/(\\u[0-9a-fA-F]{4}|\\.)/s);
    const said = parts.map((part) => (part.startsWith("\\u") ? escapeOf(String.fromCharCode(parseInt(part.slice(2), 16))) : visible(part)));
    return `"${said.join("")}"`;
}

/**
 * @param {string} text canonical JSON; another text is shown as one line in quotes
 * @returns {string[]}
 */
export function prettyLines(text) {
    const quoted = [`"${visible(text)}"`];
    if (!isJson(text)) return quoted;
    /** @type {string[]} */
    const lines = [];
    let line = "";
    let depth = 0;
    let isOpen = false; // the token before has opened an object or array
    const endLine = () => {
        lines.push(line);
        line = "  ".repeat(depth);
    };
    for (const [token] of text.matchAll(TOKEN)) {
        const closes = token === "}" || token === "]";
        if (closes) --depth;
        if (isOpen && !closes) endLine();
        if (closes && !isOpen) endLine();
        isOpen = token === "{" || token === "[";
        if (isOpen && ++depth > DEPTH_MAX) return quoted;
        line += token === ":" ? ": " : token.startsWith('"') ? stringOf(token) : token;
        if (token === ",") endLine();
    }
    lines.push(line);
    return lines;
}
