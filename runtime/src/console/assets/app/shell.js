// The frame of every page: the links, the person, the number of open questions.
import { html, useEffect } from "../vendor/standalone.js";
import { StatusOverlay } from "../pages/status.js";
import { Freeze } from "./freeze.js";
import { Foreign, Icon, Notice, Page, useData } from "./parts.js";
import { pages } from "./pages.js";
import { addressOf, useRoute } from "./route.js";
import { t } from "./words.js";

/** @typedef {import("./pages.js").PageRow} PageRow */

/** @param {{ page: PageRow, isCurrent: boolean, waiting: number }} facts */
const Link = ({ page, isCurrent, waiting }) => html`<li><a href=${addressOf(page.path)} aria-current=${isCurrent ? "page" : undefined}>
  <${Icon} name=${page.icon} /><span>${t(page.title)}</span>
  ${waiting > 0 && html`<span class="count" aria-label=${t("{count} wait", { count: waiting })}>${waiting}</span>`}</a></li>`;

/** The link to the content is no address: addresses name pages. @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** @param {{ about: { application: string, login: string } }} facts */
export function Shell({ about }) {
  const route = useRoute();
  // Asked for once: the badge, the title and the pages show the same list.
  const open = useData("/api/questions", ["question"]);
  const waiting = open.data?.questions.length ?? 0;
  const current = pages.find(({ path }) => path === route.page);
  const title = current ? t(current.title) : t("No such page");
  useEffect(() => {
    document.title = `${waiting ? `(${waiting}) ` : ""}${title} · ${about.application}`;
  }, [waiting, title]);
  return html`<a class="skip" href="#main" onClick=${skip}>${t("To the content")}</a>
    <div class="shell">
      <header class="side">
        <p class="brand"><strong><${Foreign} text=${about.application} /></strong> <span class="muted">${t("console of")} <${Foreign} text=${about.login} /></span></p>
        <nav aria-label=${t("Pages")}><ul>${pages.map((page) => html`<${Link} key=${page.path} page=${page} isCurrent=${page === current} waiting=${page.path === "questions" ? waiting : 0} />`)}</ul></nav>
        <${Freeze} />
        ${route.page !== "status" && html`<${StatusOverlay} />`}
      </header>
      <main id="main" tabindex="-1">${current ? html`<${current.Page} route=${route} open=${open} />` : html`<${Page} title=${title}><p>${t("Choose a page of the list.")}</p><//>`}</main>
    </div>`;
}

/** @param {{ reason?: string }} facts */
export const NoSession = ({ reason }) => html`<main id="main"><${Page} title=${t("There is no session here")}>
  ${reason && html`<${Notice} kind="bad">${reason}<//>`}
  <p>${t("Open an address of this console from a tab that has a session, or run this in a terminal of this machine, with the name of the program for PROGRAM:")}</p>
  <pre class="mono">PROGRAM console --open</pre><//></main>`;
