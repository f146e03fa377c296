// Tests of runtime/src/console/assets/pages/chat, with a model that plays a script.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen, said, withDesk } from "../desk.mjs";
import { payloads } from "../payloads.mjs";
import { small } from "../servers.mjs";

const call = (tool, input = {}) => ({ tool, arguments: input });
const card = (page, tool) => page.getByRole("article", { name: `Call of ${tool}` });
const log = (page) => page.getByRole("log");
const composer = (page) => page.getByLabel("Message", { exact: true });

/// The page's own request to the API.
const ask = (page, path, body) => page.evaluate(async ([at, sent]) => {
    const headers = { Authorization: `Bearer ${sessionStorage.getItem("iam-session")}`, ...(sent ? { "Content-Type": "application/json" } : {}) };
    return (await fetch(at, { method: sent ? "POST" : "GET", headers, body: sent && JSON.stringify(sent) })).json();
}, [path, body]);

/// Answers a question as another page would.
async function answer(page, id, word) {
    const { sheet } = await ask(page, `/api/questions/${id}`);
    const { state } = await ask(page, `/api/questions/${id}/answer`, { nonce: sheet.nonce, answer: word, shown_digest: sheet.digest });
    assert.ok(state === "given" || state === "refused", state);
}

/// A desk whose console talks with a model that plays these turns.
async function withModel(stage, turns, body, facts = {}) {
    const folder = mkdtempSync(join(tmpdir(), "iam-script-"));
    const script = join(folder, "script.json");
    writeFileSync(script, JSON.stringify({ turns }));
    try {
        await withDesk(stage, body, { ...facts, options: ["--model", `scripted/${script}`, ...(facts.options ?? [])] });
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/// Begins a chat with a message, and waits until its page stands.
async function begin(page, text = "Go.") {
    await composer(page).fill(text);
    await composer(page).press("Enter");
    await log(page).waitFor();
}

test("(W23) Enter sends, Shift+Enter begins a line, and an Enter of an input method sends nothing", async (stage) =>
    withModel(stage, [{ text: "Yes." }], async (desk) => {
    const page = await desk.page("/#/chat");
    await composer(page).fill("one");
    await composer(page).press("Shift+Enter");
    await composer(page).pressSequentially("two");
    await composer(page).dispatchEvent("keydown", { key: "Enter", isComposing: true });
    assert.equal(await composer(page).inputValue(), "one\ntwo");
    await composer(page).press("Enter");
    await log(page).getByText("Yes.").waitFor();
    await log(page).getByText("one two").waitFor();
    assert.equal(await composer(page).inputValue(), "");
    assert.deepEqual(page.events, []);
}));

test("(W23) a message that is not sent yet is kept for its chat", async (stage) =>
    withModel(stage, [{ text: "Yes." }], async (desk) => {
    const page = await desk.page("/#/chat");
    await begin(page, "first");
    await log(page).getByText("Yes.").waitFor();
    await composer(page).fill("half a thought");
    await page.getByRole("link", { name: "Chats" }).click();
    await page.getByRole("heading", { name: "New chat" }).waitFor();
    assert.equal(await composer(page).inputValue(), "");
    await page.getByRole("link", { name: "first 2 messages" }).click();
    await log(page).waitFor();
    assert.equal(await composer(page).inputValue(), "half a thought");
    await page.reload();
    await log(page).waitFor();
    assert.equal(await composer(page).inputValue(), "half a thought");
}));

test("(W18) each call has a card with its state as a word, its arguments and its result", async (stage) =>
    withModel(stage, [
    { calls: [call("chatter"), call("forbidden", { text: "x" }), call("broken"), call("echo", { message: "hello" })] }, { text: "So." },
], async (desk) => {
    const page = await desk.page("/#/chat");
    await begin(page);
    await card(page, "echo").getByText("Awaiting action").waitFor();
    await card(page, "chatter").getByText("Succeeded").waitFor();
    await card(page, "forbidden").getByText("Denied by a rule").waitFor();
    await card(page, "broken").getByText("Failed").waitFor();
    await card(page, "broken").getByText("There is no paper left.").waitFor();
    await card(page, "echo").getByRole("region", { name: "Question" }).getByText("hello", { exact: true }).waitFor();
    const [{ id: approval }] = (await ask(page, "/api/questions")).questions;
    await answer(page, approval, "allow_once");
    await card(page, "echo").getByText("Succeeded").waitFor();
    await log(page).getByText("So.").waitFor();
    for (const name of ["Undo …", "Show the plan", "Undo now"]) await card(page, "echo").getByRole("button", { name }).click();
    await card(page, "echo").getByText("Undone").waitFor();
    assert.match(desk.effects(), /retract hello/);
    assert.deepEqual(page.events, []);
}));

test("(W18) a call that is denied in its card, and one whose question is withdrawn", async (stage) =>
    withModel(stage, [
    { calls: [call("echo", { message: "a" }), call("plain", { text: "b" })] }, { text: "So." },
], async (desk) => {
    const page = await desk.page("/#/chat");
    await begin(page);
    await card(page, "plain").getByText("Awaiting action").waitFor();
    const { questions } = await ask(page, "/api/questions");
    const id = (tool) => questions.find((one) => one.tool === tool).id;
    await card(page, "echo").getByRole("button", { name: "Deny once" }).click();
    assert.equal(desk.command("approvals", "withdraw", id("plain")).status, 0);
    await card(page, "echo").getByText("Denied by you").waitFor();
    await card(page, "plain").getByText("Canceled").waitFor();
}));

test("(W24) the log is silent while the model writes, and one sentence tells the end", async (stage) =>
    withModel(stage, [
    { text: "I will.", calls: [call("quick"), call("echo", { message: "a" })] },
], async (desk) => {
    const page = await desk.page("/#/chat", {}, listen);
    await begin(page);
    await said(page, "The model has answered. 2 calls, 1 awaits you");
    assert.equal(await log(page).getAttribute("aria-live"), "off");
    assert.equal(await page.evaluate(() => globalThis.said.filter((text) => text.includes("I will.")).length), 0);
}));

test("(W25) calls of one answer wait side by side, and a bar counts them", async (stage) =>
    withModel(stage, [
    { calls: [call("echo", { message: "a" }), call("plain", { text: "b" })] }, { text: "So." },
], async (desk) => {
    const page = await desk.page("/#/chat");
    await begin(page);
    await page.getByText(/2 questions wait:/).first().waitFor();
    await page.getByRole("link", { name: "2 wait" }).waitFor();
    const names = () => page.getByRole("article").evaluateAll((cards) => cards.map((one) => one.getAttribute("aria-label")));
    const before = await names();
    assert.deepEqual(before, ["Call of echo", "Call of plain"]);
    const { questions } = await ask(page, "/api/questions");
    await answer(page, questions.find((one) => one.tool === "plain").id, "deny_once");
    await page.getByText(/1 question waits:/).first().waitFor();
    assert.deepEqual(await names(), before);
}));

test("(W23) Stop ends the stream and the call, and the page shows it", async (stage) =>
    withModel(stage, [{ calls: [call("linger", { heed: true })] }], async (desk) => {
    const page = await desk.page("/#/chat");
    await begin(page);
    await card(page, "linger").getByText("Running").waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await card(page, "linger").getByText(/Canceled|May have happened/).waitFor();
    await page.getByText("The last turn has ended.").waitFor();
}));

test("(W12) a link shows its whole host and asks before it is opened", async (stage) =>
    withModel(stage, [
    { text: "**See** [your bank](https://\u0440\u0430ypal.com/login) and [x](javascript:alert(1)) ![p](http://evil.test/p.png)\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n## Head\n\n- item" },
], async (desk) => {
    const page = await desk.page("/#/chat");
    await begin(page);
    await log(page).getByRole("button", { name: "your bank (xn--ypal-43d9g.com)" }).click();
    await page.getByText("Open this address? https://xn--ypal-43d9g.com/login").waitFor();
    const link = page.getByRole("link", { name: "Open in a new tab" });
    assert.deepEqual(await link.evaluate(({ href, target, rel }) => [href, target, rel]), ["https://xn--ypal-43d9g.com/login", "_blank", "noopener noreferrer"]);
    await page.getByText("x (javascript:alert(1))").waitFor();
    await page.getByText("p (http://evil.test/p.png)").waitFor();
    await log(page).getByRole("cell", { name: "2" }).waitFor();
    assert.equal(await log(page).locator("img").count(), 0);
    await page.getByRole("group", { name: "Open this address?" }).getByRole("button", { name: "Back" }).click();
    assert.deepEqual(page.events, []);
}));

test("(W11) 200 payloads in every text of a chat make no element, no request and no dialog", async (stage) =>
    withModel(stage, [
    { text: payloads.join("\n\n").replaceAll("\0", "\ufffd"), calls: payloads.slice(0, 20).map((text) => call("chatty", { [text.replaceAll("\0", "")]: text.replaceAll("\0", "") })) },
    { text: "So." },
], async (desk) => {
    const page = await desk.page("/#/chat");
    await begin(page, payloads.slice(0, 100).join("\n"));
    await log(page).getByText("So.").waitFor();
    const strange = await log(page).evaluate((element) => [...element.querySelectorAll("script, img, iframe, object, embed, link, meta, base, form, input, video, audio, svg:not(.icon), math, template, style, iam-permission-sheet, [onerror], [onload], [onclick]")].map((one) => one.outerHTML));
    assert.deepEqual(strange, []);
    await page.getByText("Settings of this chat").click();
    await page.goto(`${desk.origin}/#/chat`);
    await page.getByRole("link", { name: /messages/ }).waitFor();
    assert.deepEqual(page.events, []);
}));

test("(W26) chats are searched, renamed, exported and deleted", async (stage) =>
    withModel(stage, [{ text: "The lighthouse." }, { text: "Other." }], async (desk) => {
    const page = await desk.page("/#/chat");
    await begin(page, "first");
    await log(page).getByText("The lighthouse.").waitFor();
    await page.getByText("Settings of this chat").click();
    await page.getByLabel("Title").fill("Sea marks");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("heading", { level: 1, name: "Sea marks" }).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as Markdown" }).click();
    assert.match(readFileSync(await (await download).path(), "utf8"), /The lighthouse\./);
    await page.goto(`${desk.origin}/#/chat`);
    await begin(page, "second");
    await log(page).getByText("Other.").waitFor();
    await page.goto(`${desk.origin}/#/chat`);
    await page.getByRole("link", { name: /^second/ }).waitFor();
    /** @type {string[]} */
    const searches = [];
    page.on("request", (request) => request.url().includes("/api/chats?text=") && searches.push(request.url()));
    await page.getByLabel("Words").fill("LIGHTHOUSE");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: /^second/ }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: /^Sea marks/ }).waitFor();
    assert.equal(searches.length, 1, "one search for a text");
    await page.getByRole("link", { name: /^Sea marks/ }).click();
    await page.getByText("Settings of this chat").click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("link", { name: /^second/ }).waitFor();
    assert.equal(await page.getByRole("link", { name: /^Sea marks/ }).count(), 0);
}));

