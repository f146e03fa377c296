// Runs tests in the browser: node run.mjs FILE [NAME [PROGRAM]]. Without a name, or with an empty
// one, all of the file. Exit codes: 0 passed, 1 failed, 77 skipped: there is no Chromium.
import { hasBrowser, Stage, executablePath } from "./stage.mjs";

const [, , file, name = "", program] = process.argv;
const tests = new Map();
globalThis.test = (sentence, body) => tests.set(sentence, body);
await import(new URL(file, import.meta.url));

if (!hasBrowser) {
    console.log(`skipped: ${executablePath} is not installed`);
    process.exit(77);
}
const wanted = [...tests].filter(([sentence]) => name === "" || sentence === name);
if (wanted.length === 0) throw new Error(`${file} has no test "${name}"`);
const stage = await Stage.open();
stage.program = program;
let failed = 0;
for (const [sentence, body] of wanted) {
    try {
        await Promise.race([body(stage), stage.lost]);
        console.log(`passed: ${sentence}`);
    } catch (error) {
        ++failed;
        console.log(`failed: ${sentence}\n${error.stack}`);
        if (stage.isLost) break;
    }
}
await stage.close();
process.exit(failed > 0 ? 1 : 0);
