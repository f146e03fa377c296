// Tests of runtime/src/console/assets: index.html, console.js, question.js, session.js. The answers
// of the API are made up here; tests of C++ hold the API itself.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

const SECRET = "a secret of 256 bits";
const QUESTION = {
    nonce: "n1",
    texts: { tool: "Allow echo?\nevery call\n", arguments: "Allow echo?\nthese arguments\n" },
    further: [{ words: "for 5 minutes", scope: "tool", until: "2026-11-23T10:05:00Z" }],
    labels: { allow_once: "Allow once", allow_always: "Allow always", deny_once: "Deny once", deny_always: "Deny always" },
    inputs: [],
    card: { actions: ["allow_once", "allow_always", "deny_once", "deny_always"].map((answer) => ({ answer })) },
};
const ENTRY = { id: "0.7", entry: { time_ms: 1795428000000, kind: "outcome", tool: { origin: "", name: "<b>echo</b>" }, success: true } };
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8", svg: "image/svg+xml" };
const json = (status, body) => ({ status, contentType: "application/json", body: JSON.stringify(body) });
const digestOf = (text) => createHash("sha256").update(`iam/prompt/1\0${text}`).digest("hex");

/// The first page over the answers of `api`: functions by method and path, which get the body.
async function firstPage(stage, api, address = "/#the-code") {
    const context = await stage.browser.newContext({ locale: "en-US" });
    context.setDefaultTimeout(10_000);
    const page = await context.newPage();
    page.asked = [];
    const answers = {
        "POST /api/login": () => json(200, { idle_seconds: 1800, secret: SECRET, session: "s1" }),
        "GET /api/session": () => json(200, { application: "desk", language: "en-US", login: "ann", session: "s1" }),
        "GET /api/questions": () => json(200, { questions: [{ id: "a1", tool: "echo", until: "2026-11-23T10:15:00Z" }] }),
        "GET /api/questions/a1": () => json(200, QUESTION),
        "GET /api/entries?limit=20": () => json(200, { entries: [ENTRY] }),
        "GET /api/events": () => ({ status: 200, contentType: "text/event-stream", body: "id: r.1\nevent: snapshot\ndata: {\"questions\":[\"a1\"]}\n\n" }),
        ...api,
    };
    await page.route("**/*", (route) => {
        const request = route.request();
        const { pathname, search } = new URL(request.url());
        const name = pathname === "/" ? "index.html" : pathname.slice(1);
        const file = new URL(`../../../runtime/src/console/assets/${name}`, import.meta.url);
        if (!pathname.startsWith("/api/") && existsSync(file)) return route.fulfill({ contentType: TYPES[name.split(".").pop()], body: readFileSync(file) });
        const key = `${request.method()} ${pathname}${search}`;
        page.asked.push({ key, secret: request.headers().authorization, body: request.postDataJSON() });
        return answers[key] ? route.fulfill(answers[key](request.postDataJSON())) : route.fulfill({ status: 404, body: "none" });
    });
    // The stream of these answers ends at once, so the page's next sentence comes soon.
    await page.addInitScript(() => {
        globalThis.said = [];
        const note = () => globalThis.said.push(document.getElementById("status")?.textContent ?? "");
        new MutationObserver(note).observe(document, { subtree: true, childList: true });
    });
    await page.goto(stage.origin + address);
    return page;
}

const open = async (page) => {
    await page.getByRole("button", { name: "echo, until" }).click();
    await page.getByRole("button", { name: "Allow once", exact: true }).waitFor();
};
const said = (page, text) => page.waitForFunction((part) => globalThis.said.some((one) => one.includes(part)), text, { polling: 10 });
const answersOf = (page) => page.asked.filter(({ key }) => key.endsWith("/answer")).map(({ body }) => body);

