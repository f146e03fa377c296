// Tests of runtime/src/console/assets: sheet/style.js, sheet/icons.js, sheet/words.js.
import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { armed, ask, button, sheet } from "./stage.mjs";
import { destructive, full, longArguments, plain, portuguese } from "./questions.mjs";

const LAYOUT_TRIES = 1000;
const SIZES = [{ width: 320, height: 640 }, { width: 1280, height: 900 }];

for (const colorScheme of ["light", "dark"]) {
    for (const lang of ["en-US", "pt-BR"]) {
        for (const viewport of SIZES) {
            // Registered by hand below: a name is one line of this file.
            globalThis[`axe ${colorScheme} ${lang} ${viewport.width}`] = async (stage) => {
                for (const question of [lang === "pt-BR" ? portuguese : full, { ...plain, lang }, { ...destructive, lang }, { ...plain, lang, deny_only_because: "x" }]) {
                    const page = await stage.page({ viewport, colorScheme });
                    await page.evaluate((language) => (document.documentElement.lang = language), lang);
                    await ask(page, question);
                    await page.keyboard.press("End");
                    await page.clock.runFor(2000);
                    await page.clock.resume(); // axe waits for timers
                    assert.deepEqual(await violations(page), []);
                    await sheet(page).getByRole("button").nth(1).click(); // "Deny always"
                    if (question.deny_always_would_store) assert.deepEqual(await violations(page), []);
                    await page.context().close();
                }
            };
        }
    }
}

const axeOf = (name) => globalThis[`axe ${name}`];
test("(W44) axe finds nothing in light, English, at 320 px", async (stage) => axeOf("light en-US 320")(stage));
test("(W44) axe finds nothing in light, English, at 1280 px", async (stage) => axeOf("light en-US 1280")(stage));
test("(W44) axe finds nothing in light, Portuguese, at 320 px", async (stage) => axeOf("light pt-BR 320")(stage));
test("(W44) axe finds nothing in light, Portuguese, at 1280 px", async (stage) => axeOf("light pt-BR 1280")(stage));
test("(W44) axe finds nothing in dark, English, at 320 px", async (stage) => axeOf("dark en-US 320")(stage));
test("(W44) axe finds nothing in dark, English, at 1280 px", async (stage) => axeOf("dark en-US 1280")(stage));
test("(W44) axe finds nothing in dark, Portuguese, at 320 px", async (stage) => axeOf("dark pt-BR 320")(stage));
test("(W44) axe finds nothing in dark, Portuguese, at 1280 px", async (stage) => axeOf("dark pt-BR 1280")(stage));

test("(W44) axe finds nothing in the bar of a question that waits, and at 400 %", async (stage) => {
    const page = await stage.page();
    await page.locator("#message").focus();
    await page.keyboard.type("a");
    await page.evaluate((question) => void globalThis.ask(question), plain);
    await page.getByRole("status").getByText("A question waits").waitFor();
    await page.clock.resume(); // axe waits for timers
    assert.deepEqual(await violations(page), []);
    const small = await stage.page({ viewport: { width: 320, height: 225 } });
    await ask(small, full);
    await small.clock.resume();
    assert.deepEqual(await violations(small), []);
});

const boxOf = (page) => sheet(page).boundingBox();

test("(W34) it is a sheet at the lower edge below 600 px and a box in the middle above", async (stage) => {
    const narrow = await stage.page({ viewport: { width: 599, height: 800 }, reducedMotion: "reduce" });
    await ask(narrow, plain);
    const low = await boxOf(narrow);
    assert.deepEqual([low.x, low.width, Math.round(low.y + low.height)], [0, 599, 800]);
    const wide = await stage.page({ viewport: { width: 600, height: 800 }, reducedMotion: "reduce" });
    await ask(wide, plain);
    const middle = await boxOf(wide);
    assert.ok(Math.abs(middle.x * 2 + middle.width - 600) <= 1 && Math.abs(middle.y * 2 + middle.height - 800) <= 1, JSON.stringify(middle));
});

