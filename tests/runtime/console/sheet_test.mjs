// Tests of runtime/src/console/assets: sheet/permission_sheet.js, sheet/view.js, sheet/question.js.
import assert from "node:assert/strict";
import { answered, answers, armed, ask, button, focused, isEnabled, isOpen, press, sheet } from "./stage.mjs";
import { asking, destructive, full, longArguments, plain, portuguese } from "./questions.mjs";

test("(W27) show() returns a promise, tells its listener and sends the event decision", async (stage) => {
    const page = await stage.page();
    const result = page.evaluate((question) => new Promise((resolve) => {
        const element = document.querySelector("iam-permission-sheet");
        const told = [];
        document.addEventListener("decision", (event) => told.push(event.detail));
        element.show(question, (decision) => told.push(decision)).then((decision) => resolve([...told, decision]));
    }), { ...plain, approval: "a1", nonce: "n1" });
    await sheet(page).waitFor();
    await button(page, "Deny once").click();
    const all = await result;
    assert.equal(all.length, 3);
    for (const one of all) assert.deepEqual(one, all[0]);
    const { shown_digest: digest, ...rest } = all[0];
    assert.deepEqual(rest, { answer: "deny_once", approval: "a1", nonce: "n1", scope: "tool" });
    assert.match(digest, /^[0-9a-f]{64}$/);
    assert.equal(await page.evaluate(() => document.querySelector("iam-permission-sheet").shadowRoot.mode), "open");
});

test("(W27) a listener that throws keeps no answer from the promise", async (stage) => {
    const page = await stage.page();
    const result = page.evaluate((question) => document.querySelector("iam-permission-sheet").show(question, () => { throw new Error("mine"); }), plain);
    await sheet(page).waitFor();
    await button(page, "Deny once").click();
    assert.equal((await result).answer, "deny_once");
    assert.ok(page.events.includes("error mine"));
});

test("(W27) a malformed question is refused by name, and nothing is shown", async (stage) => {
    const page = await stage.page();
    const wrong = (question) => page.evaluate((asked) => document.querySelector("iam-permission-sheet").show(asked).catch((error) => error.message), question);
    assert.match(await wrong(null), /is not an object/);
    assert.match(await wrong({}), /no name of a tool/);
    assert.match(await wrong({ name: "a", risk: "none" }), /member risk .* not one of low, medium, high/);
    assert.match(await wrong({ name: "a", title: 7 }), /member title .* not a string/);
    assert.match(await wrong({ name: "a", hints: { destructive: "no" } }), /member hints\.destructive .* not a boolean/);
    assert.match(await wrong({ name: "a", changes: ["b", 1] }), /member changes .* not a list of strings/);
    assert.match(await wrong({ name: "a", preview: { fields: [{ label: "b" }] } }), /member fields\.value .* not a string/);
    assert.match(await wrong({ name: "a", decided_by: { source: "me" } }), /member decided_by\.source .* not one of/);
    assert.match(await wrong({ name: "a", proposer: { kind: "me" } }), /member proposer\.kind .* not one of person/);
    assert.match(await wrong({ name: "a", recent_runs: {} }), /member recent_runs\.count .* not a number/);
    assert.match(await wrong({ name: "a", undo: { exact: 1 } }), /member undo\.exact .* not a boolean/);
    assert.match(await wrong({ name: "a", inputs: [{ key: "b", kind: "me", prompt: "" }] }), /member inputs\.kind .* not one of text/);
    assert.match(await wrong({ name: "a", inputs: [{ key: "b", kind: "choice", prompt: "", choices: [1] }] }), /member inputs\.choices .* not a list of strings/);
    assert.match(await wrong({ name: "a", further: [{ words: "b", until: "c", scope: "me" }] }), /member further\.scope .* not one of tool/);
    assert.match(await wrong({ name: "a", further: [{ words: "b", until: "c", scope: "tool", uses_max: "9" }] }), /member further\.uses_max .* not a number/);
    assert.match(await wrong({ name: "a", taint: Array.from({ length: 257 }, () => "b") }), /member taint .* at most 256 items/);
    assert.match(await wrong({ name: "a", title: "x".repeat(64 * 1024 + 1) }), /member title .* 65537 characters.*at most 65536/);
    assert.match(await wrong({ name: "a", changes: ["x".repeat(64 * 1024 + 1)] }), /member changes .* 65537 characters/);
    assert.match(await wrong({ name: "a", arguments: "x".repeat(1024 * 1024 + 1) }), /1048577 characters.*at most 1048576/);
    assert.equal(await isOpen(page), false);
    const detached = await page.evaluate(() => document.createElement("iam-permission-sheet").show({ name: "a" }).catch((error) => error.message));
    assert.match(detached, /not in the document; append it/);
});

