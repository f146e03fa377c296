// A scripted gateway over HTTP with SSE, as gateways in front of several servers behave: 44 tools,
// and an oddity in each of its answers.
import assert from "node:assert/strict";
import { createServer } from "node:http";

const toolCount = 44;
const session = "S-44";

function toolAt(index) {
    return { name: `tool_${index}`, description: `Tool ${index} — naïve ✓`, inputSchema: { type: "object", properties: { text: { type: "string" } } } };
}

function resultOf({ method, params }) {
    switch (method) {
        case "initialize":
            return { protocolVersion: "2024-11-05", capabilities: { tools: {} }, serverInfo: { name: "gateway", version: "0" } };
        case "tools/list":
            return { tools: Array.from({ length: toolCount }, (_, index) => toolAt(index)) };
        case "tools/call":
            return { content: [{ type: "text", text: `${params.name} — ${params.arguments.text}` }] };
        default:
            return undefined;
    }
}

function answerTo(request) {
    const result = resultOf(request);
    const rest = result ? { result } : { error: { code: -32601, message: "Method not found" } };
    return { jsonrpc: "2.0", id: request.id, ...rest };
}

/// The forms in which such gateways wrap a message.
const envelopes = {
    none: (message) => JSON.stringify(message),
    lines: (message) => JSON.stringify(message, undefined, 1),
    event: (message) => JSON.stringify({ event: "message", data: message }),
    nested: (message) => JSON.stringify({ data: { message } }),
    payload: (message) => JSON.stringify({ payload: message }),
    string: (message) => JSON.stringify({ data: JSON.stringify(message) }),
    array: (message) => JSON.stringify([message]),
};

/// `announce` is the stream's beginning, `post` the one place that takes messages.
class Gateway {
    constructor({ announce, post, envelope, firstPath }) {
        Object.assign(this, { announce, post, envelope, firstPath });
        this.calls = [];
        this.faults = [];
        this.http = createServer((request, response) => this.take(request, response));
    }

    async begin() {
        await new Promise((done) => this.http.listen(0, "127.0.0.1", done));
        return `http://127.0.0.1:${this.http.address().port}${this.firstPath}`;
    }

    end() {
        this.http.closeAllConnections();
        return new Promise((done) => this.http.close(done));
    }

    take(request, response) {
        const { pathname, search } = new URL(request.url, "http://gateway");
        if (request.method === "GET" && pathname === "/") return response.writeHead(307, { Location: "/sse" }).end();
        if (request.method === "GET" && pathname === "/sse") return this.stream(response);
        if (request.method === "POST" && pathname + search === "/moved") return response.writeHead(307, { Location: this.post }).end();
        if (request.method === "POST" && pathname + search === this.post) return this.post_(request, response);
        response.writeHead(pathname === "/sse" ? 405 : 404).end();
    }

    stream(response) {
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        this.events = response;
        response.write(": hello\n\nevent: ping\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"forged\",\"method\":\"ping\"}\n\n");
        response.write(this.announce);
    }

    async post_(request, response) {
        let body = "";
        for await (const bytes of request.setEncoding("utf8")) body += bytes;
        const message = JSON.parse(body);
        if (typeof message !== "object" || !/^application\/json/.test(request.headers["content-type"])) {
            this.faults.push(body);
            return response.writeHead(400).end("bad body");
        }
        response.writeHead(202).end();
        if (message.id === "forged") this.faults.push(body);
        if (message.method === "tools/call") this.calls.push([message.params.name, message.params.arguments]);
        if (message.method !== undefined && message.id !== undefined) this.send(answerTo(message));
    }

    /// In pieces that end within letters.
    send(message) {
        const data = envelopes[this.envelope](message).split("\n").map((line) => `data: ${line}\n`);
        const bytes = Buffer.from(`event: message\r\nid: 7\n${data.join("")}\ndata: [DONE]\n\n`);
        const half = bytes.indexOf(0xe2) + 1 || 5;
        this.events.write(bytes.subarray(0, half));
        setImmediate(() => this.events.write(bytes.subarray(half)));
    }
}

async function useGateway(desk, habits) {
    const gateway = new Gateway(habits);
    const name = `gateway-${habits.envelope}`;
    await desk.done("servers", "add", name, "--url", await gateway.begin());
    try {
        assert.equal((await desk.status(name)).tools, toolCount);
        assert.equal((await desk.toolNames(name)).length, toolCount);
        await desk.allow(`${name}/tool_43`);
        const { result } = await desk.json("call", `${name}/tool_43`, '{"text":"ünï"}');
        assert.equal(result[0].text, "tool_43 — ünï");
        assert.deepEqual(gateway.calls, [["tool_43", { text: "ünï" }]]);
        assert.deepEqual(gateway.faults, []);
    } finally {
        await gateway.end();
        await desk.done("servers", "remove", name);
    }
}

function event(data) {
    return `event: endpoint\ndata: ${data}\n\n`;
}

const habits = {
    "a query alone, below /sse": { announce: event(`?sessionid=${session}`), post: `/sse?sessionid=${session}`, envelope: "none", firstPath: "/sse" },
    "a redirect to /sse": { announce: event(`/message?sessionId=${session}`), post: `/message?sessionId=${session}`, envelope: "lines", firstPath: "/" },
    "a redirect of messages": { announce: event("/moved"), post: `/message?sessionId=${session}`, envelope: "event", firstPath: "/sse" },
    "a bare line": { announce: `sessionid=${session}\n\n`, post: `/sse?sessionid=${session}`, envelope: "nested", firstPath: "/sse" },
    "an endpoint that is not there": { announce: event(`/gone?sessionId=${session}`), post: "/message", envelope: "payload", firstPath: "/sse" },
    "messages at /rpc": { announce: event(`/gone?sessionId=${session}`), post: "/rpc", envelope: "string", firstPath: "/sse" },
    "answers in arrays": { announce: event(`/message?sessionId=${session}`), post: `/message?sessionId=${session}`, envelope: "array", firstPath: "/sse" },
};

export const sseGatewayCases = {
    "sse-gateway": async (desk) => {
        for (const [oddity, habit] of Object.entries(habits)) {
            try {
                await useGateway(desk, habit);
            } catch (problem) {
                console.error(`With ${oddity}:`);
                throw problem;
            }
        }
    },
};
