// Gives the same bytes to our parsers and to the clients of npm, and compares the answers:
//   node compare.mjs STREAM_EVENTS RECORDED_FOLDER [COUNT]
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createParser } from "eventsource-parser";
import { clients } from "./clients.mjs";
import { differences } from "./differences.mjs";
import { answerOf, eventStream, makers, random } from "./made_streams.mjs";

const [, , program, folder, count = "200"] = process.argv;
console.warn = () => {}; // the client of Ollama reports lines that it drops

const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
async function ours(form, bytes) {
    child.stdin.write(`${form} ${bytes.toString("base64")}\n`);
    const { value, done } = await answers.next();
    assert.ok(!done, "the program has ended");
    return JSON.parse(value);
}

async function theirs(form, bytes) {
    try {
        return await clients[form](bytes);
    } catch (error) {
        return { error: String(error.message ?? error) };
    }
}

/// Arguments as values. Without any, forms of text may have "".
const argumentsOf = (value) => (typeof value === "string" ? JSON.parse(value === "" ? "{}" : value) : value);
const callsOf = (calls) => calls.map((call) => ({ id: call.id ?? "", name: call.name, arguments: argumentsOf(call.arguments) }));

function compare(mine, client) {
    assert.equal(Boolean(mine.error), Boolean(client.error), `error: ours "${mine.error}", client's "${client.error}"`);
    if (mine.error) return;
    assert.equal(mine.text, client.text);
    if (client.thinking !== undefined) assert.equal(mine.thinking, client.thinking);
    assert.deepEqual(callsOf(mine.calls), callsOf(client.calls));
    if (!client.items || mine.items === "") return;
    // A part without text and signature is left out on purpose.
    const kept = client.items.filter((part) => !(part.text === "" && Object.keys(part).length === 1));
    assert.deepEqual(JSON.parse(mine.items), JSON.parse(JSON.stringify(kept)));
}

const formOf = (name) => Object.keys(clients).find((form) => name.startsWith(form));

async function compareRecorded() {
    const stale = new Set(Object.keys(differences));
    for (const name of readdirSync(folder)) {
        const bytes = readFileSync(join(folder, name));
        const form = formOf(name);
        const [mine, client] = [await ours(form, bytes), await theirs(form, bytes)];
        const difference = differences[name];
        stale.delete(name);
        if (!difference) {
            try {
                compare(mine, client);
            } catch (error) {
                throw new Error(`${name}: ${error.message}`, { cause: error });
            }
            continue;
        }
        assert.throws(() => compare(mine, client), undefined, `${name} is listed as a difference, and there is none`);
        const isSo = {
            merges: () => mine.calls.length > (client.calls?.length ?? 0),
            calls: () => mine.calls.length === 0 && !mine.error && client.calls?.length > 0,
            passes: () => mine.error && !client.error,
            throws: () => !mine.error && client.error,
        }[difference.client];
        assert.ok(isSo(), `${name}: ours ${JSON.stringify(mine)}, client's ${JSON.stringify(client)}`);
    }
    assert.deepEqual([...stale], [], "differences of streams that are not there");
}

async function compareMade() {
    for (const [form, make] of Object.entries(makers)) {
        for (let seed = 1; seed <= Number(count); ++seed) {
            const r = random(seed);
            const answer = answerOf(r);
            const stream = make(r, answer);
            const bytes = Buffer.from(stream);
            const mine = await ours(form, bytes);
            try {
                assert.equal(mine.error, "");
                assert.deepEqual(callsOf(mine.calls), callsOf(answer.calls));
                compare(mine, await theirs(form, bytes));
            } catch (error) {
                throw new Error(`${form}, seed ${seed}: ${error.message}\n${stream}`, { cause: error });
            }
        }
    }
}

async function compareEvents() {
    for (let seed = 1; seed <= Number(count) * 5; ++seed) {
        const text = eventStream(random(seed));
        const events = [];
        let id = "";
        const parser = createParser({ onEvent: (event) => events.push({ id: (id = event.id ?? id), event: event.event ?? "", data: event.data }) });
        parser.feed(text);
        assert.deepEqual(await ours("sse", Buffer.from(text)), events, `seed ${seed}: ${JSON.stringify(text)}`);
    }
}

await compareEvents();
await compareRecorded();
await compareMade();
child.stdin.end();
console.log("all streams read the same, but for the listed differences");
