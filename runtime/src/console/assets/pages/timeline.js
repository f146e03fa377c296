// The entries of the ledger, the newest first. They come in blocks. A block that is far from the
// window leaves its height alone, so a long list stays light.
import { html, useEffect, useRef, useState } from "../vendor/standalone.js";
import { Failure, Field, Notice, Page, useData } from "../app/parts.js";
import { addressOf, go } from "../app/route.js";
import { say, wordsOf } from "../app/say.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";
import { Chain } from "./chain.js";
import { EntryPage } from "./entry.js";
import { Rows } from "./entry_row.js";

/** @typedef {{ entries: any[], next?: string }} Block as GET /api/entries has it */
/** @typedef {Record<string, string>} Query */

const FILTERS = [
  { name: "since", label: "Since", hint: "2h, 7d, 2026-01-02" },
  { name: "until", label: "Until", hint: "2h, 7d, 2026-01-02" },
  { name: "tool", label: "Tool" },
  { name: "subject", label: "User, workspace or session" },
  { name: "outcome", label: "Outcome", hint: "done, failed, refused, unknown" },
  { name: "risk", label: "Risk", hint: "low, medium, high" },
  { name: "text", label: "Text" },
];
const PAGE = "50";

// The list gets its place back by itself: the browser would scroll before it stands again.
history.scrollRestoration = "manual";

/** @param {Query} query @param {Query} [more] */
function listPath(query, more = {}) {
  const filters = FILTERS.flatMap(({ name }) => (query[name] ? [[name, query[name]]] : []));
  return `/api/entries?${new URLSearchParams([...filters, ...Object.entries({ limit: PAGE, ...more })])}`;
}

/**
 * Calls `see` when the element comes near the window, or leaves.
 * @param {(entry: IntersectionObserverEntry) => void} see @param {any[]} inputs
 */
function useNearness(see, inputs) {
  const place = /** @type {{ current: any }} */ (useRef(null));
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => see(/** @type {IntersectionObserverEntry} */ (seen.at(-1))), { rootMargin: "1200px" });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, inputs);
  return place;
}

