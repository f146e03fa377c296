// Puts a server of standard input and output behind Streamable HTTP, a process for each session.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

async function open(command, port, sessions, processes) {
    const inner = new StdioClientTransport({ command, stderr: "inherit" });
    processes.add(inner);
    const outer = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (id) => sessions.set(id, outer),
        enableDnsRebindingProtection: true,
        allowedHosts: [`localhost:${port}`, `127.0.0.1:${port}`],
    });
    // Standard output does not say to which request a message belongs: it is the last one.
    let last;
    outer.onmessage = (message) => {
        if (message.method !== undefined && message.id !== undefined) last = message.id;
        inner.send(message);
    };
    inner.onmessage = (message) => {
        const belongs = message.method === undefined ? {} : { relatedRequestId: last };
        outer.send(message, belongs).catch((error) => console.error(error.message));
    };
    outer.onclose = () => {
        processes.delete(inner);
        inner.close();
    };
    await inner.start();
    await outer.start();
    return outer;
}

/// Listens on a free port of the loopback; gives the URL, and how to end it all.
export async function bridge(command) {
    const sessions = new Map();
    // Also those of requests that were refused before they had a session.
    const processes = new Set();
    const server = createServer(async (request, response) => {
        try {
            const id = request.headers["mcp-session-id"];
            if (id !== undefined && !sessions.has(id)) {
                response.writeHead(404).end();
                return;
            }
            const transport = id === undefined ? await open(command, server.address().port, sessions, processes) : sessions.get(id);
            await transport.handleRequest(request, response);
        } catch (error) {
            console.error(error);
            if (!response.headersSent) response.writeHead(500).end();
        }
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    const end = async () => {
        await Promise.all([...processes].map((process) => process.close()));
        server.closeAllConnections();
        server.close();
    };
    return { url: `http://localhost:${server.address().port}/mcp`, end };
}
