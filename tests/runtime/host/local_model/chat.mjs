// Chats of a program with a real model on this machine (H42):
//   node chat.mjs DESK PYTHON
// Its weights are random. So its calls are an adversary: integers such as 4546E-488, and texts of
// any letters.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bridge } from "./bridge.mjs";

const [, , desk, python] = process.argv;
const times = 6;
const folder = mkdtempSync(join(tmpdir(), "iam-model-"));
const environment = { PATH: process.env.PATH, HOME: folder, TESTDESK_EFFECTS: join(folder, "effects") };

function start(...words) {
    const child = spawn(desk, ["--state", join(folder, "state"), ...words], { env: environment, stdio: ["ignore", "pipe", "pipe"], detached: true });
    const said = { out: Buffer.alloc(0), err: "", child };
    child.stdout.on("data", (bytes) => (said.out = Buffer.concat([said.out, bytes])));
    child.stderr.on("data", (bytes) => (said.err += bytes));
    said.ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ code, signal })));
    return said;
}

async function run(...words) {
    const said = start(...words);
    return { ...(await said.ended), out: said.out, err: said.err };
}

const entries = async () => (await run("--json", "audit")).out.toString();

async function callsPassTheGate(bridge) {
    for (const policy of [...Array(times).fill("allow"), "deny"]) {
        await run("policy", "set", "pay", policy);
        const { code, signal, out, err } = await run("chat", "--model", "openai/random", "--model-url", bridge.url, "pay");
        assert.equal(signal, null, err);
        assert.ok(code === 0 || code === 1, err);
        assert.ok(err.includes("pay"), err);
        new TextDecoder("utf-8", { fatal: true }).decode(out); // nonsense, and whole letters all the same
        console.log(`pay ${policy}: exit code ${code}, ${out.length} bytes of text\n${err.trim()}`);
    }
    // An effect for each call that was valid, and none else.
    const effects = existsSync(environment.TESTDESK_EFFECTS) ? readFileSync(environment.TESTDESK_EFFECTS, "utf8") : "";
    const done = [...(await entries()).matchAll(/"success":true/g)].length;
    assert.equal([...effects.matchAll(/^pay -?\d+ from /gm)].length, done, effects);
    assert.ok((await entries()).includes("policy_denied"));
    assert.match((await run("audit", "verify")).out.toString(), /^consistent/m);
    console.log(`${done} of ${times} calls were valid and ran`);
}

async function aStopEndsTheAnswer(bridge) {
    bridge.events.length = 0;
    const said = start("chat", "--model", "openai/random", "--model-url", bridge.url, "Talk for ever");
    await new Promise((first) => said.child.stdout.once("data", first));
    const begin = process.hrtime.bigint();
    said.child.kill("SIGINT");
    const { code } = await said.ended;
    assert.equal(code, 1, said.err);
    assert.match(said.err, /ended \(stopped\)/);
    while (!bridge.events.includes("aborted")) await new Promise((turn) => setImmediate(turn));
    assert.deepEqual(bridge.events, ["began", "aborted"]);
    console.log(`a stop ended the answer after ${(Number(process.hrtime.bigint() - begin) / 1e6).toFixed(0)} ms`);
}

async function aFileIsServed(file) {
    const { code, out, err } = await run("chat", "--model", file, "--llama-server", join(import.meta.dirname, "serve.mjs"), "pay");
    assert.equal(code, 0, err);
    assert.match(err, /pay: policy_denied/);
    console.log(`a server of our own: ${out.length} bytes of text`);
}

let bridge;
try {
    const file = join(folder, "random.gguf");
    execFileSync(python, ["-B", join(import.meta.dirname, "make_gguf.py"), file]);
    bridge = await Bridge.start(file);
    await callsPassTheGate(bridge);
    await aStopEndsTheAnswer(bridge);
    await aFileIsServed(file);
} finally {
    await bridge?.stop();
    rmSync(folder, { recursive: true });
}