test("(W27) questions wait for each other in their order, and each answer has its own nonce (XD13)", async (stage) => {
    const page = await stage.page();
    for (const nonce of ["n1", "n2", "n3"]) await page.evaluate((question) => void globalThis.ask(question), { ...plain, nonce, name: `tool_${nonce}`, title: "" });
    for (const nonce of ["n1", "n2", "n3"]) {
        await page.getByRole("dialog", { name: `tool_${nonce}` }).waitFor();
        assert.equal(await sheet(page).count(), 1);
        await button(page, "Deny once").click();
    }
    await answered(page, 3);
    assert.deepEqual((await answers(page)).map(({ nonce }) => nonce), ["n1", "n2", "n3"]);
});

test("(W27) the sheet works on a page of another program without our headers", async (stage) => {
    const origin = await stage.serve({});
    const page = await stage.page({}, { origin });
    await ask(page, plain);
    await armed(page);
    await button(page, "Allow once").click();
    assert.equal((await answered(page)).answer, "allow_once");
});

test("(W17) a question that was withdrawn closes without an answer, open or waiting", async (stage) => {
    const page = await stage.page();
    await ask(page, { ...plain, approval: "a1" });
    await page.evaluate((question) => void globalThis.ask(question), { ...plain, approval: "a2" });
    const withdraw = (approval) => page.evaluate((id) => document.querySelector("iam-permission-sheet").withdraw(id), approval);
    assert.equal(await withdraw("a2"), true);
    assert.equal(await withdraw("a2"), false);
    assert.equal(await withdraw("a1"), true);
    assert.equal(await isOpen(page), false);
    assert.deepEqual((await answers(page)).map(({ answer, approval }) => [approval, answer]), [["a2", "none"], ["a1", "none"]]);
});

/// The dialog as a screen reader gets it.
async function accessible(page) {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const node = nodes.find(({ role }) => role?.value === "dialog");
    const properties = Object.fromEntries(node.properties.map(({ name, value }) => [name, value.value]));
    return { name: node.name.value, description: node.description?.value ?? "", ...properties };
}

test("(W28) the dialog is modal, named after the tool, described by risk, hints and arguments", async (stage) => {
    const page = await stage.page();
    await ask(page, destructive);
    const dialog = await accessible(page);
    assert.equal(dialog.name, "delete_note");
    assert.equal(dialog.modal, true);
    for (const part of ["High risk · may modify data", "perhaps destroy what was there", "\"path\": \"/notes/today\""]) assert.ok(dialog.description.includes(part), dialog.description);
    assert.equal(await sheet(page).evaluate((element) => element.matches("dialog:modal")), true);
    assert.equal(await sheet(page).getAttribute("aria-modal"), "true");
});

