// Real clients use the fixture over HTTP:
//   node clients.mjs FIXTURE CLIENT
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [, , fixture, wanted] = process.argv;
const here = dirname(fileURLToPath(import.meta.url));
const simpleText = "This is a simple text response for testing.";
const failure = "This tool intentionally returns an error for testing";

/// The fixture prints its URL and ends when its input does.
function serve() {
    const server = spawn(fixture, ["--http"], { stdio: ["pipe", "pipe", "inherit"] });
    const ended = new Promise((done) => server.on("exit", done));
    const url = new Promise((done, fail) => {
        server.stdout.once("data", (line) => done(String(line).trim()));
        ended.then(() => fail(new Error("the fixture has ended")));
    });
    return { url, end: () => (server.stdin.end(), ended) };
}

/// Some clients need this one, which the tests of the fixture have.
function node22() {
    const modules = join(here, "..", "mcp_fixture", "node_modules");
    const found = ["x64", "arm64"].map((kind) => join(modules, `node-linux-${kind}`, "bin", "node")).find(existsSync);
    assert.ok(found, "no node 22; run npm ci in mcp_fixture");
    return found;
}

/// The main file of a package's program.
function programOf(name, bin) {
    const folder = join(here, "node_modules", name);
    const { bin: bins } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return join(folder, typeof bins === "string" ? bins : bins[bin]);
}

/// Runs a program on the command line; gives its exit code and both outputs.
function run(words, home) {
    return new Promise((done) => {
        const child = spawn(node22(), words, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, HOME: home, MCPC_HOME_DIR: home } });
        const result = { out: "", errors: "" };
        child.stdout.on("data", (bytes) => (result.out += bytes));
        child.stderr.on("data", (bytes) => (result.errors += bytes));
        child.on("close", (code) => done({ ...result, code }));
    });
}

/// What every client on an SDK is tried with.
async function useClient(client, calls) {
    const { tools } = await client.listTools();
    assert.ok(tools.length > 10);
    const simple = await client.callTool({ name: "test_simple_text", arguments: {} });
    assert.equal(simple.content[0].text, simpleText);
    const failed = await client.callTool({ name: "test_error_handling", arguments: {} });
    assert.ok(failed.isError);
    assert.match(failed.content[0].text, new RegExp(failure));
    await assert.rejects(client.callTool({ name: "absent", arguments: {} }), { code: -32602 });

    const steps = [];
    await calls("test_tool_with_progress", { onprogress: (step) => steps.push(step.progress) });
    assert.deepEqual(steps, [0, 50, 100]);

    const stop = new AbortController();
    const lingers = calls("test_tool_with_progress", { signal: stop.signal, onprogress: () => stop.abort("enough") });
    await assert.rejects(lingers);
    const { resources } = await client.listResources();
    assert.ok(resources.length > 0);
}

async function sdk1() {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const { ElicitRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
    const client = new Client({ name: "sdk-1", version: "1.32" }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { username: "ann", email: "a@b.c" } }));
    const transport = new StreamableHTTPClientTransport(new URL(await server.url));
    await client.connect(transport);
    await useClient(client, (name, options) => client.callTool({ name, arguments: {} }, undefined, options));
    const asked = await client.callTool({ name: "test_elicitation", arguments: { message: "Who?" } });
    assert.match(asked.content[0].text, /User response: .*ann/);

    await transport.terminateSession();
    await client.close();
}

/// Passes connections on, and cuts the first stream of events after its second event.
async function cuttingProxy(url) {
    const target = new URL(url);
    const { port } = target;
    let isCut = false;
    const proxy = createServer((near) => {
        const far = connect(Number(port), "127.0.0.1");
        let events = 0;
        near.on("data", (bytes) => far.write(bytes.toString("latin1").replace(`:${proxy.address().port}`, `:${port}`), "latin1"));
        far.on("data", (bytes) => {
            events += bytes.toString("latin1").split("id: ").length - 1;
            if (isCut || events < 2) return near.write(bytes);
            isCut = true;
            far.destroy();
            near.write(bytes, () => near.destroy());
        });
        for (const [one, other] of [[near, far], [far, near]]) {
            one.on("error", () => other.destroy());
            one.on("end", () => other.end());
        }
    });
    await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
    target.port = proxy.address().port;
    return { url: target, isCut: () => isCut, end: () => proxy.close() };
}

