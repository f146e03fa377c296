// A browser, a page with the sheet under the console's security headers, and the events on it.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { chromium } from "playwright-core";

const folder = new URL(".", import.meta.url);
const assets = new URL("../../../runtime/src/console/assets/", folder);
export const executablePath = process.env.IAM_TEST_CHROMIUM ?? "/usr/bin/chromium";
export const hasBrowser = existsSync(executablePath);

const SECURE = {
    "Content-Security-Policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
};
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8", css: "text/css; charset=utf-8" };

/// `headers` of a foreign page are none of ours. `pages` are texts by their path.
async function serve(headers, pages = {}) {
    const server = createServer((request, response) => {
        if (request.url === "/favicon.ico") return response.writeHead(204).end();
        const path = request.url === "/" ? "page.html" : request.url.slice(1);
        const file = path.startsWith("assets/") ? new URL(path.slice(7), assets) : new URL(`sheet_pages/${path}`, folder);
        if (pages[path]) return response.writeHead(200, { ...headers, "Content-Type": TYPES.html }).end(pages[path]);
        if (!/^[\w/]+\.(html|js|css)$/.test(path) || !existsSync(file)) return response.writeHead(404).end();
        response.writeHead(200, { ...headers, "Content-Type": TYPES[path.split(".").pop()] }).end(readFileSync(file));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

// The longest wait of one step, and the longest time of a test: long enough for a busy machine.
const STEP_MS = 60_000;
const TEST_MS = 240_000;

export class Stage {
    #closers = [];
    isLost = false;
    /// Rejected when a test takes too long: a function that runs in the page has no own limit.
    get lost() {
        return new Promise((_, reject) => {
            const late = () => reject(new Error(`the test has not ended in ${TEST_MS} ms`, { cause: (this.isLost = true) }));
            setTimeout(late, TEST_MS).unref();
        });
    }

    static async open() {
        const stage = new Stage();
        stage.browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--host-resolver-rules=MAP insecure.test 127.0.0.1"] });
        stage.#closers.push(() => stage.browser.close());
        stage.origin = await stage.serve(SECURE);
        return stage;
    }

    async serve(headers, pages) {
        const { server, origin } = await serve(headers, pages);
        this.#closers.push(() => server.close());
        return origin;
    }

    async close() {
        for (const closer of this.#closers.reverse()) await closer();
    }

    /// A page whose clock stands still. `options` are those of a browser context.
    async page(options = {}, { path = "/", origin = this.origin } = {}) {
        const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-US", ...options });
        context.setDefaultTimeout(STEP_MS);
        const page = await context.newPage();
        page.events = [];
        page.on("dialog", (dialog) => {
            page.events.push(`dialog ${dialog.message()}`);
            void dialog.dismiss();
        });
        page.on("request", (request) => page.events.push(`request ${request.url()}`));
        page.on("pageerror", (error) => page.events.push(`error ${error.message}`));
        page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.events.push(`console ${message.text()}`));
        await page.clock.install({ time: new Date("2026-11-23T10:00:00Z") });
        await page.goto(origin + path);
        await page.waitForFunction(() => globalThis.isReady);
        await page.clock.pauseAt(new Date("2026-11-23T11:00:00Z"));
        return page;
    }
}

/// Asks and waits until the sheet stands.
export async function ask(page, question) {
    await page.evaluate((asked) => void globalThis.ask(asked), question);
    await sheet(page).waitFor();
}

export const sheet = (page) => page.getByRole("dialog");
export const button = (page, name) => sheet(page).getByRole("button", { name, exact: true });
/// Also of a button that is disabled in words (aria-disabled): a click of playwright would wait.
export const press = (page, name) => button(page, name).click({ force: true });
export const answers = (page) => page.evaluate(() => globalThis.answers);
export const isOpen = async (page) => (await sheet(page).count()) > 0;
export const isEnabled = async (page, name) => (await button(page, name).getAttribute("aria-disabled")) !== "true";

/// Waits until the page has been drawn, while its clock stands still.
const drawn = (page) => page.evaluate(() => new Promise((resolve) => new ResizeObserver(resolve).observe(document.body)));

/// Lets quiet moments pass until the button counts. The first pictures may each begin one anew.
export async function armed(page, name = "Allow once") {
    for (let moments = 0; moments < 40; ++moments) {
        await drawn(page);
        await page.clock.runFor(500);
        if (await isEnabled(page, name)) return;
    }
    assert.fail(`${name} does not become possible`);
}

/// Waits for an answer that is on its way. Its digest is made while the page's clock stands still.
export async function answered(page, count = 1) {
    await page.waitForFunction((wanted) => globalThis.answers.length >= wanted, count, { polling: 10, timeout: STEP_MS });
    const all = await answers(page);
    assert.equal(all.length, count);
    return all[count - 1];
}

/// The focused element, also inside of the sheet, by its text or label.
export const focused = (page) =>
    page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
