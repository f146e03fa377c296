// T1 to T11 of the permission prompt in the browser: the sheet with a gate of a page behind it. The
// runtime's own gate has them in tests/runtime/gate.
import assert from "node:assert/strict";
import { armed, button, isEnabled, isOpen, press, sheet } from "./stage.mjs";

const SEARCH = { name: "search", origin: "web", trust: "trusted", risk: "low", hints: { read_only: true, open_world: false } };
const ERASE = { name: "erase", origin: "disk", trust: "trusted", risk: "high", hints: { destructive: true } };

async function gatePage(stage) {
    const page = await stage.page({}, { path: "/gate.html" });
    await page.evaluate((tools) => (globalThis.gate = new globalThis.Gate({ tools: Promise.resolve(tools) })), [SEARCH, ERASE]);
    return page;
}

/// Begins a call; the result comes by result().
const invoke = (page, name, gate = "gate") => page.evaluate(([tool, which]) => void (globalThis.result = globalThis[which].invoke(tool, { q: "soup" })), [name, gate]);
const result = (page) => page.evaluate(() => globalThis.result);
const auditOf = (page, gate = "gate") => page.evaluate((which) => globalThis[which].audit.map(({ decision, origin }) => `${decision} ${origin}`), gate);
const ranOf = (page) => page.evaluate(() => globalThis.gate.ran.length);

async function answer(page, name) {
    await sheet(page).waitFor();
    if (name.startsWith("Allow")) await armed(page, name);
    await button(page, name).click();
    return result(page);
}

/// The call is answered without a sheet.
async function unasked(page, name, gate) {
    await invoke(page, name, gate);
    const answered = await result(page);
    assert.equal(await isOpen(page), false);
    return answered;
}

test("(T1) a new call without a permission shows the sheet", async (stage) => {
    const page = await gatePage(stage);
    await invoke(page, "search");
    await sheet(page).waitFor();
    assert.equal(await ranOf(page), 0);
    assert.equal(await page.getByRole("dialog", { name: "search" }).count(), 1);
});

test("(T2) Allow once runs the call, and the next one is asked about", async (stage) => {
    const page = await gatePage(stage);
    await invoke(page, "search");
    assert.deepEqual(await answer(page, "Allow once"), { ok: "search ran" });
    await invoke(page, "search");
    await sheet(page).waitFor();
    assert.equal(await ranOf(page), 1);
});

test("(T3) Allow always runs the call and the next one, which is a hit of the cache", async (stage) => {
    const page = await gatePage(stage);
    await invoke(page, "search");
    assert.deepEqual(await answer(page, "Allow always"), { ok: "search ran" });
    assert.deepEqual(await unasked(page, "search"), { ok: "search ran" });
    assert.deepEqual(await auditOf(page), ["ALLOW_ALWAYS user_prompt", "ALLOW_ALWAYS cache_hit"]);
});

test("(T4) Deny once runs nothing and gives the model an error", async (stage) => {
    const page = await gatePage(stage);
    await invoke(page, "search");
    assert.deepEqual(await answer(page, "Deny once"), { error: "search was not allowed: DENY_ONCE" });
    assert.equal(await ranOf(page), 0);
    await invoke(page, "search");
    await sheet(page).waitFor();
});

test("(T5) Deny always runs nothing, and the next call is denied without a sheet", async (stage) => {
    const page = await gatePage(stage);
    await invoke(page, "search");
    assert.deepEqual(await answer(page, "Deny always"), { error: "search was not allowed: DENY_ALWAYS" });
    assert.deepEqual(await unasked(page, "search"), { error: "search was not allowed: DENY_ALWAYS" });
    assert.equal(await ranOf(page), 0);
});

test("(T6) the sheet does not wait for a list of tools that takes 5 s (#28580)", async (stage) => {
    const page = await gatePage(stage);
    await page.evaluate((tools) => {
        globalThis.slow = new Promise((resolve) => setTimeout(() => resolve(tools), 5000));
        globalThis.gate = new globalThis.Gate({ tools: globalThis.slow });
    }, [SEARCH]);
    await invoke(page, "search");
    await sheet(page).waitFor();
    assert.equal(await sheet(page).getByText("High risk · may modify data").isVisible(), true, "what is not known yet counts as the worst");
    await armed(page);
    await button(page, "Allow once").click();
    assert.deepEqual(await result(page), { ok: "search ran" });
});

test("(T7) an Allow always of low risk is asked about again after 91 days", async (stage) => {
    const page = await gatePage(stage);
    await invoke(page, "search");
    await answer(page, "Allow always");
    await page.clock.setSystemTime(new Date("2027-02-20T10:00:00Z")); // 89 days later
    assert.deepEqual(await unasked(page, "search"), { ok: "search ran" });
    await page.clock.setSystemTime(new Date("2027-02-22T12:00:00Z"));
    await invoke(page, "search");
    await sheet(page).waitFor();
});

test("(T8) the permission of one user and workspace says nothing about another", async (stage) => {
    const page = await gatePage(stage);
    await page.evaluate((tools) => {
        const shared = { permissions: new Map(), tools: Promise.resolve(tools) };
        globalThis.gate = new globalThis.Gate({ ...shared, user: "a", workspace: "1" });
        globalThis.other = new globalThis.Gate({ ...shared, user: "b", workspace: "2" });
    }, [SEARCH]);
    await invoke(page, "search");
    await answer(page, "Allow always");
    assert.deepEqual(await unasked(page, "search"), { ok: "search ran" });
    await invoke(page, "search", "other");
    await sheet(page).waitFor();
});

test("(T9) a call before the permissions have come is asked about, neither allowed nor denied", async (stage) => {
    const page = await gatePage(stage);
    await page.evaluate((tools) => {
        const permissions = new Map();
        globalThis.gate = new globalThis.Gate({ permissions, tools: Promise.resolve(tools) });
        const key = JSON.stringify(["ana", "", "web", "search"]);
        setTimeout(() => permissions.set(key, { allow: true, until: Infinity }), 5000);
    }, [SEARCH]);
    await invoke(page, "search");
    await sheet(page).waitFor();
    assert.deepEqual(await auditOf(page), []);
    assert.equal(await ranOf(page), 0);
    await answer(page, "Deny once");
    await page.clock.runFor(5000);
    assert.deepEqual(await unasked(page, "search"), { ok: "search ran" });
});

test("(T10) each of the four decisions is noted once", async (stage) => {
    const page = await gatePage(stage);
    for (const name of ["Allow once", "Deny once", "Allow always"]) {
        await invoke(page, "search");
        await answer(page, name);
    }
    await unasked(page, "search");
    await invoke(page, "erase");
    await answer(page, "Deny always");
    assert.deepEqual(await auditOf(page), ["ALLOW_ONCE user_prompt", "DENY_ONCE user_prompt", "ALLOW_ALWAYS user_prompt", "ALLOW_ALWAYS cache_hit", "DENY_ALWAYS user_prompt"]);
});

test("(T11) a tool that states that it destroys has no Allow always, and the tooltip says why", async (stage) => {
    const page = await gatePage(stage);
    await invoke(page, "erase");
    await sheet(page).waitFor();
    await armed(page);
    assert.equal(await isEnabled(page, "Allow always"), false);
    const why = "This tool states that it may destroy what was there, so each call is asked about; allow it once.";
    assert.equal(await button(page, "Allow always").getAttribute("title"), why);
    assert.equal(await sheet(page).getByText(why).isVisible(), true);
    await press(page, "Allow always");
    assert.deepEqual(await auditOf(page), []);
});
