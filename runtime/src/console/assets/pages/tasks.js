// The tasks of the program and their runs.
import { html, useEffect, useState } from "../vendor/standalone.js";
import { card, chip, choice, control, each, own, send, table, terms } from "../app/forms.js";
import { Confirm, Failure, Notice, Page, Time, useData } from "../app/parts.js";
import { addressOf } from "../app/route.js";
import { t } from "../app/words.js";

const POLL_MS = 1000;
const STATES = {
  running: { kind: "wait", label: "running" },
  done: { kind: "ok", label: "done" },
  failed: { kind: "bad", label: "failed" },
  stopped: { kind: "muted", label: "stopped" },
  budget: { kind: "bad", label: "budget used up" },
  awaiting: { kind: "wait", label: "awaits an answer" },
  missed: { kind: "muted", label: "missed" },
  skipped: { kind: "muted", label: "skipped" },
  interrupted: { kind: "bad", label: "interrupted" },
};
const EMPTY = { name: "", prompt: "", schedule: "every", when: "", zone: "UTC", profile: "", model: "", missed: "once", time: "1h" };

/** @param {{ reload: () => void }} facts */
function NewTask({ reload }) {
  const [task, setTask] = useState(EMPTY);
  const [error, setError] = useState("");
  /** @param {string} label @param {keyof typeof EMPTY} name @param {object} [more] */
  const text = (label, name, more) => control("input", label, task[name], (value) => setTask({ ...task, [name]: value }), more);
  /** @param {Event} event */
  const add = (event) => {
    event.preventDefault();
    setError("");
    const { zone, ...rest } = task;
    void send("/api/tasks/add", task.schedule === "cron" ? task : rest, t("Added."), () => (setTask(EMPTY), reload()), setError);
  };
  return html`<form onSubmit=${add}>${text(t("Name"), "name", { required: true })}
    ${control("textarea", t("Prompt"), task.prompt, (prompt) => setTask({ ...task, prompt }), { required: true, rows: 4, spellcheck: true })}
    ${choice(t("Schedule"), task.schedule, (schedule) => setTask({ ...task, schedule }), { every: t("every so often"), at: t("once"), cron: t("by the clock (cron)") })}
    ${text(t("When"), "when", { required: true, hint: { every: "15m, 1d", at: "2026-03-01T09:00:00+01:00", cron: "30 7 * * mon-fri" }[task.schedule] })}
    ${task.schedule === "cron" && text(t("Time zone"), "zone", { required: true, hint: "Europe/Berlin" })}
    ${text(t("Profile"), "profile")}${text(t("Model"), "model", { hint: "ollama/qwen3:8b" })}${text(t("Longest time of a run"), "time", { required: true })}
    ${choice(t("Due times that passed unseen"), task.missed, (missed) => setTask({ ...task, missed }), { once: t("The last one runs late"), skip: t("None runs") })}
    ${error && html`<${Notice} kind="bad">${error}<//>`}<div class="cluster"><button type="submit" class="primary">${t("Add the task")}</button></div></form>`;
}

/** @param {{ task: any, reload: () => void }} facts */
function Task({ task, reload }) {
  const { name } = task;
  /** @param {string} verb @param {string} done */
  const act = (verb, done) => send(`/api/tasks/${verb}`, { name }, done, reload);
  return card(own(name), html`${terms([[t("Schedule"), own(task.schedule)], [t("Next"), task.next ? html`<${Time} at=${task.next} />` : task.is_enabled ? t("never due again") : t("paused")],
      [t("Profile"), task.profile && own(task.profile)], [t("Model"), task.model && own(task.model)], [t("Longest time of a run"), own(task.time)], [t("Prompt"), html`<span class="mono">${own(task.prompt)}</span>`]])}
    <div class="cluster"><button type="button" onClick=${() => act("run", t("The run begins."))}>${t("Run now")}</button>
      ${task.is_enabled ? html`<button type="button" onClick=${() => act("disable", t("Paused. A run that goes on is not stopped."))}>${t("Pause")}</button>` : html`<button type="button" onClick=${() => act("enable", t("The task is due again."))}>${t("Resume")}</button>`}
      <${Confirm} label=${t("Remove")} kind="danger" question=${t("Remove this task and its runs?")} onConfirm=${() => act("remove", t("Removed."))} /></div>`);
}

/** @param {any} run @param {() => void} reload */
const runRow = ({ run, task, state, due, ended, why }, reload) => [run, own(task), chip(STATES, state), html`<${Time} at=${ended ?? due} />`,
  html`${own(why)} ${state === "awaiting" && html`<a href=${addressOf("questions")}>${t("Questions")}</a>`} ${["awaiting", "failed", "stopped", "budget", "interrupted"].includes(state) && html`<button type="button" aria-label=${t("Go on with run {run}", { run })} onClick=${() => send("/api/tasks/resume", { run }, t("The run goes on."), reload)}>${t("Go on")}</button>`}`];

export function TasksPage() {
  const { data, error, reload } = useData("/api/tasks", ["entry", "question"]);
  /** @type {any[]} */
  const runs = data?.runs ?? [];
  const [asked, setAsked] = useState(0);
  // A run is a program of its own: it begins a moment later.
  const again = () => (setAsked(asked + 1), void reload());
  useEffect(() => {
    const timer = asked > 0 || runs.some(({ state }) => state === "running") ? setTimeout(reload, POLL_MS) : 0;
    return () => clearTimeout(timer);
  }, [data, asked]);
  return html`<${Page} title=${t("Tasks")}><${Failure} text=${error} reload=${reload} />
    ${data && !data.tasks?.length && html`<p class="empty">${data.tasks ? t("There are no tasks yet.") : t("This program has no tasks.")}</p>`}
    ${each(data?.said, ({ words, errors }) => html`<${Notice} kind="bad"><strong>${own(words)}</strong> <span class="mono">${own(errors)}</span><//>`)}
    ${each(data?.tasks, (task) => html`<${Task} key=${task.name} task=${task} reload=${again} />`)}
    ${runs.length > 0 && card(t("Runs"), table([t("Run"), t("Task"), t("State"), t("Time"), t("Reason")], runs.map((run) => runRow(run, again))))}
    ${data?.tasks && card(t("New task"), html`<${NewTask} reload=${again} />`)}<//>`;
}
