// Streams of every wire form, made of random answers by a fixed seed: texts and arguments in random
// pieces, letters of several bytes, calls with and without arguments.

/// The same numbers on every machine.
export function random(seed) {
    let state = seed >>> 0;
    const next = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
    return { below: (n) => Math.floor(next() * n), pick: (list) => list[Math.floor(next() * list.length)] };
}

const words = ["a", "Zürich", " ", "🌦", "\n", "\"", "\\", "{", "}", "data: ", "\u2028", "<think>", "TOOL_CALL:", "\r\n", "e\u0301", "\t"];
const names = ["get_weather", "now", "lights_off", "a-b_c"];

function textOf(r, size) {
    let text = "";
    for (let i = r.below(size); i > 0; --i) text += r.pick(words);
    return text;
}

function valueOf(r, depth) {
    switch (r.below(depth > 2 ? 4 : 6)) {
        case 0: return r.below(100000) / 8;
        case 1: return r.pick([true, false, null]);
        case 2: case 3: return textOf(r, 6);
        case 4: return Array.from({ length: r.below(4) }, () => valueOf(r, depth + 1));
        default: return objectOf(r, depth + 1);
    }
}
const objectOf = (r, depth = 0) => Object.fromEntries(Array.from({ length: r.below(4) }, () => [r.pick(words) + r.below(9), valueOf(r, depth)]));

/// The text in pieces of whole characters.
function piecesOf(r, text) {
    const letters = [...text];
    const pieces = [];
    while (letters.length > 0) pieces.push(letters.splice(0, 1 + r.below(9)).join(""));
    return pieces;
}

export function answerOf(r) {
    return {
        thinking: r.below(3) === 0 ? "" : textOf(r, 20),
        text: textOf(r, 40),
        calls: Array.from({ length: r.below(4) }, (_, i) => ({ id: `call_${i}_${r.below(1000)}`, name: r.pick(names), arguments: r.below(4) === 0 ? {} : objectOf(r) })),
    };
}

/// Server-sent events with one of the line ends and comments between.
function sse(r, events, last = "") {
    const end = r.pick(["\n", "\r\n"]);
    let text = r.below(4) === 0 ? "\uFEFF" : "";
    for (const event of events) {
        if (r.below(6) === 0) text += `: sign of life${end}${end}`;
        if (event.type) text += `event: ${event.type}${end}`;
        text += `data:${r.pick(["", " "])}${JSON.stringify(event)}${end}${end}`;
    }
    return text + last.replaceAll("\n", end);
}

function chatCompletions(r, answer) {
    const chunk = (delta, reason = null) => ({ id: "c", object: "chat.completion.chunk", created: 1, model: "x", choices: [{ index: 0, delta, finish_reason: reason }] });
    const call = (index, more) => chunk({ tool_calls: [{ index, ...more }] });
    const events = [chunk({ role: "assistant", content: "" }), ...piecesOf(r, answer.text).map((content) => chunk({ content }))];
    answer.calls.forEach((one, i) => {
        events.push(call(i, { id: one.id, type: "function", function: { name: one.name, arguments: "" } }));
        for (const piece of piecesOf(r, JSON.stringify(one.arguments))) events.push(call(i, { function: { arguments: piece } }));
    });
    events.push(chunk({}, answer.calls.length > 0 ? "tool_calls" : "stop"));
    return sse(r, events, "data: [DONE]\n\n");
}

function responses(r, answer) {
    const output = [];
    const events = [];
    let number = 0;
    const add = (type, more) => events.push({ type, sequence_number: number++, ...more });
    const response = (status) => ({ id: "r", object: "response", created_at: 1, model: "x", status, output: status === "completed" ? output : [], error: null, incomplete_details: null, tools: [] });
    add("response.created", { response: response("in_progress") });
    const message = { id: "m", type: "message", status: "completed", role: "assistant", content: [{ type: "output_text", annotations: [], text: answer.text }] };
    const place = { item_id: "m", output_index: 0, content_index: 0 };
    add("response.output_item.added", { output_index: 0, item: { ...message, status: "in_progress", content: [] } });
    add("response.content_part.added", { ...place, part: { type: "output_text", annotations: [], text: "" } });
    for (const delta of piecesOf(r, answer.text)) add("response.output_text.delta", { ...place, delta });
    add("response.output_text.done", { ...place, text: answer.text });
    add("response.content_part.done", { ...place, part: message.content[0] });
    add("response.output_item.done", { output_index: 0, item: message });
    output.push(message);
    answer.calls.forEach((one, i) => {
        const item = { id: `fc_${i}`, type: "function_call", status: "completed", arguments: JSON.stringify(one.arguments), call_id: one.id, name: one.name };
        const at = { item_id: item.id, output_index: i + 1 };
        add("response.output_item.added", { output_index: i + 1, item: { ...item, status: "in_progress", arguments: "" } });
        for (const delta of piecesOf(r, item.arguments)) add("response.function_call_arguments.delta", { ...at, delta });
        add("response.function_call_arguments.done", { ...at, arguments: item.arguments });
        add("response.output_item.done", { output_index: i + 1, item });
        output.push(item);
    });
    add("response.completed", { response: response("completed") });
    return sse(r, events);
}