test("(W34) each target has at least 48 by 48 px, also in the second step and in the bar", async (stage) => {
    for (const viewport of SIZES) {
        const page = await stage.page({ viewport });
        await page.locator("#message").focus();
        await page.keyboard.type("a");
        await page.evaluate((question) => void globalThis.ask(question), full);
        const small = () => page.evaluate(() => {
            const targets = document.querySelector("iam-permission-sheet").shadowRoot.querySelectorAll("button, label");
            return [...targets].filter((element) => element.checkVisibility()).map((element) => [element.textContent, element.getBoundingClientRect()])
                .filter(([, { width, height }]) => width < 48 || height < 48).map(([text]) => text);
        });
        // A picture that is still being laid out is no finding.
        const checkSizes = async () => {
            for (let tries = 0; (await small()).length > 0 && tries < LAYOUT_TRIES; ++tries);
            assert.deepEqual(await small(), []);
        };
        const open = page.getByRole("button", { name: "Open the question" });
        await open.waitFor();
        await checkSizes();
        await open.click();
        await checkSizes();
        await page.keyboard.press("End");
        await armed(page, "Allow always");
        await button(page, "Allow always").click();
        await checkSizes();
        await page.context().close();
    }
});

test("(W34) nothing moves where motion is reduced", async (stage) => {
    for (const [reducedMotion, moves] of [["reduce", false], ["no-preference", true]]) {
        const page = await stage.page({ reducedMotion });
        await page.evaluate((question) => void globalThis.ask(question), plain);
        const animations = await page.evaluate(() => document.getAnimations().length + document.querySelector("iam-permission-sheet").shadowRoot.getAnimations().length);
        assert.equal(animations > 0, moves);
        await page.context().close();
    }
});

/// The words of the whole sheet that are not in the window at any scroll.
const lost = (page) =>
    page.evaluate(() => {
        const dialog = document.querySelector("iam-permission-sheet").shadowRoot.querySelector("dialog");
        return [...dialog.querySelectorAll("*")].filter((element) => element.checkVisibility()).filter((element) => {
            const { left, right } = element.getBoundingClientRect();
            return left < -0.5 || right > innerWidth + 0.5;
        }).map((element) => element.textContent);
    });

test("(W34) nothing is lost at 320 px and at 400 %, and every control can be reached", async (stage) => {
    for (const viewport of [{ width: 320, height: 640 }, { width: 320, height: 256 }, { width: 320, height: 225 }]) {
        for (const question of [full, portuguese]) {
            const page = await stage.page({ viewport, reducedMotion: "reduce" });
            await ask(page, question);
            assert.deepEqual(await lost(page), []);
            for (let i = 0; i < 6; ++i) {
                await page.keyboard.press("Tab");
                const focus = await page.evaluate(() => {
                    const { top, bottom, height } = document.querySelector("iam-permission-sheet").shadowRoot.activeElement.getBoundingClientRect();
                    return { isInView: top >= -1 && bottom <= innerHeight + 1, height };
                });
                assert.ok(focus.isInView || focus.height > viewport.height, `stop ${i} is out of view at ${viewport.height} px`);
            }
            await page.context().close();
        }
    }
});

test("(W34) forced colours keep the icons, the words and a border around each control", async (stage) => {
    const page = await stage.page({ forcedColors: "active" });
    await ask(page, destructive);
    assert.equal(await page.evaluate(() => matchMedia("(forced-colors: active)").matches), true);
    const borders = await page.evaluate(() => [...document.querySelector("iam-permission-sheet").shadowRoot.querySelectorAll("button, .chip")].map((element) => parseFloat(getComputedStyle(element).borderTopWidth)));
    assert.ok(borders.every((width) => width >= 1), borders.join(" "));
    assert.equal(await sheet(page).locator(".chip.high svg").isVisible(), true);
    assert.equal(await sheet(page).getByText("High risk · may modify data").isVisible(), true);
});

