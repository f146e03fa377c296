// Tests of runtime/src/console/assets/pages/{entry,entry_row,timeline,undo}.js, over the program
// desk. Answers of the API are made up where a fault or a long ledger is wanted.
import assert from "node:assert/strict";
import { listen, said, withDesk } from "../desk.mjs";
import { payloads } from "../payloads.mjs";

const rows = (page) => page.locator("main ul.list:visible > li > a");
const ids = async (page) => (await rows(page).allTextContents()).map((text) => /0\.\d+/.exec(text)?.[0]);
const button = (page, name) => page.getByRole("button", { name, exact: true });
const json = (body, status = 200) => ({ status, contentType: "application/json", body: JSON.stringify(body) });
const call = (desk, tool, input) => {
    const done = desk.command("call", tool, JSON.stringify(input), "--json");
    assert.equal(done.status, 0, done.stdout + done.stderr);
    return JSON.parse(done.stdout).entry;
};
/// The outcome of a call that can be undone.
function undoable(desk, message) {
    const done = desk.command("policy", "set", "echo", "auto");
    assert.equal(done.status, 0, done.stdout + done.stderr);
    return call(desk, "echo", { message });
}

/// A row as the API has it, of a made-up entry.
const row = (number, facts = {}, more = {}) => ({
    id: `0.${number}`, hash: "a".repeat(64), previous: "b".repeat(64), lacks_outcome: false, undo: "none", values: {},
    entry: { kind: "outcome", time_ms: 1795428000000 + number, tool: { origin: "", name: "echo" }, success: true, ...facts }, ...more,
});
const PLAN = {
    possible: true, entry: "0.2", tool: "echo", exact: false, asks: false, arguments: { bytes: 2, from: 0, text: "{\"a\":1}" }, later: [], later_count: 0,
    unsettled: [], plan: "c".repeat(64),
};
/// A page at an entry whose answers are made up. `undo` answers the undo's requests, by their body.
async function madeUp(desk, view, undo = {}) {
    const posts = [];
    const page = await desk.page("/#/timeline/0.2", {}, async (blank) => {
        await listen(blank);
        await blank.route(/\/api\/entries\/0\.2$/, (route) => route.fulfill(json({ call: [], row: row(2), values: [], ...view })));
        await blank.route(/\/api\/entries\/0\.2\/undo$/, (route) => {
            if (route.request().method() === "GET") return route.fulfill(json(undo.plan ?? PLAN));
            posts.push(route.request().postDataJSON());
            return route.fulfill(undo.post(posts.length));
        });
    });
    return { page, posts };
}

test("(W36) the timeline lists the newest entries first, and new ones wait behind a button", async (stage) => withDesk(stage, async (desk) => {
    call(desk, "quick", {});
    const page = await desk.page("/#/timeline");
    await rows(page).first().waitFor();
    const before = await ids(page);
    assert.deepEqual(before, [...before].sort((a, b) => b.slice(2) - a.slice(2)));
    const place = await rows(page).first().boundingBox();
    const newest = call(desk, "quick", {});
    await button(page, "2 new").waitFor();
    assert.deepEqual(await ids(page), before, "what is read stays");
    assert.deepEqual(await rows(page).first().boundingBox(), place);
    await button(page, "2 new").click();
    await page.getByRole("link", { name: newest }).waitFor();
    assert.equal((await ids(page)).length, before.length + 2);
    assert.equal(await button(page, "2 new").count(), 0);
}));

test("(W36) the filters of audit narrow the list and stand in the address", async (stage) => withDesk(stage, async (desk) => {
    call(desk, "quick", {});
    undoable(desk, "hello");
    const page = await desk.page("/#/timeline");
    await page.getByText("Filter", { exact: true }).click();
    await page.getByLabel("Tool").fill("quick");
    await button(page, "Search").click();
    await page.waitForFunction(() => location.hash === "#/timeline?tool=quick");
    await page.waitForFunction(() => {
        const tools = [...document.querySelectorAll("main li strong")].map((one) => one.textContent);
        return tools.length === 2 && tools.every((tool) => tool === "quick");
    });
    await page.reload();
    await page.getByLabel("Tool").waitFor();
    assert.equal(await page.getByLabel("Tool").inputValue(), "quick");
    await rows(page).first().click();
    await page.getByRole("heading", { level: 1, name: "Entry 0." }).waitFor();
    await page.getByRole("link", { name: "All entries" }).first().click();
    await page.waitForFunction(() => location.hash === "#/timeline?tool=quick");
    await page.getByLabel("Since").fill("never");
    await button(page, "Search").click();
    await page.getByText("The filter cannot be read").waitFor();
    await page.getByLabel("Since").fill("");
    await page.getByLabel("Tool").fill("nothing");
    await button(page, "Search").click();
    await page.getByText("No entry fits.").waitFor();
}));

