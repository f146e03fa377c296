// The SDK's example of a server with OAuth, and our client that agrees without a browser:
//   node oauth.mjs SUITE_CLIENT
// Its authorization server is at a port of its own, registers clients by request, and knows each
// token by introspection.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { Desk, ended, freePort, here } from "./desk.mjs";

const example = join(here, "node_modules/@modelcontextprotocol/sdk/dist/esm/examples/server/simpleStreamableHttp.js");
const [, , client] = process.argv;
const desk = new Desk(client);

/// Starts the example with these words; gives the URL of its server.
async function start(...words) {
    const [port, authPort] = [await freePort(), await freePort()];
    await desk.listen(example, words, { MCP_PORT: port, MCP_AUTH_PORT: authPort }, /MCP Streamable HTTP Server listening/);
    return `http://localhost:${port}/mcp`;
}

/// Connects and calls the tool "greet"; gives the exit code and the errors.
function greet(url) {
    const context = { toolCalls: [{ name: "greet", arguments: { name: "Ann" } }] };
    const env = { ...desk.env, MCP_CONFORMANCE_CONTEXT: JSON.stringify(context), MCP_CONFORMANCE_PROTOCOL_VERSION: "2025-11-25" };
    return ended(spawn(client, [url], { env, stdio: ["ignore", "pipe", "pipe"] }));
}

try {
    for (const word of ["--oauth", "--oauth-strict"]) {
        const url = await start("--oauth", word);
        // Without a token it is closed.
        assert.equal((await fetch(url, { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } })).status, 401);
        const { code, out, errors } = await greet(url);
        assert.equal(code, 0, `${word}: ${out}${errors}`);
        assert.equal(errors, "", word);
    }
} finally {
    await desk.end();
}
