// Tests of runtime/src/console/assets: sheet/facts.js, sheet/text.js, sheet/visible.js,
// sheet/arguments.js, sheet/shown.js.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { answered, answers, armed, ask, button, isEnabled, press, sheet } from "./stage.mjs";
import { asking, destructive, full, plain, portuguese } from "./questions.mjs";
import { payloads } from "./payloads.mjs";

/// Every text of a question is this one.
function filledWith(text) {
    const list = [text, text];
    return {
        approval: text, nonce: text, name: text, title: text, description: text, origin: text, trust: "none", risk: "high", hints: { destructive: false },
        proposer: { kind: "model", model: text, provider: text }, session: text, agent: text, asked_because: text,
        decided_by: { source: "rule", id: text, place: text }, taint: list, changes: list, lookalikes: list,
        preview: { summary: text, fields: [{ label: text, value: text }], warnings: [{ code: text, message: text }] },
        arguments: JSON.stringify({ [text]: text, list }), always_refused_because: text, always_would_store: text, deny_always_would_store: text, deny_always_these_would_store: text,
        inputs: [{ key: text, kind: "choice", prompt: text, wanted: text, choices: list }, { key: `${text}2`, kind: "text", prompt: text, wanted: text }],
        further: [{ words: text, scope: "tool", until: text, uses_max: 9 }], takes_reason: true,
    };
}

/// The elements of the sheet with their attributes, but for values that say something in words.
const structure = (question) => {
    const { shadowRoot } = document.querySelector("iam-permission-sheet");
    void globalThis.ask(question);
    const opened = shadowRoot.querySelector("dialog");
    shadowRoot.querySelectorAll("button")[1].click(); // "Deny always" shows what it would store
    const spoken = ["title", "aria-label"];
    const of = (element) => [...element.attributes].map(({ name, value }) => (spoken.includes(name) ? name : `${name}=${value}`)).join(" ");
    const all = [...opened.querySelectorAll("*")].filter((element) => element.className !== "hidden-characters").map((element) => `${element.localName} ${of(element)}`);
    const texts = [...opened.querySelectorAll("bdi")].map((element) => element.textContent);
    const [deny] = shadowRoot.querySelectorAll(".close");
    deny.click();
    return { all, texts };
};

test("(W11) 200 payloads in every field make no element, no request, no dialog and no error", async (stage) => {
    assert.equal(new Set(payloads).size, 200);
    const page = await stage.page();
    const wanted = await page.evaluate(structure, filledWith("x"));
    await answered(page);
    assert.ok(wanted.texts.length > 20);
    const before = page.events.length;
    for (const [index, payload] of payloads.entries()) {
        const { all, texts } = await page.evaluate(structure, filledWith(payload));
        assert.deepEqual(all, wanted.all, payload);
        assert.equal(texts.length, wanted.texts.length);
        assert.ok(texts.every((text) => text !== ""), payload);
        await answered(page, index + 2);
    }
    assert.deepEqual(page.events.slice(before), []);
    assert.equal((await answers(page)).at(-1).approval, payloads.at(-1));
});

test("(W11) the sheet runs where the page allows no HTML from text and no style from elsewhere (W06)", async (stage) => {
    const page = await stage.page();
    await ask(page, full);
    const thrown = await page.evaluate(() => {
        try {
            document.body.innerHTML = "<b>x</b>";
            return "";
        } catch (error) {
            return error.name;
        }
    });
    assert.equal(thrown, "TypeError");
    const complaints = page.events.filter((event) => !event.startsWith("request"));
    assert.deepEqual(complaints.filter((event) => !event.includes("TrustedHTML")), []);
    assert.deepEqual(page.events.filter((event) => event.startsWith("request") && !event.includes(stage.origin)), []);
    assert.equal(await sheet(page).evaluate((dialog) => getComputedStyle(dialog).display), "flex");
});

/// As visible() and prettyLines() of the page have it.
const ofPage = (page, name, file, values) =>
    page.evaluate(async ([from, what, all]) => {
        const module = await import(from);
        return all.map((value) => module[what](value));
    }, [file, name, values]);
const visible = (page, values) => ofPage(page, "visible", "/assets/sheet/visible.js", values);
const pretty = (page, values) => ofPage(page, "prettyLines", "/assets/sheet/arguments.js", values);