test("(W36) an entry shows its rule, its digests, its values and its call", async (stage) => withDesk(stage, async (desk) => {
    const entry = undoable(desk, "hello");
    const page = await desk.page(`/#/timeline/${entry}`);
    await page.getByRole("heading", { level: 1, name: `Entry ${entry}` }).waitFor();
    await page.getByRole("heading", { name: "arguments" }).waitFor();
    await page.getByText("\"hello\"").first().waitFor();
    await page.locator("dt", { hasText: "Rule" }).waitFor();
    assert.match(await page.locator("dl").first().innerText(), /Proposed by\s+program/);
    assert.match(await page.locator("dl").first().innerText(), /Digest of the entry\s+[0-9a-f]{64}/);
    await page.getByRole("heading", { name: "Entries of this call" }).waitFor();
    const intent = `0.${entry.slice(2) - 1}`;
    await page.getByRole("link", { name: intent }).click();
    await page.getByRole("heading", { level: 1, name: `Entry ${intent}` }).waitFor();
    await page.locator("dt", { hasText: "Digest of the arguments" }).waitFor();
    await page.getByText("All facts, as they are chained").click();
    await page.getByText("\"contract\":").waitFor();
}));

test("(W22) a call is undone in two steps, by its plan, and is undone afterwards", async (stage) => withDesk(stage, async (desk) => {
    const entry = undoable(desk, "hello");
    const page = await desk.page(`/#/timeline/${entry}`);
    await button(page, "Show the plan").click();
    await page.getByText("Makes up for this call").or(page.getByText("Puts everything back")).waitFor();
    assert.doesNotMatch(desk.effects(), /retract/);
    await button(page, "Undo now").click();
    await page.getByText("Undone", { exact: true }).first().waitFor();
    assert.match(desk.effects(), /retract hello/);
    assert.equal(await button(page, "Undo now").count(), 0);
    const shown = JSON.parse(desk.command("audit", "show", entry, "--json").stdout);
    assert.equal(shown.undo, "undone");
    assert.equal(shown.call.find((one) => one.entry.kind === "undo_intent").entry.approver.channel, "web");
}));

test("(W22) an undo that fails says why, and its plan can be read again", async (stage) => withDesk(stage, async (desk) => {
    const post = () => json({ state: "failed", code: "stuck", message: "The drawer is stuck.", undone: [], left: ["0.2"] });
    const { page } = await madeUp(desk, { undoable: "0.2" }, { post });
    await button(page, "Show the plan").click();
    await button(page, "Undo now").click();
    await page.getByText("The drawer is stuck. Not undone: 0.2").waitFor();
    await button(page, "Show the plan").waitFor();
}));

test("(W36) later calls are named, and the person says what becomes of them", async (stage) => withDesk(stage, async (desk) => {
    const plan = { ...PLAN, later: [{ entry: "0.4", tool: "echo" }], later_count: 1, unsettled: ["0.5"], until: "2026-11-27T20:00:00Z" };
    const { page, posts } = await madeUp(desk, { undoable: "0.2" }, { plan, post: () => json({ code: "stale", message: "The plan has changed." }, 409) });
    await button(page, "Show the plan").click();
    await page.getByText("Possible until").waitFor();
    await page.getByRole("group", { name: "Later calls that changed the same: 1" }).waitFor();
    await page.getByRole("link", { name: "0.4" }).waitFor();
    await page.getByRole("link", { name: "0.5" }).waitFor();
    assert.ok(await button(page, "Undo now").isDisabled());
    await page.getByLabel("Undo them first").check();
    await button(page, "Undo now").click();
    await page.getByText("The plan has changed.").waitFor();
    assert.deepEqual(posts, [{ plan: PLAN.plan, later: "undo" }]);
}));