test("(R2) each risk has a colour, a shape and words of its own, in light and dark", async (stage) => {
    for (const colorScheme of ["light", "dark"]) {
        const seen = [];
        for (const risk of ["low", "medium", "high", undefined]) {
            const page = await stage.page({ colorScheme });
            await ask(page, { ...plain, risk });
            seen.push(await page.evaluate(() => {
                const { shadowRoot } = document.querySelector("iam-permission-sheet");
                const badge = shadowRoot.querySelector("#risk");
                const { color, backgroundColor } = getComputedStyle(badge.parentElement);
                return [badge.textContent, badge.parentElement.querySelector("path").getAttribute("d"), color, backgroundColor];
            }));
            await page.context().close();
        }
        const [low, medium, high, absent] = seen;
        for (const part of [0, 1, 2, 3]) assert.equal(new Set([low[part], medium[part], high[part]]).size, 3);
        assert.deepEqual(absent, high, "an absent risk counts as high");
    }
});

// The ratified copy, as its owner wrote it.
const RATIFIED = {
    "en-US": ["Allow this tool to run?", "From weather", "Allow once", "Allow always", "Deny once", "Deny always", "Low risk · read-only"],
    "pt-BR": ["Permitir execução desta ferramenta?", "Do servidor weather", "Permitir uma vez", "Permitir sempre", "Negar uma vez", "Negar sempre", "Risco baixo · somente leitura"],
};

test("(R9) the ratified copy stands in both languages, and the language is stated", async (stage) => {
    for (const [lang, texts] of Object.entries(RATIFIED)) {
        const page = await stage.page();
        await ask(page, { ...plain, lang });
        assert.equal(await sheet(page).getAttribute("lang"), lang);
        const text = await sheet(page).evaluate((element) => element.textContent);
        for (const one of texts) assert.ok(text.includes(one), one);
        await page.context().close();
    }
});

test("(R9) a question without a language is shown in that of the page", async (stage) => {
    for (const [pageLang, lang] of [["pt", "pt-BR"], ["pt-PT", "pt-BR"], ["en-GB", "en-US"], ["de", "en-US"]]) {
        const page = await stage.page();
        await page.evaluate((language) => (document.documentElement.lang = language), pageLang);
        await ask(page, plain);
        assert.equal(await sheet(page).getAttribute("lang"), lang);
        await page.context().close();
    }
});

test("(R1) the sheet has the icon, the name, the origin, the risk, the hints, the arguments and four actions", async (stage) => {
    const page = await stage.page();
    await ask(page, full);
    const tree = await sheet(page).ariaSnapshot();
    for (const part of ["heading \"Write a note write_note\"", "Medium risk", "From notes · another program, trusted", "This tool will:", "Preview, in the words of its server:", "WARNING: The note has 14 lines now. (overwrites)", "Arguments, exactly as the tool gets them:", "Changed since it was allowed:"]) {
        assert.ok(tree.includes(part), `${part} in\n${tree}`);
    }
    assert.deepEqual(await sheet(page).locator("footer").getByRole("button").allTextContents(), ["Deny always", "Deny once", "Allow once", "Allow always"]);
});

test("(W45) the sheet of 200 KiB opens without a task over 1 s", async (stage) => {
    const page = await stage.page();
    const took = await page.evaluate(async (question) => {
        const tasks = [];
        new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask", buffered: true });
        void globalThis.ask(question);
        await new Promise((resolve) => new ResizeObserver(resolve).observe(document.querySelector("iam-permission-sheet").shadowRoot.querySelector("dialog")));
        return Math.max(0, ...tasks);
    }, { ...plain, arguments: longArguments(200 * 1024) });
    assert.ok(took < 1000, `${took} ms`);
});
