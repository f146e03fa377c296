// Tests of runtime/src/console/assets/pages/call.js.
import assert from "node:assert/strict";
import { withDesk } from "../desk.mjs";

async function formOf(desk, tool) {
    const page = await desk.page(`/#/tools/${tool}?origin=`);
    await page.getByRole("heading", { name: "Call it" }).waitFor();
    return page;
}

const open = (desk) => JSON.parse(desk.command("--json", "approvals", "list").stdout).approvals.map(({ id }) => id);

/// Waits until the button of the question's card counts, and presses it.
async function answer(page, name) {
    const wanted = page.locator("iam-question-card").getByRole("button", { name, exact: true });
    await wanted.scrollIntoViewIfNeeded();
    await page.waitForFunction((element) => element.getAttribute("aria-disabled") !== "true", await wanted.elementHandle());
    await wanted.click();
}

async function calledEcho(desk) {
    const page = await formOf(desk, "echo");
    await page.getByLabel("message", { exact: true }).fill("hello");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.locator("iam-question-card").getByRole("button", { name: "Deny once" }).waitFor();
    assert.equal(desk.effects(), "");
    assert.equal(await page.getByLabel("message", { exact: true }).isDisabled(), true);
    assert.equal(open(desk).length, 1);
    return page;
}

test("(W20) a person's call goes on once it is allowed at its place", async (stage) => withDesk(stage, async (desk) => {
    const page = await calledEcho(desk);
    await answer(page, "Allow once");
    await page.getByText("Succeeded").waitFor();
    assert.equal(desk.effects(), "echo hello\n");
    assert.deepEqual(open(desk), []);
}));

test("(W20) a person's call that is denied runs nothing, and its arguments can be changed", async (stage) => withDesk(stage, async (desk) => {
    const page = await calledEcho(desk);
    await answer(page, "Deny once");
    await page.getByRole("main").getByText("The call is denied.").waitFor();
    await page.getByRole("button", { name: "Change the arguments" }).click();
    assert.equal(await page.getByLabel("message", { exact: true }).isDisabled(), false);
    assert.equal(desk.effects(), "");
}));

test("(W38) the mistakes of a call stand at their controls, and nothing runs", async (stage) => withDesk(stage, async (desk) => {
    const page = await formOf(desk, "echo");
    for (const name of ["Preview", "Call"]) {
        await page.getByRole("button", { name, exact: true }).click();
        await page.waitForFunction(() => document.activeElement.hasAttribute("aria-invalid"));
    }
    assert.equal(desk.effects(), "");
}));

test("(W19) a preview runs nothing and asks nobody", async (stage) => withDesk(stage, async (desk) => {
    const page = await formOf(desk, "echo");
    await page.getByLabel("message", { exact: true }).fill("hello");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.getByText("This tool has no preview").or(page.getByText("hello")).first().waitFor();
    assert.equal(desk.effects(), "");
    assert.equal(JSON.parse(desk.command("--json", "approvals", "list").stdout).approvals.length, 0);
}));

test("(W22) the result of an allowed call stands below its form, with the way to its entry", async (stage) => withDesk(stage, async (desk) => {
    const page = await formOf(desk, "chatter");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.getByText("Succeeded").waitFor();
    await page.getByRole("link", { name: "Open it in the timeline" }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.notEqual(desk.effects(), "");
}));

test("(W44) axe finds nothing on the form of a call", async (stage) => withDesk(stage, async (desk) => {
    await desk.checkAccessible("/#/tools/echo?origin=", (page) => page.getByRole("heading", { name: "Call it" }).waitFor());
}));
