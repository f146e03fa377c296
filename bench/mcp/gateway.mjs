// A call through our gateway as a ratio to the same call without it, one in flight, in one run:
//   node gateway.mjs MCP_GATEWAY [ROUNDS]
// Then it connects to 200 servers; one of them hangs.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [, , gateway, rounds = "5"] = process.argv;
const echo = [process.execPath, join(here, "sdk_echo.mjs")];
const warm = 500;
const calls = 5000;
const servers = 200;

const message = (id, method, params) => JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n";
const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };

/// Microseconds of a call.
async function latency(words, tool) {
    const child = spawn(words[0], words.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    let rest = "";
    let take = () => {};
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop();
        for (const line of lines) take(line);
    });
    const ask = (text) => new Promise((done) => ((take = done), child.stdin.write(text)));
    await ask(message(0, "initialize", hello));
    child.stdin.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }) + "\n");
    let begin = 0n;
    for (let id = 1; id <= warm + calls; ++id) {
        if (id === warm + 1) begin = process.hrtime.bigint();
        const answer = await ask(message(id, "tools/call", { name: tool, arguments: { message: "hello" } }));
        if (!answer.includes("hello") || answer.includes('"isError":true')) throw new Error(answer);
    }
    const took = Number(process.hrtime.bigint() - begin) / calls / 1000;
    child.stdin.end();
    await new Promise((done) => child.on("exit", done));
    return took;
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const direct = [];
const memory = [];
const durable = [];
for (let round = 0; round < Number(rounds); ++round) {
    const folder = mkdtempSync(join(tmpdir(), "gateway-"));
    direct.push(await latency(echo, "echo"));
    memory.push(await latency([gateway, "memory", ...echo], "peer__echo"));
    durable.push(await latency([gateway, "durable", folder, ...echo], "peer__echo"));
    rmSync(folder, { recursive: true });
}
const [one, two, three] = [median(direct), median(memory), median(durable)];
console.log(`direct ${one.toFixed(0)} us; gateway with memory ledger ${(two / one).toFixed(2)} x, durable ${(three / one).toFixed(2)} x`);

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
