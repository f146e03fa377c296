// Tests of docs/console-sheet.md: its example runs, and it names each member of a question and each
// custom property.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { armed, button, sheet } from "./stage.mjs";

const page = readFileSync(new URL("../../../docs/console-sheet.md", import.meta.url), "utf8");
const asset = (name) => readFileSync(new URL(`../../../runtime/src/console/assets/${name}`, import.meta.url), "utf8");

test("(W27) the example of the page about the sheet asks and tells the answer", async (stage) => {
    const [, example] = /```html\n([\s\S]*?)```/.exec(page);
    const origin = await stage.serve({}, { "page.html": example.replace("</script>", "globalThis.isReady = true;</script>") });
    const opened = await stage.page({}, { origin });
    await opened.getByRole("button", { name: "Delete the note" }).click();
    await armed(opened);
    await button(opened, "Allow once").click();
    await opened.getByText("allow_once", { exact: true }).waitFor();
    await opened.getByRole("button", { name: "Delete the note" }).click();
    await sheet(opened).waitFor();
    await opened.keyboard.press("Escape");
    await opened.getByText("deny_once", { exact: true }).waitFor();
    assert.deepEqual(opened.events.filter((event) => !event.startsWith("request")), []);
});

test("(W27) the page about the sheet names each member of a question and each custom property", async () => {
    const typedef = /@typedef \{object\} Question\n([\s\S]*?)\*\//.exec(asset("sheet/question.js"))[1];
    const members = [...typedef.matchAll(/@property \{[^}]+\} \[?(\w+)/g)].map(([, name]) => name);
    assert.ok(members.length > 25);
    for (const name of members) assert.ok(page.includes(`\`${name}\``), name);
    for (const [, name] of asset("sheet/style.js").matchAll(/var\((--iam-[\w-]+)/g)) assert.ok(page.includes(`\`${name}\``), name);
});
