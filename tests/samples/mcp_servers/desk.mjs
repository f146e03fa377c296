// What the cases share: the program iam with a folder of its own, servers of npm beside it, and a
// client on the official SDK behind its gateway.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

export const here = dirname(fileURLToPath(import.meta.url));
export const node = process.execPath;
const consistentNotAnchored = 11;

/// The main file of a package's only program.
export function programOf(name) {
    const folder = join(here, "node_modules", name);
    const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return join(folder, typeof bin === "string" ? bin : Object.values(bin)[0]);
}

export function freePort() {
    return new Promise((done) => {
        const holder = createServer().listen(0, "127.0.0.1", () => {
            const { port } = holder.address();
            holder.close(() => done(port));
        });
    });
}

/// Thrown by a case that cannot be tried here.
export class Skipped extends Error {}

export function needSandbox() {
    const tried = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"], { encoding: "utf8" });
    if (tried.error) throw new Skipped("bwrap is not installed");
    if (tried.status !== 0) throw new Skipped(`bwrap cannot run here: ${tried.stderr.trim()}`);
    if (!realpathSync(node).startsWith("/usr/")) throw new Skipped(`node is at ${node}, which the sandbox does not show`);
}

/// A person at a client of the official SDK; `iam gateway` runs below it.
class Person {
    constructor(client) {
        this.client = client;
        this.changed = () => {};
        client.setNotificationHandler(ToolListChangedNotificationSchema, () => this.changed());
    }

    /// The listed tools, once this one is among them.
    async tools(name) {
        for (;;) {
            const change = new Promise((done) => (this.changed = done));
            const { tools } = await this.client.listTools();
            if (tools.some((tool) => tool.name === name)) return tools;
            await change;
        }
    }

    call(name, args = {}, options = undefined) {
        return this.client.callTool({ name, arguments: args }, undefined, options);
    }
}

export class Desk {
    constructor(program) {
        this.program = program;
        this.folder = realpathSync(mkdtempSync(join(tmpdir(), "servers-")));
        this.files = join(this.folder, "files");
        mkdirSync(this.files);
        this.words = ["--state", join(this.folder, "state"), "--servers", join(this.folder, "servers.json")];
        this.env = { PATH: process.env.PATH, HOME: this.folder };
        this.ends = [];
    }

    /// Starts the program in a session of its own: nobody is asked at the terminal of these tests.
    start(...words) {
        return spawn(this.program, [...this.words, ...words], { env: this.env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    }

    async run(...words) {
        return ended(this.start(...words));
    }

    /// The same; a failure ends the test.
    async done(...words) {
        const { code, out, errors } = await this.run(...words);
        assert.equal(code, 0, `${words.join(" ")}: ${out}${errors}`);
        return out;
    }

    async json(...words) {
        return JSON.parse(await this.done("--json", ...words));
    }

    /// A server of npm on standard input and output; `options` are of `servers add`.
    addPackage(name, package_, options = ["--no-sandbox"], ...args) {
        return this.done("servers", "add", name, ...options, "--", node, programOf(package_), ...args);
    }

    addScript(name, script, ...args) {
        return this.done("servers", "add", name, "--no-sandbox", "--", node, join(here, script), ...args);
    }

    /// Lets these parts of a server pass, and no others.
    passOn(name, ...parts) {
        const file = join(this.folder, "servers.json");
        const all = JSON.parse(readFileSync(file, "utf8"));
        all.servers[name].pass_on = parts;
        writeFileSync(file, JSON.stringify(all));
    }

    allow(tool) {
        return this.done("policy", "set", tool, "allow");
    }

    /// Fails unless the server is connected; gives its line.
    async status(name) {
        const { servers } = await this.json("servers", "status");
        const found = servers.find((server) => server.name === name);
        assert.equal(found?.state, "connected", JSON.stringify(servers));
        return found;
    }

    async toolNames(origin) {
        const { tools } = await this.json("tools");
        return tools.filter((tool) => tool.origin === origin).map((tool) => tool.name);
    }

    async entries(...words) {
        const out = await this.done("--json", "audit", ...words);
        return out.trim() === "" ? [] : out.trim().split("\n").map((line) => JSON.parse(line));
    }

    async verify() {
        const { code, out, errors } = await this.run("audit", "verify");
        assert.equal(code, consistentNotAnchored, out + errors);
        assert.match(out + errors, /consistent, not anchored/);
    }

    /// Answers a question in another process, as a person does; gives the screen's text.
    async answer(approval, key) {
        const words = ["-B", join(here, "answer.py"), key, this.program, ...this.words, "approvals", "answer", approval];
        const { code, out, errors } = await ended(spawn("/usr/bin/python3", words, { env: this.env, stdio: ["ignore", "pipe", "pipe"] }));
        assert.equal(code, 0, out + errors);
        return out;
    }

    person(...words) {
        return this.capablePerson({}, () => {}, ...words);
    }

    /// A person whose client declares these capabilities; `prepare` gets it before it connects.
    async capablePerson(capabilities, prepare, ...words) {
        const transport = new StdioClientTransport({ command: this.program, args: [...this.words, "gateway", ...words], env: this.env, stderr: "inherit" });
        const client = new Client({ name: "sdk", version: "1.32" }, { capabilities });
        prepare(client);
        const person = new Person(client);
        await client.connect(transport);
        this.ends.push(() => client.close());
        return person;
    }

    /// Starts a server that listens; waits until its output matches.
    async listen(script, args, env, listening) {
        const server = spawn(node, [script, ...args], { env: { ...this.env, ...env }, detached: true, stdio: ["ignore", "pipe", "pipe"] });
        const ends = new Promise((done) => server.on("exit", done));
        // Its own process group: a gateway of npm has a server below it.
        this.ends.push(() => (kill(-server.pid), ends));
        let said = "";
        await new Promise((done, fail) => {
            const hear = (bytes) => {
                said += bytes;
                if (listening.test(said)) done();
            };
            server.stdout.on("data", hear);
            server.stderr.on("data", hear);
            ends.then(() => fail(new Error(`${script} has ended: ${said}`)));
        });
    }

    async end() {
        for (const end of this.ends.reverse()) await end();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

function kill(process_) {
    try {
        process.kill(process_, "SIGKILL");
    } catch {
        // It has ended.
    }
}

/// The exit code, or the signal, and both outputs.
export function ended(child) {
    return new Promise((done) => {
        const result = { out: "", errors: "" };
        child.stdout.on("data", (bytes) => (result.out += bytes));
        child.stderr.on("data", (bytes) => (result.errors += bytes));
        child.on("close", (code, signal) => done({ ...result, code, signal }));
    });
}

export function aboutOf(result) {
    return result._meta?.["iam/result"] ?? {};
}