// The cases of escape_test.cpp.
const ESCAPED = {
    XD01: [["\x1b[2J\x1b[1A\x1b[2K", "\\u{1B}[2J\\u{1B}[1A\\u{1B}[2K"], ["\x1b]8;;http://x\x1b\\link", "\\u{1B}]8;;http://x\\u{1B}\\link"], ["\x1b]52;c;QQ==\x07", "\\u{1B}]52;c;QQ==\\u{07}"], ["\x7f\x9b1A", "\\u{7F}\\u{9B}1A"]],
    XD02: [["a\n[ Allowed ]", "a\\n[ Allowed ]"], ["a\r\nb\b\b", "a\\r\\nb\\u{08}\\u{08}"], ["a\u2028b\u2029", "a\\u{2028}b\\u{2029}"], ["\x85\x0b\x0c", "\\u{85}\\u{0B}\\u{0C}"]],
    XD03: [["exe.\u202Etxt", "exe.\\u{202E}txt"], ["\u200E\u200F\u061C\u202A\u2066\u2069", "\\u{200E}\\u{200F}\\u{61C}\\u{202A}\\u{2066}\\u{2069}"]],
    XD04: [0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0x2063, 0x206a, 0x2800, 0x3000, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffc, 0xa0, 0x1680, 0x2003, 0x202f, 0xe000, 0xffff, 0xe0001, 0xe0041, 0xe007f, 0xe0100, 0x10ffff]
        .map((code) => [String.fromCodePoint(code), `\\u{${code.toString(16).toUpperCase().padStart(2, "0")}}`]),
    XD07: [["e\u0301", "e\u0301"], ["e\u0301\u0301\u0301\u0301", "e\u0301\u0301\u0301\\u{301}"], ["\u0301", "\\u{301}"], [" \u0301", " \\u{301}"], ["e\u034F\u0301", "e\\u{34F}\\u{301}"]],
};
const WRITTEN = ["plain text", "Grüße, Ærøskøbing", "Καλημέρα", "Доброе утро", "日本語", "한국어", "हिन्दी", "ภาษาไทย", "😀 €"];

test("(W13) text is escaped as on a terminal: XD01, XD02, XD03, XD04 and XD07", async (stage) => {
    const page = await stage.page();
    for (const [id, cases] of Object.entries(ESCAPED)) {
        assert.deepEqual(await visible(page, cases.map(([text]) => text)), cases.map(([, shown]) => shown), id);
    }
    assert.deepEqual(await visible(page, WRITTEN), WRITTEN);
    const all = Object.values(ESCAPED).flat().map(([, shown]) => shown);
    assert.deepEqual(await visible(page, all), all, "text that is visible already stays as it is");
});

test("(W13) arguments are whole, one member a line, and none passes for another: XD02, XD06 and XD08", async (stage) => {
    const page = await stage.page();
    const deep = `${"[".repeat(512)}7${"]".repeat(512)}`;
    const [shape, forged, one, far, none, tooDeep] = await pretty(page, [
        "{\"a\":[1,{\"b\":null}],\"c\":{},\"d\":[],\"e\":-1.5e+30,\"f\":12345678901234567890}",
        "{\"a\":\"x\\\"\\n  \\\"admin\\\": true\",\"b\":\"\\\\n\\u001b\u202e\"}", "7", deep, "no {json", `[${deep}]`,
    ]);
    assert.equal(shape.join("\n"), "{\n  \"a\": [\n    1,\n    {\n      \"b\": null\n    }\n  ],\n  \"c\": {},\n  \"d\": [],\n  \"e\": -1.5e+30,\n  \"f\": 12345678901234567890\n}");
    assert.deepEqual(forged, ["{", "  \"a\": \"x\\\"\\n  \\\"admin\\\": true\",", "  \"b\": \"\\\\n\\u{1B}\\u{202E}\"", "}"]);
    assert.deepEqual(one, ["7"]);
    assert.equal(far.length, 1025);
    assert.deepEqual(none, ["\"no {json\""]);
    assert.equal(tooDeep.length, 1);
    const [long] = await pretty(page, [`[${Array.from({ length: 20000 }, (_, i) => i).join(",")},"${"x".repeat(300000)}END"]`]);
    assert.equal(long.length, 20003);
    assert.ok(long[20001].endsWith("END\""));
});

test("(W13) each value is isolated, wraps and is never clipped, at 320 px: XD05 and XD07", async (stage) => {
    const page = await stage.page({ viewport: { width: 320, height: 640 } });
    const texts = ["x".repeat(4096), `http://example.org/${"a/".repeat(2000)}`, "日本語".repeat(300), "שלום עולם ".repeat(40), "👩‍🚀".repeat(200), "n\u043Etes"];
    for (const [index, text] of texts.entries()) {
        await ask(page, { ...filledWith(text), approval: "", nonce: "" });
        const outside = await page.evaluate(() => {
            const dialog = document.querySelector("iam-permission-sheet").shadowRoot.querySelector("dialog");
            const all = [...dialog.querySelectorAll("*")].filter((element) => element.checkVisibility());
            const wide = all.filter((element) => {
                const { left, right } = element.getBoundingClientRect();
                return left < -0.5 || right > innerWidth + 0.5;
            });
            const clipped = all.filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible");
            const open = [...dialog.querySelectorAll("bdi")].filter((element) => getComputedStyle(element).unicodeBidi !== "isolate");
            return [...wide, ...clipped, ...open].map((element) => `${element.localName} ${element.className}`);
        });
        assert.deepEqual(outside, [], text.slice(0, 20));
        await page.keyboard.press("Escape");
        await answered(page, index + 1);
    }
});

