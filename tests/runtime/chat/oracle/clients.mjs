// The clients of the providers, each fed with the bytes of a stream in place of a network. Each
// gives {text, thinking, calls, items, error}; the arguments of a call are a value, or a text if
// the form has them as a text.
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { Ollama } from "ollama";
import OpenAI from "openai";

const key = "none";
const messages = [{ role: "user", content: "?" }];

/// A response with these bytes, in pieces of 1,000.
export function responseOf(bytes, type = "text/event-stream") {
    const body = new ReadableStream({
        start(controller) {
            for (let at = 0; at < bytes.length; at += 1000) controller.enqueue(bytes.subarray(at, at + 1000));
            controller.close();
        },
    });
    return new Response(body, { status: 200, headers: { "content-type": type } });
}

const fetchOf = (bytes) => async () => responseOf(bytes);

export async function chatCompletions(bytes) {
    const client = new OpenAI({ apiKey: key, maxRetries: 0, fetch: fetchOf(bytes) });
    const { choices } = await client.chat.completions.stream({ model: "x", messages }).finalChatCompletion();
    const { message } = choices[0];
    const calls = (message.tool_calls ?? []).map((call) => ({ id: call.id, name: call.function.name, arguments: call.function.arguments }));
    return { text: message.content ?? "", calls };
}

export async function responses(bytes) {
    const client = new OpenAI({ apiKey: key, maxRetries: 0, fetch: fetchOf(bytes) });
    const response = await client.responses.stream({ model: "x", input: "?" }).finalResponse();
    if (response.status === "failed") throw new Error(response.error?.message);
    const calls = response.output.filter((item) => item.type === "function_call").map((item) => ({ id: item.call_id, name: item.name, arguments: item.arguments }));
    const bare = response.output.map(({ parsed_arguments, ...item }) => (item.content ? { ...item, content: item.content.map(({ parsed, ...part }) => part) } : item));
    return { text: response.output_text, calls, items: bare };
}

export async function messagesApi(bytes) {
    const client = new Anthropic({ apiKey: key, maxRetries: 0, fetch: fetchOf(bytes) });
    const message = await client.messages.stream({ model: "x", max_tokens: 10, messages }).finalMessage();
    const joined = (type, member) => message.content.filter((block) => block.type === type).map((block) => block[member]).join("");
    const calls = message.content.filter((block) => block.type === "tool_use").map((block) => ({ id: block.id, name: block.name, arguments: block.input }));
    return { text: joined("text", "text"), thinking: joined("thinking", "thinking"), calls, items: message.content };
}

export async function generateContent(bytes) {
    const real = globalThis.fetch;
    globalThis.fetch = fetchOf(bytes);
    try {
        const client = new GoogleGenAI({ apiKey: key });
        const parts = [];
        for await (const chunk of await client.models.generateContentStream({ model: "x", contents: "?" })) parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []));
        const joined = (isThought) => parts.filter((part) => part.text !== undefined && Boolean(part.thought) === isThought).map((part) => part.text).join("");
        const calls = parts.filter((part) => part.functionCall).map(({ functionCall }) => ({ id: functionCall.id ?? "", name: functionCall.name, arguments: functionCall.args ?? {} }));
        return { text: joined(false), thinking: joined(true), calls, items: parts };
    } finally {
        globalThis.fetch = real;
    }
}

export async function ollama(bytes) {
    const client = new Ollama({ fetch: fetchOf(bytes) });
    const answer = { text: "", thinking: "", calls: [] };
    for await (const part of await client.chat({ model: "x", messages, stream: true })) {
        answer.text += part.message?.content ?? "";
        answer.thinking += part.message?.thinking ?? "";
        for (const call of part.message?.tool_calls ?? []) answer.calls.push({ id: call.id ?? "", name: call.function.name, arguments: call.function.arguments });
    }
    return answer;
}

export const clients = { chat_completions: chatCompletions, responses, messages: messagesApi, generate_content: generateContent, ollama };
