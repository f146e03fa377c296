// The freeze of all calls, in the frame of every page: its state, and two steps each way.
import { html, useEffect, useRef, useState } from "../vendor/standalone.js";
import { Field, Foreign, Icon, Notice, Time, useData } from "./parts.js";
import { say, wordsOf } from "./say.js";
import { session } from "./session.js";
import { t } from "./words.js";

export function Freeze() {
  const { data, reload } = useData("/api/freeze", ["entry"]);
  const [reason, setReason] = useState(/** @type {string | null} */ (null));
  const field = /** @type {{ current: HTMLInputElement | null }} */ (useRef(null));
  const isOpen = reason !== null;
  useEffect(() => field.current?.select(), [isOpen]);
  if (!data) return null;
  const { frozen } = data;
  const open = () => setReason(frozen ? t("It is safe again") : t("Frozen in the console"));
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    try {
      await (frozen ? session.post("/api/thaw", { reason, since: data.since }) : session.post("/api/freeze", { reason }));
      say(frozen ? t("Calls are no longer frozen.") : t("Every call is denied from now on."));
      setReason(null);
    } catch (error) {
      say(wordsOf(error));
    }
    void reload();
  };
  return html`<section class="stack" aria-label=${t("Freeze")}>
    ${frozen && html`<${Notice} kind="bad"><strong>${t("Frozen: every call is denied.")}</strong> <${Foreign} text=${data.reason} /> (<${Foreign} text=${data.frozen_by} />, <${Time} at=${data.since} />)<//>`}
    ${isOpen ? html`<form onSubmit=${send}>${!frozen && html`<p class="muted">${t("Every call of every program on this state is denied, until a person unfreezes them.")}</p>`}<${Field} label=${t("Reason")} children=${(/** @type {object} */ ids) => html`<input ...${ids} ref=${field} required maxlength="1024" value=${reason} onInput=${(/** @type {any} */ { target }) => setReason(target.value)} />`} />
      <div class="cluster"><button class=${frozen ? "" : "danger"}>${frozen ? t("Unfreeze all calls") : t("Freeze all calls")}</button><button type="button" onClick=${() => setReason(null)}>${t("Back")}</button></div></form>`
    : html`<button type="button" class="cluster" onClick=${open}><${Icon} name="freeze" /> ${frozen ? t("Unfreeze …") : t("Freeze …")}</button>`}</section>`;
}
