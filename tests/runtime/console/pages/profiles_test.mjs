// Tests of runtime/src/console/assets/pages/profiles.js. Tests of
// runtime/src/host/commands/console/profiles/console_profiles.cpp.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withDesk } from "../desk.mjs";
import { payloads } from "../payloads.mjs";

const GOOD = '{\n  "version": 1,\n  "model": "ollama/qwen3:8b",\n  "mode": "ask"\n}\n';
const fill = (page, name, text) => page.getByRole("textbox", { name, exact: true }).fill(text);
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const main = (page, text) => page.getByRole("main").getByText(text).first().waitFor();

/// The file of a profile of the desk, with this text.
function write(desk, name, text) {
    const folder = join(desk.folder, "state", "profiles");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, `${name}.json`), text, { mode: 0o600 });
    return join(folder, `${name}.json`);
}

test("(W41) a profile is checked, shown as a difference and saved, and chats know it", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/profiles");
    await main(page, "There are no profiles yet.");
    await page.getByRole("link", { name: "Add a profile" }).click();
    await fill(page, "Name", "alarms");
    await press(page, "Example");
    await press(page, "Check");
    await fill(page, "Profile", GOOD);
    await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    await press(page, "Check");
    await main(page, '+   "mode": "ask"');
    await press(page, "Save");
    await page.getByRole("link", { name: "alarms" }).waitFor();
    assert.equal(readFileSync(join(desk.folder, "state/profiles/alarms.json"), "utf8"), GOOD);
    assert.equal(JSON.parse(desk.command("chat", "profiles", "list", "--json").stdout).profiles[0].name, "alarms");
    await page.getByRole("textbox", { name: "Profile" }).waitFor();
    await fill(page, "Profile", GOOD.replace("ask", "never"));
    await press(page, "Check");
    await main(page, /[34]:\d+ \/mode/);
    assert.equal(await page.getByRole("button", { name: "Save" }).count(), 0);
    await fill(page, "Profile", GOOD.replace("qwen3:8b", "other"));
    await press(page, "Check");
    await main(page, '-   "model": "ollama/qwen3:8b",');
    await main(page, '+   "model": "ollama/other",');
}));

test("(W41) bad JSON and a taken name save nothing", async (stage) => withDesk(stage, async (desk) => {
    const file = write(desk, "alarms", GOOD);
    const page = await desk.page("/#/profiles?add=1");
    await fill(page, "Name", "alarms");
    await fill(page, "Profile", "{");
    await press(page, "Check");
    await page.locator("textarea[aria-invalid]").waitFor();
    await fill(page, "Profile", GOOD.replace("qwen3:8b", "other"));
    await press(page, "Check");
    await press(page, "Save");
    await main(page, "A profile has this name already");
    await fill(page, "Name", "../alarms");
    await press(page, "Check");
    await press(page, "Save");
    await main(page, "A profile's name has 1 to 64");
    assert.equal(readFileSync(file, "utf8"), GOOD);
}));

test("(W41) a profile that changed meanwhile is not overwritten, and not removed", async (stage) => withDesk(stage, async (desk) => {
    const file = write(desk, "alarms", GOOD);
    const page = await desk.page("/#/profiles/alarms");
    await fill(page, "Profile", GOOD.replace("qwen3:8b", "mine"));
    await press(page, "Check");
    writeFileSync(file, GOOD.replace("qwen3:8b", "theirs"));
    await press(page, "Save");
    await main(page, "has changed since this page was loaded");
    assert.ok((await page.getByRole("textbox", { name: "Profile" }).inputValue()).includes("mine"));
    await press(page, "Remove");
    await page.getByRole("group").getByRole("button", { name: "Remove" }).click();
    await main(page, "has changed since this page was loaded");
    assert.ok(readFileSync(file, "utf8").includes("theirs"));
    await page.reload();
    await press(page, "Remove");
    await page.getByRole("group").getByRole("button", { name: "Remove" }).click();
    await main(page, "There are no profiles yet.");
    assert.ok(!existsSync(file));
}));

test("(W41) a profile with mistakes and hostile texts is listed as text (W11)", async (stage) => withDesk(stage, async (desk) => {
    write(desk, "broken", '{"version": 1, "modle": "x"}');
    write(desk, "hostile", JSON.stringify({ version: 1, model: "ollama/x", name: payloads[0], system: payloads.join("\n") }, null, 2));
    const page = await desk.page("/#/profiles/hostile");
    await main(page, /modle/);
    assert.ok((await page.getByRole("textbox", { name: "Profile" }).inputValue()).includes("alert(1)"));
    assert.deepEqual(page.events, []);
}));

const axe = (stage, lang, heading) => withDesk(stage, async (desk) => {
    write(desk, "alarms", GOOD);
    await desk.checkAccessible("/#/profiles/alarms?add=1", (page) => page.getByRole("heading", { name: heading, exact: true }).waitFor());
}, { lang });
test("(W44) axe finds nothing on the page of profiles in English", async (stage) => axe(stage, "en_US.UTF-8", "alarms"));
test("(W44) axe finds nothing on the page of profiles in Portuguese", async (stage) => axe(stage, "pt_BR.UTF-8", "Novo perfil"));
