// Tests of runtime/src/console/assets: sheet/arming.js, sheet/typing.js.
import assert from "node:assert/strict";
import { answered, answers, armed, ask, button, focused, isEnabled, isOpen, press, sheet } from "./stage.mjs";
import { destructive, full, longArguments, plain } from "./questions.mjs";

/// The quiet has begun anew and takes its whole time.
async function comesBack(page) {
    assert.equal(await isEnabled(page, "Allow once"), false, "it went on as if nothing had happened");
    await page.clock.runFor(499);
    assert.equal(await isEnabled(page, "Allow once"), false, "it came back too early");
    await page.clock.runFor(1);
    assert.equal(await isEnabled(page, "Allow once"), true, "it did not come back");
}

async function restarts(page, disturb) {
    await armed(page);
    await disturb();
    await comesBack(page);
}

test("(W31) allowing is inert for 500 ms after the sheet stands, and then counts", async (stage) => {
    const page = await stage.page();
    await ask(page, plain);
    assert.equal(await isEnabled(page, "Allow once"), false);
    await press(page, "Allow once");
    await press(page, "Allow always");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await page.clock.runFor(499);
    await page.keyboard.press("Enter");
    assert.deepEqual(await answers(page), []);
    await armed(page);
    await button(page, "Allow once").click();
    assert.equal((await answered(page)).answer, "allow_once");
});

test("(W31) the first Enter and the first Space that count allow", async (stage) => {
    for (const key of ["Enter", "Space"]) {
        const page = await stage.page();
        await ask(page, plain);
        await armed(page);
        await page.keyboard.press(key);
        assert.equal((await answered(page)).answer, "allow_once");
        await page.context().close();
    }
});

test("(W31) any key and any press of the pointer begin the 500 ms anew", async (stage) => {
    const page = await stage.page();
    await ask(page, plain);
    await restarts(page, () => page.keyboard.press("a"));
    await restarts(page, () => page.keyboard.press("Shift"));
    await restarts(page, () => page.mouse.click(10, 10));
    await restarts(page, () => sheet(page).getByText("This tool will:").click());
    assert.deepEqual(await answers(page), []);
});

const set = (page, visibility, hasFocus) =>
    page.evaluate(([state, focus]) => {
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.hasFocus = () => focus;
        document.dispatchEvent(new Event("visibilitychange"));
        window.dispatchEvent(new Event(focus ? "focus" : "blur"));
    }, [visibility, hasFocus]);

test("(W31) a hidden page and one without the focus never allow, and begin anew", async (stage) => {
    for (const state of [["hidden", true], ["visible", false]]) {
        const page = await stage.page();
        await ask(page, plain);
        await armed(page);
        await set(page, ...state);
        await page.clock.runFor(10000);
        assert.equal(await isEnabled(page, "Allow once"), false);
        await press(page, "Allow once");
        assert.deepEqual(await answers(page), []);
        await set(page, "visible", true);
        await comesBack(page);
        await page.context().close();
    }
});

test("(W31) a change of the layout begins the 500 ms anew", async (stage) => {
    const page = await stage.page();
    await ask(page, plain);
    await restarts(page, async () => {
        await page.evaluate(() => void (globalThis.resized = new Promise((resolve) => addEventListener("resize", resolve, { once: true }))));
        await page.setViewportSize({ width: 900, height: 700 });
        await page.evaluate(() => globalThis.resized);
    });
    await restarts(page, () => page.evaluate(() => new Promise((resolve) => {
        const { shadowRoot } = document.querySelector("iam-permission-sheet");
        shadowRoot.querySelector(".notes").append("more text, which moves the buttons");
        new ResizeObserver(resolve).observe(shadowRoot.querySelector("dialog"));
    })));
});

test("(W31) a card that content above has pushed away takes no allowing answer", async (stage) => {
    const page = await stage.page();
    await page.evaluate(async (question) => {
        await import("/assets/sheet/card.js");
        const above = Object.assign(document.createElement("div"), { id: "above" });
        const card = document.createElement("iam-question-card");
        document.querySelector("main").prepend(above, card);
        card.show(question, async (decision) => globalThis.answers.push(decision) > 0);
    }, plain);
    const allow = page.locator("iam-question-card").getByRole("button", { name: "Allow once", exact: true });
    const becomesPossible = async () => {
        for (let moments = 0; moments < 40 && (await allow.getAttribute("aria-disabled")) === "true"; ++moments) await page.clock.runFor(500);
        assert.notEqual(await allow.getAttribute("aria-disabled"), "true");
    };
    await becomesPossible();
    const { x, y, width, height } = await allow.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.evaluate(() => { document.getElementById("above").style.height = "10px"; });
    await page.mouse.down();
    await page.mouse.up();
    assert.deepEqual(await answers(page), []);
    await becomesPossible();
    await page.mouse.down();
    await page.mouse.up();
    assert.equal((await answered(page)).answer, "allow_once");
});