test("(W05) the first page uses the code of its address once, and keeps no trace of it", async (stage) => {
    const page = await firstPage(stage, {});
    await page.getByRole("heading", { name: "desk: console of ann" }).waitFor();
    assert.deepEqual(page.asked[0], { key: "POST /api/login", secret: undefined, body: { code: "the-code" } });
    assert.ok(page.asked.slice(1).every(({ secret }) => secret === `Bearer ${SECRET}`), JSON.stringify(page.asked));
    assert.equal(page.url(), `${stage.origin}/`);
    assert.equal(await page.evaluate(() => history.length), 2, "about:blank and the page");
    await page.context().close();
});

test("(W04) the first page without a session says how to begin one", async (stage) => {
    const page = await firstPage(stage, {}, "/");
    await said(page, "There is no session here; run: console --open");
    assert.deepEqual(page.asked, []);
    await page.context().close();
});

test("(W11) the first page shows names of others as text", async (stage) => {
    const page = await firstPage(stage, {});
    await page.getByRole("cell", { name: "<b>echo</b>", exact: true }).waitFor();
    assert.equal(await page.locator("b").count(), 0);
    await page.context().close();
});

test("(W35) the first page answers with the digest of the text that it shows", async (stage) => {
    const page = await firstPage(stage, { "POST /api/questions/a1/answer": () => json(200, { id: "a1", state: "refused" }) });
    await open(page);
    await page.getByLabel("Why not").fill("Not today.");
    await page.getByRole("button", { name: "Deny once" }).click();
    await said(page, "The call is denied.");
    assert.deepEqual(answersOf(page), [{ nonce: "n1", answer: "deny_once", scope: "tool", shown_digest: digestOf(QUESTION.texts.tool), reason: "Not today." }]);
    await page.context().close();
});

test("(W35) the first page shows the text of another scope before an answer about it counts", async (stage) => {
    const page = await firstPage(stage, { "POST /api/questions/a1/answer": () => json(200, { id: "a1", state: "given" }) });
    await open(page);
    await page.getByLabel("An \"always\" is about").selectOption("arguments");
    await page.getByLabel("Allow once also allows").selectOption("for 5 minutes");
    assert.equal(await page.locator("pre").textContent(), QUESTION.texts.tool);
    await page.getByRole("button", { name: "Allow always" }).click();
    await said(page, "The text above has changed");
    assert.deepEqual(answersOf(page), []);
    await page.getByRole("button", { name: "Allow always" }).click();
    await said(page, "The call is allowed.");
    const [{ scope, shown_digest: digest }] = answersOf(page);
    assert.deepEqual([scope, digest], ["arguments", digestOf(QUESTION.texts.arguments)]);
    await page.context().close();
});

test("(W17) the first page says why an answer does not count, also in plain text", async (stage) => {
    const refusals = [json(409, { code: "answered", message: "The call has been denied by bob at web." }), { status: 503, contentType: "text/plain", body: "The server has as many connections as it takes." }];
    for (const refusal of refusals) {
        const page = await firstPage(stage, { "POST /api/questions/a1/answer": () => refusal });
        await open(page);
        await page.getByRole("button", { name: "Allow once", exact: true }).click();
        await said(page, refusal.status === 409 ? "denied by bob at web" : "as many connections");
        await page.context().close();
    }
});

test("(W17) the first page closes a question that was answered elsewhere, and says by whom", async (stage) => {
    let events = "id: r.1\nevent: snapshot\ndata: {\"questions\":[\"a1\"]}\n\n";
    const page = await firstPage(stage, { "GET /api/events": () => ({ status: 200, contentType: "text/event-stream", body: events }) });
    await open(page);
    events = "id: r.2\nevent: question\ndata: {\"by\":{\"channel\":\"web\",\"login\":\"bob\"},\"id\":\"a1\",\"state\":\"refused\"}\n\n";
    await said(page, "The call is denied, by bob at web.");
    assert.equal(await page.getByRole("button", { name: "Allow once", exact: true }).count(), 0);
    await page.context().close();
});
