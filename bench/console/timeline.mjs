// Scrolls 10,000 entries of the console's timeline in Debian's Chromium, and reports the tasks of
// the page: node bench/console/timeline.mjs PROGRAM
// PROGRAM is tests/runtime/host/iam_test_host_desk of a build. The list is made up, so only the
// page is measured. `npm ci` has run in tests/runtime/console.
import { Stage } from "../../tests/runtime/console/stage.mjs";
import { Desk } from "../../tests/runtime/console/desk.mjs";
import { tasksIn } from "./tasks.mjs";

const ENTRIES = 10_000;
const WHEEL = 900;

function row(number) {
    return {
        id: `0.${number}`, hash: "a".repeat(64), previous: "b".repeat(64), lacks_outcome: false, undo: "none", values: {},
        entry: {
            kind: number % 2 ? "intent" : "outcome", time_ms: 1795428000000 + number, tool: { origin: "", name: "book_room" }, risk: "medium",
            subject: { user: "ann", workspace: "home", session: "s1" }, contract: { consent: "c".repeat(64), schema: "d".repeat(64) },
            decision: { effect: "allow", reason: "The tool's own policy allows it.", source: "contract" }, ...(number % 2 ? {} : { success: true }),
        },
    };
}

function listOf(url) {
    const query = new URL(url).searchParams;
    if (query.get("outcome")) return { entries: [] };
    const newest = query.get("before") ? Number(query.get("before").slice(2)) - 1 : ENTRIES;
    const entries = Array.from({ length: Math.min(50, newest) }, (_, i) => row(newest - i));
    return { entries, ...(newest > 50 ? { next: entries.at(-1).id } : {}) };
}

/// Scrolls by the wheel until the first entry stands in the window.
async function scroll(page) {
    await page.mouse.move(640, 450);
    const isThere = () => new Promise((resolve) => { requestAnimationFrame(() => resolve(Boolean(document.querySelector("a[href$='/0.1']")))); });
    while (!(await page.evaluate(isThere))) await page.mouse.wheel(0, WHEEL);
}

const stage = await Stage.open();
stage.program = process.argv[2];
const desk = await Desk.start(stage);
const page = await desk.page("/#/timeline", {}, async (blank) => {
    await blank.route(/\/api\/entries\?/, (route) => route.fulfill({ contentType: "application/json", body: JSON.stringify(listOf(route.request().url())) }));
});
await page.getByRole("link", { name: `0.${ENTRIES} ·` }).waitFor();
await stage.browser.startTracing(page, { categories: ["toplevel"] });
await scroll(page);
const tasks = tasksIn(await stage.browser.stopTracing());
const lines = await page.evaluate(() => document.querySelectorAll("main li").length);
const over = tasks.filter((ms) => ms > 50).length;
const total = tasks.reduce((sum, ms) => sum + ms, 0);
console.log(`tasks over 50 ms while ${ENTRIES} entries were scrolled: ${over}   (bar 0)`);
console.log(`the longest tasks: ${tasks.slice(0, 5).map((ms) => ms.toFixed(0)).join(", ")} ms; all ${tasks.length}: ${(total / 1000).toFixed(1)} s`);
console.log(`lines in the page at the end: ${lines}`);
await desk.close();
await stage.close();
