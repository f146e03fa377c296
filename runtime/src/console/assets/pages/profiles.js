// The profiles of the program's chats, as JSON.
import { html, useState } from "../vendor/standalone.js";
import { card, control, each, own, send, table } from "../app/forms.js";
import { Confirm, Failure, Notice, Page, useData } from "../app/parts.js";
import { addressOf, go } from "../app/route.js";
import { wordsOf } from "../app/say.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";

/**
 * The lines that a change takes away and brings, between those that stay.
 * @param {string} before @param {string} after
 */
function diff(before, after) {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) ++head;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) ++tail;
  return [...old.slice(head, old.length - tail).map((line) => `- ${line}`), ...now.slice(head, now.length - tail).map((line) => `+ ${line}`)].join("\n");
}

/** @param {{ name: string, before: string, version: string, example: string, reload: () => void }} facts name: empty for a new one */
function Profile({ name, before, version, example, reload }) {
  const [draft, setDraft] = useState({ name, text: before });
  const [mistakes, setMistakes] = useState(/** @type {any[] | null} */ (null));
  const [error, setError] = useState("");
  /** @param {object} more */
  const change = (more) => (setDraft((old) => ({ ...old, ...more })), setMistakes(null), setError(""));
  /** @param {Event} event */
  const check = (event) => {
    event.preventDefault();
    session.post("/api/profiles/check", { text: draft.text }).then((answer) => setMistakes(answer.mistakes), (thrown) => setError(wordsOf(thrown)));
  };
  const save = () => send("/api/profiles/save", { ...draft, version }, t("Saved."), () => (go(addressOf("profiles", draft.name)), reload()), setError);
  const remove = () => send("/api/profiles/remove", { name, version }, t("Removed."), () => (go(addressOf("profiles")), reload()), setError);
  return html`<form onSubmit=${check}>
    ${!name && control("input", t("Name"), draft.name, (text) => change({ name: text }), { required: true })}
    ${control("textarea", t("Profile"), draft.text, (text) => change({ text }), { class: "mono", rows: 14, error: each(mistakes ?? [], (one) => `${one.line}:${one.column} ${one.pointer} ${one.message}`).join("\n") })}
    ${error && html`<${Notice} kind="bad">${error}<//>`}
    <div class="cluster"><button type="submit">${t("Check")}</button><button type="button" onClick=${() => change({ text: example })}>${t("Example")}</button>
      ${name && html`<${Confirm} label=${t("Remove")} kind="danger" question=${t("Remove this profile?")} onConfirm=${remove} />`}</div>
    ${mistakes?.length === 0 && html`<section class="stack"><h3>${t("This will change:")}</h3><pre tabindex="0">${own(diff(before, draft.text) || t("nothing"))}</pre><div class="cluster"><button type="button" class="primary" onClick=${save}>${t("Save")}</button></div></section>`}</form>`;
}

/** @param {{ name: string, example: string, reload: () => void }} facts */
function Known({ name, example, reload }) {
  const { data, error, reload: again } = useData(`/api/profiles/one?name=${encodeURIComponent(name)}`);
  return html`<${Failure} text=${error} reload=${again} />${data && card(own(name), html`<${Profile} key=${data.version} name=${name} before=${data.text} version=${data.version} example=${example} reload=${() => (reload(), void again())} />`)}`;
}

/** @param {{ route: import("../app/route.js").Route }} facts */
export function ProfilesPage({ route: { id, query: { add } } }) {
  const { data, error, reload } = useData("/api/profiles");
  const { profiles, example } = data ?? {};
  return html`<${Page} title=${t("Profiles")} actions=${profiles && html`<a href=${addressOf("profiles", "", { add: "1" })}>${t("Add a profile")}</a>`}><${Failure} text=${error} reload=${reload} />
    ${data && !profiles?.length && html`<p class="empty">${profiles ? t("There are no profiles yet.") : t("This program has no profiles.")}</p>`}
    ${profiles?.length > 0 && table([t("Profile"), t("Model"), t("Mode"), t("Mistake")], each(profiles, ({ name, model, mode, mistake }) => [html`<a href=${addressOf("profiles", name)}>${own(name)}</a>`, own(model), own(mode), mistake && html`<${Notice} kind="bad">${own(mistake)}<//>`]))}
    ${add && profiles && card(t("New profile"), html`<${Profile} name="" before="" version="" example=${example} reload=${reload} />`)}
    ${id && profiles && html`<${Known} key=${id} name=${id} example=${example} reload=${reload} />`}<//>`;
}
