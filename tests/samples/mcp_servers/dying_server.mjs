// A server on standard input and output for the tests of faults: node dying_server.mjs PLAN
// PLAN is a file, read at each message: {"effects": FILE, "seen": FILE, "hold": METHOD,
// "kill": {"who": "server" or "client", "at": METHOD, "when": "before", "effect" or "answer",
// "mark": FILE}}. A kill happens once: `mark` is made before it. The answer to `hold` comes once it
// is out of the plan.
import { appendFileSync, existsSync, readFileSync, watch, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , planFile] = process.argv;
const client = process.ppid;
const plan = () => JSON.parse(readFileSync(planFile, "utf8"));

function killAt(method, when) {
    const { kill } = plan();
    if (kill?.at !== method || kill.when !== when || existsSync(kill.mark)) return;
    writeFileSync(kill.mark, "");
    // A client that has ended is no parent any more.
    if (kill.who === "server") process.kill(process.pid, "SIGKILL");
    else if (process.ppid === client) process.kill(client, "SIGKILL");
}

function resultOf({ method, params }) {
    if (method === "initialize") return { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "dying", version: "1" } };
    if (method === "tools/list") return { tools: [{ name: "act", inputSchema: { type: "object", properties: { number: { type: "integer" } } } }] };
    if (method === "ping") return {};
    if (method !== "tools/call") return undefined;
    appendFileSync(plan().effects, `${params.arguments.number}\n`);
    return { content: [{ type: "text", text: "acted" }] };
}

/// Until the plan holds this method no more.
async function released(method) {
    while (plan().hold === method) {
        await new Promise((done) => {
            const watcher = watch(planFile, () => (watcher.close(), done()));
            if (plan().hold !== method) watcher.close(), done();
        });
    }
}

async function take(message) {
    if (plan().seen) appendFileSync(plan().seen, `${message.method}\n`);
    killAt(message.method, "before");
    await released(message.method);
    const result = resultOf(message);
    killAt(message.method, "effect");
    if (message.id === undefined) return;
    const rest = result ? { result } : { error: { code: -32601, message: "no such method" } };
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, ...rest })}\n`, () => killAt(message.method, "answer"));
}

createInterface({ input: process.stdin }).on("line", (line) => take(JSON.parse(line)));