async function sdk1Cut() {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const { LoggingMessageNotificationSchema } = await import("@modelcontextprotocol/sdk/types.js");
    const proxy = await cuttingProxy(await server.url);
    const client = new Client({ name: "sdk-1", version: "1.32" });
    const messages = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => messages.push(params.data));
    await client.connect(new StreamableHTTPClientTransport(proxy.url));
    const called = await client.callTool({ name: "test_tool_with_logging", arguments: {} });
    assert.ok(!called.isError);
    assert.ok(proxy.isCut(), "nothing was cut");
    assert.equal(new Set(messages).size, 3);
    assert.equal(messages.length, 3);
    await client.close();
    proxy.end();
}

/// The second SDK, at the revision that `mode` leads to.
async function sdk2(mode, revision, transport) {
    const { Client } = await import("@modelcontextprotocol/client");
    const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
    const client = new Client({ name: "sdk-2", version: "2.4" }, { capabilities, versionNegotiation: { mode } });
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { name: "Ann" } }));
    client.setRequestHandler("sampling/createMessage", () => ({ role: "assistant", model: "m", content: { type: "text", text: "Good day" } }));
    client.setRequestHandler("roots/list", () => ({ roots: [{ uri: "file:///a" }] }));
    await client.connect(await transport());
    assert.equal(client.getNegotiatedProtocolVersion(), revision);
    await useClient(client, (name, options) => client.callTool({ name, arguments: {} }, options));
    const asked = await client.callTool({ name: "test_input_required_result_multiple_inputs", arguments: {} });
    assert.equal(asked.content[0].text, "Good day Ann, 1 roots");
    await client.close();
}

async function overHttp() {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    return new StreamableHTTPClientTransport(new URL(await server.url));
}

async function overStdio() {
    const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    return new StdioClientTransport({ command: fixture, stderr: "inherit" });
}

async function inspector(name, listing, home) {
    const bin = programOf(name, "mcp-inspector");
    const ask = async (...words) => {
        const { code, out, errors } = await run([bin, "--cli", await server.url, "--transport", "http", ...words], home);
        assert.equal(code, 0, out + errors);
        return JSON.parse(out);
    };
    const { tools } = await ask("--method", "tools/list", ...listing);
    assert.ok(tools.some((tool) => tool.name === "test_simple_text"));
    const called = await ask("--method", "tools/call", "--tool-name", "test_simple_text");
    assert.equal(called.content[0].text, simpleText);
    const { resources } = await ask("--method", "resources/list");
    assert.ok(resources.length > 0);
}

async function remote(home) {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    const client = new Client({ name: "behind-mcp-remote", version: "1" });
    const env = { PATH: process.env.PATH, HOME: home, MCP_REMOTE_CONFIG_DIR: home };
    const args = [programOf("mcp-remote", "mcp-remote"), await server.url, "--allow-http", "--transport", "http-only"];
    await client.connect(new StdioClientTransport({ command: node22(), args, env, stderr: "pipe" }));
    await useClient(client, (name, options) => client.callTool({ name, arguments: {} }, undefined, options));
    await client.close();
}

async function mcpc(home) {
    const bin = programOf("@apify/mcpc", "mcpc");
    const ask = async (...words) => {
        const { code, out, errors } = await run([bin, "--json", ...words], home);
        assert.equal(code, 0, out + errors);
        return out.trim() === "" ? undefined : JSON.parse(out);
    };
    await ask("connect", await server.url, "@fixture");
    try {
        const tools = await ask("@fixture", "tools-list");
        assert.ok(tools.some((tool) => tool.name === "test_simple_text"));
        const called = await ask("@fixture", "tools-call", "test_simple_text");
        assert.equal(called.content[0].text, simpleText);
    } finally {
        await ask("close", "@fixture");
    }
}

const clients = {
    "sdk-1": sdk1,
    "sdk-1-cut": sdk1Cut,
    "sdk-2": () => sdk2("legacy", "2025-11-25", overHttp),
    "sdk-2-stateless": () => sdk2("auto", "2026-07-28", overHttp),
    "sdk-2-stdio": () => sdk2("auto", "2026-07-28", overStdio),
    "inspector-0": (home) => inspector("inspector-0", [], home),
    "inspector-1": (home) => inspector("inspector-1", [], home),
    "inspector-2": (home) => inspector("inspector-2", ["--strict"], home),
    "mcp-remote": remote,
    mcpc,
};

const server = serve();
const home = mkdtempSync(join(tmpdir(), "clients-"));
try {
    await clients[wanted](home);
} finally {
    await server.end();
    rmSync(home, { recursive: true, force: true });
}
