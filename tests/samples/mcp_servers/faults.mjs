// Slow servers delay no others, and kills leave each call with one outcome, or an unknown one.
import assert from "node:assert/strict";
import { existsSync, readFileSync, renameSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aboutOf, ended } from "./desk.mjs";

const killed = "SIGKILL";

/// The scripted server `name`, and the plan that it reads at each message.
class Scripted {
    constructor(desk, name) {
        Object.assign(this, { desk, name });
        this.file = join(desk.folder, `${name}.plan`);
        this.effects = join(desk.folder, `${name}.effects`);
        this.seen = join(desk.folder, `${name}.seen`);
        this.plan({});
    }

    /// In one step: the server may be reading it.
    plan(what) {
        writeFileSync(`${this.file}.new`, JSON.stringify({ effects: this.effects, seen: this.seen, ...what }));
        renameSync(`${this.file}.new`, this.file);
    }

    add() {
        return this.desk.addScript(this.name, "dying_server.mjs", this.file);
    }

    planKill(who, at, when) {
        this.mark = `${this.file}.${at.replace("/", "_")}.${when}`;
        this.plan({ kill: { who, at, when, mark: this.mark } });
    }

    /// Waits for the kill: the answer before it may be here first.
    async killed() {
        while (!existsSync(this.mark)) {
            await new Promise((done) => {
                const watcher = watch(this.desk.folder, () => (watcher.close(), done()));
                if (existsSync(this.mark)) watcher.close(), done();
            });
        }
    }

    /// The numbers of the calls that had their effect.
    done() {
        return existsSync(this.effects) ? readFileSync(this.effects, "utf8").trim().split("\n") : [];
    }
}

async function added(desk, name) {
    const server = new Scripted(desk, name);
    await server.add();
    await desk.allow(`${name}/act`);
    return server;
}

async function slowList(desk) {
    const slow = await added(desk, "slow");
    const fast = await added(desk, "fast");
    slow.plan({ hold: "tools/list" });
    const person = await desk.person("--wait", "0");
    const tools = await person.tools("fast__act");
    assert.ok(!tools.some((tool) => tool.name === "slow__act"));
    assert.ok(!(await person.call("fast__act", { number: 1 })).isError);
    assert.deepEqual(fast.done(), ["1"]);
    slow.plan({});
    await person.tools("slow__act");
    assert.ok(!(await person.call("slow__act", { number: 2 })).isError);
    assert.deepEqual(slow.done(), ["2"]);
}

/// The list is kept back until the call is over. A program that waited for it would say so.
async function slowListOnTheCommandLine(desk) {
    const slow = await added(desk, "slow");
    const fast = await added(desk, "fast");
    slow.plan({ hold: "tools/list" });
    const { code, errors } = await desk.run("call", "fast/act", '{"number":1}');
    assert.equal(code, 0, errors);
    assert.doesNotMatch(errors, /slow/);
    assert.deepEqual(fast.done(), ["1"]);
}

const moments = [
    ["initialize", "before"],
    ["initialize", "answer"],
    ["notifications/initialized", "before"],
    ["tools/list", "before"],
    ["tools/list", "answer"],
    ["tools/call", "before"],
    ["tools/call", "effect"],
    ["tools/call", "answer"],
];

/// The entries of the call with this number: one outcome at most, and none is lost.
async function judge(desk, number, effects, code) {
    const entries = await desk.entries("--limit", "1000", "--tool", "dying/act");
    const ids = new Set(entries.filter(({ values }) => values.arguments?.number === number).map(({ entry }) => entry.call));
    const own = entries.filter(({ entry }) => ids.has(entry.call));
    const intents = own.filter(({ entry }) => entry.kind === "intent");
    const outcomes = own.filter(({ entry }) => entry.kind === "outcome");
    const where = `${code}: ${JSON.stringify(own)}`;
    assert.ok(effects <= 1, `${effects} effects; ${where}`);
    assert.ok(intents.length <= 1 && outcomes.length <= intents.length, where);
    // A tool that was never listed is a refusal without an intent.
    if (intents.length === 0) assert.equal(effects, 0, where);
    if (intents.length === 0) return false;
    const isUnknown = outcomes.length === 0 ? intents[0].lacks_outcome : outcomes[0].entry.code === "outcome_unknown";
    assert.ok(isUnknown || (outcomes[0].entry.success ? 1 : 0) === effects, where);
    const unknown = await desk.entries("--limit", "1000", "--tool", "dying/act", "--outcome", "unknown");
    assert.equal(unknown.some(({ entry }) => ids.has(entry.call)), isUnknown, where);
    return isUnknown;
}

function countOf(server, number) {
    return server.done().filter((line) => line === String(number)).length;
}

async function serverKilled(desk) {
    let number = 0;
    const server = await added(desk, "dying");
    for (const [at, when] of moments) {
        server.planKill("server", at, when);
        const person = await desk.person("--wait", "0");
        await person.tools("dying__act");
        const result = await person.call("dying__act", { number: ++number });
        await server.killed();
        const isUnknown = await judge(desk, number, countOf(server, number), `${at}, ${when}: ${JSON.stringify(result)}`);
        assert.equal(aboutOf(result).code === "outcome_unknown", isUnknown, JSON.stringify(result));
        if (at === "tools/call") assert.equal(isUnknown, when !== "answer");
        // The server comes back, and does not get the call again.
        const next = { number: ++number };
        while ((await person.call("dying__act", next)).isError) assert.equal(countOf(server, number), 0);
        assert.equal(countOf(server, number), 1);
        assert.ok(countOf(server, number - 1) <= 1);
        await person.client.close();
    }
    await desk.verify();
}

async function clientKilled(desk) {
    let number = 0;
    const server = await added(desk, "dying");
    for (const [at, when] of moments) {
        server.planKill("client", at, when);
        const { code, signal, out, errors } = await ended(desk.start("call", "dying/act", JSON.stringify({ number: ++number })));
        // Behind its answer the program may have ended before the kill comes.
        assert.ok(existsSync(server.mark) || when === "answer", `nothing was killed at ${at}, ${when}: ${out}${errors}`);
        assert.ok(signal === killed || (when === "answer" && code === 0), `${at}, ${when}: ${code} ${errors}`);
        const isUnknown = await judge(desk, number, countOf(server, number), `${at}, ${when}: ${code} ${errors}`);
        if (at === "tools/call" && when === "effect") assert.ok(isUnknown);
        const before = countOf(server, number);
        server.plan({});
        await desk.done("call", "dying/act", JSON.stringify({ number: ++number }));
        assert.equal(countOf(server, number), 1);
        assert.equal(countOf(server, number - 1), before);
        await desk.verify();
    }
}

export const faultCases = {
    "slow-list": slowList,
    "slow-list-command": slowListOnTheCommandLine,
    "server-killed": serverKilled,
    "iam-killed": clientKilled,
};