test("(W28) the question is announced once: no live region of the open sheet has text", async (stage) => {
    const page = await stage.page();
    await ask(page, full);
    const live = await page.evaluate(() => [...document.querySelector("iam-permission-sheet").shadowRoot.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log]")].map((element) => element.textContent));
    assert.deepEqual(live, [""]);
    await page.context().close();
    const other = await stage.page();
    await ask(other, { ...plain, arguments: longArguments(4000) });
    assert.ok(!(await accessible(other)).description.includes("member_000001"), "long arguments are read where they stand");
});

const tab = async (page, key, count) => {
    const stops = [];
    for (let i = 0; i < count; ++i) {
        await page.keyboard.press(key);
        stops.push(await focused(page));
    }
    return stops;
};

test("(W29) Tab goes round the four buttons and Close, in both directions", async (stage) => {
    const page = await stage.page();
    await ask(page, plain);
    await armed(page);
    assert.equal(await focused(page), "Allow once");
    const round = ["Allow always", "Close: Deny once", "Deny always", "Deny once", "Allow once"];
    assert.deepEqual(await tab(page, "Tab", 10), [...round, ...round]);
    assert.deepEqual(await tab(page, "Shift+Tab", 5), ["Deny once", "Deny always", "Close: Deny once", "Allow always", "Allow once"]);
});

test("(W29) arguments that need scrolling are one stop more", async (stage) => {
    const page = await stage.page();
    await ask(page, { ...plain, arguments: longArguments(4000) });
    const stops = await tab(page, "Tab", 6);
    assert.equal(stops.filter((stop) => stop === "Question").length, 1);
    assert.equal(new Set(stops).size, 6);
});

test("(W29) the focus is first on Allow once, of a destructive tool or one that cannot be allowed on Deny once", async (stage) => {
    for (const [question, first] of [[plain, "Allow once"], [destructive, "Deny once"], [{ ...plain, deny_only_because: "secrets" }, "Deny once"], [portuguese, "Permitir uma vez"]]) {
        const page = await stage.page();
        await ask(page, question);
        assert.equal(await focused(page), first);
        await page.context().close();
    }
});

test("(W29) the focus returns to where it was", async (stage) => {
    const page = await stage.page();
    await page.evaluate((question) => (globalThis.question = question), plain);
    await page.locator("#opener").focus();
    await page.keyboard.press("Enter");
    await sheet(page).waitFor();
    await page.keyboard.press("Escape");
    await answered(page);
    assert.equal(await focused(page), "Run");
});

test("(W30) Esc and Close deny once", async (stage) => {
    const page = await stage.page();
    await ask(page, { ...plain, nonce: "n1" });
    await page.keyboard.press("Escape");
    assert.equal((await answered(page)).answer, "deny_once");
    await ask(page, full);
    await button(page, "Close: Deny once").click();
    assert.equal((await answered(page, 2)).answer, "deny_once");
});

test("(W30) a dialog that was closed without an answer has denied once", async (stage) => {
    const page = await stage.page();
    await ask(page, plain);
    await page.evaluate(() => document.querySelector("iam-permission-sheet").shadowRoot.querySelector("dialog").close());
    assert.equal((await answered(page)).answer, "deny_once");
    assert.equal(await isOpen(page), false);
});

test("(W30) Esc in the second step of an always denies once", async (stage) => {
    const page = await stage.page();
    await ask(page, { ...plain, deny_always_would_store: "Deny every call." });
    await button(page, "Deny always").click();
    await page.keyboard.press("Escape");
    assert.equal((await answered(page)).answer, "deny_once");
});

test("(W30) a sheet that leaves the page decides nothing, and neither does a tab that closes", async (stage) => {
    const page = await stage.page();
    await ask(page, { ...plain, approval: "a1" });
    await page.evaluate(() => document.querySelector("iam-permission-sheet").remove());
    const [{ answer, approval }] = await answers(page);
    assert.deepEqual([answer, approval], ["none", "a1"]);

    const other = await stage.page();
    const heard = [];
    await other.exposeFunction("hear", (text) => heard.push(text));
    await other.evaluate(() => document.addEventListener("decision", ({ detail }) => globalThis.hear(detail.answer)));
    await ask(other, plain);
    await other.close({ runBeforeUnload: true });
    await other.waitForEvent("close").catch(() => {});
    assert.deepEqual(heard, []);
});

test("(W33) an answer that is not possible has its reason in view and as a tooltip", async (stage) => {
    const page = await stage.page({ viewport: { width: 320, height: 640 } });
    await ask(page, destructive);
    await page.keyboard.press("End");
    await armed(page);
    const always = button(page, "Allow always");
    assert.equal(await always.getAttribute("aria-disabled"), "true");
    assert.equal(await always.getAttribute("title"), destructive.always_refused_because);
    const reason = sheet(page).getByText(destructive.always_refused_because);
    assert.equal(await reason.isVisible(), true);
    const box = await reason.boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 640, JSON.stringify(box));
    const described = await always.evaluate((element) => element.getRootNode().getElementById(element.getAttribute("aria-describedby")).textContent);
    assert.ok(described.startsWith("\"Allow always\" is not possible:"), described);
    await press(page, "Allow always");
    await always.focus();
    await page.keyboard.press("Enter");
    assert.deepEqual(await answers(page), []);
    assert.equal(await isOpen(page), true);
});

