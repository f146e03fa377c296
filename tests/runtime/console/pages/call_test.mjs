// Tests of runtime/src/console/assets/pages/call.js.
import assert from "node:assert/strict";
import { withDesk } from "../desk.mjs";

async function formOf(desk, tool) {
    const page = await desk.page(`/#/tools/${tool}?origin=`);
    await page.getByRole("heading", { name: "Call it" }).waitFor();
    return page;
}

test("(W38) a person calls a tool by its form, and the call waits for the answer", async (stage) => withDesk(stage, async (desk) => {
    const page = await formOf(desk, "echo");
    await page.getByLabel("message", { exact: true }).fill("hello");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    const link = page.getByRole("link", { name: "Open the question" });
    await link.waitFor();
    assert.equal(desk.effects(), "");
    assert.equal(await page.getByLabel("message", { exact: true }).isDisabled(), true);
    const id = (await link.getAttribute("href")).split("/").pop();
    assert.deepEqual(JSON.parse(desk.command("--json", "approvals", "list").stdout).approvals.map((one) => one.id), [id]);
    desk.command("approvals", "withdraw", id);
    await page.getByRole("button", { name: "Change the arguments" }).click();
    assert.equal(await page.getByLabel("message", { exact: true }).isDisabled(), false);
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
