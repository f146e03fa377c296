// A call of the npm SDK's client to its server through our gateway, as a ratio to the same call
// without it, one in flight, in one run:
//   node gateway.mjs MCP_GATEWAY [ROUNDS]
// Then it connects to 200 servers; one of them hangs.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const here = dirname(fileURLToPath(import.meta.url));
const [, , gateway, rounds = "5"] = process.argv;
const echo = [process.execPath, join(here, "sdk_echo.mjs")];
// The floor of a gateway: on each way a program that passes bytes on and does not read them.
const relay = ["/bin/sh", "-c", 'cat | "$0" "$1" | cat', ...echo];
const warm = 500;
const calls = 5000;
const servers = 200;

/// Microseconds of a call by a client of the npm SDK.
async function latency(words, tool) {
    const client = new Client({ name: "bench", version: "1" });
    await client.connect(new StdioClientTransport({ command: words[0], args: words.slice(1), stderr: "inherit" }));
    const call = async () => {
        const result = await client.callTool({ name: tool, arguments: { message: "hello" } });
        if (result.isError || result.content[0].text !== "hello") throw new Error(JSON.stringify(result));
    };
    for (let at = 0; at < warm; ++at) await call();
    const begin = process.hrtime.bigint();
    for (let at = 0; at < calls; ++at) await call();
    const took = Number(process.hrtime.bigint() - begin) / calls / 1000;
    await client.close();
    return took;
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const direct = [];
const relayed = [];
const memory = [];
const durable = [];
for (let round = 0; round < Number(rounds); ++round) {
    const folder = mkdtempSync(join(tmpdir(), "gateway-"));
    direct.push(await latency(echo, "echo"));
    relayed.push(await latency(relay, "echo"));
    memory.push(await latency([gateway, "memory", ...echo], "peer__echo"));
    durable.push(await latency([gateway, "durable", folder, ...echo], "peer__echo"));
    rmSync(folder, { recursive: true });
}
const one = median(direct);
const times = (values) => `${(median(values) / one).toFixed(2)} x`;
console.log(`direct ${one.toFixed(0)} us; through cat ${times(relayed)}; gateway with memory ledger ${times(memory)}, durable ${times(durable)}`);

/// Answers as a server with one tool; the path /hang never answers.
const http = createServer((request, response) => {
    let body = "";
    request.on("data", (bytes) => (body += bytes));
    request.on("end", () => {
        if (request.url === "/hang") return;
        if (request.method !== "POST") return response.writeHead(405).end();
        const { id, method } = JSON.parse(body);
        if (id === undefined) return response.writeHead(202).end();
        const results = {
            initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
            "tools/list": { tools: [{ name: "echo", description: "Echo", inputSchema: { type: "object" } }] },
        };
        const answer = method in results ? { result: results[method] } : { error: { code: -32601, message: "no" } };
        response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
});
await new Promise((done) => http.listen(0, "127.0.0.1", done));
const root = `http://127.0.0.1:${http.address().port}`;
const urls = Array.from({ length: servers }, (_, at) => (at === 7 ? `${root}/hang` : `${root}/${at}`));
const connecting = spawn(gateway, ["connect", ...urls], { stdio: ["ignore", "pipe", "inherit"] });
connecting.stdout.on("data", (text) => console.log(`${servers} servers, one hangs: ${String(text).trim()}`));
await new Promise((done) => connecting.on("exit", done));
http.close();
http.closeAllConnections();
