// Calls a second of our server over MCP as ratios to the server of the npm SDK, in one run:
//   node run.mjs ECHO_SERVER [ROUNDS]
// Each round starts every server anew; the figures are medians over the rounds.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [, , ours, rounds = "5"] = process.argv;
const revision = "2025-11-25";
const warm = 2000;
const calls = { stdio: 30000, http: 10000 };
const ticksASecond = 100; // of /proc/PID/stat on Linux

const servers = {
    sdk: [process.execPath, join(here, "sdk_echo.mjs")],
    constant: [ours, "constant"],
    memory: [ours, "memory"],
    unrecorded: [ours, "unrecorded"],
    durable: [ours, "durable"],
};

const message = (id, method, params) => JSON.stringify({ jsonrpc: "2.0", id, method, params });
const initialize = message(0, "initialize", { protocolVersion: revision, capabilities: {}, clientInfo: { name: "bench", version: "1" } });
const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
const call = (id) => message(id, "tools/call", { name: "echo", arguments: { message: "hello" } });

function processorSeconds(pid) {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / ticksASecond;
}

function residentMegabytes(pid) {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

/// Counts the answers of one server. The generator shares the processors with the server, so it
/// does as little as it can.
class Load {
    constructor(pid, count) {
        this.pid = pid;
        this.count = count;
        this.sent = 0;
        this.answered = 0;
        this.done = new Promise((resolve) => (this.resolve = resolve));
    }
    /// The next call; nothing if all have been made.
    next() {
        return this.sent < warm + this.count ? call(++this.sent) : undefined;
    }
    /// Takes an answer.
    take(text) {
        if (!text.includes('"hello"') || text.includes('"isError":true')) throw new Error(text);
        if (++this.answered === warm) {
            this.processor = processorSeconds(this.pid);
            this.begin = process.hrtime.bigint();
        }
        if (this.answered === warm + this.count) this.resolve(this.figures());
    }
    figures() {
        const seconds = Number(process.hrtime.bigint() - this.begin) / 1e9;
        const processor = (processorSeconds(this.pid) - this.processor) / this.count;
        return { rate: this.count / seconds, processor, resident: residentMegabytes(this.pid) };
    }
}

function start(words, more) {
    return spawn(words[0], [...words.slice(1), ...more], { stdio: ["pipe", "pipe", "inherit"] });
}

async function overStdio(words, inFlight) {
    const child = start(words, []);
    const load = new Load(child.pid, calls.stdio);
    let rest = "";
    let take = () => {};
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop();
        let out = "";
        for (const line of lines) out += take(line) ?? "";
        if (out !== "") child.stdin.write(out);
    });
    const begun = new Promise((done) => (take = done));
    child.stdin.write(initialize + "\n");
    await begun;
    const next = () => {
        const line = load.next();
        return line === undefined ? "" : line + "\n";
    };
    take = (line) => {
        load.take(line);
        return next();
    };
    child.stdin.write(initialized + "\n" + Array.from({ length: inFlight }, next).join(""));
    const figures = await load.done;
    child.stdin.end();
    await new Promise((done) => child.on("exit", done));
    return figures;
}

/// A connection that is kept; one request at a time.
class Connection {
    constructor(url) {
        this.url = url;
        this.buffer = "";
        this.socket = connect({ host: "127.0.0.1", port: Number(url.port), noDelay: true });
        this.socket.setEncoding("utf8");
        this.socket.on("data", (text) => {
            this.buffer += text;
            this.read();
        });
    }
    post(body, session) {
        const fields = session === undefined ? "" : `MCP-Session-Id: ${session}\r\nMCP-Protocol-Version: ${revision}\r\n`;
        this.socket.write(
            `POST ${this.url.pathname} HTTP/1.1\r\nHost: ${this.url.host}\r\nContent-Type: application/json\r\n` +
                `Accept: application/json, text/event-stream\r\n${fields}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
        return new Promise((done) => (this.done = done));
    }
    read() {
        const end = this.buffer.indexOf("\r\n\r\n");
        if (end < 0) return;
        const head = this.buffer.slice(0, end);
        const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
        let body;
        if (length !== undefined || !/\r\ntransfer-encoding: *chunked/i.test(head)) {
            const from = end + 4;
            if (this.buffer.length < from + Number(length ?? 0)) return;
            body = this.buffer.slice(from, from + Number(length ?? 0));
            this.buffer = this.buffer.slice(from + body.length);
        } else {
            const last = this.buffer.indexOf("\r\n0\r\n\r\n", end);
            if (last < 0) return;
            body = this.buffer.slice(end + 4, last);
            this.buffer = this.buffer.slice(last + 7);
        }
        this.done({ head, body });
    }
    close() {
        this.socket.destroy();
    }
}

async function overHttp(words, inFlight) {
    const child = start(words, ["--http"]);
    const url = new URL(await new Promise((done) => child.stdout.once("data", (line) => done(String(line).trim()))));
    const connections = Array.from({ length: inFlight }, () => new Connection(url));
    const begun = await connections[0].post(initialize);
    const session = /\r\nmcp-session-id: *(\S+)/i.exec(begun.head)?.[1];
    await connections[0].post(initialized, session);
    const load = new Load(child.pid, calls.http);
    const go = async (connection) => {
        for (let body = load.next(); body !== undefined; body = load.next()) load.take((await connection.post(body, session)).body);
    };
    connections.forEach(go);
    const figures = await load.done;
    connections.forEach((connection) => connection.close());
    child.stdin.end();
    child.kill();
    await new Promise((done) => child.on("exit", done));
    return figures;
}

async function measure(name, transport, inFlight) {
    const folder = mkdtempSync(join(tmpdir(), "bench-"));
    try {
        const words = name === "durable" ? [...servers[name], folder] : servers[name];
        return await (transport === "stdio" ? overStdio : overHttp)(words, inFlight);
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

function median(values) {
    return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function main() {
    if (!existsSync(join(here, "node_modules", "@modelcontextprotocol", "sdk"))) {
        console.error("The SDK is missing: run npm ci in " + here + ".");
        return 2;
    }
    for (const transport of (process.argv[4] ?? "stdio,http").split(",")) {
        for (const inFlight of [1, 32]) {
            const all = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
            for (let round = 0; round < Number(rounds); ++round)
                for (const name of Object.keys(servers)) all[name].push(await measure(name, transport, inFlight));
            const of = (name, figure) => median(all[name].map((figures) => figures[figure]));
            for (const name of Object.keys(servers)) {
                const ratio = (figure) => (of(name, figure) / of("sdk", figure)).toFixed(2);
                console.log(
                    `${transport} ${String(inFlight).padStart(2)} in flight, ${name.padEnd(10)}: ${Math.round(of(name, "rate"))} calls/s, ` +
                        `${ratio("rate")} x; processor ${ratio("processor")} x; memory ${of(name, "resident").toFixed(0)} MB, ${ratio("resident")} x`,
                );
            }
        }
    }
    return 0;
}

process.exitCode = await main();
