// Pictures of the sheet, to look at: node shots.mjs FOLDER
import { ask, armed, button, Stage } from "./stage.mjs";
import * as q from "./questions.mjs";
const [, , out] = process.argv;
const stage = await Stage.open();
const shot = async (name, question, options, act) => {
    const page = await stage.page({ reducedMotion: "reduce", ...options });
    await ask(page, question);
    if (act) await act(page);
    await page.screenshot({ path: `${out}/${name}.png` });
    await page.context().close();
};
const small = { viewport: { width: 320, height: 640 } };
await shot("full_light", q.full, {});
await shot("full_dark", q.full, { colorScheme: "dark" });
await shot("plain_light", q.plain, {}, (page) => armed(page));
await shot("plain_small", q.plain, small, async (page) => { await page.keyboard.press("End"); await armed(page); });
await shot("full_small_pt", q.portuguese, small);
await shot("destructive_dark_small", q.destructive, { ...small, colorScheme: "dark" });
await shot("destructive_forced", q.destructive, { forcedColors: "active" });
await shot("zoom400", q.full, { viewport: { width: 320, height: 225 } });
await shot("always", q.full, {}, async (page) => { await page.keyboard.press("End"); await armed(page); await button(page, "Allow always").click(); });
const waiting = await stage.page();
await waiting.locator("#message").focus();
await waiting.keyboard.type("Dear all");
await waiting.evaluate((question) => void globalThis.ask(question), q.full);
await waiting.getByRole("button", { name: "Open the question" }).waitFor();
await waiting.screenshot({ path: `${out}/bar.png` });
await stage.close();
