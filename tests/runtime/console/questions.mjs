// Questions as a server writes them.

/// Everything that a question can have.
export const full = {
    approval: "a3f1c2d4e5f60718293a4b5c6d7e8f90",
    nonce: "6f1f0c",
    name: "write_note",
    title: "Write a note",
    origin: "notes",
    trust: "trusted",
    risk: "medium",
    hints: { read_only: false, destructive: false, idempotent: true, open_world: false },
    undo: { exact: true, seconds: 86400 },
    proposer: { kind: "model", model: "gpt-4o", provider: "openai" },
    session: "evening",
    agent: "planner",
    asked_because: "The user rule \"notes\" (rules.json:7:5) wants each such call confirmed: family reads them",
    decided_by: { source: "rule", id: "notes", place: "/etc/iam/rules.json:7:5" },
    taint: ["a page of example.org (search_web, step 4)"],
    changes: ["Argument \"text\": was at most 100 bytes, is at most 4096 bytes. More can be written."],
    recent_runs: { count: 12, at_least: true },
    preview: {
        summary: "Writes 2 lines to /notes/today.",
        fields: [{ label: "Path", value: "/notes/today" }, { label: "Lines", value: "2" }],
        warnings: [{ code: "overwrites", message: "The note has 14 lines now." }],
    },
    arguments: "{\"done\":false,\"path\":\"/notes/today\",\"tags\":[\"home\",{\"weight\":12345678901234567890}],\"text\":\"Milk\\nBread\"}",
    lookalikes: ["nоtes: n\\u{43E}tes"],
    more_lookalikes: 2,
    always_would_store: "Allow every call of \"write_note\" for the user \"ana\" until 2026-12-23T10:00:00Z, unless a change of the tool ends it before.",
    always_these_would_store: "Allow every call of \"write_note\" with exactly these arguments for the user \"ana\" until 2026-12-23T10:00:00Z, unless a change of the tool ends it before.",
    deny_always_would_store: "Deny every call of \"write_note\" for the user \"ana\" until somebody revokes that.",
};

export const plain = { name: "get_weather", title: "Weather", origin: "weather", trust: "trusted", risk: "low", hints: { read_only: true, open_world: false }, arguments: "{\"city\":\"Porto\"}" };

export const destructive = {
    name: "delete_note", origin: "notes", trust: "own", risk: "high", hints: { read_only: false, destructive: true }, arguments: "{\"path\":\"/notes/today\"}",
    always_refused_because: "This tool states that it may destroy what was there, so each call is asked about; allow it once.",
    deny_always_would_store: "Deny every call of \"delete_note\" until somebody revokes that.",
};

/// A function that asks for values, and a menu of later calls.
export const asking = {
    ...plain, approval: "a1", nonce: "n1", description: "Tells the weather of a city.", takes_reason: true,
    always_refused_because: "Each question of a function is asked about.",
    inputs: [
        { key: "day", kind: "date", prompt: "Which day?", wanted: "a date such as 2026-11-23" },
        { key: "unit", kind: "choice", prompt: "Which unit?", wanted: "one of: Celsius, Fahr\u202Eenheit", choices: ["Celsius", "Fahr\u202Eenheit"] },
        { key: "rain", kind: "boolean", prompt: "With rain?", wanted: "true or false" },
        { key: "hours", kind: "number", prompt: "How many hours?", wanted: "a number" },
    ],
    further: [
        { words: "every call of this tool for 5 minutes, until 2026-11-23T11:05:00Z", scope: "tool", until: "2026-11-23T11:05:00Z" },
        { words: "as many calls of this tool as you say", scope: "tool", until: "2026-11-24T11:00:00Z", uses_max: 99 },
        { words: "every call of this tool with exactly these arguments", scope: "arguments", until: "2026-11-24T11:00:00Z" },
    ],
};

/// The same in Portuguese, as far as sentences of the library are in it.
export const portuguese = {
    ...full, lang: "pt-BR",
    asked_because: "A regra do usuário \"notes\" (rules.json:7:5) quer cada chamada assim confirmada: a família lê",
    always_would_store: "Permitir toda chamada de \"write_note\" para o usuário \"ana\" até 2026-12-23T10:00:00Z, a menos que uma mudança da ferramenta termine isso antes.",
};

/// Of about `bytes`, one member a line.
export function longArguments(bytes) {
    const members = {};
    for (let i = 0; i * 32 < bytes; ++i) members[`member_${String(i).padStart(6, "0")}`] = `value ${i} abcdefgh`;
    return JSON.stringify(members);
}
