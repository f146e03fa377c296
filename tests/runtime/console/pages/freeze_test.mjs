// Tests of runtime/src/console/assets/app/freeze.js over the program desk.
import assert from "node:assert/strict";
import { listen, said, withDesk } from "../desk.mjs";

const region = (page) => page.getByRole("region", { name: "Freeze" });
const code = (desk) => JSON.parse(desk.command("call", "echo", '{"message":"hello"}', "--json").stdout).code ?? "";

test("(W37) a freeze takes two steps in the frame of every page, and so does its end", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline", {}, listen);
    await region(page).getByRole("button", { name: "Freeze …" }).click();
    assert.equal(code(desk), "confirmation_required", "the first step freezes nothing");
    await page.keyboard.type("it deletes too much");
    await region(page).getByRole("button", { name: "Freeze all calls" }).click();
    await said(page, "Every call is denied from now on.");
    await region(page).getByText("it deletes too much").waitFor();
    assert.equal(code(desk), "policy_denied");
    await page.evaluate(() => { location.hash = "#/questions"; });
    await region(page).getByText("Frozen: every call is denied.").waitFor();
    await region(page).getByRole("button", { name: "Unfreeze …" }).click();
    await region(page).getByRole("button", { name: "Back" }).click();
    assert.equal(code(desk), "policy_denied");
    await region(page).getByRole("button", { name: "Unfreeze …" }).click();
    await region(page).getByRole("button", { name: "Unfreeze all calls" }).click();
    await said(page, "Calls are no longer frozen.");
    assert.equal(code(desk), "confirmation_required");
}));

test("(W17) a freeze of another program is seen at once, and its replacement is not ended unseen", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline", {}, listen);
    await region(page).waitFor();
    desk.command("freeze", "<b>first</b>");
    await region(page).getByText("<b>first</b>").waitFor();
    await region(page).getByRole("button", { name: "Unfreeze …" }).click();
    const body = await page.evaluate(async () => JSON.stringify(await (await import("/app/session.js")).session.get("/api/freeze")));
    await page.route("**/api/freeze", (route) => (route.request().method() === "GET" ? route.fulfill({ contentType: "application/json", body }) : route.fallback()));
    desk.command("freeze", "second");
    await region(page).getByRole("button", { name: "Unfreeze all calls" }).click();
    await said(page, "Another freeze was set meanwhile");
    assert.equal(code(desk), "policy_denied");
}));

test("(W37) a freeze needs a reason", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline");
    await region(page).getByRole("button", { name: "Freeze …" }).click();
    await region(page).getByLabel("Reason").fill("");
    await region(page).getByRole("button", { name: "Freeze all calls" }).click();
    assert.equal(await page.evaluate(() => document.querySelector("section input:invalid") !== null), true);
    assert.equal(code(desk), "confirmation_required");
}));

test("(W44) axe finds nothing on a page while all calls are frozen", async (stage) => withDesk(stage, async (desk) => {
    desk.command("freeze", "it deletes too much");
    await desk.checkAccessible("/#/questions", (page) => region(page).getByText("it deletes too much").waitFor());
}));
