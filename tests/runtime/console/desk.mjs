// The program `desk` with its console, and pages of it: the whole way from a page to the state.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { violations } from "./axe.mjs";

// A step may take long on a busy machine. One that never ends is a fault.
const STEP_MS = 60_000;
const OPENER = `#!/bin/sh
cp -p "$1" "$(dirname "$0")/opened.new"
mv "$(dirname "$0")/opened.new" "$(dirname "$0")/opened"
`;
const SIZES = [{ width: 320, height: 640 }, { width: 1280, height: 900 }];

/// Waits until the file is there.
function appears(file, folder) {
    return new Promise((resolve, reject) => {
        const look = () => existsSync(file) && (watcher.close(), clearTimeout(late), resolve());
        const watcher = watch(folder, look);
        const late = setTimeout(() => (watcher.close(), reject(new Error(`${file} has not appeared`))), STEP_MS);
        look();
    });
}

export class Desk {
    #process;
    #contexts = [];
    #secret = "";

    /// Starts `desk console --open` with `options` and waits for the code of its first page.
    static async start(stage, { options = [], lang = "en_US.UTF-8" } = {}) {
        const desk = new Desk();
        desk.stage = stage;
        desk.folder = mkdtempSync(join(tmpdir(), "iam-console-"));
        writeFileSync(join(desk.folder, "xdg-open"), OPENER);
        chmodSync(join(desk.folder, "xdg-open"), 0o755);
        desk.environment = {
            PATH: `${desk.folder}:${process.env.PATH}`, HOME: desk.folder, XDG_CONFIG_HOME: desk.folder, XDG_RUNTIME_DIR: desk.folder,
            TESTDESK_EFFECTS: join(desk.folder, "effects"), TERM: "dumb", LC_ALL: lang,
        };
        desk.#process = spawn(stage.program, ["--state", join(desk.folder, "state"), "console", "--open", ...options], { env: desk.environment, stdio: ["ignore", "pipe", "inherit"], detached: true });
        const opened = join(desk.folder, "opened");
        await appears(opened, desk.folder);
        const [, login] = /content="0; url=([^"]+)"/.exec(readFileSync(opened, "utf8"));
        desk.login = login;
        desk.origin = new URL(login).origin;
        return desk;
    }

    get pid() {
        return this.#process.pid;
    }

    /// Runs a command of desk on the same state, without a terminal.
    command(...words) {
        return spawnSync(this.#words()[0], [...this.#words().slice(1), ...words], { env: this.environment, encoding: "utf8", timeout: 60_000, stdio: ["ignore", "pipe", "pipe"] });
    }

    #words() {
        return [this.stage.program, "--state", join(this.folder, "state")];
    }

    /// Proposes a call that waits for a person; the id of its question.
    propose(tool, input) {
        const { stdout, stderr } = this.command("call", tool, JSON.stringify(input), "--json");
        const { approval } = JSON.parse(stdout);
        assert.ok(approval, stdout + stderr);
        return approval;
    }

    /// The lines that the functions of desk have written.
    effects() {
        return existsSync(this.environment.TESTDESK_EFFECTS) ? readFileSync(this.environment.TESTDESK_EFFECTS, "utf8") : "";
    }

    /// A page with a session, at an address such as "/#/timeline". `options` are those of a browser
    /// context. `hook(page)` is called before the page is loaded.
    async page(address = "/", options = {}, hook = async () => {}) {
        const context = await this.stage.browser.newContext({ viewport: SIZES[1], locale: "en-US", ...options });
        this.#contexts.push(context);
        context.setDefaultTimeout(STEP_MS);
        if (this.#secret) await context.addInitScript((secret) => sessionStorage.setItem("iam-session", secret), this.#secret);
        const page = await context.newPage();
        page.events = [];
        page.on("dialog", (dialog) => {
            page.events.push(`dialog ${dialog.message()}`);
            void dialog.dismiss();
        });
        page.on("request", (request) => request.url().startsWith(this.origin) || page.events.push(`request ${request.url()}`));
        page.on("pageerror", (error) => page.events.push(`error ${error.message}`));
        await hook(page);
        await page.goto(this.#secret ? this.origin + address : this.login);
        await page.getByRole("navigation").first().waitFor();
        this.#secret ||= await page.evaluate(() => sessionStorage.getItem("iam-session"));
        if (address !== "/") await page.evaluate((hash) => { location.hash = hash; }, address.slice(1));
        return page;
    }

    /// Axe finds nothing on the page at `address`, light and dark, narrow and wide, and nothing
    /// scrolls sideways. `ready(page)` waits for the content.
    async checkAccessible(address, ready) {
        for (const colorScheme of ["light", "dark"]) {
            for (const viewport of SIZES) {
                const page = await this.page(address, { colorScheme, viewport, reducedMotion: "reduce" });
                await ready(page);
                const name = `${address} ${colorScheme} ${viewport.width}`;
                assert.deepEqual(await violations(page), [], name);
                assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${name} scrolls sideways`);
                assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1, name);
                assert.deepEqual(page.events, [], name);
                await page.context().close();
            }
        }
    }

    async close() {
        for (const context of this.#contexts) await context.close();
        const ended = new Promise((resolve) => this.#process.once("exit", resolve));
        this.#process.kill("SIGTERM");
        await ended;
        rmSync(this.folder, { recursive: true });
    }
}

/// Runs `body` with a desk, which ends with it.
export async function withDesk(stage, body, facts = {}) {
    const desk = await Desk.start(stage, facts);
    try {
        await body(desk);
    } finally {
        await desk.close();
    }
}

/// The page has said this text in its status line. The page must have been opened with `listen`.
export const listen = (page) => page.addInitScript(() => {
    globalThis.said = [];
    const note = () => globalThis.said.push(document.getElementById("status")?.textContent ?? "");
    new MutationObserver(note).observe(document, { subtree: true, childList: true });
});
export const said = (page, text) => page.waitForFunction((part) => globalThis.said.some((one) => one.includes(part)), text, { polling: 10 });