test("(W22) an undo that a rule asks about leads to its question, and goes on with its answer", async (stage) => withDesk(stage, async (desk) => {
    const post = (time) => json(time === 1 ? { state: "asked", approval: "00ff", undone: [], left: ["0.2"] } : { state: "undone", undone: ["0.2"], left: [] });
    const { page, posts } = await madeUp(desk, { undoable: "0.2" }, { plan: { ...PLAN, asks: true }, post });
    await button(page, "Show the plan").click();
    await page.getByText("A rule has a person asked").waitFor();
    await button(page, "Undo now").click();
    assert.equal(await page.getByRole("link", { name: "Question", exact: true }).getAttribute("href"), "#/questions/00ff");
    await button(page, "Show the plan").click();
    await button(page, "Undo now").click();
    await button(page, "Show the plan").waitFor();
    assert.deepEqual(posts.map(({ approval }) => approval), [undefined, "00ff"]);
}));

test("(W22) a long value comes in parts, and a copy has all of it", async (stage) => withDesk(stage, async (desk) => {
    const message = "0123456789".repeat(9_000);
    const entry = undoable(desk, message);
    const page = await desk.page(`/#/timeline/${entry}`, { permissions: ["clipboard-read", "clipboard-write"] }, listen);
    const result = page.locator("section", { has: page.getByRole("heading", { name: "result" }) });
    await result.getByRole("button", { name: "More" }).waitFor();
    assert.equal((await result.locator("pre").textContent()).length, 65_536);
    await result.getByRole("button", { name: "Copy" }).click();
    await said(page, "Copied.");
    assert.ok((await page.evaluate(() => navigator.clipboard.readText())).includes(message));
    await result.getByRole("button", { name: "More" }).click();
    await result.getByRole("button", { name: "More" }).waitFor({ state: "detached" });
    assert.ok((await result.locator("pre").textContent()).includes(message));
    await result.getByRole("button", { name: "Raw" }).click();
    await result.locator("button[aria-pressed=true]").waitFor();
}));

test("(W36) calls without an outcome stand above the list", async (stage) => withDesk(stage, async (desk) => {
    desk.command("call", "vanish", "{}");
    call(desk, "quick", {});
    const page = await desk.page("/#/timeline");
    const open = page.getByRole("region", { name: "May have happened" });
    await open.getByText("Calls without an outcome: 1.").waitFor();
    assert.equal(await open.getByRole("link").count(), 1);
    await open.getByRole("link", { name: "vanish" }).click();
    await page.getByText("It still runs, or may have happened.").waitFor();
}));

test("(W36) the state of the chain and its newest checkpoint are in view", async (stage) => withDesk(stage, async (desk) => {
    call(desk, "quick", {});
    assert.equal(desk.command("audit", "checkpoint").status, 0);
    const page = await desk.page("/#/timeline");
    const state = page.getByRole("region", { name: "State of the ledger" });
    await state.getByText("The newest 3 entries hold together").waitFor();
    await state.getByText("Checkpoint 0.3").waitFor();
    await page.route(/\/api\/ledger/, (route) => route.fulfill(json({ chains: [{ chain: 0, entries: 1, newest: "0.3", oldest: "0.2", is_at_start: false, bad: "0.2", reason: "its text does not have the hash" }] })));
    await page.reload();
    await state.getByText("Entry 0.2 does not hold").waitFor();
    await state.getByText("its text does not have the hash").waitFor();
}));

test("(W36) older parts of the chain are checked on demand", async (stage) => withDesk(stage, async (desk) => {
    const part = (newest, oldest, isAtStart) => json({ chains: [{ chain: 0, entries: 1000, newest, oldest, is_at_start: isAtStart }] });
    const page = await desk.page("/#/timeline", {}, (blank) => blank.route(/\/api\/ledger/, (route) =>
        route.fulfill(route.request().url().endsWith("before=0.1001") ? part("0.1000", "0.1", true) : part("0.2000", "0.1001", false))));
    await page.getByText("The newest 1000 entries hold together").waitFor();
    await page.getByText("No checkpoint among them").waitFor();
    await button(page, "Check older ones").click();
    await page.getByText("The newest 2000 entries hold together").waitFor();
    assert.equal(await button(page, "Check older ones").count(), 0);
}));

