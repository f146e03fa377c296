// Tests of runtime/src/console/assets: pages/questions.js, sheet/card.js.
import assert from "node:assert/strict";
import { get } from "node:http";
import { withDesk } from "../desk.mjs";
import { payloads } from "../payloads.mjs";

const card = (page) => page.locator("iam-question-card");
const button = (page, name) => card(page).getByRole("button", { name, exact: true });
const heading = (page, name) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const ended = (page, text) => page.getByRole("main").getByText(text).waitFor();

/// Waits until the button counts, and presses it.
async function answer(page, name) {
    const wanted = button(page, name);
    await wanted.scrollIntoViewIfNeeded();
    if (!name.startsWith("Deny")) await page.waitForFunction((element) => element.getAttribute("aria-disabled") === "false", await wanted.elementHandle());
    await wanted.click();
}

async function questionPage(desk, id, options) {
    const page = await desk.page(`/#/questions/${id}`, options);
    await button(page, "Deny once").waitFor();
    return page;
}

/// The answer to a request of the page. Node finds no names below localhost.
const getByNode = (request) => new Promise((resolve, reject) => {
    const { host, port, pathname } = new URL(request.url());
    get({ host: "127.0.0.1", port, path: pathname, headers: { Host: host, Authorization: request.headers().authorization, "Sec-Fetch-Site": "same-origin" } }, async (response) => {
        let text = "";
        for await (const part of response) text += part;
        resolve({ status: response.statusCode, json: JSON.parse(text) });
    }).on("error", reject);
});

test("(W25) the inbox lists the questions of all processes, and link and title count them", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page();
    await page.getByText("No question waits.").waitFor();
    desk.propose("count", { text: "abc" });
    desk.propose("wipe", { disk: "sda" });
    const rows = page.getByRole("main").getByRole("listitem");
    await rows.nth(1).waitFor();
    const [count, wipe] = await rows.allInnerTexts();
    assert.match(count, /^count\s+Low risk[^]*Proposed by: a program[^]*until /);
    assert.match(wipe, /^wipe\s+High risk/);
    await page.getByRole("link", { name: "2 wait" }).waitFor();
    assert.equal(await page.title(), "(2) Questions · testdesk");
    await rows.first().getByRole("link").click();
    await heading(page, "Question");
    await page.getByRole("link", { name: "1 question waits" }).waitFor();
    await answer(page, "Deny once");
    await ended(page, "The call is denied.");
    await page.waitForFunction(() => document.title === "(1) Questions · testdesk");
}));

test("(W20) a call of another process is allowed once on its page", async (stage) => withDesk(stage, async (desk) => {
    const id = desk.propose("echo", { message: "hello" });
    const page = await questionPage(desk, id);
    for (const text of ["Echo", "Says a message back.", "Says something.", "\"hello\""]) await card(page).getByText(text).first().waitFor();
    await answer(page, "Allow once");
    await ended(page, "The call is allowed.");
    assert.equal(await card(page).count(), 0);
    assert.equal(desk.command("call", "echo", "{\"message\":\"hello\"}", "--approval", id).status, 0);
    assert.equal(desk.effects(), "echo hello\n");
    assert.ok(desk.command("audit", "--json").stdout.includes("\"channel\":\"web\""));
}));

test("(W32) the wheel over the card scrolls the page", async (stage) => withDesk(stage, async (desk) => {
    const page = await questionPage(desk, desk.propose("echo", { message: "hello ".repeat(400) }), { viewport: { width: 360, height: 640 } });
    const body = card(page).getByRole("region", { name: "Question" });
    const { x, y } = await body.boundingBox();
    await page.mouse.move(x + 40, Math.min(y + 40, 600));
    await page.mouse.wheel(0, 300);
    await page.waitForFunction(() => scrollY > 0);
}));

test("(W20) later calls are allowed for five minutes, as the menu says", async (stage) => withDesk(stage, async (desk) => {
    const page = await questionPage(desk, desk.propose("count", { text: "abc" }));
    await answer(page, "Allow later calls too …");
    await card(page).getByText("every call of this tool for 5 minutes").click();
    await answer(page, "Allow once");
    await ended(page, "The call is allowed, and later ones until");
    assert.equal(desk.command("call", "count", "{\"text\":\"other\"}").status, 0);
}));

test("(W21) arguments are not changed where some are hidden, and the page says why", async (stage) => withDesk(stage, async (desk) => {
    const page = await questionPage(desk, desk.propose("login", { user: "ann", token: "1234" }));
    await page.getByText("The arguments cannot be changed here: Some of the arguments are not shown").waitFor();
    assert.equal(await page.getByRole("button", { name: "Change the arguments …" }).count(), 0);
}));

