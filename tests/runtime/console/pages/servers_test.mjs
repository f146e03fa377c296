// Tests of runtime/src/console/assets/pages/servers.js, over servers of the test folder.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listen, said, withDesk } from "../desk.mjs";
import { payloads } from "../payloads.mjs";
import { SMALL, small, withServers } from "../servers.mjs";

const row = (page, name) => page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
const has = (place, text) => place.getByText(text).first().waitFor();
const fill = (page, name, text) => page.getByRole("textbox", { name, exact: true }).fill(text);
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

test("(W40) the page starts no server, and Connect brings states, tools and errors", async (stage) => withServers(stage, { good: small(), bad: { command: "/no/such/program", sandbox: false } }, async (desk) => {
    const page = await desk.page("/#/servers");
    await has(row(page, "good"), "not asked yet");
    await press(page, "Connect");
    await has(row(page, "good"), "connected");
    await has(row(page, "good"), "2025-06-18");
    await has(row(page, "bad"), "failed");
    await has(row(page, "bad"), "/no/such/program");
    await row(page, "good").getByRole("link").click();
    await has(page.getByRole("listitem"), "hang");
}));

test("(W40) a program is shown whole before it is saved, then all servers connect anew", async (stage) => withServers(stage, {}, async (desk, file) => {
    const page = await desk.page("/#/servers", {}, listen);
    await page.getByText("There are no servers yet.").waitFor();
    await page.getByRole("link", { name: "Add a program" }).click();
    await fill(page, "Name", "mine");
    await fill(page, "Settings", JSON.stringify({ ...small("an argument"), env: { API_KEY: "hidden-1" } }));
    assert.equal(await page.getByRole("button", { name: "Save and connect" }).count(), 0);
    await press(page, "Check");
    for (const text of ["/usr/bin/python3", SMALL, "an argument", "API_KEY", "none: the program has all rights of its user"]) await has(page.getByRole("main"), text);
    await press(page, "Save and connect");
    await has(row(page, "mine"), "connected");
    assert.equal(JSON.parse(readFileSync(file, "utf8")).servers.mine.env.API_KEY, "hidden-1");
    await page.reload();
    await has(page.getByRole("main"), "API_KEY");
    assert.ok(!(await page.content()).includes("hidden-1"));
    assert.ok((await page.getByRole("textbox", { name: "Settings" }).inputValue()).includes("(kept)"));
}));

test("(W40) mistakes are named by their places, and nothing is saved", async (stage) => withServers(stage, {}, async (desk, file) => {
    const before = readFileSync(file, "utf8");
    const page = await desk.page("/#/servers?add=address");
    await fill(page, "Name", "web");
    await fill(page, "Settings", '{\n  "ulr": "https://docs.test"\n}');
    await press(page, "Check");
    await has(page.getByRole("main"), /2:3 \/ulr there is no member/);
    assert.equal(await page.getByRole("textbox", { name: "Settings" }).getAttribute("aria-invalid"), "true");
    await fill(page, "Settings", "{");
    await press(page, "Check");
    await page.getByRole("textbox", { name: "Settings" }).and(page.locator("[aria-invalid]")).waitFor();
    assert.equal(readFileSync(file, "utf8"), before);
}));

test("(W40) a taken name, and a file that has changed meanwhile, keep the typed settings", async (stage) => withServers(stage, { good: small() }, async (desk, file) => {
    const page = await desk.page("/#/servers?add=program");
    await fill(page, "Name", "good");
    await fill(page, "Settings", JSON.stringify(small("strict")));
    await press(page, "Check");
    await press(page, "Save and connect");
    await has(page.getByRole("main"), "A server has this name already");
    await fill(page, "Name", "other");
    await press(page, "Check");
    writeFileSync(file, JSON.stringify({ servers: { good: small("mute") } }));
    await press(page, "Save and connect");
    await has(page.getByRole("main"), "has changed since this page was loaded");
    assert.ok((await page.getByRole("textbox", { name: "Settings" }).inputValue()).includes("strict"));
    assert.deepEqual(Object.keys(JSON.parse(readFileSync(file, "utf8")).servers), ["good"]);
}));

