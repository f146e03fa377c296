// The peer: the same tool on the npm SDK.
//   sdk_echo.mjs            serves standard input and output
//   sdk_echo.mjs --http     serves a free port, which it prints
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

function echo() {
    const server = new Server({ name: "echo", version: "1" }, { capabilities: { tools: {} } });
    const inputSchema = { type: "object", properties: { message: { type: "string" } }, required: ["message"] };
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name: "echo", inputSchema }] }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({ content: [{ type: "text", text: params.arguments.message }] }));
    return server;
}

async function serveHttp() {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID(), enableJsonResponse: true });
    await echo().connect(transport);
    const server = createServer((request, response) => transport.handleRequest(request, response));
    server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
}

if (process.argv[2] === "--http") await serveHttp();
else await echo().connect(new StdioServerTransport());
