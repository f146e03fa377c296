// Tests of runtime/src/console/assets/pages/consent*.js over the program desk.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listen, said, withDesk } from "../desk.mjs";
import { payloads } from "../payloads.mjs";

const HELLO = { message: "hello" };
const card = (page, tool) => page.getByRole("listitem").filter({ has: page.getByText(tool, { exact: true }) });
const policy = (page, tool) => page.getByRole("group", { name: tool, exact: true });

/// Writes the rules of this user.
function rules(desk, ...all) {
    mkdirSync(join(desk.folder, "testdesk"), { recursive: true });
    writeFileSync(join(desk.folder, "testdesk", "rules.json"), typeof all[0] === "string" ? all[0] : JSON.stringify({ iam: 1, rules: all }));
}

/// A person answers the question with an "always", by the API of the page.
const answered = (page, id, answer) => page.evaluate(async ([approval, word]) => {
    const { session } = await import("/app/session.js");
    const { SheetView, storedBy } = await import("/sheet/view.js");
    const { Say } = await import("/sheet/text.js");
    const { digestOf } = await import("/sheet/shown.js");
    const { sheet } = await session.get(`/api/questions/${approval}`);
    const lines = new SheetView(sheet, new Say(sheet.lang)).shown.lines();
    const [{ scope, words }] = storedBy(sheet, word);
    const shown = await digestOf([...lines, `stores ${scope}: ${words}`]);
    await session.post(`/api/questions/${approval}/answer`, { nonce: sheet.nonce, answer: word, scope, shown_digest: shown });
}, [id, answer]);

/// From now on the page sees the answer of `path` as it is now.
async function kept(page, path) {
    const body = await page.evaluate(async (one) => JSON.stringify(await (await import("/app/session.js")).session.get(one)), path);
    await page.route(`**${path}*`, (route) => (route.request().method() === "GET" ? route.fulfill({ contentType: "application/json", body }) : route.fallback()));
}

const code = (desk) => {
    const { stdout } = desk.command("call", "echo", JSON.stringify(HELLO), "--json");
    return JSON.parse(stdout).code ?? "";
};

test("(W37) a policy is chosen among radio buttons, stored, and holds from the next call on", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/consent", {}, listen);
    const group = policy(page, "echo");
    await group.getByText("asks each time").first().waitFor();
    assert.equal(await group.getByRole("radio").count(), 4);
    await group.getByRole("radio", { name: "runs without asking" }).check();
    assert.equal(code(desk), "confirmation_required", "a choice alone stores nothing");
    await group.getByRole("button", { name: "Store" }).click();
    await said(page, "The policy is stored.");
    assert.equal(code(desk), "");
    desk.command("policy", "set", "echo", "deny");
    await page.waitForFunction(() => [...document.querySelectorAll("input:checked")].some((one) => one.parentElement.textContent === "never runs"));
}));

test("(W37) a policy without effect is locked, with the rule and its place", async (stage) => withDesk(stage, async (desk) => {
    rules(desk, { id: "bank", tool: "echo", effect: "confirm", reason: "Ask the bank" });
    const page = await desk.page("/#/consent");
    const group = policy(page, "echo");
    await group.getByText("bank").first().waitFor();
    assert.match(await group.textContent(), /rules\.json:1:\d+/);
    assert.ok(await group.getByRole("radio", { name: "runs without asking" }).isDisabled());
    assert.ok(await group.getByRole("radio", { name: "never runs" }).isEnabled());
    await group.getByText("“runs without asking” would have no effect:").waitFor();
}));

test("(W17) a policy that was changed elsewhere is not overwritten by a stale page", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/consent", {}, listen);
    await policy(page, "echo").waitFor();
    await kept(page, "/api/policies?search=");
    desk.command("policy", "set", "echo", "deny");
    await policy(page, "echo").getByRole("radio", { name: "runs without asking" }).check();
    await policy(page, "echo").getByRole("button", { name: "Store" }).click();
    await said(page, "changed elsewhere");
    assert.equal(code(desk), "policy_denied");
}));

test("(W17) a tool that has changed since it was shown is not allowed by a stale page, and is denied", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline", {}, listen);
    const shown = await page.evaluate(async () => (await import("/app/session.js")).session.get("/api/policies?search="));
    for (const one of shown.policies) one.contract = "0".repeat(64);
    await page.route("**/api/policies?*", (route) => route.fulfill({ contentType: "application/json", body: JSON.stringify(shown) }));
    await page.evaluate(() => { location.hash = "#/consent"; });
    const store = async (choice) => {
        await policy(page, "echo").getByRole("radio", { name: choice }).check();
        await policy(page, "echo").getByRole("button", { name: "Store" }).click();
    };
    await store("runs without asking");
    await said(page, "has changed since it was shown");
    assert.equal(code(desk), "confirmation_required");
    await store("never runs");
    await said(page, "The policy is stored.");
    assert.equal(code(desk), "policy_denied");
}));

