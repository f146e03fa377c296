// The console's pages in Debian's Chromium, over the real program:
//   node paint.mjs PROGRAM [ROUNDS]
// PROGRAM is a program of iam::host. The floor of the first paint is a page of one line from a
// server of Node in the same browser. The packages are those of tests/runtime/console (npm ci).
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { withDesk } from "../../tests/runtime/console/desk.mjs";
import { Stage } from "../../tests/runtime/console/stage.mjs";

const [, , program, rounds = "15"] = process.argv;
const IDLE_SECONDS = 10;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/// Milliseconds from the beginning of a load to the first content on the screen.
const firstPaint = (page) => page.evaluate(() => new Promise((resolve) => {
    const find = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
    if (find()) return resolve(find());
    new PerformanceObserver(() => find() && resolve(find())).observe({ type: "paint", buffered: true });
}));

/// Seconds of processor time that a process has used.
function secondsOf(pid) {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [user, system] = stat.slice(stat.lastIndexOf(")") + 2).split(" ").slice(11, 13);
    return (Number(user) + Number(system)) / 100;
}

async function floorOf(stage) {
    const server = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>x</title><p>One line."));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const page = await (await stage.browser.newContext()).newPage();
    const times = [];
    for (let i = 0; i < Number(rounds); ++i) {
        await page.goto(`http://127.0.0.1:${server.address().port}/`);
        times.push(await firstPaint(page));
    }
    await page.context().close();
    server.closeAllConnections();
    server.close();
    return median(times);
}

async function paints(stage, desk) {
    const page = await desk.page("/#/questions");
    const times = [];
    for (let i = 0; i < Number(rounds); ++i) {
        await page.reload();
        await page.getByRole("heading", { level: 1 }).waitFor();
        times.push(await firstPaint(page));
    }
    const bytes = await page.evaluate(() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(({ name }) => !name.includes("/api/")).reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0));
    await page.context().close();
    return { paint: median(times), bytes };
}

async function idle(desk) {
    const page = await desk.page("/#/timeline");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const before = secondsOf(desk.pid);
    await new Promise((resolve) => { setTimeout(resolve, IDLE_SECONDS * 1000); });
    const used = secondsOf(desk.pid) - before;
    await page.context().close();
    return used;
}

const stage = await Stage.open();
stage.program = program;
await withDesk(stage, async (desk) => {
    desk.propose("echo", { message: "hello" });
    const floor = await floorOf(stage);
    const { paint, bytes } = await paints(stage, desk);
    console.log(`first paint: ${paint.toFixed(0)} ms, ${(paint / floor).toFixed(1)} times a page of one line (${floor.toFixed(0)} ms)`);
    console.log(`bytes of a load: ${bytes}`);
    console.log(`processor time of the console with one open page: ${(await idle(desk)).toFixed(2)} s in ${IDLE_SECONDS} s`);
});
await stage.close();