test("(W45) 10,000 entries are scrolled while few of them stand in the page", async (stage) => withDesk(stage, async (desk) => {
    const all = Array.from({ length: 10_000 }, (_, i) => row(10_000 - i));
    const page = await desk.page("/#/timeline", {}, (blank) => blank.route(/\/api\/entries\?/, (route) => {
        const query = new URL(route.request().url()).searchParams;
        if (query.get("outcome")) return route.fulfill(json({ entries: [] }));
        const from = query.get("before") ? 10_001 - Number(query.get("before").slice(2)) : 0;
        const entries = all.slice(from, from + 50);
        return route.fulfill(json({ entries, ...(from + 50 < all.length ? { next: entries.at(-1).id } : {}) }));
    }));
    await rows(page).first().waitFor();
    let most = 0;
    while ((await button(page, "Older entries").count()) > 0) {
        most = Math.max(most, await page.evaluate(() => {
            scrollTo(0, document.documentElement.scrollHeight);
            return document.querySelectorAll("main li").length;
        }));
        await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole("link", { name: "0.1 ·" }).waitFor();
    assert.ok(most < 500, String(most));
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("link", { name: "0.10000 ·" }).waitFor();
}));

test("(W36) the list stands where it was after a look at an entry", async (stage) => withDesk(stage, async (desk) => {
    for (let i = 0; i < 12; ++i) call(desk, "quick", {});
    const page = await desk.page("/#/timeline");
    await rows(page).nth(20).scrollIntoViewIfNeeded();
    // What comes later above the list moves it: the place counts at the click.
    await page.evaluate(() => addEventListener("click", () => { globalThis.place = scrollY; }, { capture: true, once: true }));
    await rows(page).nth(20).click();
    await page.getByRole("heading", { level: 1, name: "Entry 0." }).waitFor();
    assert.ok(await page.evaluate(() => globalThis.place) > 0);
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Timeline" }).waitFor();
    await page.waitForFunction(() => scrollY === globalThis.place, undefined, { polling: 10 });
}));

test("(W11) texts of others stay texts in every field of the timeline", async (stage) => withDesk(stage, async (desk) => {
    const facts = (text) => ({
        code: text, answer: text, approval: text, grant: text, permission: text, tool: { origin: text, name: text },
        subject: { user: text, workspace: text, session: text, agent: text }, approver: { login: text, kind: text, channel: text },
        proposer: { kind: text, model: text, provider: text }, decision: { reason: text, place: text, source: text }, shown_digest: text, arguments_digest: text,
    });
    const hostile = payloads.map((text, i) => row(i + 1, facts(text)));
    const values = payloads.map((text, i) => ({ entry: "0.2", name: `${i}${text}`, bytes: 1, from: 0, text: JSON.stringify({ [text]: text }) }));
    const { page } = await madeUp(desk, { row: row(2, facts(payloads.join(" "))), call: hostile, values, undoable: "0.2" }, { plan: { possible: false, code: "x", message: payloads.join(" ") } });
    await button(page, "Show the plan").click();
    await page.getByRole("heading", { name: "Entries of this call" }).waitFor();
    const foreign = () => page.evaluate(() => [...document.querySelectorAll("main :is(script, img, iframe, object, embed, base, form[action], video, audio, math, template, style, slot, b)")].map((one) => one.outerHTML));
    assert.deepEqual(await foreign(), []);
    assert.deepEqual(page.events, []);
    const text = await page.locator("main").innerText();
    assert.ok(text.includes("<img src=x onerror=alert(1)>"));
    assert.doesNotMatch(text, /[\u202E\u001b]/);
    const list = await desk.page("/#/timeline", {}, (blank) => blank.route(/\/api\/entries\?/, (route) => route.fulfill(json({ entries: hostile }))));
    await rows(list).nth(150).waitFor({ state: "attached" });
    assert.deepEqual(list.events, []);
    assert.equal(await list.locator("main img, main script").count(), 0);
}));

const accessible = (stage, lang, timeline, plan) => withDesk(stage, async (desk) => {
    desk.command("call", "vanish", "{}");
    const entry = undoable(desk, "hello");
    desk.command("audit", "checkpoint");
    await desk.checkAccessible("/#/timeline", async (page) => {
        await page.getByRole("heading", { level: 1, name: timeline }).waitFor();
        await rows(page).first().waitFor();
        await page.locator("main section.cluster .badge").waitFor();
        await page.locator("summary").first().click();
    });
    await desk.checkAccessible(`/#/timeline/${entry}`, async (page) => {
        await button(page, plan).click();
        await page.locator("button.danger").waitFor();
    });
}, { lang });

test("(W44) the timeline and an entry are accessible in English", async (stage) => accessible(stage, "en_US.UTF-8", "Timeline", "Show the plan"));

test("(W44) the timeline and an entry are accessible in Portuguese", async (stage) => accessible(stage, "pt_BR.UTF-8", "Linha do tempo", "Mostrar o plano"));