test("(W37) grants are listed with uses and end, and are revoked in two steps", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/consent/grants", {}, listen);
    await page.getByText("No call is allowed beforehand.").waitFor();
    desk.command("grants", "set", "echo", "15m", "--uses", "3");
    await card(page, "echo").getByText("3 more").waitFor();
    assert.equal(code(desk), "");
    await card(page, "echo").getByText("2 more").waitFor();
    await card(page, "echo").getByRole("button", { name: "Revoke" }).click();
    await card(page, "echo").getByRole("button", { name: "Revoke" }).click();
    await said(page, "It is ended.");
    await page.getByText("No call is allowed beforehand.").waitFor();
    assert.equal(code(desk), "confirmation_required");
}));

test("(W17) a grant that was revoked elsewhere says so", async (stage) => withDesk(stage, async (desk) => {
    desk.command("grants", "set", "echo", "until-cleared");
    const page = await desk.page("/#/consent/grants", {}, listen);
    await card(page, "echo").getByRole("button", { name: "Revoke" }).click();
    await kept(page, "/api/grants");
    desk.command("grants", "revoke-all");
    await card(page, "echo").getByRole("button", { name: "Revoke" }).click();
    await said(page, "It is not there any more");
}));

test("(W37) revoke all ends every grant, and every allow always", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/consent/permissions", {}, listen);
    await answered(page, desk.propose("echo", HELLO), "allow_always");
    desk.command("grants", "set", "echo", "1h");
    await card(page, "echo").waitFor();
    await page.getByRole("button", { name: "Revoke all" }).click();
    await page.getByText("of every user?").waitFor();
    await page.getByRole("button", { name: "Revoke all" }).click();
    await page.getByText("No answer with “always” is stored.").waitFor();
    assert.equal(code(desk), "confirmation_required");
}));

test("(C64) allow always allows the next call, and its end can be taken away", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/consent/permissions", {}, listen);
    await answered(page, desk.propose("echo", HELLO), "allow_always");
    const row = card(page, "echo");
    await row.getByText("allow always").waitFor();
    assert.equal(code(desk), "");
    await row.getByLabel("New end").selectOption("never");
    await row.getByRole("button", { name: "Change the end" }).click();
    await said(page, "The end is changed.");
    await row.getByText("when it is revoked").waitFor();
    await row.getByLabel("New end").selectOption("1d");
    await row.getByRole("button", { name: "Change the end" }).click();
    await row.getByText("when it is revoked").waitFor({ state: "detached" });
}));

test("(C68) a permission that does not count says why, with each change of its tool, and gets no new end", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline");
    const one = { effect: "allow", match: "tool", user: "ann", workspace: "-", granted_by: "ann", origin: "", changes: [] };
    const states = { ended: "has ended", lapsed: "has lapsed", paused: "waits: the clock", changed: "suspended: the tool has changed", holds: "allow always" };
    const permissions = Object.keys(states).map((state) => ({ ...one, id: state, tool: state, name: state, state, changes: state === "changed" ? ["It deletes files now."] : [] }));
    await page.route("**/api/permissions", (route) => route.fulfill({ contentType: "application/json", body: JSON.stringify({ broken: [{ about: "The permission p1 was changed past the program.", id: "p1" }], permissions }) }));
    await page.evaluate(() => { location.hash = "#/consent/permissions"; });
    for (const [state, words] of Object.entries(states)) {
        await card(page, state).getByText(words).first().waitFor();
        assert.equal(await card(page, state).getByLabel("New end").count(), state === "holds" ? 1 : 0, state);
        assert.equal(await card(page, state).getByRole("button", { name: "Revoke" }).count(), 1, state);
    }
    await card(page, "changed").getByText("It deletes files now.").waitFor();
    await page.getByText("The permission p1 was changed past the program.").waitFor();
}));

test("(C66) deny always has a way back", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/consent/permissions", {}, listen);
    await answered(page, desk.propose("echo", HELLO), "deny_always");
    await card(page, "echo").getByText("deny always").waitFor();
    assert.equal(code(desk), "policy_denied");
    await card(page, "echo").getByRole("button", { name: "Ask again" }).click();
    await card(page, "echo").getByRole("button", { name: "Ask again" }).click();
    await said(page, "It is ended.");
    assert.equal(code(desk), "confirmation_required");
}));

