// The life of a call in the console, with a picture of each step:
//   node pictures.mjs DESK [--update]
// DESK is the program of samples/desk. Each picture is told as [SCREENSHOT:name] and compared with
// docs/pictures/NAME.png: the size must be the same, and most points must be alike, since times and
// fonts differ. --update writes the files. Exit codes: 0 alike, 1 another look, 77 no Chromium.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { withDesk } from "./desk.mjs";
import { executablePath, hasBrowser, Stage } from "./stage.mjs";

const [, , program, update] = process.argv;
const folder = new URL("../../../docs/pictures/", import.meta.url);
// Of all points, so many may be of another colour.
const OTHER_POINTS_MAX = 0.1;

/// The share of points that differ by more than a shade.
const difference = (page, one, other) => page.evaluate(async ([a, b]) => {
    const points = async (base64) => {
        const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
        const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, picture.width, picture.height);
    };
    const [mine, theirs] = [await points(a), await points(b)];
    if (mine.width !== theirs.width || mine.height !== theirs.height) return 1;
    let count = 0;
    for (let at = 0; at < mine.data.length; at += 4)
        count += [0, 1, 2].some((channel) => Math.abs(mine.data[at + channel] - theirs.data[at + channel]) > 32) ? 1 : 0;
    return count / (mine.data.length / 4);
}, [one.toString("base64"), other.toString("base64")]);

class Pictures {
    constructor(judge) {
        this.judge = judge;
    }
    async take(page, name) {
        const picture = await page.screenshot();
        console.log(`[SCREENSHOT:${name}]`);
        const file = new URL(`${name}.png`, folder);
        if (update === "--update") return writeFileSync(file, picture);
        assert.ok(existsSync(file), `docs/pictures/${name}.png is not there; write it: node pictures.mjs DESK --update`);
        const other = await difference(this.judge, picture, readFileSync(file));
        assert.ok(other <= OTHER_POINTS_MAX, `${name}: ${(100 * other).toFixed(1)} % of the points differ; look at it, then write it: node pictures.mjs DESK --update`);
    }
}

/// Presses a button of the question once it counts.
async function press(page, name) {
    const wanted = page.locator("iam-question-card").getByRole("button", { name, exact: true });
    await wanted.scrollIntoViewIfNeeded();
    await page.waitForFunction((element) => element.getAttribute("aria-disabled") !== "true", await wanted.elementHandle());
    await wanted.click();
}

/// Form, preview, question, menu, result, undo, timeline.
async function life(desk, pictures) {
    const page = await desk.page("/#/tools/schedule_weekday_alarm?origin=", { reducedMotion: "reduce", viewport: { width: 1100, height: 1000 } });
    await page.getByLabel("hour").fill("6");
    await page.getByLabel("label").fill("Wake up");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.getByText("Monday").or(page.getByText("weekday")).first().waitFor();
    await page.getByRole("heading", { name: "Call it" }).scrollIntoViewIfNeeded();
    await pictures.take(page, "preview");
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await page.getByRole("button", { name: "Deny once" }).waitFor();
    await page.getByText("Allow this tool to run?").scrollIntoViewIfNeeded();
    await pictures.take(page, "question");
    await press(page, "Allow later calls too …");
    await pictures.take(page, "later_calls");
    await page.getByRole("button", { name: "Back" }).click();
    await press(page, "Allow once");
    await page.getByText("Succeeded").waitFor();
    await page.getByText("Succeeded").scrollIntoViewIfNeeded();
    await pictures.take(page, "result");
    await page.getByRole("link", { name: "Open it in the timeline" }).click();
    await page.getByRole("button", { name: "Show the plan" }).click();
    await page.getByRole("button", { name: "Undo now" }).waitFor();
    await page.getByRole("button", { name: "Undo now" }).scrollIntoViewIfNeeded();
    await pictures.take(page, "undo");
    await page.getByRole("button", { name: "Undo now" }).click();
    await page.getByText("Undone").first().waitFor();
    await page.getByRole("link", { name: "Timeline" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Timeline" }).waitFor();
    await page.getByText("schedule_weekday_alarm").first().waitFor();
    await pictures.take(page, "timeline");
}

if (!hasBrowser) {
    console.log(`skipped: ${executablePath} is not installed`);
    process.exit(77);
}
const stage = await Stage.open();
stage.program = program;
try {
    const judge = await (await stage.browser.newContext()).newPage();
    await withDesk(stage, (desk) => life(desk, new Pictures(judge)));
} catch (error) {
    console.log(error.stack);
    process.exitCode = 1;
}
await stage.close();