test("(W31) a key that was held before the sheet stood answers nothing while it repeats (XD12)", async (stage) => {
    const page = await stage.page();
    await page.keyboard.down("Enter");
    await ask(page, plain);
    await page.clock.runFor(2000);
    for (let i = 0; i < 5; ++i) {
        await page.keyboard.down("Enter");
        await page.clock.runFor(500);
    }
    await page.keyboard.up("Enter");
    assert.deepEqual(await answers(page), []);
    assert.equal(await isOpen(page), true);
});

test("(W31) the second click of a double click does not allow (XD12)", async (stage) => {
    const page = await stage.page();
    await ask(page, plain);
    await armed(page);
    const { x, y, width, height } = await button(page, "Allow once").boundingBox();
    await page.keyboard.press("Shift");
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down({ clickCount: 1 });
    await page.mouse.up({ clickCount: 1 });
    await armed(page);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    assert.deepEqual(await answers(page), []);
});

test("(W31) a press that began before the sheet stood allows nothing (XD12)", async (stage) => {
    const page = await stage.page();
    await ask(page, plain);
    const { x, y, width, height } = await button(page, "Allow once").boundingBox();
    await page.keyboard.press("Escape");
    await answered(page);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await ask(page, plain);
    await armed(page);
    await page.mouse.up();
    assert.equal((await answers(page)).length, 1);
    assert.equal(await isOpen(page), true);
});

test("(W31) a click by a script of the page allows nothing, and denies", async (stage) => {
    const page = await stage.page();
    await ask(page, plain);
    await armed(page);
    const click = (name) => button(page, name).evaluate((element) => element.click());
    await click("Allow once");
    await click("Allow always");
    await button(page, "Allow once").evaluate((element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true })));
    assert.deepEqual(await answers(page), []);
    await click("Deny once");
    assert.equal((await answered(page)).answer, "deny_once");
});

test("(W31) denying works at once", async (stage) => {
    const page = await stage.page();
    await ask(page, destructive);
    await page.keyboard.press("Enter");
    assert.equal((await answered(page)).answer, "deny_once");
    await ask(page, plain);
    await button(page, "Deny always").click();
    assert.equal((await answered(page, 2)).answer, "deny_always");
});

test("(W31) the button that confirms an always is inert for 500 ms, too", async (stage) => {
    const page = await stage.page();
    await ask(page, { ...plain, always_would_store: "Allow every call." });
    await armed(page, "Allow always");
    await button(page, "Allow always").click();
    await press(page, "Allow always");
    await page.keyboard.press("Enter");
    assert.deepEqual(await answers(page), []);
    await armed(page, "Allow always");
    await button(page, "Allow always").click();
    assert.equal((await answered(page)).answer, "allow_always");
});

test("(W31) #37955: the keys of a text go to the text, and answer nothing", async (stage) => {
    const page = await stage.page();
    const message = page.locator("#message");
    await message.focus();
    await page.keyboard.type("yes, ple");
    await page.evaluate((question) => void globalThis.ask(question), plain);
    await page.getByRole("status").getByText("A question waits: Weather").waitFor();
    for (const key of ["a", "s", "e", "Enter", "1", "Space", "y", "Enter"]) {
        await page.keyboard.press(key);
        await page.clock.runFor(300);
    }
    assert.equal(await isOpen(page), false);
    assert.equal(await message.inputValue(), "yes, please\n1 y\n");
    await page.clock.runFor(699);
    assert.equal(await isOpen(page), false);
    await page.clock.runFor(1);
    await sheet(page).waitFor();
    await page.keyboard.type("\n y");
    assert.deepEqual(await answers(page), []);
    assert.equal(await focused(page), "Allow once");
});

test("(W31) the bar of a waiting question opens it at once", async (stage) => {
    const page = await stage.page();
    await page.locator("#message").focus();
    await page.keyboard.type("a");
    await page.evaluate((question) => void globalThis.ask(question), plain);
    await page.getByRole("button", { name: "Open the question" }).click();
    await sheet(page).waitFor();
    await page.clock.runFor(3000);
    assert.equal(await sheet(page).count(), 1);
    assert.equal(await page.getByRole("button", { name: "Open the question" }).count(), 0);
});

test("(W31) a composition of an input method is typing until it ends", async (stage) => {
    const page = await stage.page();
    const compose = (type) => page.locator("#message").evaluate((element, name) => element.dispatchEvent(new CompositionEvent(name, { bubbles: true, composed: true })), type);
    await compose("compositionstart");
    await page.evaluate((question) => void globalThis.ask(question), plain);
    await page.clock.runFor(5000);
    assert.equal(await isOpen(page), false);
    await compose("compositionend");
    await page.clock.runFor(999);
    assert.equal(await isOpen(page), false);
    await page.clock.runFor(1);
    await sheet(page).waitFor();
});

test("(W31) a question that is withdrawn while its bar waits never opens", async (stage) => {
    const page = await stage.page();
    await page.locator("#message").focus();
    await page.keyboard.type("a");
    await page.evaluate((question) => void globalThis.ask(question), { ...plain, approval: "a1" });
    await page.evaluate(() => document.querySelector("iam-permission-sheet").withdraw("a1"));
    await page.clock.runFor(3000);
    assert.equal(await isOpen(page), false);
    assert.equal((await answers(page))[0].answer, "none");
});

