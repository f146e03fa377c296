// Tests of runtime/src/console/assets/pages/tasks.js. Tests of
// runtime/src/host/commands/console/tasks/{console_tasks,task_program}.cpp.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { withDesk } from "../desk.mjs";
import { payloads } from "../payloads.mjs";

const fill = (page, name, text) => page.getByRole("textbox", { name, exact: true }).fill(text);
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const main = (page, text) => page.getByRole("main").getByText(text).first().waitFor();
const run = (page, number) => page.getByRole("row").filter({ has: page.getByRole("cell", { name: String(number), exact: true }) });

/// A model that plays these turns; its name for a task.
function model(desk, turns) {
    const script = join(desk.folder, "script.json");
    writeFileSync(script, JSON.stringify({ turns }));
    return `scripted/${script}`;
}
const call = (tool, input) => ({ calls: [{ tool, arguments: input }] });
const addTask = (desk, name, turns) => desk.command("tasks", "add", name, "Go on.", "--every", "15m", "--model", model(desk, turns));

test("(W41) a task is created, run, paused, resumed and removed, and its run ends truly", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/tasks");
    await main(page, "There are no tasks yet.");
    await fill(page, "Name", "morning");
    await fill(page, "Prompt", "-");
    await fill(page, "When", "15m");
    await fill(page, "Model", model(desk, [{ text: "Done." }]));
    await press(page, "Add the task");
    await page.getByRole("heading", { name: "morning" }).waitFor();
    await main(page, "every 15m");
    await press(page, "Run now");
    await run(page, 1).getByText("done").waitFor();
    await press(page, "Pause");
    await main(page, "paused");
    assert.equal(JSON.parse(desk.command("tasks", "show", "morning", "--json").stdout).enabled, false);
    await press(page, "Resume");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await press(page, "Remove");
    await page.getByRole("group").getByRole("button", { name: "Remove" }).click();
    await main(page, "There are no tasks yet.");
}));

test("(W41) a run that awaits an answer is no success, and goes on once the call is allowed", async (stage) => withDesk(stage, async (desk) => {
    addTask(desk, "asks", [call("echo", { message: "hello" }), { text: "Done." }]);
    const page = await desk.page("/#/tasks");
    await press(page, "Run now");
    await run(page, 1).getByText("awaits an answer").waitFor();
    await run(page, 1).getByRole("link", { name: "Questions" }).waitFor();
    assert.equal(JSON.parse(desk.command("tasks", "runs", "--json").stdout).runs[0].state, "awaiting");
    await press(page, "Go on with run 1");
    await main(page, /waits for an answer/);
    desk.command("policy", "set", "echo", "allow");
    desk.command("approvals", "withdraw", JSON.parse(desk.command("approvals", "list", "--json").stdout).approvals[0].id);
    await press(page, "Go on with run 1");
    await run(page, 1).getByText("done").waitFor();
    assert.match(desk.effects(), /hello/);
}));

test("(W41) a model that fails leaves a failed run with its reason", async (stage) => withDesk(stage, async (desk) => {
    addTask(desk, "fails", [{ text: "Done." }]);
    writeFileSync(join(desk.folder, "script.json"), '{"turns": []}');
    const page = await desk.page("/#/tasks");
    await press(page, "Run now");
    await run(page, 1).getByText("failed").waitFor();
    await run(page, 1).getByText(/script|turn/).first().waitFor();
    await page.getByRole("button", { name: "Go on with run 1" }).waitFor();
}));

test("(W41) a taken name, a bad schedule and a zone that is not there keep the form", async (stage) => withDesk(stage, async (desk) => {
    addTask(desk, "taken", [{ text: "Done." }]);
    const page = await desk.page("/#/tasks");
    await fill(page, "Name", "taken");
    await fill(page, "Prompt", "Go.");
    await fill(page, "When", "15m");
    await fill(page, "Model", "ollama/x");
    await press(page, "Add the task");
    await main(page, /already/);
    await page.getByRole("combobox", { name: "Schedule" }).selectOption("cron");
    await fill(page, "When", "61 * * * *");
    await press(page, "Add the task");
    await main(page, /minute/);
    await fill(page, "When", "0 9 * * *");
    await fill(page, "Time zone", "Nowhere/Here");
    await press(page, "Add the task");
    await main(page, /Nowhere\/Here/);
    assert.equal(await page.getByRole("textbox", { name: "Prompt" }).inputValue(), "Go.");
    assert.equal(JSON.parse(desk.command("tasks", "list", "--json").stdout).tasks.length, 1);
}));

test("(W41) prompts stay texts (W11)", async (stage) => withDesk(stage, async (desk) => {
    desk.command("tasks", "add", "hostile", payloads.filter((text) => !text.includes("\0")).join("\n"), "--every", "15m", "--model", "ollama/x");
    const page = await desk.page("/#/tasks");
    await page.getByRole("heading", { name: "hostile" }).waitFor();
    await main(page, /alert\(1\)/);
    assert.deepEqual(page.events, []);
}));

const axe = (stage, lang, heading) => withDesk(stage, async (desk) => {
    addTask(desk, "morning", [{ text: "Done." }]);
    desk.command("tasks", "run", "morning");
    await desk.checkAccessible("/#/tasks", (page) => page.getByRole("heading", { name: heading, exact: true }).waitFor());
}, { lang });
test("(W44) axe finds nothing on the page of tasks in English", async (stage) => axe(stage, "en_US.UTF-8", "Runs"));
test("(W44) axe finds nothing on the page of tasks in Portuguese", async (stage) => axe(stage, "pt_BR.UTF-8", "Execuções"));