test("(W40) a secret goes into a file of its own and is never read back", async (stage) => withServers(stage, { web: { url: "http://127.0.0.1:9/mcp", auth: { type: "none" } } }, async (desk, file) => {
    const page = await desk.page("/#/servers/web", {}, listen);
    const folder = join(file, "../secrets");
    for (const secret of ["kept-apart-1", "kept-apart-2"]) {
        await fill(page, "Secret", secret);
        await press(page, "Keep the secret");
        await page.waitForFunction(() => document.querySelector("input[type=password]").value === "");
        const { auth } = JSON.parse(readFileSync(file, "utf8")).servers.web;
        assert.equal(auth.type, "bearer");
        assert.equal(readFileSync(auth.file, "utf8"), secret);
        await page.waitForFunction((path) => document.querySelector("textarea").value.includes(path), auth.file);
        assert.equal(readdirSync(folder).length, 1, "the former file is gone");
        assert.ok(!(await page.content()).includes("kept-apart"));
    }
    await press(page, "Remove");
    await page.getByRole("group", { name: "Remove this server and its secrets?" }).getByRole("button", { name: "Remove" }).click();
    await page.getByText("There are no servers yet.").waitFor();
    assert.deepEqual(readdirSync(folder), []);
}));

test("(W40) trust is a switch of its own, pinned to the program, and says when it does not count", async (stage) => withServers(stage, { good: small() }, async (desk, file) => {
    const page = await desk.page("/#/servers/good");
    const trust = page.getByRole("switch", { name: "Trust" });
    await trust.click();
    await page.getByRole("switch", { name: "Trust", checked: true }).waitFor();
    assert.equal(JSON.parse(desk.command("--servers", file, "servers", "list", "--json").stdout).servers[0].trust, "trusted");
    writeFileSync(file, JSON.stringify({ servers: { good: small("strict") } }));
    await page.reload();
    await has(page.getByRole("main"), "since this changed: args");
    await trust.click();
    await page.getByRole("switch", { name: "Trust", checked: true }).waitFor();
    await trust.click();
    await page.getByRole("switch", { name: "Trust", checked: false }).waitFor();
}));

test("(W40) texts of servers and of the file stay texts (W11)", async (stage) => withServers(stage, { good: { ...small(), args: [SMALL, ...payloads.filter((text) => !text.includes("\0"))] } }, async (desk) => {
    const page = await desk.page("/#/servers/good");
    await press(page, "Connect");
    await has(row(page, "good"), "connected");
    const html = (await page.content()).toLowerCase();
    for (const tag of ["<script src=\"//", "<iframe", "<img", "<meta http-equiv", "onerror=\""]) assert.ok(!html.includes(tag), tag);
    assert.deepEqual(page.events, []);
}));

test("(W40) an address to agree at is shown whole with its host, and only https is a link", async (stage) => withServers(stage, {}, async (desk, file) => {
    const agreements = [{ server: "web", address: "https://login.test/authorize?client_id=a&state=b" }, { server: "odd", address: "javascript:alert(1)" }, { server: "plain", address: "http://login.test/" }];
    const page = await desk.page("/#/servers", {}, (one) => one.route("**/api/servers", (route) => route.fulfill({ contentType: "application/json", body: JSON.stringify({ agreements, file, servers: [], version: "v" }) })));
    await has(page.getByRole("main"), "at login.test.");
    const links = page.getByRole("link", { name: /login\.test|javascript/ });
    assert.equal(await links.count(), 1);
    assert.equal(await links.getAttribute("href"), agreements[0].address);
    assert.equal(await links.getAttribute("rel"), "noopener noreferrer");
    assert.equal(await links.textContent(), agreements[0].address);
    await page.getByText("javascript:alert(1)").waitFor();
    assert.deepEqual(page.events, []);
}));

test("(W40) a program without servers says so", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/servers");
    await page.getByText(/This program has no servers\./).waitFor();
    assert.ok(!existsSync(join(desk.folder, "iam")));
}));

const axe = (stage, lang, heading) => withServers(stage, { good: small(), bad: { url: "http://127.0.0.1:9/mcp" } }, async (desk) => {
    await desk.checkAccessible("/#/servers/good?add=program", (page) => page.getByRole("heading", { name: heading, exact: true }).waitFor());
}, { lang });
test("(W44) axe finds nothing on the page of servers in English", async (stage) => axe(stage, "en_US.UTF-8", "Tools"));
test("(W44) axe finds nothing on the page of servers in Portuguese", async (stage) => axe(stage, "pt_BR.UTF-8", "Ferramentas"));
