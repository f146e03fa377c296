// The accessibility of a page, as axe-core judges it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/// The rules of axe that the page breaks, with the elements. The page's clock must run.
export async function violations(page) {
    await page.evaluate(axe);
    const { violations: found, passes } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    assert.ok(passes.length > 10, "axe looked at nothing");
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
