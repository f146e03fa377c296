// The Markdown of a model's message, as elements. The console has read it into a closed tree.
import { html, useState } from "../../vendor/standalone.js";
import { Foreign } from "../../app/parts.js";
import { t } from "../../app/words.js";

/** @param {string} address */
function hostOf(address) {
  try {
    return new URL(address).host;
  } catch {
    return "";
  }
}

/**
 * A link that asks before it is opened. The host stands beside it: its text may name another one.
 * @param {{ address: string, host: string, children: any }} facts
 */
function Link({ address, host, children }) {
  const [isAsking, setAsking] = useState(false);
  // The console and the browser must mean the same host.
  if (hostOf(address) !== host) return html`${children} (<${Foreign} text=${address} />)`;
  if (!isAsking) return html`<button type="button" class="link" onClick=${() => setAsking(true)}>${children} <span class="muted">(<${Foreign} text=${host} />)</span></button>`;
  return html`<span class="cluster" role="group" aria-label=${t("Open this address?")}><span>${t("Open this address?")} <code><${Foreign} text=${address} /></code></span>
    <a href=${address} target="_blank" rel="noopener noreferrer" onClick=${() => setAsking(false)}>${t("Open in a new tab")}</a>
    <button type="button" onClick=${() => setAsking(false)}>${t("Back")}</button></span>`;
}

/** @param {string | Record<string, any>} node @returns {any} */
function Node(node) {
  if (typeof node === "string") return node.split("\n").map((line, i) => html`${i > 0 && html`<br />`}${line}`);
  const inner = node.tag === "pre" ? node.children.join("") : node.children.map(Node);
  switch (node.tag) {
    case "p": return html`<p>${inner}</p>`;
    // The page has the first level, and no message has more than one.
    case "h": return html`<h2>${inner}</h2>`;
    case "ul": return html`<ul>${inner}</ul>`;
    case "ol": return html`<ol start=${node.start}>${inner}</ol>`;
    case "li": return html`<li>${inner}</li>`;
    case "pre": return html`<pre tabindex="0">${inner}</pre>`;
    case "code": return html`<code>${inner}</code>`;
    case "em": return html`<em>${inner}</em>`;
    case "strong": return html`<strong>${inner}</strong>`;
    case "quote": return html`<blockquote>${inner}</blockquote>`;
    case "hr": return html`<hr />`;
    case "table": return html`<table class="table"><tbody>${inner}</tbody></table>`;
    case "tr": return html`<tr>${inner}</tr>`;
    case "th": return html`<th scope="col">${inner}</th>`;
    case "td": return html`<td>${inner}</td>`;
    case "a": return html`<${Link} address=${node.address} host=${node.host}>${inner}<//>`;
    default: return null;
  }
}

/** @param {{ tree: any[] }} facts */
export const Markdown = ({ tree }) => html`<div class="stack markdown">${tree.map(Node)}</div>`;