test("(W20) a denial tells its reason to the proposer", async (stage) => withDesk(stage, async (desk) => {
    const id = desk.propose("echo", { message: "hello" });
    const page = await questionPage(desk, id);
    await card(page).getByLabel("Reason for denying, read by the proposer").fill("Not today.");
    await answer(page, "Deny once");
    await ended(page, "The call is denied.");
    const { stdout, stderr } = desk.command("call", "echo", "{\"message\":\"hello\"}", "--approval", id);
    assert.ok((stdout + stderr).includes("Not today."), stdout + stderr);
}));

test("(W20) an always shows its record, and stores the one of the chosen scope (W35)", async (stage) => withDesk(stage, async (desk) => {
    const page = await questionPage(desk, desk.propose("pay", { account: "savings", amount: 5 }));
    await answer(page, "Allow always");
    assert.equal(await card(page).getByRole("radio").count(), 3);
    await card(page).getByRole("radio").nth(1).check();
    await answer(page, "Allow always");
    await ended(page, "The call is allowed.");
    assert.equal(desk.command("call", "pay", "{\"account\":\"savings\",\"amount\":6}").status, 0);
    desk.propose("pay", { account: "other", amount: 5 });
    assert.equal(desk.effects(), "pay 6 from savings\n");
}));

test("(W33) an answer that is not possible is disabled, with its reason in view", async (stage) => withDesk(stage, async (desk) => {
    const page = await questionPage(desk, desk.propose("wipe", { disk: "sda" }));
    const why = "This tool states that it may destroy what was there, so each call is asked about; allow it once.";
    assert.equal(await card(page).getByText(why, { exact: true }).isVisible(), true);
    for (const name of ["Allow always", "Allow later calls too …"]) {
        assert.deepEqual([await button(page, name).getAttribute("aria-disabled"), await button(page, name).getAttribute("title")], ["true", why]);
        await button(page, name).click({ force: true });
    }
    await button(page, "Allow once").waitFor();
    await answer(page, "Allow once");
    await ended(page, "The call is allowed.");
}));

test("(W31) the card takes no allowing answer before it was left alone for a moment, and each denial", async (stage) => withDesk(stage, async (desk) => {
    const id = desk.propose("echo", { message: "hello" });
    const page = await desk.page("/", {}, (fresh) => fresh.clock.install());
    await page.getByRole("main").getByRole("listitem").waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.evaluate((hash) => { location.hash = hash; }, `#/questions/${id}`);
    const isPossible = async () => (await button(page, "Allow once").getAttribute("aria-disabled")) !== "true";
    // The page itself draws by the clock that stands still.
    for (let moments = 0; moments < 100 && (moments < 20 || !(await isPossible())); ++moments) await page.clock.runFor(100);
    await page.keyboard.press("Shift");
    await page.clock.runFor(499);
    assert.equal(await isPossible(), false);
    await button(page, "Allow once").click({ force: true });
    await page.clock.runFor(499);
    assert.equal(await isPossible(), false, "the click began the moment anew");
    // A late picture of the page may begin the moment anew.
    for (let moments = 0; moments < 100 && !(await isPossible()); ++moments) await page.clock.runFor(100);
    assert.equal(await isPossible(), true);
    await page.keyboard.press("Shift");
    assert.equal(await isPossible(), false);
    await page.clock.resume();
    await button(page, "Deny once").click();
    await ended(page, "The call is denied.");
}));

test("(W32) the card allows once the end of long arguments was in view", async (stage) => withDesk(stage, async (desk) => {
    const id = desk.propose("echo", { message: `${"long ".repeat(4000)}END` });
    const page = await desk.page("/", {}, (fresh) => fresh.clock.install());
    await page.evaluate((hash) => { location.hash = hash; }, `#/questions/${id}`);
    await card(page).getByText("Read to the end to allow.").waitFor();
    await page.clock.fastForward(60_000);
    assert.equal(await button(page, "Allow once").getAttribute("aria-disabled"), "true");
    await page.keyboard.press("End");
    await answer(page, "Allow once");
    await ended(page, "The call is allowed.");
}));

test("(W17) a reload shows the same question, and a second tab hears who has answered, and where", async (stage) => withDesk(stage, async (desk) => {
    const id = desk.propose("echo", { message: "hello" });
    const page = await questionPage(desk, id);
    await page.reload();
    await button(page, "Deny once").waitFor();
    const tab = await questionPage(desk, id);
    await answer(tab, "Deny once");
    await ended(page, /The call has been denied by \S+ at web; to run the call, have it proposed anew\./);
    assert.equal(await card(page).count(), 0, "nothing can be answered");
    await page.reload();
    await ended(page, /The call has been denied by/);
}));

