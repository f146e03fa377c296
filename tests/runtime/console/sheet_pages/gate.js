// The smallest gate that a foreign page can have behind the sheet: it looks permissions up at each
// call, apart from the list of tools, and notes every decision.
import "/assets/sheet/permission_sheet.js";

const sheet = document.querySelector("iam-permission-sheet");
const DAYS = { low: 90, medium: 30, high: 7 };

export class Gate {
    audit = [];
    ran = [];

    /// `permissions` is a Map that several gates may share; `tools` a promise of a list.
    constructor({ user = "ana", workspace = "", permissions = new Map(), tools = Promise.resolve([]) } = {}) {
        Object.assign(this, { user, workspace, permissions });
        this.tools = [];
        tools.then((list) => (this.tools = list));
    }

    async invoke(name, args = {}) {
        const tool = this.tools.find((one) => one.name === name) ?? { name };
        const key = JSON.stringify([this.user, this.workspace, tool.origin ?? "", name]);
        const standing = this.permissions.get(key);
        if (standing && Date.now() < standing.until) return this.#end(standing.allow, standing.allow ? "ALLOW_ALWAYS" : "DENY_ALWAYS", "cache_hit", name, args);
        const { answer } = await sheet.show({ ...tool, arguments: JSON.stringify(args) });
        const allow = answer === "allow_once" || answer === "allow_always";
        const days = DAYS[tool.risk ?? "high"];
        if (answer === "allow_always") this.permissions.set(key, { allow, until: Date.now() + days * 86_400_000 });
        if (answer === "deny_always") this.permissions.set(key, { allow, until: Infinity });
        return this.#end(allow, answer.toUpperCase(), "user_prompt", name, args);
    }

    #end(allow, decision, origin, name, args) {
        this.audit.push({ decision, origin, tool: name, user: this.user, workspace: this.workspace });
        if (allow) this.ran.push([name, args]);
        return allow ? { ok: `${name} ran` } : { error: `${name} was not allowed: ${decision}` };
    }
}

globalThis.Gate = Gate;
globalThis.isReady = true;
