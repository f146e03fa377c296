// The state of the ledger's chain, on the pages Timeline and Status.
import { html, useState } from "../vendor/standalone.js";
import { Badge, Failure, Time, useData } from "../app/parts.js";
import { addressOf } from "../app/route.js";
import { say, wordsOf } from "../app/say.js";
import { session } from "../app/session.js";
import { t } from "../app/words.js";
import { Seen } from "./entry_row.js";

/** The chain and its newest checkpoint, as far as they were checked. */
export function Chain() {
  const { data, error, reload } = useData("/api/ledger");
  const [older, setOlder] = useState(/** @type {any[]} */ ([]));
  const answers = data ? [data, ...older] : [];
  const parts = answers.flatMap(({ chains }) => chains);
  const last = parts.at(-1);
  const bad = parts.find((part) => part.bad);
  const checkpoint = answers.find((one) => one.checkpoint)?.checkpoint;
  const check = async () => setOlder([...older, await session.get(`/api/ledger?before=${last.oldest}`)]);
  const count = parts.reduce((sum, part) => sum + part.entries, 0);
  return html`<${Failure} text=${error} reload=${reload} />${last && html`<section class="cluster" aria-label=${t("State of the ledger")}>
    ${bad ? html`<${Badge} kind="bad">${t("Entry {entry} does not hold", { entry: bad.bad })}<//><${Seen} text=${bad.reason} />`
    : html`<${Badge} kind="ok">${t("The newest {count} entries hold together", { count })}<//>`}
    <span class="muted">${checkpoint ? html`${t("Checkpoint")} <a href=${addressOf("timeline", checkpoint.entry)}>${checkpoint.entry}</a>, <${Time} at=${checkpoint.time} />` : t("No checkpoint among them")}</span>
    ${!bad && !last.is_at_start && html`<button type="button" class="quiet" onClick=${() => check().catch((thrown) => say(wordsOf(thrown)))}>${t("Check older ones")}</button>`}</section>`}`;
}