/// True if the last line of the arguments is in view.
const endIsInView = (page) =>
    page.evaluate(() => {
        const { shadowRoot } = document.querySelector("iam-permission-sheet");
        const region = shadowRoot.querySelector(".body").getBoundingClientRect();
        const end = shadowRoot.querySelector("pre").getBoundingClientRect().bottom;
        return end <= Math.min(region.bottom, innerHeight) + 1 && end >= region.top;
    });

test("(W32) 200 KiB of arguments are all there, and allowing needs their end", async (stage) => {
    const page = await stage.page();
    const text = longArguments(200 * 1024);
    assert.ok(text.length > 200 * 1024);
    await ask(page, { ...plain, arguments: text });
    await page.clock.runFor(5000);
    assert.equal(await isEnabled(page, "Allow once"), false);
    assert.equal(await isEnabled(page, "Deny once"), true);
    assert.equal(await sheet(page).getByText("Read to the end to allow.").isVisible(), true);
    await press(page, "Allow once");
    assert.deepEqual(await answers(page), []);
    const shown = await sheet(page).locator("pre").textContent();
    assert.deepEqual(JSON.parse(shown), JSON.parse(text));

    await button(page, "Allow once").focus();
    await page.keyboard.press("End");
    await armed(page);
    assert.equal(await endIsInView(page), true);
    assert.equal(await sheet(page).getByText("Read to the end to allow.").isVisible(), false);
    // A late picture of so long a text may begin the moment anew.
    for (let tries = 0; tries < 10 && (await answers(page)).length === 0; ++tries) {
        await armed(page);
        await button(page, "Allow once").click();
    }
    assert.equal((await answered(page)).answer, "allow_once");
});

test("(W32) the longest arguments are shown whole, in many lines, many names or one text", async (stage) => {
    const page = await stage.page();
    const full = 1024 * 1024;
    const names = Array.from({ length: 80000 }, (_, i) => `"n${i}":"b"`).join(",");
    const texts = [`[${"1,".repeat(full / 2 - 2)}1]`, `{${names}}`, `["${"x".repeat(full - 4)}"]`];
    for (const [index, text] of texts.entries()) {
        assert.ok(text.length <= full);
        await page.evaluate((question) => void globalThis.ask(question), { ...plain, arguments: text });
        await sheet(page).waitFor({ timeout: 60_000 });
        assert.equal((await sheet(page).locator("pre").textContent()).replace(/\s/g, ""), text);
        await page.keyboard.press("Escape");
        await answered(page, index + 1);
    }
});

test("(W32) the arguments scroll by keys while a button or they themselves have the focus", async (stage) => {
    for (const isRegion of [false, true]) {
        const page = await stage.page();
        await ask(page, { ...plain, arguments: longArguments(3000) });
        const top = () => page.evaluate(() => document.querySelector("iam-permission-sheet").shadowRoot.querySelector(".body").scrollTop);
        const region = sheet(page).getByRole("region", { name: "Question" });
        if (isRegion) await region.focus();
        for (const [key, isDown] of [["ArrowDown", true], ["PageDown", true], ["ArrowUp", false], ["PageUp", false], ["End", true], ["Home", false], ["PageDown", true]]) {
            const before = await top();
            await page.keyboard.press(key);
            await page.waitForFunction(([at, down]) => {
                const now = document.querySelector("iam-permission-sheet").shadowRoot.querySelector(".body").scrollTop;
                return down ? now > at : now < at;
            }, [before, isDown], { polling: 10 });
        }
        for (let i = 0; i < 30; ++i) await page.keyboard.press("PageDown");
        await armed(page);
        await page.context().close();
    }
});

test("(W32) at 400 % the whole sheet scrolls, and allowing needs its end", async (stage) => {
    const page = await stage.page({ viewport: { width: 320, height: 225 } });
    await ask(page, full);
    await page.clock.runFor(5000);
    assert.equal(await isEnabled(page, "Allow once"), false);
    for (let i = 0; i < 30; ++i) await page.keyboard.press("PageDown");
    await armed(page);
});

test("(W32) what can only be denied leaves only denials", async (stage) => {
    const page = await stage.page();
    const why = "The arguments hold secrets, which are not recorded. Only the run of the program that asked has the whole value: allow it there, or deny it here.";
    await ask(page, { ...full, deny_only_because: why });
    await page.keyboard.press("End");
    await page.clock.runFor(5000);
    for (const name of ["Allow once", "Allow always"]) {
        assert.equal(await isEnabled(page, name), false);
        await press(page, name);
        await button(page, name).focus();
        await page.clock.runFor(1000);
        await page.keyboard.press("Enter");
    }
    assert.deepEqual(await answers(page), []);
    assert.equal(await sheet(page).getByText("Arguments as recorded; not the whole value:").count(), 1);
    assert.equal(await sheet(page).getByText(why).isVisible(), true);
    await button(page, "Deny once").click();
    assert.equal((await answered(page)).answer, "deny_once");
});
