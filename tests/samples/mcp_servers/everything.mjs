// Servers of npm on standard input and output and at URLs, each listed and called.
import assert from "node:assert/strict";
import { join } from "node:path";
import { aboutOf, freePort, here, needSandbox, node, programOf } from "./desk.mjs";

const everything = "@modelcontextprotocol/server-everything";

/// Each way that a result, a failure and progress come back through the program and its gateway.
async function useEverything(desk) {
    const { tools } = await desk.status("every");
    assert.ok(tools >= 13, `${tools} tools`);
    assert.ok((await desk.toolNames("every")).includes("get-tiny-image"));
    for (const tool of ["echo", "trigger-long-running-operation", "get-tiny-image", "get-resource-reference"]) await desk.allow(`every/${tool}`);
    const { result } = await desk.json("call", "every/echo", '{"message":"hello"}');
    assert.deepEqual(result, [{ type: "text", text: "Echo: hello" }]);

    const person = await desk.person("--wait", "0");
    await person.tools("every__echo");
    const steps = [];
    const slow = await person.call("every__trigger-long-running-operation", { duration: 0.2, steps: 4 }, { onprogress: (step) => steps.push([step.progress, step.total]) });
    assert.match(slow.content[0].text, /completed/);
    // The SDK hears the last one only if it reads it before the answer.
    assert.deepEqual(steps.slice(0, 3), [[1, 4], [2, 4], [3, 4]]);

    const image = (await person.call("every__get-tiny-image")).content.find((block) => block.type === "image");
    assert.equal(image.mimeType, "image/png");
    assert.deepEqual([...Buffer.from(image.data, "base64").subarray(1, 4)], [...Buffer.from("PNG")]);

    const failed = await person.call("every__get-resource-reference", { resourceId: -1 });
    assert.ok(failed.isError, JSON.stringify(failed));
    assert.match(JSON.stringify(failed.content), /Invalid resourceId/);
    const asked = await person.call("every__get-sum", { a: 1, b: 2 });
    assert.equal(aboutOf(asked).code, "confirmation_required");
    await desk.verify();
}

async function overStdio(desk) {
    await desk.addPackage("every", everything);
    await useEverything(desk);
}

async function overUrl(desk, way, path, listening) {
    const port = await freePort();
    await desk.listen(programOf(everything), [way], { PORT: String(port) }, listening);
    await desk.done("servers", "add", "every", "--url", `http://127.0.0.1:${port}${path}`);
    await useEverything(desk);
}

/// The result of a call. A server that lists its tools anew takes none; its refusal says to call
/// again.
async function resultOf(desk, ...words) {
    for (;;) {
        const { code, out, errors } = await desk.run("--json", "call", ...words);
        if (code !== 0 && out.includes("is listing its tools anew; call again")) continue;
        assert.equal(code, 0, out + errors);
        return JSON.parse(out).result;
    }
}

/// One call of a server that a gateway of npm serves.
async function useBridge(desk, url) {
    await desk.done("servers", "add", "every", "--url", url);
    await desk.status("every");
    assert.ok((await desk.toolNames("every")).includes("echo"));
    await desk.allow("every/echo");
    const result = await resultOf(desk, "every/echo", '{"message":"over a bridge"}');
    assert.equal(result[0].text, "Echo: over a bridge");
}

async function overSupergateway(desk, way, url) {
    const port = await freePort();
    const command = `${node} ${programOf(everything)}`;
    await desk.listen(programOf("supergateway"), ["--stdio", command, "--outputTransport", way, "--port", String(port)], {}, /Listening on port/);
    await useBridge(desk, url(port));
}

async function overMcpProxy(desk) {
    const port = await freePort();
    const words = ["--host", "127.0.0.1", "--port", String(port), "--server", "stream", "--", node, programOf(everything)];
    await desk.listen(programOf("mcp-proxy"), words, {}, /starting server on port|listening/i);
    await useBridge(desk, `http://127.0.0.1:${port}/mcp`);
}

async function filesystem(desk) {
    needSandbox();
    await desk.addPackage("files", "@modelcontextprotocol/server-filesystem", ["--read", here, "--write", desk.files], desk.files);
    await desk.status("files");
    assert.ok((await desk.toolNames("files")).includes("write_file"));
    await desk.allow("files/list_allowed_directories");
    const { result } = await desk.json("call", "files/list_allowed_directories");
    assert.match(JSON.stringify(result), new RegExp(desk.files));
}

async function memory(desk) {
    needSandbox();
    const options = ["--read", here, "--write", desk.files, "--env", `MEMORY_FILE_PATH=${join(desk.files, "memory.jsonl")}`];
    await desk.addPackage("memory", "@modelcontextprotocol/server-memory", options);
    await desk.status("memory");
    assert.ok((await desk.toolNames("memory")).includes("create_entities"));
    await desk.allow("memory/create_entities");
    await desk.allow("memory/read_graph");
    const entity = { name: "Ann", entityType: "person", observations: ["likes tea"] };
    await desk.done("call", "memory/create_entities", JSON.stringify({ entities: [entity] }));
    // The server is another process now.
    assert.match(JSON.stringify(await desk.json("call", "memory/read_graph")), /likes tea/);
}

async function thinking(desk) {
    needSandbox();
    await desk.addPackage("think", "@modelcontextprotocol/server-sequential-thinking", ["--read", here]);
    await desk.status("think");
    assert.deepEqual(await desk.toolNames("think"), ["sequentialthinking"]);
    await desk.allow("think/sequentialthinking");
    const thought = { thought: "One.", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
    assert.match(JSON.stringify(await desk.json("call", "think/sequentialthinking", JSON.stringify(thought))), /thoughtHistoryLength/);
}

export const everythingCases = {
    "everything-stdio": overStdio,
    "everything-http": (desk) => overUrl(desk, "streamableHttp", "/mcp", /listening on port/),
    "everything-sse": (desk) => overUrl(desk, "sse", "/sse", /running on port/),
    filesystem,
    memory,
    thinking,
    "supergateway-ws": (desk) => overSupergateway(desk, "ws", (port) => `ws://127.0.0.1:${port}/message`),
    "supergateway-sse": (desk) => overSupergateway(desk, "sse", (port) => `http://127.0.0.1:${port}/sse`),
    "mcp-proxy": overMcpProxy,
};
