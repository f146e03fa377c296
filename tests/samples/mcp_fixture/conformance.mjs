// Runs the official conformance suite against the fixture:
//   node conformance.mjs FIXTURE
// Counts scenarios and checks: a scenario can pass without a check.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [, , fixture] = process.argv;
const here = dirname(fileURLToPath(import.meta.url));
const suites = [
    {
        package: "@modelcontextprotocol/conformance",
        options: ["--requirements", "2025-11-25"],
        // The 30 that count, and server-session-lifecycle.
        scenarios: 31,
        checks: 72,
        // What the suite runs and does not score, with our reason.
        unscored: {
            "json-schema-2020-12": "the fixture has no tool with that schema yet",
            "server-sse-polling": "a server that closes streams of running calls on purpose is of no use here",
        },
    },
    {
        package: "@modelcontextprotocol/conformance",
        options: ["--requirements", "2026-07-28"],
        // The 37 that count, and http-header-validation.
        scenarios: 38,
        checks: 134,
        unscored: {
            "json-schema-2020-12": "the fixture has no tool with that schema yet",
            "http-custom-header-server-validation": "the fixture has no tool whose parameters are headers",
            ...Object.fromEntries(
                ["lifecycle", "capability-negotiation", "wire-fields", "request-state-removal", "mrtr-input", "request-headers",
                 "dispatch-and-envelope", "status-notifications", "required-task-error", "mrtr-composition"]
                    .map((name) => [`tasks-${name}`, "the extension for tasks is not there"]),
            ),
        },
    },
    { package: "conformance-stable", options: [], scenarios: 30, checks: 39, unscored: {} },
];

function node22() {
    const found = ["x64", "arm64"].map((kind) => join(here, "node_modules", `node-linux-${kind}`, "bin", "node")).find(existsSync);
    assert.ok(found, "no node 22; run npm ci here");
    return found;
}

function run(suite, url, folder) {
    const program = join(here, "node_modules", suite.package, "dist", "index.js");
    return new Promise((done) => {
        const child = spawn(node22(), [program, "server", "--url", url, "-o", folder, ...suite.options], { stdio: ["ignore", "pipe", "inherit"] });
        let text = "";
        child.stdout.on("data", (bytes) => (text += bytes));
        child.on("close", () => done(text));
    });
}

/// [name, passed, failed] of each scenario in the suite's summary.
function summary(text) {
    const lines = text.slice(text.indexOf("=== SUMMARY ===")).matchAll(/^\S ([a-z0-9-]+): (\d+) passed, (\d+) failed/gm);
    return [...lines].map(([, name, passed, failed]) => [name, Number(passed), Number(failed)]);
}

/// The fixture prints its URL and ends when its input does.
function serve() {
    const server = spawn(fixture, ["--http"], { stdio: ["pipe", "pipe", "inherit"] });
    const ended = new Promise((done) => server.on("exit", done));
    const url = new Promise((done, fail) => {
        server.stdout.once("data", (line) => done(String(line).trim()));
        ended.then(() => fail(new Error("the fixture has ended")));
    });
    return { url, end: () => (server.stdin.end(), ended) };
}

const server = serve();
const folder = mkdtempSync(join(tmpdir(), "conformance-"));
try {
    for (const suite of suites) {
        const text = await run(suite, await server.url, folder);
        const scored = summary(text).filter(([name]) => !(name in suite.unscored));
        const bad = scored.filter(([, passed, failed]) => passed === 0 || failed > 0);
        const checks = scored.reduce((sum, [, passed]) => sum + passed, 0);
        assert.deepEqual(bad, [], text);
        assert.deepEqual([scored.length, checks], [suite.scenarios, suite.checks], text);
        console.log(`${suite.package}: ${scored.length} scenarios, ${checks} checks`);
    }
} finally {
    assert.equal(await server.end(), 0);
    rmSync(folder, { recursive: true, force: true });
}
