// The first page of the console: open questions, a form for their answers, and the newest entries.
// All texts of others become text nodes.
import { Session } from "./session.js";
import { questionForm } from "./question.js";

/** The sentence about a question that has ended, by its state. @type {Record<string, string>} */
const ends = {
  given: "The call is allowed",
  consumed: "The call is allowed",
  refused: "The call is denied",
  withdrawn: "The question was withdrawn",
  expired: "The question has expired",
};

/** @param {string} id An element of index.html. */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const session = new Session();

/** @param {string} text */
function say(text) {
  at("status").textContent = text;
}

/** @param {any} entry as docs/console-api.json has it */
function row(entry) {
  const facts = typeof entry.entry === "object" ? entry.entry : {};
  const tool = facts.tool ? [facts.tool.origin, facts.tool.name].filter(Boolean).join("/") : "-";
  const result = entry.lacks_outcome ? "may have happened" : facts.answer || facts.code || (facts.success ? "done" : "");
  const line = document.createElement("tr");
  const time = facts.time_ms ? new Date(facts.time_ms).toISOString() : "";
  for (const text of [entry.id, time, facts.kind, tool, result]) {
    const cell = document.createElement("td");
    cell.textContent = text ?? "";
    line.append(cell);
  }
  return line;
}

async function showEntries() {
  const { entries } = await session.get("/api/entries?limit=20");
  at("entries").replaceChildren(...entries.map(row));
}

/** @param {string} id */
async function openQuestion(id) {
  const place = at("question");
  const question = await session.get(`/api/questions/${id}`);
  place.replaceChildren(questionForm(question, async (answer) => {
    const { state } = await session.post(`/api/questions/${id}/answer`, answer);
    place.hidden = true;
    say(`${ends[state]}.`);
  }, say));
  place.dataset.question = id;
  place.hidden = false;
}

/** @param {{ id: string, tool: string, until: string }} question */
function item(question) {
  const button = document.createElement("button");
  button.textContent = `${question.tool}, until ${question.until}`;
  button.addEventListener("click", () => openQuestion(question.id).catch((error) => say(error.message)));
  const line = document.createElement("li");
  line.append(button);
  return line;
}

async function showQuestions() {
  const { questions } = await session.get("/api/questions");
  at("questions").replaceChildren(...questions.map(item));
  at("no-questions").hidden = questions.length > 0;
  document.title = questions.length ? `(${questions.length}) iam console` : "iam console";
}

/** @param {import("./session.js").ConsoleEvent} event */
function onEvent({ type, data }) {
  if (type === "snapshot" || type === "question") showQuestions().catch((error) => say(error.message));
  if (type === "snapshot" || type === "entry") showEntries().catch((error) => say(error.message));
  const place = at("question");
  if (type !== "question" || data.state === "pending" || place.hidden || place.dataset.question !== data.id) return;
  place.hidden = true;
  say(ends[data.state] + (data.by ? `, by ${data.by.login} at ${data.by.channel}.` : "."));
}

async function begin() {
  await session.begin();
  const { application, login } = await session.get("/api/session");
  const heading = /** @type {HTMLElement} */ (document.querySelector("h1"));
  heading.textContent = `${application}: console of ${login}`;
  for (const section of document.querySelectorAll("section")) section.hidden = false;
  say("Connected.");
  await session.follow(onEvent, say);
}

begin().catch((error) => say(error.message));
