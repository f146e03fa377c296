// The inbox of open questions, and the page of one. Its address names the approval, nothing else.
import { html, useCallback, useEffect, useRef, useState } from "../vendor/standalone.js";
import "../sheet/card.js";
import { onEvent } from "../app/events.js";
import { Failure, Foreign, Notice, Page, Risk, Time } from "../app/parts.js";
import { addressOf } from "../app/route.js";
import { say, wordsOf } from "../app/say.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";

/**
 * @typedef {import("../sheet/question.js").Decision} Decision
 * @typedef {{ questions: any[] }} Open
 * @typedef {{ data: any, ended: string, isTaken: boolean, error: string }} Shown ended: why it takes no answer
 */

/** @type {Record<string, () => string>} */
const KINDS = { person: () => t("a person"), model: () => t("a model"), program: () => t("a program"), mcp_client: () => t("an MCP client") };

/** @param {{ label: string, text: string }} facts */
const Fact = ({ label, text }) => text && html`<span>${label}: <${Foreign} text=${text} /></span>`;

/** @param {any} question a row of the list */
function Row(question) {
  const { proposer, risk } = question;
  const who = [KINDS[proposer.kind]?.() ?? "", proposer.model, proposer.provider].filter(Boolean).join(", ");
  return html`<li><a href=${addressOf("questions", question.id)}>
    <span class="cluster"><strong><${Foreign} text=${question.tool} /></strong>
      <${Risk} risk=${risk} /></span>
    <span class="cluster muted"><${Fact} label=${t("Server")} text=${question.origin} /><${Fact} label=${t("Proposed by")} text=${who} />
      <${Fact} label=${t("Session")} text=${question.session} /><span>${t("until")} <${Time} at=${question.until} /></span></span></a></li>`;
}

/** How many of them wait, with the way to them. @param {{ questions: any[] }} facts */
const Waiting = ({ questions }) => questions.length > 0 && html`<${Notice} kind="wait"><a href=${addressOf("questions")}>
  ${questions.length === 1 ? t("1 question waits") : t("{count} questions wait", { count: questions.length })}</a><//>`;

/** As POST /api/questions/{id}/answer takes it. @param {Decision} decision */
const answerOf = ({ answer, nonce, shown_digest, scope, further, inputs, reason }) =>
  ({ answer, nonce, shown_digest, ...(further ?? { scope }), ...(inputs ? { inputs } : {}), ...(reason ? { reason } : {}) });

/** @param {string} id @returns {[Shown, (isNew: boolean) => Promise<void>, (change: Partial<Shown>) => void]} */
function useQuestion(id) {
  const [shown, setShown] = useState(/** @type {Shown} */ ({ data: null, ended: "", isTaken: false, error: "" }));
  const change = (/** @type {Partial<Shown>} */ part) => setShown((old) => ({ ...old, ...part }));
  // A question that stands keeps its place on the page, and what a person has typed there.
  const load = useCallback(async (/** @type {boolean} */ isNew) => {
    try {
      const data = await session.get(`/api/questions/${encodeURIComponent(id)}`);
      setShown((old) => (old.ended ? old : { ...old, ...(isNew ? { data } : { data: old.data ?? data, error: "" }) }));
    } catch (thrown) {
      const { status } = /** @type {import("../app/session.js").Refusal} */ (thrown);
      setShown((old) => (status === 404 || status === 409 ? { ...old, data: null, ended: old.ended || wordsOf(thrown), error: "" } : { ...old, error: wordsOf(thrown) }));
    }
  }, [id]);
  return [shown, load, change];
}

/** One question with its answers, wherever it is asked. @param {{ id: string }} facts */
export function QuestionCard({ id }) {
  const [{ data, ended, isTaken, error }, load, change] = useQuestion(id);
  const card = /** @type {{ current: import("../sheet/card.js").IamQuestionCard | null }} */ (useRef(null));
  useEffect(() => {
    void load(false);
    return onEvent(({ type, data: told }) => {
      if (type === "snapshot" || (type === "question" && told.id === id && told.state !== "pending")) void load(false);
    });
  }, [id]);
  useEffect(() => {
    if (!data) return;
    const send = async (/** @type {Decision} */ decision) => {
      change({ error: "" });
      try {
        const { state } = await session.post(`/api/questions/${id}/answer`, answerOf(decision));
        const words = state === "given" ? t("The call is allowed.") : t("The call is denied.");
        say(words);
        change({ data: null, ended: words, isTaken: true });
      } catch (thrown) {
        const { body } = /** @type {import("../app/session.js").Refusal} */ (thrown);
        if (body?.by || ["answered", "expired", "withdrawn"].includes(body?.code)) return void change({ data: null, ended: wordsOf(thrown) }), true;
        change({ error: wordsOf(thrown) });
        say(wordsOf(thrown));
        if (["stale", "shown_differs"].includes(body?.code)) void load(true);
        return false;
      }
      return true;
    };
    try {
      card.current?.show(data.sheet, send);
    } catch (thrown) {
      change({ error: wordsOf(thrown) });
    }
  }, [data]);
  return html`<${Failure} text=${error} />
    ${ended && html`<${Notice} kind=${isTaken ? "ok" : "muted"}><p role="status">${ended}</p><//>`}
    ${data && html`<iam-question-card ref=${card}></iam-question-card>
      <details><summary>${t("All details")}</summary><pre class="mono">${data.details.trim()}</pre></details>`}`;
}

/** @param {{ route: import("../app/route.js").Route, open: { data: Open | null, error: string, reload: () => void } }} facts */
export function QuestionsPage({ route, open: { data, error, reload } }) {
  const questions = data?.questions ?? [];
  if (route.id) {
    return html`<${Page} title=${t("Question")}><${Waiting} questions=${questions.filter(({ id }) => id !== route.id)} />
      <${QuestionCard} key=${route.id} id=${route.id} /><p><a href=${addressOf("questions")}>${t("All questions")}</a></p><//>`;
  }
  return html`<${Page} title=${t("Questions")}>
    <${Failure} text=${error} reload=${reload} />
    ${data && questions.length === 0 && html`<p class="empty">${t("No question waits.")}</p>`}
    <ul class="list">${questions.map((one) => html`<${Row} key=${one.id} ...${one} />`)}</ul><//>`;
}
