// The inbox of open questions, and the page of one. Its address names the approval, nothing else.
import { html } from "../vendor/standalone.js";
import { Failure, Foreign, Notice, Page, Risk, Time } from "../app/parts.js";
import { addressOf } from "../app/route.js";
import { t } from "../app/words.js";
import { QuestionCard } from "./question_card.js";
import { otherArguments } from "./question_edit.js";

/** @typedef {{ questions: any[] }} Open */

// A row shows the beginning; the question itself has all.
const ARGUMENTS_MAX = 160;

/** @type {Record<string, () => string>} */
const KINDS = { person: () => t("a person"), model: () => t("a model"), program: () => t("a program"), mcp_client: () => t("an MCP client") };

/** @param {{ label: string, text: string }} facts */
const Fact = ({ label, text }) => text && html`<span>${label}: <${Foreign} text=${text} /></span>`;

/** @param {any} question a row of the list */
function Row(question) {
  const { arguments: given, proposer, risk } = question;
  const text = given === undefined ? "" : JSON.stringify(given);
  const who = [KINDS[proposer.kind]?.() ?? "", proposer.model, proposer.provider].filter(Boolean).join(", ");
  return html`<li><a href=${addressOf("questions", question.id)}>
    <span class="cluster"><strong><${Foreign} text=${question.tool} /></strong>
      <${Risk} risk=${risk} /></span>
    ${text && html`<code><${Foreign} text=${text.length > ARGUMENTS_MAX ? `${text.slice(0, ARGUMENTS_MAX)} …` : text} /></code>`}
    <span class="cluster muted"><${Fact} label=${t("Server")} text=${question.origin} /><${Fact} label=${t("Proposed by")} text=${who} />
      <${Fact} label=${t("Session")} text=${question.session} /><span>${t("until")} <${Time} at=${question.until} /></span></span></a></li>`;
}

/** How many of them wait, with the way to them. @param {{ questions: any[] }} facts */
const Waiting = ({ questions }) => questions.length > 0 && html`<${Notice} kind="wait"><a href=${addressOf("questions")}>
  ${questions.length === 1 ? t("1 question waits") : t("{count} questions wait", { count: questions.length })}</a><//>`;

/** @param {{ route: import("../app/route.js").Route, open: { data: Open | null, error: string, reload: () => void } }} facts */
export function QuestionsPage({ route, open: { data, error, reload } }) {
  const questions = data?.questions ?? [];
  if (route.id) {
    return html`<${Page} title=${t("Question")}><${Waiting} questions=${questions.filter(({ id }) => id !== route.id)} />
      <${QuestionCard} key=${route.id} id=${route.id} more=${otherArguments} /><p><a href=${addressOf("questions")}>${t("All questions")}</a></p><//>`;
  }
  return html`<${Page} title=${t("Questions")}>
    <${Failure} text=${error} reload=${reload} />
    ${data && questions.length === 0 && html`<p class="empty">${t("No question waits.")}</p>`}
    <ul class="list">${questions.map((one) => html`<${Row} key=${one.id} ...${one} />`)}</ul><//>`;
}
