// Tests of runtime/src/console/assets/pages/tools.js over the program desk.
import assert from "node:assert/strict";
import { listen, said, withDesk } from "../desk.mjs";
import { payloads } from "../payloads.mjs";

const answer = (page, path, body, status = 200) => page.route(path, (route) => route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) }));

test("(W39) tools are listed with risk, policy and tokens, and found by words", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/tools");
    const link = page.locator("main").getByRole("link", { name: /^echo/ });
    await link.waitFor();
    assert.match(await link.textContent(), /asks each time.*tokens/s);
    await page.getByLabel("Words").fill("no such tool");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByText("No tool has these words.").waitFor();
    await page.getByLabel("Words").fill("ECHO");
    await page.keyboard.press("Enter");
    await link.waitFor();
}));

test("(W39) a tool's schema is copied in the form of each model API", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/tools", { permissions: ["clipboard-read", "clipboard-write"] }, listen);
    await page.locator("main").getByRole("link", { name: /^echo/ }).click();
    await page.getByRole("heading", { level: 1, name: "echo" }).waitFor();
    const seen = new Set();
    for (const form of ["mcp", "openai", "anthropic", "gemini", "ollama"]) {
        await page.getByLabel("Schema for").selectOption(form);
        await page.getByRole("button", { name: "Copy" }).click();
        await said(page, "Copied.");
        const text = await page.evaluate(() => navigator.clipboard.readText());
        assert.equal(text, await page.locator("main pre").textContent());
        assert.match(text, /"echo"/);
        JSON.parse(text);
        seen.add(text);
    }
    assert.ok(seen.size >= 4, "the forms differ");
}));

test("(W39) a tool that has changed since it was allowed says so, with each change", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline");
    const tool = await page.evaluate(async () => (await import("/app/session.js")).session.get("/api/tool?name=echo&origin="));
    await answer(page, "**/api/tool?*", { ...tool, changes: ["It writes to the network now."] });
    await page.evaluate(() => { location.hash = "#/tools/echo?origin="; });
    await page.getByText("changed since it was allowed", { exact: true }).waitFor();
    await page.getByText("It writes to the network now.").waitFor();
}));

test("(W39) a tool that is gone is an error in words, and an unknown one too", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/tools/%3Cb%3Enothing%3C%2Fb%3E");
    await page.getByText("There is no such tool here").waitFor();
    await page.getByRole("heading", { level: 1, name: "<b>nothing</b>" }).waitFor();
}));

test("(W37) calls of a tool are allowed beforehand, for a time and a number", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/tools/echo", {}, listen);
    await page.getByLabel("Allow calls for").selectOption("1h");
    await page.getByLabel("At most so many").fill("1");
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await said(page, "The calls are allowed.");
    const call = () => JSON.parse(desk.command("call", "echo", '{"message":"hello"}', "--json").stdout).code ?? "";
    assert.equal(call(), "");
    assert.equal(call(), "confirmation_required");
}));

test("(W17) calls of a tool that has changed since it was shown are not allowed", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline", {}, listen);
    const tool = await page.evaluate(async () => (await import("/app/session.js")).session.get("/api/tool?name=echo&origin="));
    await answer(page, "**/api/tool?*", { ...tool, contract: "0".repeat(64) });
    await page.evaluate(() => { location.hash = "#/tools/echo?origin="; });
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await said(page, "has changed since it was shown");
    assert.equal(JSON.parse(desk.command("call", "echo", '{"message":"hello"}', "--json").stdout).code, "confirmation_required");
}));

test("(W39) a form that an API does not take shows the reason in its place", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline");
    const tool = await page.evaluate(async () => (await import("/app/session.js")).session.get("/api/tool?name=echo&origin="));
    await answer(page, "**/api/tool?*", { ...tool, forms: [{ name: "openai", refused_because: "The name is too long." }] });
    await page.evaluate(() => { location.hash = "#/tools/echo"; });
    await page.getByText("The name is too long.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Copy" }).count(), 0);
}));

test("(W11) texts of servers stay texts in the list of tools and in a tool", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline");
    const tools = payloads.map((text, index) => ({
        name: `${index}${text}`, origin: text, tool: text, title: text, description: text, changes: [text], risk: "high", risk_words: text, trust: "none",
        hints: { destructive: true }, now: { effect: "confirm", reason: text, place: text }, tokens: 7, forms: [{ name: "mcp", text }],
    }));
    await answer(page, "**/api/tools?*", { application: "a", can_connect: true, matched: 200, tools });
    let asked = 0;
    await page.route("**/api/tool?*", (route) => route.fulfill({ contentType: "application/json", body: JSON.stringify(tools[asked++ % 200]) }));
    await page.evaluate(() => { location.hash = "#/tools"; });
    await page.waitForFunction((text) => document.querySelector("main").textContent.includes(text), payloads[199], { polling: 50 });
    for (let i = 0; i < 200; i += 1) {
        await page.evaluate((hash) => { location.hash = hash; }, `#/tools/${encodeURIComponent(payloads[i])}?n=${i}&origin=${i}`);
        await page.waitForFunction((text) => document.querySelector("main pre")?.textContent === text, payloads[i].replaceAll("\r", ""), { polling: 10 });
    }
    assert.equal(await page.locator("main :is(script, img, iframe, object, embed, link, meta, base, video, audio, style, template, iam-permission-sheet)").count(), 0);
    assert.deepEqual(page.events, []);
}));

test("(W44) axe finds nothing on the pages of tools in English", async (stage) => withDesk(stage, async (desk) => {
    await desk.checkAccessible("/#/tools", (page) => page.locator("main .list a").first().waitFor());
    await desk.checkAccessible("/#/tools/echo", (page) => page.locator("main pre").waitFor());
}));

test("(W44) axe finds nothing on the pages of tools in Portuguese", async (stage) => withDesk(stage, async (desk) => {
    await desk.checkAccessible("/#/tools", (page) => page.locator("main .list a").first().waitFor());
    await desk.checkAccessible("/#/tools/echo", (page) => page.locator("main pre").waitFor());
}, { lang: "pt_BR.UTF-8" }));
