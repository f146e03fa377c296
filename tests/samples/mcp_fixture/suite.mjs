// Runs the official conformance suite, and counts scenarios and checks: a scenario can pass without
// a check.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

function node22() {
    const found = ["x64", "arm64"].map((kind) => join(here, "node_modules", `node-linux-${kind}`, "bin", "node")).find(existsSync);
    assert.ok(found, "no node 22; run npm ci here");
    return found;
}

function run(suite, words, folder) {
    const program = join(here, "node_modules", suite.package, "dist", "index.js");
    return new Promise((done) => {
        const child = spawn(node22(), [program, ...words, "-o", folder, ...suite.options], { stdio: ["ignore", "pipe", "inherit"] });
        let text = "";
        child.stdout.on("data", (bytes) => (text += bytes));
        child.on("close", () => done(text));
    });
}

/// [name, passed, failed] of each scenario in the suite's summary.
function summary(text) {
    const lines = text.slice(text.search(/=== (SUITE )?SUMMARY ===/)).matchAll(/^\S ([a-z0-9_/-]+): (\d+) passed, (\d+) failed/gm);
    return [...lines].map(([, name, passed, failed]) => [name, Number(passed), Number(failed)]);
}

/// Runs each suite {package, options, scenarios, checks, unscored} with these words for its target,
/// such as ["server", "--url", url]. All scenarios pass, but for the unscored ones, which stand
/// there with the reason.
export async function hold(suites, words) {
    const folder = mkdtempSync(join(tmpdir(), "conformance-"));
    try {
        for (const suite of suites) {
            const text = await run(suite, words, folder);
            const all = summary(text);
            const scored = all.filter(([name]) => !(name in suite.unscored));
            const bad = scored.filter(([, passed, failed]) => passed === 0 || failed > 0);
            const checks = scored.reduce((sum, [, passed]) => sum + passed, 0);
            assert.deepEqual(bad, [], text);
            assert.deepEqual([scored.length, checks], [suite.scenarios, suite.checks], text);
            console.log(`${suite.package}: ${scored.length} scenarios, ${checks} checks`);
        }
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}
