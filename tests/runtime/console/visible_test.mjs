// One rule for terminals and pages: sheet/visible.js and sheet/arguments.js against the runtime's
// own functions, which the program visible_text calls.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { random } from "../chat/oracle/made_streams.mjs";

function linesOf(stage, what, input = "") {
    const { stdout, status } = spawnSync(stage.program, [what], { input, encoding: "utf8", maxBuffer: 1e9 });
    assert.equal(status, 0);
    return stdout.split("\n").slice(0, -1);
}

test("(W13) each code point that a terminal shows visible passes the sheet unchanged", async (stage) => {
    const lines = linesOf(stage, "code_points");
    assert.equal(lines.length, 0x110000 / 256);
    const page = await stage.page();
    const changed = await page.evaluate(async (all) => {
        const { visible } = await import("/assets/sheet/visible.js");
        return all.filter((line) => visible(line) !== line);
    }, lines);
    assert.deepEqual(changed, []);
});

const PIECES = ["a", "\u202e", "\\n", "\\u001b", "\\\"", "\\\\", "é", "e\u0301\u0301\u0301\u0301", "{", "}", "[", ",", ":", " ", "\\u202e", "😀", "\\ud83d\\ude00", "\\t", "/"];
const ODD = ["no json", "{\"a\":1,}", "[1", "\"x", `${"[".repeat(513)}${"]".repeat(513)}`, `${"[".repeat(512)}${"]".repeat(512)}`, " 7 ", "01", "-0", ""];

function valueOf(r, depth = 0) {
    const text = (end = "") => `"${Array.from({ length: r.below(6) }, () => r.pick(PIECES)).join("")}${end}"`;
    const some = (make) => Array.from({ length: r.below(4) }, make).join(",");
    switch (r.below(depth > 3 ? 3 : 5)) {
        case 0: return r.pick(["true", "false", "null", "-1.5e+30", "12345678901234567890"]);
        case 1: case 2: return text();
        case 3: return `[${some(() => valueOf(r, depth + 1))}]`;
        default: return `{${some((_, index) => `${text(index)}:${valueOf(r, depth + 1)}`)}}`;
    }
}

test("(W13) arguments stand in the sheet line for line as on a terminal", async (stage) => {
    const r = random(1);
    const texts = [...ODD, ...Array.from({ length: 3000 }, () => valueOf(r))];
    const theirs = linesOf(stage, "json", `${texts.join("\n")}\n`).join("\n").split(/(?:^|\n)--(?:\n|$)/).slice(0, -1);
    const page = await stage.page();
    const ours = await page.evaluate(async (all) => {
        const { prettyLines } = await import("/assets/sheet/arguments.js");
        return all.map((text) => prettyLines(text).join("\n"));
    }, texts);
    assert.equal(theirs.length, texts.length);
    for (const [index, text] of texts.entries()) assert.equal(ours[index], theirs[index], text);
});
