// Tests of runtime/src/console/assets/app: login, links, the one stream of events, the status line.
import assert from "node:assert/strict";
import { listen, said, withDesk } from "../desk.mjs";

const heading = (page, name) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const streams = (context) => {
    const open = [];
    context.on("request", (request) => request.url().endsWith("/api/events") && open.push(request));
    return open;
};

test("(W05) the code of the login address counts once and leaves no trace", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page();
    await heading(page, "Questions");
    assert.equal(page.url(), `${desk.origin}/#/questions`);
    assert.equal(await page.evaluate(() => history.length), 2, "about:blank and the page");
    const other = await (await stage.browser.newContext()).newPage();
    await other.goto(desk.login);
    await other.getByText("Open the console anew").or(other.getByText("The code")).first().waitFor();
    await heading(other, "There is no session here");
    assert.equal(new URL(other.url()).hash, "");
    await other.context().close();
}));

test("(W04) a page without a session says how to begin one, and shows nothing else", async (stage) => withDesk(stage, async (desk) => {
    const context = await stage.browser.newContext({ locale: "en-US" });
    const page = await context.newPage();
    const asked = [];
    page.on("request", (request) => request.url().includes("/api/") && asked.push(request.url()));
    await page.goto(`${desk.origin}/#/questions/00ff`);
    await heading(page, "There is no session here");
    await page.getByText("console --open").waitFor();
    assert.deepEqual(asked, []);
    assert.deepEqual(await context.cookies(), []);
    await context.close();
}));

test("(W04) a new tab gets the session from an open one, at its own address", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page();
    const tab = await page.context().newPage();
    await tab.goto(`${desk.origin}/#/timeline`);
    await heading(tab, "Timeline");
}));

test("(W16) ten tabs share one stream, and another tab goes on with it when its tab closes", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page();
    const opened = streams(page.context());
    const tabs = [];
    for (let i = 0; i < 9; ++i) {
        const tab = await page.context().newPage();
        await tab.goto(`${desk.origin}/#/timeline`);
        await heading(tab, "Timeline");
        tabs.push(tab);
    }
    assert.equal(opened.length, 0, "the first tab has the stream");
    await page.close();
    desk.propose("echo", { message: "hello" });
    for (const tab of tabs) await tab.getByRole("link", { name: "1 wait" }).waitFor();
    assert.equal(opened.length, 1);
}));

test("(W25) the links and the title count the questions of other programs", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline");
    const approval = desk.propose("echo", { message: "hello" });
    await page.getByRole("link", { name: "1 wait" }).waitFor();
    assert.equal(await page.title(), "(1) Timeline · testdesk");
    desk.command("approvals", "withdraw", approval);
    await page.getByRole("link", { name: "1 wait" }).waitFor({ state: "detached" });
    assert.equal(await page.title(), "Timeline · testdesk");
}));

test("(W04) requests of a page that nobody touches keep no session open", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline", {}, (blank) => blank.clock.install());
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
    const next = () => page.waitForRequest((request) => request.url().endsWith("/api/questions"));
    await page.clock.fastForward(61_000);
    const untouched = next();
    desk.propose("echo", { message: "one" });
    assert.equal((await untouched).headers()["iam-unattended"], "1");
    await page.keyboard.press("Shift");
    const touched = next();
    desk.propose("echo", { message: "two" });
    assert.equal((await touched).headers()["iam-unattended"], undefined);
}));

test("(W17) a page that is cut off says so, and that the session has ended with the console", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/", {}, listen);
    await page.route("**/api/events", (route) => route.abort());
    const tab = await page.context().newPage();
    await listen(tab);
    await tab.route("**/api/events", (route) => route.fulfill({ status: 401, contentType: "application/json", body: '{"code":"no_session","message":"gone"}' }));
    await tab.goto(`${desk.origin}/#/timeline`);
    await heading(tab, "Timeline");
    await page.close();
    await heading(tab, "There is no session here");
    const third = await desk.page("/#/timeline", {}, async (one) => {
        await listen(one);
        await one.route("**/api/events", (route) => route.abort());
    });
    await said(third, "The console does not answer");
}));

test("(W44) the first stop of Tab leads past the links, and a new page has the focus on its heading", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "main");
    await page.getByRole("link", { name: "Timeline" }).click();
    await heading(page, "Timeline");
    await page.waitForFunction(() => document.activeElement.textContent === "Timeline" && document.activeElement.tagName === "H1");
    assert.equal(await page.getByRole("link", { name: "Timeline" }).getAttribute("aria-current"), "page");
}));

test("an address without a page says so", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/nowhere");
    await heading(page, "No such page");
}));

test("(W44) axe finds nothing on the first page in English, light or dark, narrow or wide", async (stage) => withDesk(stage, async (desk) => {
    desk.propose("echo", { message: "hello" });
    await desk.checkAccessible("/#/questions", (page) => page.getByRole("link", { name: "echo" }).waitFor());
}));

test("(W44) axe finds nothing on the first page in Portuguese, light or dark, narrow or wide", async (stage) => withDesk(stage, async (desk) => {
    desk.propose("echo", { message: "hello" });
    await desk.checkAccessible("/#/questions", (page) => heading(page, "Perguntas"));
}, { lang: "pt_BR.UTF-8" }));
