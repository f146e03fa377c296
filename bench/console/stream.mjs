// Streams 2,000 tokens of Markdown into a chat of the console in Debian's Chromium, 200 a second,
// and reports the tasks of the page: node bench/console/stream.mjs PROGRAM
// PROGRAM is tests/runtime/host/iam_test_host_desk of a build. The model is made up: a server of
// Ollama's API in this process. `npm ci` has run in tests/runtime/console.
import { createServer } from "node:http";
import { Stage } from "../../tests/runtime/console/stage.mjs";
import { Desk } from "../../tests/runtime/console/desk.mjs";
import { tasksIn } from "./tasks.mjs";

const TOKENS = 2000;
const TOKENS_PER_SECOND = 200;

/// The token of this number: words, now and then a heading, a list or code.
const token = (number) => number % 100 === 0 ? `\n\n## Part ${number / 100}\n\n` : number % 25 === 0 ? "\n- **point** " : number % 40 === 0 ? " `code` " : ` word${number}`;

/// Answers as Ollama does: a line of JSON for each token, at their time.
async function answer(response) {
    const begin = performance.now();
    const line = (message, done) => response.write(`${JSON.stringify({ model: "m", created_at: "2026-01-01T00:00:00Z", message: { role: "assistant", content: message }, done, ...(done ? { done_reason: "stop" } : {}) })}\n`);
    response.writeHead(200, { "Content-Type": "application/x-ndjson" });
    for (let number = 0; number < TOKENS;) {
        await new Promise((resolve) => { setTimeout(resolve, 5); });
        const due = ((performance.now() - begin) * TOKENS_PER_SECOND) / 1000;
        for (; number < Math.min(due, TOKENS); ++number) line(token(number), false);
    }
    line("", true);
    response.end();
    return (TOKENS * 1000) / (performance.now() - begin);
}

let rate = 0;
const model = createServer(async (request, response) => {
    for await (const part of request) void part;
    if (request.url.endsWith("/api/chat")) rate = await answer(response);
    else response.writeHead(404).end();
});
await new Promise((resolve) => { model.listen(0, "127.0.0.1", resolve); });

const stage = await Stage.open();
stage.program = process.argv[2];
const desk = await Desk.start(stage, { options: ["--model", "ollama/m", "--model-url", `http://127.0.0.1:${model.address().port}`] });
const page = await desk.page("/#/chat");
await page.getByLabel("Message", { exact: true }).fill("Go.");
await stage.browser.startTracing(page, { categories: ["toplevel"] });
await page.getByLabel("Message", { exact: true }).press("Enter");
await page.getByRole("log").getByRole("heading", { name: `Part ${TOKENS / 100 - 1}` }).waitFor({ timeout: 60_000 });
const tasks = tasksIn(await stage.browser.stopTracing());
const over = tasks.filter((ms) => ms > 50).length;
const total = tasks.reduce((sum, ms) => sum + ms, 0);
console.log(`tasks over 50 ms while ${TOKENS} tokens came, ${rate.toFixed(0)} a second: ${over}   (bar 0)`);
console.log(`the longest tasks: ${tasks.slice(0, 5).map((ms) => ms.toFixed(0)).join(", ")} ms; all ${tasks.length}: ${(total / 1000).toFixed(1)} s`);
await desk.close();
await stage.close();
model.close();