test("(W33) each reason of the gate disables what it refuses and nothing else", async (stage) => {
    const cases = [
        [{ always_refused_because: "An undo is asked about each time." }, ["Allow always"]],
        [{ deny_only_because: "The arguments hold secrets, which are not recorded." }, ["Allow once", "Allow always"]],
    ];
    for (const [more, refused] of cases) {
        const page = await stage.page();
        await ask(page, { ...plain, ...more });
        if (refused.length === 1) await armed(page);
        else await page.clock.runFor(5000);
        const now = [];
        for (const name of ["Deny always", "Deny once", "Allow once", "Allow always"]) if (!(await isEnabled(page, name))) now.push(name);
        assert.deepEqual(now, refused);
        for (const name of refused) assert.notEqual(await button(page, name).getAttribute("title"), null);
        await page.context().close();
    }
});

test("(W33) later calls that cannot be allowed leave their menu disabled, with the reason in view", async (stage) => {
    const page = await stage.page();
    const why = "The rule wants a person for each call.";
    await ask(page, { ...plain, further_refused_because: why });
    await armed(page);
    const menu = button(page, "Allow later calls too …");
    assert.deepEqual([await menu.getAttribute("aria-disabled"), await menu.getAttribute("title")], ["true", why]);
    assert.equal(await sheet(page).getByText(why, { exact: true }).isVisible(), true);
    await press(page, "Allow later calls too …");
    assert.equal(await button(page, "Back to the question").count(), 0);
    await page.context().close();
    const other = await stage.page();
    await ask(other, { ...destructive, further_refused_because: destructive.always_refused_because });
    assert.equal(await sheet(other).getByText(destructive.always_refused_because, { exact: true }).count(), 1, "one reason stands there once");
});

test("(W20) the menu of later calls shows each record, and the chosen one goes with allow once", async (stage) => {
    const page = await stage.page();
    await ask(page, { ...asking, inputs: [] });
    await page.keyboard.press("End");
    assert.equal(await isEnabled(page, "Allow later calls too …"), false, "the menu allows, so it is armed like an answer");
    await press(page, "Allow later calls too …");
    assert.equal(await button(page, "Back to the question").count(), 0);
    await armed(page);
    await button(page, "Allow later calls too …").click();
    assert.equal(await sheet(page).getByText("Allow once. What else may run without a question?").isVisible(), true);
    for (const { words } of asking.further) assert.equal(await sheet(page).getByText(words, { exact: true }).isVisible(), true);
    await button(page, "Back to the question").click();
    assert.equal(await focused(page), "Allow later calls too …");
    await armed(page);
    await button(page, "Allow later calls too …").click();
    await sheet(page).getByText(asking.further[2].words, { exact: true }).click();
    await armed(page);
    await button(page, "Allow once").click();
    const { answer, further, scope, reason, inputs } = await answered(page);
    assert.deepEqual({ answer, further, scope, reason, inputs }, { answer: "allow_once", further: { scope: "arguments", until: "2026-11-24T11:00:00Z" }, scope: "arguments", reason: undefined, inputs: undefined });
});

