// The open questions of all programs on this state.
import { html, useEffect, useRef } from "../vendor/standalone.js";
import { Failure, Foreign, Page, Time, useData } from "../app/parts.js";
import { addressOf, go } from "../app/route.js";
import { say } from "../app/say.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";
import { questionForm } from "./question_form.js";

/** @param {{ question: any }} facts */
function Form({ question }) {
  const place = /** @type {{ current: HTMLElement | null }} */ (useRef(null));
  useEffect(() => {
    /** @param {object} answer */
    const send = async (answer) => {
      const { state } = await session.post(`/api/questions/${question.question.id}/answer`, answer);
      say(state === "given" ? t("The call is allowed.") : t("The call is denied."));
      go(addressOf("questions"));
    };
    place.current?.replaceChildren(questionForm(question, send, say));
  }, [question.nonce]);
  return html`<div class="card" ref=${place}></div>`;
}

/** @param {{ id: string }} facts */
function Question({ id }) {
  const { data, error, reload } = useData(`/api/questions/${id}`);
  return html`<${Failure} text=${error} reload=${reload} />${data && html`<${Form} question=${data} />`}`;
}

/** @param {{ route: import("../app/route.js").Route }} facts */
export function QuestionsPage({ route }) {
  const { data, error, reload } = useData("/api/questions", ["question"]);
  const questions = data?.questions ?? [];
  return html`<${Page} title=${t("Questions")}>
    <${Failure} text=${error} reload=${reload} />
    ${data && questions.length === 0 && html`<p class="empty">${t("No question waits.")}</p>`}
    <ul class="list">${questions.map((/** @type {any} */ one) => html`<li key=${one.id}><a href=${addressOf("questions", one.id)}>
      <${Foreign} text=${one.tool} />, ${t("until")} <${Time} at=${one.until} /></a></li>`)}</ul>
    ${route.id && html`<${Question} key=${route.id} id=${route.id} />`}<//>`;
}