test("(W26) the tools of a chat are switched one by one", async (stage) =>
    withModel(stage, [{ text: "Yes." }, { calls: [call("quick")] }, { text: "So." }], async (desk) => {
    const page = await desk.page("/#/chat");
    await begin(page);
    await log(page).getByText("Yes.").waitFor();
    await page.getByText("Settings of this chat").click();
    await page.getByRole("checkbox", { name: "quick" }).uncheck();
    await composer(page).fill("Quick.");
    await composer(page).press("Enter");
    await card(page, "quick").getByText("tool_not_found").waitFor();
}));

test("(W26) chats of a file are imported, once", async (stage) =>
    withModel(stage, [], async (desk) => {
    const page = await desk.page("/#/chat");
    await page.getByText("Import chats").click();
    const file = { name: "talk.json", mimeType: "application/json", buffer: Buffer.from('{"messages":[{"role":"user","content":"Where is the <b>lighthouse</b>?"}]}') };
    await page.getByLabel("File").setInputFiles(file);
    await page.getByText("1 chats are there now.").waitFor();
    await page.getByLabel("File").setInputFiles(file);
    await page.getByText("it was there already").waitFor();
    await page.getByLabel("File").setInputFiles({ ...file, buffer: Buffer.from("{") });
    await page.getByText("1 could not be read:").waitFor();
    await page.getByLabel("File").setInputFiles({ ...file, buffer: Buffer.alloc(800_001, " ") });
    await page.getByText("The file is larger than 800 kB").waitFor();
    await page.getByRole("link", { name: /^import-|lighthouse/ }).first().click();
    await log(page).getByText("Where is the <b>lighthouse</b>?").waitFor();
    assert.deepEqual(page.events, []);
}));