/** @param {{ query: Query }} facts */
function Filters({ query }) {
  /** @param {SubmitEvent} event */
  const search = (event) => {
    event.preventDefault();
    const words = new FormData(/** @type {HTMLFormElement} */ (event.target));
    go(addressOf("timeline", "", /** @type {Query} */ (Object.fromEntries(words))));
  };
  return html`<details open=${FILTERS.some(({ name }) => query[name])}><summary>${t("Filter")}</summary><form role="search" onSubmit=${search}>
    <p class="cluster">${[["1d", t("The last day")], ["7d", t("The last week")], ["30d", t("The last 30 days")]].map(([since, words]) => html`<a href=${addressOf("timeline", "", { ...query, since })}>${words}</a>`)}</p>
    <div class="fields">${FILTERS.map(({ name, label, hint }) => html`<${Field} key=${name} label=${t(label)} hint=${hint}>${(/** @type {object} */ ids) =>
      html`<input ...${ids} name=${name} value=${query[name] ?? ""} />`}<//>`)}</div>
    <div class="cluster"><button class="primary">${t("Search")}</button><a href="#/timeline">${t("All entries")}</a></div></form></details>`;
}

/** @param {{ block: Block, now: Map<string, any>, query: Query }} facts now: rows that may have changed since */
function Part({ block, now, query }) {
  const [{ isNear, height }, setPlace] = useState({ isNear: true, height: 0 });
  const place = useNearness(({ isIntersecting, boundingClientRect }) => {
    // A hidden list has no height.
    if (boundingClientRect.height) setPlace({ isNear: isIntersecting, height: boundingClientRect.height });
  }, []);
  return html`<div class="stack" ref=${place}>${isNear ? html`<${Rows} rows=${block.entries.map((row) => now.get(row.id) ?? row)} query=${query} />` : html`<svg width="1" height=${height} aria-hidden="true" />`}</div>`;
}

/** @param {{ load: () => Promise<void>, isEager: boolean }} facts */
function More({ load, isEager }) {
  const place = useNearness(({ isIntersecting }) => { if (isIntersecting && isEager) void load(); }, []);
  return html`<button type="button" ref=${place} onClick=${load}>${t("Older entries")}</button>`;
}

/** The calls whose end nobody knows. @param {{ now: Map<string, any> }} facts */
function Unknown({ now }) {
  const { data } = useData("/api/entries?outcome=unknown&limit=20");
  const open = (data?.entries ?? []).filter((/** @type {any} */ row) => (now.get(row.id) ?? row).lacks_outcome);
  return open.length > 0 && html`<section class="stack" aria-label=${t("May have happened")}>
    <${Notice}>${t("Calls without an outcome: {count}. They still run, or may have happened. Look before you repeat one.", { count: data.next && open.length === 20 ? "20+" : open.length })}
      ${data.next && html` <a href=${addressOf("timeline", "", { outcome: "unknown" })}>${t("Look for older ones")}</a>`}<//>
    <${Rows} rows=${open} query=${{}} /></section>`;
}

/** @param {{ query: Query, children?: any }} facts */
function List({ query, children }) {
  const path = listPath(query);
  const { data, error, reload } = useData(path, ["entry"]);
  const [state, setState] = useState({ path: "", blocks: /** @type {Block[]} */ ([]) });
  const isLoading = useRef(false);
  const blocks = state.path === path ? state.blocks : data ? [data] : [];
  /** @param {Block[]} all */
  const show = (all) => setState({ path, blocks: all });
  useEffect(() => { if (data && state.path !== path) show([data]); }, [data]);
  const newest = blocks.find((block) => block.entries.length)?.entries[0].id;
  const at = data?.entries.findIndex((/** @type {any} */ row) => row.id === newest) ?? 0;
  const fresh = at < 0 ? data.entries.length : at;
  const showFresh = () => {
    show(at < 0 ? [data] : [{ entries: data.entries.slice(0, at) }, ...blocks]);
    scrollTo(0, 0);
  };
  const { next, entries } = blocks.at(-1) ?? {};
  const load = async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    const block = await session.get(listPath(query, { before: String(next) })).catch((thrown) => say(wordsOf(thrown)));
    isLoading.current = false;
    if (block) show([...blocks, block]);
  };
  const now = new Map((data?.entries ?? []).map((/** @type {any} */ row) => [row.id, row]));
  return html`<div class="afloat" role="status">${fresh > 0 && html`<button type="button" class="primary" onClick=${showFresh}>${t("{count} new", { count: fresh })}</button>`}</div>
    ${children}<${Failure} text=${error} reload=${reload} /><${Unknown} now=${now} />
    ${data && !next && !newest && html`<p class="empty">${t("No entry fits.")}</p>`}
    ${blocks.map((block, i) => html`<${Part} key=${block.entries[0]?.id ?? i} block=${block} now=${now} query=${query} />`)}
    ${next && html`<${More} key=${next} load=${load} isEager=${Boolean(entries?.length)} />`}`;
}

/** @param {{ route: import("../app/route.js").Route }} facts */
export function TimelinePage({ route: { id, query } }) {
  const place = useRef({ id, y: 0 });
  // The list still stands while this renders; afterwards an entry stands in its place.
  if (id && !place.current.id) place.current.y = scrollY;
  place.current.id = id;
  useEffect(() => scrollTo(0, id ? 0 : place.current.y), [id]);
  return html`${id && html`<${EntryPage} key=${id} id=${id} query=${query} />`}<div class="stack" hidden=${Boolean(id)}>
    <${List} query=${query}>${!id && html`<${Page} title=${t("Timeline")} />`}<${Filters} key=${JSON.stringify(query)} query=${query} /><${Chain} /><//></div>`;
}