const GOLDEN = { full, plain, asking, destructive, portuguese, deny_only: { ...full, deny_only_because: "The arguments hold secrets, which are not recorded." }, hostile: filledWith("a\u202Eb\n\"c\"") };
const fileOf = (name) => new URL(`shown/${name}`, import.meta.url);
const digestOf = (text) => createHash("sha256").update(`iam/sheet/1\0${text}`).digest("hex");

test("(W35) the answer has the digest of the text that was read back from the page", async (stage) => {
    for (const [name, question] of Object.entries(GOLDEN)) {
        const page = await stage.page();
        await page.evaluate((asked) => void globalThis.ask(asked), question);
        await sheet(page).waitFor();
        await page.keyboard.press("Escape");
        const { shown_digest: digest } = await answered(page);
        const lines = await page.evaluate(async (asked) => {
            const { SheetView } = await import("/assets/sheet/view.js");
            const { Say, langOf } = await import("/assets/sheet/text.js");
            return new SheetView(asked, new Say(asked.lang ?? langOf("en"))).shown.lines();
        }, question);
        const text = lines.map((line) => `${line}\n`).join("");
        if (process.env.IAM_UPDATE_GOLDEN) {
            writeFileSync(fileOf(`${name}.json`), `${JSON.stringify(question, null, 2)}\n`);
            writeFileSync(fileOf(`${name}.txt`), text);
        }
        assert.deepEqual(JSON.parse(readFileSync(fileOf(`${name}.json`), "utf8")), question);
        assert.equal(text, readFileSync(fileOf(`${name}.txt`), "utf8"));
        assert.equal(digest, digestOf(text), name);
        await page.context().close();
    }
});

test("(W35) the digest of an always is also about its record", async (stage) => {
    const page = await stage.page();
    await ask(page, full);
    await button(page, "Deny always").click();
    await sheet(page).getByRole("button", { name: "Deny always", exact: true }).click();
    const { shown_digest: digest } = await answered(page);
    assert.equal(digest, digestOf(`${readFileSync(fileOf("full.txt"), "utf8")}stores tool: ${full.deny_always_would_store}\n`));
});

test("(W35) another digest than the server's refuses to allow, and the server's own allows", async (stage) => {
    const page = await stage.page();
    const digest = digestOf(readFileSync(fileOf("plain.txt"), "utf8"));
    await ask(page, { ...plain, digest: digest.replace(/.$/, (last) => (last === "0" ? "1" : "0")) });
    await sheet(page).getByText("This page does not show the question as it was asked.").waitFor();
    await page.clock.runFor(5000);
    assert.equal(await isEnabled(page, "Allow once"), false);
    await press(page, "Allow once");
    assert.deepEqual(await answers(page), []);
    await button(page, "Deny once").click();
    await answered(page);
    await ask(page, { ...plain, digest });
    await armed(page);
    await button(page, "Allow once").click();
    assert.equal((await answered(page, 2)).shown_digest, digest);
});

test("(W35) a page that changes what is shown cannot allow", async (stage) => {
    const page = await stage.page();
    await ask(page, plain);
    await armed(page);
    await sheet(page).locator("pre bdi").last().evaluate((element) => (element.textContent = "\"Lisbo\""));
    await button(page, "Allow once").click();
    await sheet(page).getByText("This page does not show the question as it was asked.").waitFor();
    assert.deepEqual(await answers(page), []);
    await page.clock.runFor(5000);
    assert.equal(await isEnabled(page, "Allow once"), false);
    await button(page, "Deny once").click();
    assert.equal((await answered(page)).answer, "deny_once");
});

test("(W35) a page without a secure connection can only deny", async (stage) => {
    const page = await stage.page({}, { origin: stage.origin.replace("127.0.0.1", "insecure.test") });
    assert.equal(await page.evaluate(() => isSecureContext), false);
    await ask(page, plain);
    await sheet(page).getByText("This page was loaded without a secure connection").waitFor();
    await page.clock.runFor(5000);
    assert.equal(await isEnabled(page, "Allow once"), false);
    await button(page, "Deny once").click();
    const { answer, shown_digest: digest } = await answered(page);
    assert.deepEqual([answer, digest], ["deny_once", ""]);
});