test("(W20) a number of later calls is from 1 to the most", async (stage) => {
    const page = await stage.page();
    await ask(page, { ...asking, inputs: [] });
    await page.keyboard.press("End");
    await armed(page);
    await button(page, "Allow later calls too …").click();
    const many = sheet(page).getByLabel("How many, 1 to 99");
    for (const wrong of ["0", "100", "1.5", ""]) {
        await many.fill(wrong);
        await armed(page);
        await button(page, "Allow once").click();
        assert.deepEqual(await answers(page), [], wrong);
    }
    await many.fill("3");
    assert.equal(await sheet(page).getByRole("radio").nth(1).isChecked(), true);
    await armed(page);
    await button(page, "Allow once").click();
    assert.deepEqual((await answered(page)).further, { scope: "tool", until: "2026-11-24T11:00:00Z", uses: 3 });
});

test("(W20) a denial carries its reason, and an allowing answer none", async (stage) => {
    const page = await stage.page();
    for (const [name, reason] of [["Deny once", "Not today."], ["Deny once", undefined], ["Allow once", undefined]]) {
        const before = (await answers(page)).length;
        await page.clock.runFor(1000);
        await ask(page, { ...asking, inputs: [] });
        await page.keyboard.press("End");
        await sheet(page).getByLabel("Reason for denying, read by the proposer").fill(reason ?? (name === "Deny once" ? "  " : "Why not"));
        if (name === "Allow once") await armed(page);
        await button(page, name).click();
        assert.equal((await answered(page, before + 1)).reason, reason);
    }
});

test("(W20) the values of a function are fields, and go with allow once alone", async (stage) => {
    const page = await stage.page();
    await ask(page, asking);
    await page.keyboard.press("End");
    await sheet(page).getByLabel("Which day?").fill("2026-11-30");
    assert.deepEqual(await sheet(page).getByLabel("Which unit?").locator("option").allTextContents(), ["", "Celsius", "Fahr\\u{202E}enheit"]);
    await sheet(page).getByLabel("Which unit?").selectOption({ index: 2 });
    await sheet(page).getByLabel("With rain?").selectOption({ label: "false" });
    await sheet(page).getByLabel("How many hours?").fill("1.5");
    await armed(page);
    await button(page, "Allow once").click();
    assert.deepEqual((await answered(page)).inputs, { day: "2026-11-30", unit: "Fahr\u202Eenheit", rain: "false", hours: "1.5" });
    await page.clock.runFor(1000);
    await ask(page, asking);
    await button(page, "Deny once").click();
    assert.equal((await answered(page, 2)).inputs, undefined);
});

test("(W29) Tab also goes to the reason, the values and the menu of later calls", async (stage) => {
    const page = await stage.page();
    await ask(page, { ...asking, inputs: asking.inputs.slice(1, 2) });
    await page.keyboard.press("End");
    await armed(page);
    const round = ["Allow always", "Allow later calls too …", "Close: Deny once", "DIV", "CelsiusFahr\\u{202E}enheit", "", "Deny always", "Deny once", "Allow once"];
    const stops = await tab(page, "Tab", round.length);
    stops[3] = "DIV"; // the region that scrolls
    assert.deepEqual(stops, round);
});

test("(W20) an always shows its record word for word before it counts, and the way back", async (stage) => {
    const page = await stage.page();
    await ask(page, full);
    await page.keyboard.press("End");
    await armed(page, "Allow always");
    await button(page, "Allow always").click();
    assert.deepEqual(await answers(page), []);
    assert.equal(await sheet(page).getByText(full.always_would_store, { exact: true }).isVisible(), true);
    await button(page, "Back to the question").click();
    assert.equal(await focused(page), "Allow always");
    await armed(page, "Allow always");
    await button(page, "Allow always").click();
    await sheet(page).getByText(full.always_these_would_store, { exact: true }).click();
    await armed(page, "Allow always");
    await button(page, "Allow always").click();
    const { answer, scope } = await answered(page);
    assert.deepEqual([answer, scope], ["allow_always", "arguments"]);
});