test("(W17) a question that was withdrawn elsewhere closes with the reason", async (stage) => withDesk(stage, async (desk) => {
    const id = desk.propose("echo", { message: "hello" });
    const page = await questionPage(desk, id);
    assert.equal(desk.command("approvals", "withdraw", id).status, 0);
    await ended(page, "The question was withdrawn; to run the call, have it proposed anew.");
    assert.equal(await card(page).count(), 0);
    const other = await desk.page("/#/questions/00ff");
    await ended(other, "There is no question of that id");
}));

test("(W17) an answer that comes too late in two ways closes the card, or shows the question anew", async (stage) => withDesk(stage, async (desk) => {
    const id = desk.propose("echo", { message: "hello" });
    const page = await questionPage(desk, id);
    const refuse = (code, message) => page.route("**/answer", (route) => route.fulfill({ status: 409, contentType: "application/json", body: JSON.stringify({ code, message }) }), { times: 1 });
    const old = await button(page, "Deny once").elementHandle();
    await refuse("stale", "This question was shown too long ago.");
    await answer(page, "Deny once");
    await ended(page, "This question was shown too long ago.");
    await page.waitForFunction((element) => !element.isConnected, old);
    await refuse("expired", "The question has expired; have it proposed anew.");
    await answer(page, "Deny once");
    await ended(page, "The question has expired; have it proposed anew.");
    assert.equal(await card(page).count(), 0);
}));

test("(W20) the values of a function are asked for, and a refused one can be mended", async (stage) => withDesk(stage, async (desk) => {
    const id = desk.propose("echo", { message: "hello" });
    const page = await desk.page("/", {}, (fresh) => fresh.route(`**/api/questions/${id}`, async (route) => {
        const { status, json } = await getByNode(route.request());
        if (json.sheet) json.sheet.inputs = [{ key: "colour", kind: "choice", prompt: "Which colour?", wanted: "one of: red", choices: ["red"] }];
        return route.fulfill({ status, json });
    }));
    await page.evaluate((hash) => { location.hash = hash; }, `#/questions/${id}`);
    await card(page).getByLabel("Which colour?").selectOption({ label: "red" });
    const sent = page.waitForRequest("**/answer");
    await answer(page, "Allow once");
    assert.deepEqual((await sent).postDataJSON().inputs, { colour: "red" });
    await page.getByRole("main").locator(".notice").waitFor();
    assert.equal(await card(page).getByLabel("Which colour?").inputValue(), "0", "nothing that was typed is lost");
    await answer(page, "Deny once");
    await ended(page, "The call is denied.");
}));

test("(W11) texts of others stay text in the inbox and on the page of a question", async (stage) => withDesk(stage, async (desk) => {
    const all = payloads.join(" ").replaceAll("\0", ""); // arguments cannot have it
    const id = desk.propose("echo", { message: all });
    const page = await desk.page("/");
    await page.getByRole("main").getByRole("listitem").waitFor();
    await page.evaluate((hash) => { location.hash = hash; }, `#/questions/${id}`);
    await button(page, "Deny once").waitFor();
    assert.equal(await page.locator("script:not([src]), iframe, img, object, embed, video").count(), 0);
    assert.deepEqual(page.events, []);
}));

test("(W34) inbox and question are accessible, in light and dark, narrow and wide", async (stage) => withDesk(stage, async (desk) => {
    const id = desk.propose("echo", { message: "A message that is longer than twenty characters." });
    desk.propose("wipe", { disk: "sda" });
    await desk.checkAccessible("/#/questions", (page) => page.getByRole("main").getByRole("listitem").nth(1).waitFor());
    await desk.checkAccessible(`/#/questions/${id}`, (page) => button(page, "Deny once").waitFor());
}));

test("(W34) inbox and question speak Portuguese", async (stage) => withDesk(stage, async (desk) => {
    const id = desk.propose("echo", { message: "hello" });
    const page = await desk.page("/#/questions", { locale: "pt-BR" });
    await page.getByText("Proposto por: um programa").waitFor();
    await page.getByRole("main").getByRole("link").first().click();
    await heading(page, "Pergunta");
    await button(page, "Negar uma vez").click();
    await ended(page, "A chamada foi negada.");
    assert.equal(await page.locator("html").getAttribute("lang"), "pt-BR");
    assert.ok(page.url().endsWith(`#/questions/${id}`), "the address names the approval alone");
}, { lang: "pt_BR.UTF-8" }));
