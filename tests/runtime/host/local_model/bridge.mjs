// A server of OpenAI's form over a model of node-llama-cpp, small and for tests: one answer at a
// time, the last message alone is the prompt, and JSON arguments are held by a grammar.
import { createServer } from "node:http";
import { getLlama, LlamaCompletion, LlamaLogLevel } from "node-llama-cpp";

const promptLetters = 60;

/// Schemas of parameters with texts that end.
function bounded(schema) {
    if (schema.type === "object") {
        const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, bounded(one)]));
        return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
    }
    return schema.type === "string" ? { type: "string", maxLength: 12 } : { type: schema.type };
}

/// A model without sense cannot choose: the tool that the person names is called.
const chosenTool = (tools, text) => tools.find((tool) => new RegExp(`\\b${tool.function.name}\\b`).test(text));

async function readBody(request) {
    let text = "";
    for await (const bytes of request) text += bytes;
    return JSON.parse(text);
}

export class Bridge {
    seed = 1; // another one for each answer
    events = []; // "began", "ended" and "aborted" of each answer

    /// With a key each request for an answer has to have it.
    static async start(file, port = 0, key = "") {
        const bridge = new Bridge();
        bridge.key = key;
        bridge.llama = await getLlama({ gpu: false, build: "never", logLevel: LlamaLogLevel.error, maxThreads: 1 });
        bridge.model = await bridge.llama.loadModel({ modelPath: file });
        bridge.server = createServer((request, response) => bridge.answer(request, response).catch((error) => response.destroy(error)));
        await new Promise((ready) => bridge.server.listen(port, "127.0.0.1", ready));
        bridge.url = `http://127.0.0.1:${bridge.server.address().port}/v1`;
        return bridge;
    }

    async answer(request, response) {
        if (request.method === "GET") return response.end(JSON.stringify({ status: "ok" }));
        if (this.key && request.headers.authorization !== `Bearer ${this.key}`) return response.writeHead(401).end();
        const body = await readBody(request);
        const abort = new AbortController();
        response.on("close", () => abort.abort());
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        const chunk = (delta, reason = null) =>
            response.write(`data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "random", choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`);
        this.events.push("began");
        chunk({ role: "assistant", content: "" });
        const last = body.messages.at(-1);
        const tool = last.role === "user" ? chosenTool(body.tools ?? [], last.content) : undefined;
        try {
            const reason = tool ? await this.call(tool, last.content, chunk, abort.signal) : await this.talk(last.content, chunk, abort.signal);
            chunk({}, reason);
            response.end("data: [DONE]\n\n");
            this.events.push("ended");
        } catch (error) {
            if (!abort.signal.aborted) throw error;
            this.events.push("aborted");
        }
    }

    async call(tool, text, chunk, signal) {
        const grammar = await this.llama.createGrammarForJsonSchema(bounded(tool.function.parameters));
        const piece = (more) => chunk({ tool_calls: [{ index: 0, ...more }] });
        piece({ id: "call_1", type: "function", function: { name: tool.function.name, arguments: "" } });
        await this.generate(text, { maxTokens: 400, grammar, signal, onTextChunk: (one) => piece({ function: { arguments: one } }) });
        return "tool_calls";
    }

    async talk(text, chunk, signal) {
        // A person who asks for ever gets an answer without end, although the model ends by chance.
        const isEndless = text.includes("for ever");
        do await this.generate(text, { maxTokens: 40, signal, onTextChunk: (content) => chunk({ content }) });
        while (isEndless);
        return "stop";
    }

    async generate(text, options) {
        const context = await this.model.createContext({ contextSize: 1024 });
        try {
            const completion = new LlamaCompletion({ contextSequence: context.getSequence() });
            await completion.generateCompletion(text.slice(-promptLetters), { temperature: 1, seed: this.seed++, ...options });
        } finally {
            await context.dispose();
        }
    }

    async stop() {
        this.server.closeAllConnections();
        this.server.close();
        await this.llama.dispose();
    }
}
