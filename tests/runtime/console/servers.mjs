// A desk with a file of MCP servers, which are programs of the test folder.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withDesk } from "./desk.mjs";

export const SMALL = fileURLToPath(new URL("../mcp/client/small_server.py", import.meta.url));
export const small = (...modes) => ({ command: "/usr/bin/python3", args: [SMALL, ...modes], sandbox: false });

/// Runs `body(desk, file)` with a file of these servers.
export async function withServers(stage, servers, body, facts = {}) {
    const folder = mkdtempSync(join(tmpdir(), "iam-servers-"));
    const file = join(folder, "servers.json");
    writeFileSync(file, JSON.stringify({ servers }), { mode: 0o600 });
    try {
        await withDesk(stage, (desk) => body(desk, file), { ...facts, options: ["--servers", file] });
    } finally {
        rmSync(folder, { recursive: true });
    }
}
