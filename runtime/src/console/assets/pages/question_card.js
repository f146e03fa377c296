// One question with its answers, wherever it is asked. It counts answers as the sheet does.
import { html, useCallback, useEffect, useRef, useState } from "../vendor/standalone.js";
import "../sheet/card.js";
import { onEvent } from "../app/events.js";
import { Failure, Notice } from "../app/parts.js";
import { say, wordsOf } from "../app/say.js";
import { session } from "../app/session.js";
import { spoken, t } from "../app/words.js";

/**
 * @typedef {import("../sheet/question.js").Decision} Decision
 * @typedef {{ data: any, ended: string, isAllowed: boolean, error: string }} Shown ended: why it takes no answer
 */

/** As POST /api/questions/{id}/answer takes it. @param {Decision} decision */
const answerOf = ({ answer, nonce, shown_digest, scope, further, inputs, reason }) =>
  ({ answer, nonce, shown_digest, ...(further ?? { scope }), ...(inputs ? { inputs } : {}), ...(reason ? { reason } : {}) });

/** @param {string} id @returns {[Shown, (isNew: boolean) => Promise<void>, (change: Partial<Shown>) => void]} */
function useQuestion(id) {
  const [shown, setShown] = useState(/** @type {Shown} */ ({ data: null, ended: "", isAllowed: false, error: "" }));
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

/** @param {string} state @param {Decision} decision */
function endOf(state, { further }) {
  if (state !== "given") return t("The call is denied.");
  if (!further?.until) return t("The call is allowed.");
  return t("The call is allowed, and later ones until {time}. The page Consent lists and revokes this.", { time: new Date(further.until).toLocaleTimeString(spoken(), { timeStyle: "short" }) });
}

/**
 * `more` makes a part below the card, out of the data of GET /api/questions/{id}. The part stays
 * when the question has ended.
 * @param {{ id: string, more?: (data: any) => any }} facts
 */
export function QuestionCard({ id, more = () => null }) {
  const [{ data, ended, isAllowed, error }, load, change] = useQuestion(id);
  const card = /** @type {{ current: import("../sheet/card.js").IamQuestionCard | null }} */ (useRef(null));
  const last = useRef(/** @type {any} */ (null));
  last.current = data ?? last.current;
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
        const words = endOf(state, decision);
        say(words);
        change({ data: null, ended: words, isAllowed: state === "given" });
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
    ${ended && html`<${Notice} kind=${isAllowed ? "ok" : "muted"}><p role="status">${ended}</p><//>`}
    ${data && html`<iam-question-card ref=${card}></iam-question-card>
      <details><summary>${t("All details")}</summary><pre class="mono">${data.details.trim()}</pre></details>`}
    ${last.current && more(last.current)}`;
}
