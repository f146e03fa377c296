// Tests of runtime/src/console/assets/pages/status.js. Tests of
// runtime/src/host/commands/console/console_status.cpp.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { violations } from "../axe.mjs";
import { withDesk } from "../desk.mjs";
import { small, withServers } from "../servers.mjs";

const row = (page, text) => page.getByRole("row").filter({ hasText: text });

/// A console with a server that cannot start, and a file of rules that does not load.
const withFaults = (stage, body, facts = {}) => withServers(stage, { good: small(), bad: { command: "/no/such/program", sandbox: false } }, async (desk) => {
    const folder = join(desk.folder, "testdesk");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "rules.json"), '{"version": 1, "rulez": []}', { mode: 0o600 });
    await body(desk);
}, facts);

test("(W42) calls, failures and the last error of each tool come from the ledger", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/status");
    await page.getByText("No call has ended yet.").waitFor();
    desk.command("policy", "set", "echo", "allow");
    desk.command("call", "echo", '{"message":"hello"}');
    await row(page, "echo").getByText("1 / 0").waitFor();
    await row(page, "echo").getByText(/\d+ · \d+ ms/).waitFor();
}));

test("(W42) the status stands over any page, and asks for nothing while it is closed", async (stage) => withDesk(stage, async (desk) => {
    const asked = [];
    const page = await desk.page("/", {}, async (one) => one.on("request", (request) => request.url().includes("/api/status") && asked.push(request.url())));
    await page.getByText("No question waits.").waitFor();
    const overlay = page.getByRole("region", { name: "Status here" });
    await overlay.waitFor({ state: "hidden" });
    assert.deepEqual(asked, []);
    await page.getByRole("button", { name: "Status here" }).click();
    await overlay.getByText("SQLite, schema 3").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await overlay.waitFor({ state: "hidden" });
    await page.getByText("No question waits.").waitFor();
}));

test("(W04) the sessions of the console are listed and ended, also the page's own", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/status");
    const own = row(page, "this one");
    await own.getByRole("button", { name: "End" }).click();
    await page.getByText("Its pages show nothing more then.").waitFor();
    await own.getByRole("button", { name: "End" }).click();
    await page.getByRole("heading", { name: "There is no session here" }).waitFor();
}));

test("(W42) a server that fails, rules that do not load and the state are named", async (stage) => withFaults(stage, async (desk) => {
    const page = await desk.page("/#/servers");
    await page.getByRole("button", { name: "Connect" }).click();
    await row(page, "bad").getByText("failed").waitFor();
    await row(page, "good").getByText("connected").waitFor();
    await page.getByRole("link", { name: "Status" }).click();
    await row(page, "bad").getByText("/no/such/program").waitFor();
    await row(page, "good").getByText("closed").waitFor();
    await page.getByText("not taken up").waitFor();
    await page.getByText(/rulez/).waitFor();
    await page.getByText("SQLite, schema 3").waitFor();
    await page.getByText(/The newest \d+ entries hold together/).waitFor();
}));

const axe = (stage, lang, heading) => withFaults(stage, async (desk) => {
    await desk.checkAccessible("/#/status", (page) => page.getByRole("heading", { name: heading, exact: true }).waitFor());
}, { lang });
test("(W44) axe finds nothing on the page of the status in English", async (stage) => axe(stage, "en_US.UTF-8", "Rules"));
test("(W44) axe finds nothing on the page of the status in Portuguese", async (stage) => axe(stage, "pt_BR.UTF-8", "Regras"));