test("(W37) rules are listed with their places, and a file that does not load with its mistakes", async (stage) => withDesk(stage, async (desk) => {
    rules(desk, { id: "bank", tool: "echo", effect: "confirm", reason: "Ask the bank" });
    const page = await desk.page("/#/consent/rules");
    await page.getByRole("row").filter({ hasText: "bank" }).getByText("Ask the bank").waitFor();
    await page.getByText("in force", { exact: true }).waitFor();
    rules(desk, '{"iam":1,"rules":[{"id":"bank","tool":"ecco","effect":"confirm"}]}');
    await page.getByRole("link", { name: "Policies" }).click();
    await page.getByRole("link", { name: "Rules" }).click();
    await page.getByText("not taken up").waitFor();
    await page.getByText("Its last good rules are in force.").waitFor();
    await page.getByText("Error 1:").waitFor();
}));

test("(W37) a call is explained with its steps, and wrong arguments with their places", async (stage) => withDesk(stage, async (desk) => {
    rules(desk, { id: "bad", tool: "echo", effect: "deny", where: [{ argument: "/message", eq: "bad" }] });
    const page = await desk.page("/#/consent/explain?tool=echo");
    const explain = async (text) => {
        await page.getByLabel("Tool").selectOption("echo");
        await page.getByLabel("Arguments as JSON").fill(text);
        await page.getByRole("button", { name: "Explain" }).click();
    };
    await explain('{"message":"bad"}');
    await page.getByText("speaks about this call", { exact: false }).first().waitFor();
    assert.match(await page.locator("main").textContent(), /never runs/);
    await explain('{"message":"good"}');
    await page.getByText("does not speak about this call").waitFor();
    await explain('{"message":1}');
    await page.getByText("invalid_arguments").waitFor();
    await page.getByText("/message", { exact: true }).waitFor();
}));

test("(W11) texts of others stay texts in every field of policies, grants, permissions and rules", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline");
    const decision = (text) => ({ effect: "confirm", reason: text, place: text, source: "rule", source_id: text });
    const each = (make) => payloads.map((text, index) => ({ name: `${index}${text}`, origin: text, tool: text, changes: [text], id: `${index}`, ...make(text) }));
    const record = (text) => ({ effect: "allow", state: "changed", match: "tool", user: text, workspace: text, session: text, granted_by: text });
    const lists = {
        policies: { broken: payloads.map((about) => ({ about, id: "0" })), matched: 200, policies: each((text) => ({ stored: "unset", now: decision(text), locked: { allow: decision(text) } })) },
        grants: { broken: [], grants: each(record) },
        permissions: { broken: [], permissions: each(record) },
        rules: { files: payloads.map((text) => ({ file: text, scope: "user", ok: false, is_there: true, findings_left_out: 0, findings: [{ is_error: true, line: 1, column: 1, message: text }] })), matched: 200, rules: each((text) => ({ effect: "deny", reason: text, place: text, arguments: [text] })) },
    };
    for (const [list, body] of Object.entries(lists)) {
        await page.route(`**/api/${list}*`, (route) => route.fulfill({ contentType: "application/json", body: JSON.stringify(body) }));
        await page.evaluate((hash) => { location.hash = hash; }, `#/consent${list === "policies" ? "" : `/${list}`}`);
        await page.waitForFunction((text) => document.querySelector("main").textContent.includes(text), payloads[199], { polling: 50 });
        const found = await page.evaluate((texts) => texts.filter((text) => !document.querySelector("main").textContent.includes(text.replaceAll("\0", "\uFFFD")) && !document.querySelector("main").textContent.includes(text)), payloads);
        assert.deepEqual(found, [], list);
        assert.equal(await page.locator("main :is(script, img, iframe, object, embed, link, meta, base, video, audio, style, template, iam-permission-sheet)").count(), 0, list);
    }
    assert.deepEqual(page.events, []);
}));

const PLACES = ["/#/consent", "/#/consent/grants", "/#/consent/permissions", "/#/consent/rules", "/#/consent/explain"];

/// Each place has a record in it.
async function filled(desk) {
    rules(desk, { id: "bank", tool: "echo", effect: "confirm", reason: "Ask the bank" });
    desk.command("grants", "set", "echo", "15m", "--uses", "3");
    const page = await desk.page("/#/consent");
    const id = desk.propose("plain", { text: "a" });
    await answered(page, id, "deny_always");
}

test("(W44) axe finds nothing on the pages of consent in English", async (stage) => withDesk(stage, async (desk) => {
    await filled(desk);
    for (const place of PLACES) await desk.checkAccessible(place, (page) => page.locator("main .card").first().waitFor());
}));

test("(W44) axe finds nothing on the pages of consent in Portuguese", async (stage) => withDesk(stage, async (desk) => {
    await filled(desk);
    for (const place of PLACES) await desk.checkAccessible(place, (page) => page.locator("main .card").first().waitFor());
}, { lang: "pt_BR.UTF-8" }));