test("(W26) a chat is begun with a profile and given none later", async (stage) =>
    withModel(stage, [{ text: "Aye." }], async (desk) => {
    const profiles = join(desk.folder, "state", "profiles");
    mkdirSync(profiles, { recursive: true, mode: 0o700 });
    writeFileSync(join(profiles, "sailor.json"), '{"version": 1, "system": "Speak like a sailor."}', { mode: 0o600 });
    const page = await desk.page("/#/chat");
    await page.getByLabel("Profile").selectOption("sailor");
    await begin(page);
    await log(page).getByText("Aye.").waitFor();
    await page.getByText("Settings of this chat").click();
    const profile = page.getByLabel("Profile");
    await page.waitForFunction((select) => select.value === "sailor", await profile.elementHandle());
    await profile.selectOption("");
    await page.getByText("The chat has the profile from its next message on.").waitFor();
}));

test("(W21) a call with other arguments is a call of the person, and the asked one is denied then", async (stage) =>
    withModel(stage, [{ calls: [call("echo", { message: "hello" })] }, { text: "I see." }], async (desk) => {
    const page = await desk.page("/#/chat");
    await begin(page);
    await card(page, "echo").getByRole("button", { name: "Change the arguments …" }).click();
    const message = card(page, "echo").getByRole("textbox", { name: /^message/ });
    assert.equal(await message.inputValue(), "hello");
    await message.fill("goodbye");
    await card(page, "echo").getByRole("button", { name: "Call", exact: true }).click();
    const own = card(page, "echo").locator("iam-question-card").nth(1);
    await own.getByText('"goodbye"').first().waitFor();
    const allow = own.getByRole("button", { name: "Allow once", exact: true });
    await allow.scrollIntoViewIfNeeded();
    await page.waitForFunction((element) => element.getAttribute("aria-disabled") === "false", await allow.elementHandle());
    await allow.click();
    await log(page).getByText("I see.").waitFor();
    await card(page, "echo").getByText("Denied by you").waitFor();
    assert.equal(desk.effects(), "echo goodbye\n");
}));