function messages(r, answer) {
    const events = [{ type: "message_start", message: { id: "m", type: "message", role: "assistant", model: "x", content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } } }];
    let index = 0;
    const block = (content_block, deltas) => {
        events.push({ type: "content_block_start", index, content_block });
        if (r.below(5) === 0) events.push({ type: "ping" });
        for (const delta of deltas) events.push({ type: "content_block_delta", index, delta });
        events.push({ type: "content_block_stop", index: index++ });
    };
    if (answer.thinking) block({ type: "thinking", thinking: "", signature: "" }, [...piecesOf(r, answer.thinking).map((thinking) => ({ type: "thinking_delta", thinking })), { type: "signature_delta", signature: "Ab+/=" }]);
    if (answer.text) block({ type: "text", text: "" }, piecesOf(r, answer.text).map((text) => ({ type: "text_delta", text })));
    for (const one of answer.calls) {
        const isNone = Object.keys(one.arguments).length === 0;
        block({ type: "tool_use", id: one.id, name: one.name, input: {} }, (isNone ? [""] : piecesOf(r, JSON.stringify(one.arguments))).map((partial_json) => ({ type: "input_json_delta", partial_json })));
    }
    events.push({ type: "message_delta", delta: { stop_reason: answer.calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null }, usage: { output_tokens: 9 } }, { type: "message_stop" });
    return sse(r, events);
}

function generateContent(r, answer) {
    const event = (parts, more = {}) => ({ candidates: [{ content: { role: "model", parts }, index: 0, ...more }], modelVersion: "x" });
    const events = [
        ...piecesOf(r, answer.thinking).map((text) => event([{ text, thought: true }])),
        ...piecesOf(r, answer.text).map((text) => event([{ text }])),
        event(answer.calls.map((one) => ({ functionCall: { id: one.id, name: one.name, args: one.arguments }, thoughtSignature: "Ab+/=" })), { finishReason: "STOP" }),
    ];
    // The client of npm knows no byte order mark and no comment.
    const end = r.pick(["\n\n", "\r\n\r\n"]);
    return events.map((one) => `data: ${JSON.stringify(one)}${end}`).join("");
}

function ollama(r, answer) {
    const line = (message, more = {}) => ({ model: "x", created_at: "2026-11-27T10:00:00Z", message: { role: "assistant", content: "", ...message }, done: false, ...more });
    const lines = [
        ...piecesOf(r, answer.thinking).map((thinking) => line({ thinking })),
        ...piecesOf(r, answer.text).map((content) => line({ content })),
        ...answer.calls.map((one, index) => line({ tool_calls: [{ id: one.id, function: { index, name: one.name, arguments: one.arguments } }] })),
        line({}, { done: true, done_reason: "stop", prompt_eval_count: 3, eval_count: 4 }),
    ];
    return lines.map((one) => JSON.stringify(one)).join("\n") + r.pick(["", "\n"]);
}

export const makers = { chat_completions: chatCompletions, responses, messages, generate_content: generateContent, ollama };

/// Lines of an event stream in random order, with every line end. An id stands before data: the
/// package of npm forgets that of an event without data.
export function eventStream(r) {
    const line = () => r.pick([() => `data: ${r.pick(words).replace(/[\r\n]/g, "")}`, () => "data", () => `data:${r.below(9)}`, () => `id: ${r.below(9)}\ndata: y`, () => "event: note", () => ": comment", () => "other: x", () => "", () => ""])();
    let text = r.below(3) === 0 ? "\uFEFF" : "";
    for (let i = r.below(30); i > 0; --i) text += line() + r.pick(["\n", "\r\n", "\r"]);
    return text + "\n\n";
}
