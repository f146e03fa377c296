// One question as its whole text and a form. The answer carries the digest of the shown text.
/**
 * @typedef {"tool" | "keys" | "arguments"} Scope
 * @typedef {{ words: string, scope: Scope, until?: string, asks_how_many?: boolean }} Further
 * @typedef {{ id: string, nonce: string, texts: Record<Scope, string>, further: Further[],
 *   labels: Record<string, string>, inputs: { key: string, prompt: string, wanted: string }[],
 *   card: { actions: { answer: string, refused_because?: string }[] } }} AskedQuestion
 *   the members of the question in docs/console-api.json that the form needs
 */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {string} text @param {object} [facts]
 * @returns {HTMLElementTagNameMap[Name]}
 */
function element(name, text, facts = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...facts });
}

/** @param {string} text @param {HTMLElement} control */
function labelled(text, control) {
  const label = element("label", `${text} `);
  label.append(control);
  return label;
}

/** @param {string[][]} options value and text */
function select(options) {
  const list = document.createElement("select");
  for (const [value, text] of options) list.append(element("option", text, { value }));
  return list;
}

/** SHA-256 of "iam/prompt/1", a byte 0, and the text. @param {string} text */
export async function digestOf(text) {
  const bytes = new TextEncoder().encode(`iam/prompt/1\0${text}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {AskedQuestion} question */
function furtherOptions(question) {
  const options = [["", "This call only"]];
  question.further.forEach((one, index) => {
    if (!one.asks_how_many) options.push([String(index), one.words]);
  });
  return options;
}

/** @param {AskedQuestion} question @param {HTMLFormElement} form */
function inputsOf(question, form) {
  return question.inputs.map((input) => {
    const field = document.createElement("input");
    form.append(labelled(`${input.prompt} (${input.wanted})`, field));
    return { key: input.key, field };
  });
}

/** @type {Record<Scope, string>} */
const scopes = { tool: "every call of the tool", keys: "calls with these consent keys", arguments: "calls with exactly these arguments" };

/**
 * Shows the text of the scope. False: another text stood there, so the person has to read anew.
 * @param {HTMLElement} text @param {AskedQuestion} question @param {Scope} scope
 */
function scopeShown(text, question, scope) {
  const wanted = question.texts[scope];
  const isShown = text.textContent === wanted;
  text.textContent = wanted;
  return isShown;
}

/**
 * `send(answer)` records the answer. `say(text)` tells the person why there is none.
 * @param {AskedQuestion} question @param {(answer: object) => Promise<void>} send
 * @param {(text: string) => void} say
 */
export function questionForm(question, send, say) {
  const form = document.createElement("form");
  const text = element("pre", question.texts.tool, { tabIndex: 0 });
  const names = /** @type {Scope[]} */ (Object.keys(question.texts));
  const scope = select(names.map((name) => [name, scopes[name]]));
  const scopeNow = () => /** @type {Scope} */ (scope.value);
  const further = select(furtherOptions(question));
  const chosen = () => (further.value ? question.further[Number(further.value)] : null);
  scope.addEventListener("change", () => scopeShown(text, question, scopeNow()));
  further.addEventListener("change", () => scopeShown(text, question, chosen()?.scope ?? scopeNow()));
  const reason = element("input", "", { maxLength: 1024 });
  form.append(text, labelled("An \"always\" is about", scope), labelled("Allow once also allows", further), labelled("Why not", reason));
  const inputs = inputsOf(question, form);
  /** @param {string} name */
  const answer = async (name) => {
    const more = name === "allow_once" ? chosen() : null;
    const about = more?.scope ?? scopeNow();
    if (!scopeShown(text, question, about)) {
      say("The text above has changed: read it, then press the button again.");
      return;
    }
    await send({
      nonce: question.nonce,
      answer: name,
      scope: about,
      shown_digest: await digestOf(text.textContent ?? ""),
      ...(more ? { until: more.until } : {}),
      ...(name.startsWith("deny") && reason.value ? { reason: reason.value } : {}),
      ...(name === "allow_once" && inputs.length
        ? { inputs: Object.fromEntries(inputs.map(({ key, field }) => [key, field.value])) } : {}),
    });
  };
  for (const action of question.card.actions) {
    const why = action.refused_because || "";
    const button = element("button", question.labels[action.answer], { type: "button", disabled: Boolean(why) });
    button.addEventListener("click", () => answer(action.answer).catch((error) => say(error.message)));
    form.append(button);
    if (why) form.append(element("p", why));
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  return form;
}