test("(W26) all tools of a server are switched for a chat at once", async (stage) => {
    const folder = mkdtempSync(join(tmpdir(), "iam-servers-"));
    const file = join(folder, "servers.json");
    writeFileSync(file, JSON.stringify({ servers: { small: small() } }), { mode: 0o600 });
    await withModel(stage, [{ text: "Yes." }], async (desk) => {
        const page = await desk.page("/#/chat");
        await begin(page);
        await log(page).getByText("Yes.").waitFor();
        await page.getByText("Settings of this chat").click();
        const tools = page.getByRole("group", { name: "small" }).getByRole("checkbox");
        const all = page.getByRole("checkbox", { name: "All tools of this server" });
        await all.waitFor();
        const count = await tools.count();
        assert.ok(count > 2);
        await all.uncheck();
        await page.waitForFunction(() => {
            const group = [...document.querySelectorAll("fieldset")].find((one) => one.querySelector("legend")?.textContent === "small");
            return group && [...group.querySelectorAll("input")].every((box) => !box.checked);
        });
        assert.equal(await page.getByRole("checkbox", { name: "echo", exact: false }).first().isChecked(), true);
    }, { options: ["--servers", file] });
    rmSync(folder, { recursive: true });
});

test("(W21) the asked call stands while a call with other arguments was not allowed", async (stage) =>
    withModel(stage, [{ calls: [call("echo", { message: "hello" })] }, { text: "I see." }], async (desk) => {
    const page = await desk.page("/#/chat");
    await begin(page);
    await card(page, "echo").getByRole("button", { name: "Change the arguments …" }).click();
    await card(page, "echo").getByRole("button", { name: "Call", exact: true }).click();
    const own = card(page, "echo").locator("iam-question-card").nth(1);
    await own.getByRole("button", { name: "Deny once", exact: true }).click();
    await card(page, "echo").getByText("The call is denied.").waitFor();
    await card(page, "echo").getByText("Awaiting action").waitFor();
    assert.equal((await ask(page, "/api/questions")).questions.length, 1);
    assert.equal(desk.effects(), "");
}));

test("(W26) without a model chats are read, and the page says how to continue them", async (stage) => withDesk(stage, async (desk) => {
    const folder = mkdtempSync(join(tmpdir(), "iam-script-"));
    writeFileSync(join(folder, "script.json"), JSON.stringify({ turns: [{ text: "Hello." }] }));
    assert.equal(desk.command("chat", "--model", `scripted/${join(folder, "script.json")}`, "Hi.").status, 0);
    rmSync(folder, { recursive: true });
    const page = await desk.page("/#/chat");
    await page.getByText("chats can be read here, and not continued").waitFor();
    await page.getByRole("link", { name: "Hi. 2 messages" }).click();
    await log(page).getByText("Hello.").waitFor();
    await page.getByText("console --model PROVIDER/NAME").waitFor();
    assert.equal(await composer(page).count(), 0);
}));

test("(W44) the pages of chats are accessible", async (stage) =>
    withModel(stage, [
    { text: "## Head\n\n[a](https://example.org) `code`\n\n```\nblock\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |", calls: [call("quick"), call("echo", { message: "a" }), call("broken")] },
], async (desk) => {
    const page = await desk.page("/#/chat");
    await begin(page);
    await card(page, "echo").getByText("Awaiting action").waitFor();
    const address = new URL(page.url()).hash;
    await desk.checkAccessible("/#/chat", (one) => one.getByRole("link", { name: /messages/ }).waitFor());
    await desk.checkAccessible(`/${address}`, (one) => card(one, "echo").getByText("Awaiting action").waitFor());
}));

test("(W44) the pages of chats are accessible in Portuguese", async (stage) =>
    withModel(stage, [{ text: "Sim.", calls: [call("echo", { message: "a" })] }], async (desk) => {
    const page = await desk.page("/#/chat");
    await page.getByLabel("Mensagem", { exact: true }).fill("Vai.");
    await page.getByRole("button", { name: "Enviar" }).click();
    await page.getByText("Aguardando ação").waitFor();
    await desk.checkAccessible(`/${new URL(page.url()).hash}`, (one) => one.getByText("Aguardando ação").waitFor());
}, { lang: "pt_BR.UTF-8" }));
