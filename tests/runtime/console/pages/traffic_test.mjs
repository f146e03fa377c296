// Tests of runtime/src/console/assets/pages/traffic.js, over a server of the test folder.
import assert from "node:assert/strict";
import { withDesk } from "../desk.mjs";
import { small, withServers } from "../servers.mjs";

const rows = (page) => page.getByRole("main").locator("ul.list > li");

test("(W43) messages with servers are kept once a person wants them, each request with its answer", async (stage) =>
    withServers(stage, { good: small() }, async (desk) => {
    const page = await desk.page("/#/traffic");
    await page.getByText("The messages with servers are not kept.").waitFor();
    await page.getByRole("switch", { name: "Keep messages" }).click();
    await page.getByText("No message yet.").waitFor();
    const servers = await page.context().newPage();
    await servers.goto(`${desk.origin}/#/servers`);
    await servers.getByRole("button", { name: "Connect", exact: true }).click();
    const first = rows(page).filter({ hasText: "initialize" }).filter({ hasText: "answered after" });
    await first.waitFor();
    await first.locator("summary").click();
    await first.getByText("protocolVersion").first().waitFor();
    await page.getByRole("switch", { name: "Stop and forget" }).click();
    await page.getByText("The messages with servers are not kept.").waitFor();
    assert.equal(await rows(page).count(), 0);
}));

test("(W43) a call is repeated through the gate", async (stage) =>
    withDesk(stage, async (desk) => {
    const message = { bytes: 2, kind: "sent", number: 1, server: "good", time: "2026-11-27T10:00:00Z", text: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"again"}}}' };
    const posted = [];
    const page = await desk.page("/#/timeline");
    await page.route("**/api/traffic", (route) => route.fulfill({ contentType: "application/json", body: JSON.stringify({ is_on: true, messages: [message] }) }));
    await page.route("**/api/traffic?*", (route) => route.fulfill({ contentType: "application/json", body: '{"is_on":true,"messages":[]}' }));
    await page.route("**/api/calls", (route) => {
        posted.push(route.request().postDataJSON());
        return route.fulfill({ contentType: "application/json", body: '{"state":"failed","code":"policy_denied","message":"A rule denies it.","mistakes":[]}' });
    });
    await page.evaluate(() => { location.hash = "#/traffic"; });
    await page.getByText("Message 1").click();
    await page.getByRole("button", { name: "Call it again …" }).click();
    assert.deepEqual(posted, []);
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.getByText("A rule denies it.").waitFor();
    assert.equal(posted[0].tool, "good/echo");
    assert.deepEqual(JSON.parse(posted[0].arguments), { text: "again" });
}));

test("(W11) texts of servers stay texts in the traffic", async (stage) => withDesk(stage, async (desk) => {
    const evil = "<img src=x onerror=alert(1)>";
    const page = await desk.page("/#/timeline");
    const messages = [{ bytes: 1, kind: "received", number: 1, server: evil, time: evil, text: JSON.stringify({ id: evil, method: evil, params: evil }) }, { bytes: 1, kind: evil, number: 2, server: evil, time: evil, text: evil }];
    await page.route("**/api/traffic*", (route) => route.fulfill({ contentType: "application/json", body: JSON.stringify({ is_on: true, messages: route.request().url().includes("after") ? [] : messages }) }));
    await page.evaluate(() => { location.hash = "#/traffic"; });
    await page.getByText("Message 2").click();
    await page.getByText(evil).first().waitFor();
    assert.equal(await page.locator("img").count(), 0);
    assert.deepEqual(page.events, []);
}));

test("(W43) a program without servers says so", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page("/#/timeline");
    await page.route("**/api/traffic", (route) => route.fulfill({ contentType: "application/json", body: '{"is_here":false}' }));
    await page.evaluate(() => { location.hash = "#/traffic"; });
    await page.getByText(/This program has no servers\./).waitFor();
    assert.equal(await page.getByRole("switch").count(), 0);
}));

test("(W44) axe finds nothing on the page of the traffic", async (stage) => withDesk(stage, async (desk) => {
    await desk.checkAccessible("/#/traffic", (page) => page.getByRole("heading", { level: 1, name: "Traffic" }).waitFor());
}));
