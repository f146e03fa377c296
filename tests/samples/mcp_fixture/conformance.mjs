// Runs the official conformance suite against the fixture:
//   node conformance.mjs FIXTURE
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { hold } from "./suite.mjs";

const [, , fixture] = process.argv;
const suites = [
    {
        package: "@modelcontextprotocol/conformance",
        options: ["--requirements", "2025-11-25", "--timeout", "300000"],
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
        options: ["--requirements", "2026-07-28", "--timeout", "300000"],
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

const endSeconds = 20;

/// The fixture prints its URL and ends soon when its input does, whatever its clients left open.
function serve() {
    const server = spawn(fixture, ["--http"], { stdio: ["pipe", "pipe", "inherit"] });
    const ended = new Promise((done) => server.on("exit", done));
    const url = new Promise((done, fail) => {
        server.stdout.once("data", (line) => done(String(line).trim()));
        ended.then(() => fail(new Error("the fixture has ended")));
    });
    const end = () => {
        server.stdin.end();
        const late = setTimeout(() => server.kill("SIGKILL"), endSeconds * 1000);
        return ended.finally(() => clearTimeout(late));
    };
    return { url, end };
}

const server = serve();
try {
    await hold(suites, ["server", "--url", await server.url]);
} finally {
    assert.equal(await server.end(), 0);
}
