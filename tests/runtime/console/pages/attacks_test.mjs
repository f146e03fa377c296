// Attacks of other pages in the same browser on the console: tests of
// runtime/src/console/{api/api,http/answers,http/request_rules}.cpp and assets/app/session.js.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { withDesk } from "../desk.mjs";

/// Runs `body(page, origin, approval)`: a page of an attacker's at http://HOST:OTHER-PORT/, in the
/// browser of a person who has the console open, while a question waits. The question still waits
/// afterwards.
async function attack(stage, body, { host = () => "127.0.0.1" } = {}) {
    const server = createServer((_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>evil</title><body>"));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
        await withDesk(stage, async (desk) => {
            const console_ = await desk.page();
            const approval = desk.propose("echo", { message: "hello" });
            const page = await console_.context().newPage();
            await page.goto(`http://${host(new URL(desk.origin).hostname)}:${server.address().port}/`);
            await body(page, desk.origin, approval, desk);
            const { approvals } = JSON.parse(desk.command("--json", "approvals", "list").stdout);
            assert.deepEqual(approvals.map(({ id }) => id), [approval]);
            assert.equal(desk.effects(), "");
        });
    } finally {
        server.closeAllConnections();
        server.close();
    }
}

/// The statuses of the page's requests to the console while `act` runs. "none": the browser has kept
/// the answer from the page.
async function requests(page, origin, act) {
    const seen = [];
    const note = (request) => request.url().startsWith(origin) && seen.push(request);
    page.on("request", note);
    await act();
    page.off("request", note);
    return Promise.all(seen.map(async (request) => (await request.response().catch(() => null))?.status() ?? "none"));
}

const answer = { nonce: "0", answer: "allow_once", shown_digest: "0".repeat(64) };

/// Each way to send a POST that a page has without the console's leave; the errors are swallowed.
const post = (page, url, body) => page.evaluate(async ([to, text]) => {
    const types = ["text/plain", "application/x-www-form-urlencoded", "application/json"];
    for (const mode of ["no-cors", "cors"])
        for (const type of types)
            await fetch(to, { method: "POST", mode, credentials: "include", headers: { "Content-Type": type }, body: text }).catch(() => {});
    navigator.sendBeacon(to, text);
    await fetch(to, { method: "POST", mode: "no-cors", body: text, keepalive: true }).catch(() => {});
}, [url, JSON.stringify(body)]);

for (const [name, host] of [["origin", () => "127.0.0.1"], ["port", (own) => own]]) {
    globalThis[`post from another ${name}`] = (stage) => attack(stage, async (page, origin, approval) => {
        const seen = await requests(page, origin, () => post(page, `${origin}/api/questions/${approval}/answer`, answer));
        assert.ok(seen.length >= 8 && seen.every((status) => ["none", 403, 405].includes(status)), `${seen}`);
        const read = await page.evaluate((url) => fetch(url).then((response) => response.text(), (error) => `none: ${error.name}`), `${origin}/api/questions`);
        assert.match(read, /^none: TypeError/);
    }, { host });
}
test("(W03) a page of another origin sends no answer and reads nothing", async (stage) => globalThis["post from another origin"](stage));
test("(W03) a page on another port of the console's name sends no answer and reads nothing", async (stage) => globalThis["post from another port"](stage));

test("(W03) a form, an image and a script of another page reach no route", async (stage) => attack(stage, async (page, origin, approval) => {
    const seen = await requests(page, origin, async () => {
        await page.evaluate(async ([to, list]) => {
            for (const [tag, member] of [["img", "src"], ["script", "src"], ["link", "href"]]) {
                const element = Object.assign(document.createElement(tag), { [member]: list });
                if (tag === "link") element.rel = "stylesheet";
                await new Promise((resolve) => {
                    element.onload = element.onerror = resolve;
                    document.body.append(element);
                });
            }
            const frame = Object.assign(document.createElement("iframe"), { name: "target" });
            document.body.append(frame);
            const form = Object.assign(document.createElement("form"), { method: "POST", action: to, target: "target", enctype: "text/plain" });
            form.append(Object.assign(document.createElement("input"), { name: '{"answer":"allow_once","x":"', value: '"}' }));
            document.body.append(form);
            const done = new Promise((resolve) => { frame.onload = resolve; });
            form.submit();
            await done;
        }, [`${origin}/api/questions/${approval}/answer`, `${origin}/api/questions`]);
    });
    assert.ok(seen.length === 4 && seen.every((status) => ["none", 401, 403].includes(status)), `${seen}`);
}));

test("(W06) no page frames the console", async (stage) => attack(stage, async (page, origin) => {
    for (const tag of ["iframe", "object", "embed"]) {
        await page.evaluate(([name, url]) => {
            const element = document.createElement(name);
            element[name === "object" ? "data" : "src"] = url;
            document.body.append(element);
        }, [tag, `${origin}/`]);
    }
    await page.waitForLoadState("networkidle");
    const framed = page.frames().slice(1);
    assert.ok(framed.length > 0, "there is a frame to refuse");
    // A refused frame has the browser's own error page.
    for (const frame of framed) assert.match(await frame.evaluate(() => location.href), /^chrome-error:/);
}));

test("(W15) there is no WebSocket to the console", async (stage) => attack(stage, async (page, origin) => {
    for (const path of ["/", "/api/events", "/ws", "/mcp"]) {
        const end = await page.evaluate((url) => new Promise((resolve) => {
            const socket = new WebSocket(url);
            socket.onopen = () => resolve("open");
            socket.onerror = () => resolve("refused");
        }), `${origin.replace("http", "ws")}${path}`);
        assert.equal(end, "refused", path);
    }
}));

test("(W06) a page that opens the console loses its hold on it", async (stage) => attack(stage, async (page, origin) => {
    const [opened] = await Promise.all([
        page.context().waitForEvent("page"),
        page.evaluate((url) => { globalThis.opened = open(url); }, `${origin}/#/questions`),
    ]);
    await opened.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await opened.evaluate(() => opener), null);
    await page.waitForFunction(() => globalThis.opened.closed);
    assert.equal(await page.evaluate(() => {
        globalThis.opened.postMessage({ secret: "mine" }, "*");
        return globalThis.opened.length;
    }), 0);
}));

