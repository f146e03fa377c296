// A client on the official SDK starts the server on its standard input and output, and uses it:
//   node client.mjs PROGRAM
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [, , program] = process.argv;
const folder = mkdtempSync(join(tmpdir(), "sdk-"));
const effects = join(folder, "effects");

function transport() {
    return new StdioClientTransport({
        command: program,
        args: ["--state", join(folder, "state"), "serve", "--wait", "0"],
        env: { PATH: process.env.PATH, HOME: folder, TESTDESK_EFFECTS: effects },
        stderr: "pipe",
    });
}

function effectsDone() {
    try {
        return readFileSync(effects, "utf8").trim().split("\n");
    } catch {
        return [];
    }
}

const client = new Client({ name: "sdk-client", version: "1.32" });
try {
    await client.connect(transport());
    assert.equal(client.getServerVersion().name, "testdesk");

    // The SDK holds each result of a tool against the output schema that it has listed.
    const { tools } = await client.listTools();
    const echo = tools.find((tool) => tool.name === "echo");
    assert.equal(echo.inputSchema.properties.repeat.maximum, 10);
    assert.equal(echo.annotations.destructiveHint, false);
    await client.ping();

    const done = await client.callTool({ name: "quick", arguments: {} });
    assert.ok(!done.isError, JSON.stringify(done));
    assert.deepEqual(effectsDone(), ["quick"]);

    const failed = await client.callTool({ name: "broken", arguments: {} });
    assert.ok(failed.isError);
    assert.equal(failed._meta["iam/result"].code, "out_of_paper");

    const wrong = await client.callTool({ name: "echo", arguments: { repeat: 11 } });
    assert.ok(wrong.isError);
    assert.deepEqual(wrong._meta["iam/result"].errors.map((error) => error.pointer).sort(),
                     ["/message", "/repeat"]);
    await assert.rejects(client.callTool({ name: "absent", arguments: {} }), { code: -32602 });

    const asks = await client.callTool({ name: "echo", arguments: { message: "hi" } });
    assert.equal(asks._meta["iam/result"].code, "confirmation_required");
    assert.match(asks.content[0].text, /approvals answer/);

    const steps = [];
    await client.callTool({ name: "chatter", arguments: {} }, undefined,
                          { onprogress: (step) => steps.push(step.progress) });
    // The SDK drops the progress that it reads together with the result; serve_test.py counts it.
    assert.ok(steps.length > 0 && steps.length <= 20);
    assert.deepEqual(steps, steps.map((_, at) => at + 1));

    const stop = new AbortController();
    const lingers = client.callTool({ name: "linger", arguments: { heed: true } }, undefined,
                                    { signal: stop.signal });
    await client.ping();
    stop.abort("enough");
    await assert.rejects(lingers);
    await client.ping();
    assert.deepEqual(effectsDone(), ["quick", "chatter"]);
} finally {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
}
