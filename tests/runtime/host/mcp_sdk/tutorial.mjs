// A client on the official SDK starts the server that a configuration names, as README.md says:
//   node tutorial.mjs CONFIGURATION
// It says "waits" when its call waits for a person, and ends when the call has ended.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [, , file] = process.argv;
const { command, args } = JSON.parse(readFileSync(file, "utf8")).mcpServers.shopping;
const client = new Client({ name: "claude-like", version: "1" });
await client.connect(new StdioClientTransport({ command, args, env: { ...process.env } }));
const { tools } = await client.listTools();
assert.deepEqual(tools.map((tool) => tool.name).sort(), ["add_item", "read_list"]);
const read = await client.callTool({ name: "read_list", arguments: {} });
assert.ok(!read.isError, JSON.stringify(read));
let told = false;
const added = await client.callTool({ name: "add_item", arguments: { item: "apples", count: 6 } }, undefined, {
    onprogress: () => {
        if (!told) console.log("waits");
        told = true;
    },
});
assert.ok(told, "the call waited for nobody");
assert.ok(!added.isError, JSON.stringify(added));
await client.close();