test("(W02) a rebound name gets neither page nor API", async (stage) => attack(stage, async (page, origin) => {
    const { port } = new URL(origin);
    for (const path of ["/", "/app/main.js", "/api/questions"]) {
        const response = await page.goto(`http://insecure.test:${port}${path}`);
        assert.equal(response.status(), 421, path);
    }
}));

test("(W04) the browser keeps nothing of a session but its secret in the tab", async (stage) => attack(stage, async (page, origin, approval, desk) => {
    const own = await desk.page("/#/timeline");
    await own.getByRole("heading", { level: 1, name: "Timeline" }).waitFor();
    assert.deepEqual(await own.context().cookies(), []);
    const kept = await own.evaluate(async () => ({
        cookie: document.cookie, local: localStorage.length, tab: Object.keys(sessionStorage), caches: await caches.keys(),
        workers: (await navigator.serviceWorker.getRegistrations()).length, databases: (await indexedDB.databases()).length,
    }));
    assert.deepEqual(kept, { cookie: "", local: 0, tab: ["iam-session"], caches: [], workers: 0, databases: 0 });
    assert.equal(await own.evaluate(async () => (await fetch("/sw.js")).status), 404);
}));

test("(W05) neither addresses nor referrers have a secret", async (stage) => withDesk(stage, async (desk) => {
    const sent = [];
    const page = await desk.page("/#/timeline", {}, async (one) => one.on("request", (request) => sent.push([request.url(), request.headers().referer ?? ""])));
    await page.getByRole("heading", { level: 1, name: "Timeline" }).waitFor();
    const secret = await page.evaluate(() => sessionStorage.getItem("iam-session"));
    const code = desk.login.split("#")[1];
    assert.ok(sent.length > 5);
    for (const [url, referrer] of sent) {
        assert.equal(referrer, "", url);
        assert.ok(!url.slice(desk.origin.length).includes(secret) && !new URL(url).search.includes(code), url);
    }
    assert.ok(!page.url().includes(code));
}));

test("(W06) HTML, code and style of a text do not run even if a page tries", async (stage) => withDesk(stage, async (desk) => {
    const page = await desk.page();
    const ends = await page.evaluate(() => {
        const tries = [
            () => { document.body.innerHTML = "<img src=x>"; }, () => { document.body.insertAdjacentHTML("beforeend", "<b>x</b>"); }, 
            () => { document.createElement("script").text = "1"; }, () => document.write("x"), () => trustedTypes.createPolicy("mine", {}),
        ];
        return tries.map((one) => {
            try {
                one();
                return "done";
            } catch (error) {
                return error.name;
            }
        });
    });
    assert.deepEqual(ends.filter((one) => one === "done"), []);
}));
