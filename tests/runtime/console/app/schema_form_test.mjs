// Tests of runtime/src/console/assets/app/schema_form.js.
import assert from "node:assert/strict";
import { violations } from "../axe.mjs";

const SCHEMA = {
    type: "object",
    required: ["title", "id"],
    properties: {
        title: { type: "string", maxLength: 80, description: "The name of the event." },
        id: { type: "integer" },
        note: { type: "string" },
        kind: { type: "string", enum: ["work", "home"] },
        loud: { type: "boolean" },
        place: { type: "object", required: ["city"], properties: { city: { type: "string", maxLength: 80 }, level: { type: "number" } } },
        tags: { type: "array", items: { type: "string" } },
    },
};

async function form(stage, text, mistakes = [], schema = SCHEMA) {
    const page = await stage.page({}, { path: "/form.html" });
    await page.clock.resume();
    await page.evaluate((facts) => globalThis.show(...facts), [schema, text, mistakes]);
    return page;
}

const textOf = (page) => page.evaluate(() => globalThis.text);

test("(W38) a form fills in text, choices, booleans, lists and objects", async (stage) => {
    const page = await form(stage, "{}");
    await page.getByLabel("title").fill("Sync");
    await page.getByLabel("id", { exact: true }).fill("7");
    await page.getByLabel("kind").selectOption("home");
    await page.getByLabel("loud").selectOption("true");
    await page.getByRole("group", { name: "place" }).getByLabel("city").fill("Bern");
    await page.getByLabel("tags").fill('["a", 1.50]');
    assert.equal(await textOf(page), '{"title":"Sync","id":7,"kind":"home","loud":true,"place":{"city":"Bern"},"tags":["a",1.50]}');
    await page.getByLabel("kind").selectOption("not given");
    await page.getByLabel("tags").fill("");
    assert.equal(await textOf(page), '{"title":"Sync","id":7,"loud":true,"place":{"city":"Bern"}}');
    await page.context().close();
});

test("(W38) digits stay as they are typed, and no text becomes a number", async (stage) => {
    const page = await form(stage, '{"title":"1","id":12345678901234567890,"place":{"city":"x","level":1.10}}');
    assert.equal(await page.getByLabel("id", { exact: true }).inputValue(), "12345678901234567890");
    await page.getByLabel("title").fill("007");
    assert.equal(await textOf(page), '{"title":"007","id":12345678901234567890,"place":{"city":"x","level":1.10}}');
    for (const [typed, kept] of [["98765432109876543210", "98765432109876543210"], ["1e400", "1e400"], ["007", '"007"'], ["seven", '"seven"'], ["", undefined]]) {
        await page.getByLabel("id", { exact: true }).fill(typed);
        assert.equal(/"id":([^,]+)/.exec(await textOf(page))?.[1], kept, typed);
    }
    await page.context().close();
});

test("(W38) each mistake stands at its control, and the first one has the focus", async (stage) => {
    const page = await form(stage, "{}", [
        { pointer: "/id", message: "must be an integer" }, { pointer: "/place/city", message: "is missing" },
        { pointer: "/plase", message: "is not a member" }, { pointer: "", message: "has too many members" },
    ]);
    const id = page.getByLabel("id", { exact: true });
    await page.waitForFunction(() => document.activeElement.getAttribute("aria-invalid") === "true");
    assert.ok(await id.evaluate((element) => element === document.activeElement));
    assert.equal(await id.evaluate((element) => document.getElementById(element.getAttribute("aria-describedby")).textContent), "must be an integer");
    assert.equal(await page.getByLabel("city").getAttribute("aria-invalid"), "true");
    for (const text of ["/plase is not a member", "has too many members"]) assert.equal(await page.getByText(text).count(), 1);
    assert.equal(await page.getByLabel("title").getAttribute("aria-invalid"), null);
    await page.context().close();
});

test("(W38) the form and the JSON text are two views of one value", async (stage) => {
    const page = await form(stage, '{"title":"Sync","id":7}');
    await page.getByRole("checkbox", { name: "as JSON" }).check();
    await page.getByLabel("Arguments as JSON").fill('{"title":"Talk","id":8}');
    await page.getByRole("checkbox", { name: "as JSON" }).uncheck();
    assert.equal(await page.getByLabel("title").inputValue(), "Talk");
    await page.getByRole("checkbox", { name: "as JSON" }).check();
    await page.getByLabel("Arguments as JSON").fill('{"title":');
    assert.equal(await textOf(page), '{"title":');
    assert.equal(await page.getByLabel("Arguments as JSON").inputValue(), '{"title":');
    await page.context().close();
});

test("(W38) a schema that the form cannot show becomes JSON text, as does a value of another type", async (stage) => {
    for (const schema of [{}, { type: "array" }, { $ref: "#/$defs/x" }, true, null, { type: "object", properties: null }, { type: "object", properties: ["a"] }]) {
        const page = await form(stage, '{"a":1}', [], schema);
        assert.equal(await page.getByLabel("Arguments as JSON").inputValue(), '{"a":1}');
        await page.context().close();
    }
    const page = await form(stage, '{"title":["x"],"id":true}');
    assert.equal(await page.getByLabel("title").inputValue(), '[\n  "x"\n]');
    assert.equal(await textOf(page), '{"title":["x"],"id":true}');
    await page.getByLabel("title").fill("[");
    assert.equal(await page.getByText("This is no JSON.").count(), 1);
    assert.equal(await textOf(page), '{"title":["x"],"id":true}');
    await page.context().close();
});

test("(W38) members of a schema that are no schemas become JSON text", async (stage) => {
    const page = await form(stage, "{}", [], { type: "object", required: "a", properties: { a: true, b: null, c: { title: 7, description: {}, enum: "x", type: ["string"] } } });
    for (const name of ["a", "b", "c"]) await page.getByLabel(name, { exact: true }).fill("1.0");
    assert.equal(await textOf(page), '{"a":1.0,"b":1.0,"c":1.0}');
    await page.context().close();
});

test("(W11) names and descriptions of a schema stay text", async (stage) => {
    const evil = "<img src=x onerror=alert(1)>";
    const page = await form(stage, "{}", [{ pointer: "/a", message: evil }], { type: "object", properties: { a: { type: "string", title: evil, description: evil }, [evil]: { type: "string", enum: [evil] } } });
    assert.ok((await page.getByText(evil).count()) >= 2);
    assert.equal(await page.locator("img").count(), 0);
    assert.deepEqual(page.events.filter((event) => event.startsWith("dialog") || event.includes("/x")), []);
    assert.deepEqual(await violations(page), []);
    await page.context().close();
});
