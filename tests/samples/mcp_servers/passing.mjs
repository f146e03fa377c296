// The parts of server-everything that pass through the gateway to a client of the official SDK.
import assert from "node:assert/strict";
import { CreateMessageRequestSchema, ElicitRequestSchema, LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { aboutOf } from "./desk.mjs";

const everything = "@modelcontextprotocol/server-everything";

async function offers(desk) {
    await desk.addPackage("every", everything);
    await desk.allow("every/toggle-simulated-logging");
    const heard = [];
    let hear;
    const isHeard = new Promise((done) => (hear = done));
    const { client } = await desk.capablePerson({}, (made) => made.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => hear(heard.push(params))));

    const { resources } = await client.listResources();
    assert.ok(resources.length >= 5, JSON.stringify(resources));
    assert.ok(resources.every(({ uri }) => uri.startsWith("iam-server:every/demo://")), JSON.stringify(resources));
    const { contents } = await client.readResource({ uri: resources[0].uri });
    assert.equal(contents[0].uri, resources[0].uri);
    assert.ok(contents[0].text.length > 10, JSON.stringify(contents));
    const { resourceTemplates } = await client.listResourceTemplates();
    const texts = resourceTemplates.find(({ uriTemplate }) => uriTemplate.includes("/text/"));
    const read = await client.readResource({ uri: texts.uriTemplate.replace("{resourceId}", "7") });
    assert.match(read.contents[0].text, /Resource 7/);

    const { prompts } = await client.listPrompts();
    assert.ok(prompts.some(({ name }) => name === "every__simple-prompt"), JSON.stringify(prompts));
    const simple = await client.getPrompt({ name: "every__simple-prompt" });
    assert.equal(simple.messages[0].content.text, "This is a simple prompt without arguments.");
    const ref = { type: "ref/prompt", name: "every__completable-prompt" };
    const { completion } = await client.complete({ ref, argument: { name: "name", value: "A" }, context: { arguments: { department: "Engineering" } } });
    assert.deepEqual(completion.values, ["Alice"]);

    await client.setLoggingLevel("debug");
    await client.callTool({ name: "every__toggle-simulated-logging", arguments: {} });
    await isHeard;
    assert.match(heard[0].logger, /^every/);
}

/// The result of a call, after a person has allowed it.
async function allowed(desk, person, tool, args) {
    const asked = await person.call(tool, args);
    await desk.answer(aboutOf(asked).approval, "1");
    return person.call(tool, args);
}

async function questions(desk) {
    await desk.addPackage("every", everything);
    desk.passOn("every", "sampling", "url_elicitation");
    const asked = [];
    const capabilities = { sampling: {}, elicitation: { form: {}, url: {} } };
    const person = await desk.capablePerson(capabilities, (client) => {
        client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
            asked.push(params);
            return { role: "assistant", model: "small", content: { type: "text", text: "Bonjour" } };
        });
        client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
            asked.push(params);
            return { action: "accept" };
        });
    }, "--wait", "0");
    await person.tools("every__trigger-sampling-request");
    const sampled = await allowed(desk, person, "every__trigger-sampling-request", { prompt: "Say hello.", maxTokens: 10 });
    assert.match(JSON.stringify(sampled.content), /Bonjour/);
    assert.match(asked[0].messages[0].content.text, /Say hello\./);
    assert.equal(asked[0].maxTokens, 10);
    const url = "https://sign.example/here";
    const opened = await allowed(desk, person, "every__trigger-url-elicitation", { url, message: "Sign here." });
    assert.ok(!opened.isError, JSON.stringify(opened));
    assert.equal(asked[1].url, url);
    assert.match(asked[1].message, /^Server every asks you to open .*Sign here\./);
    // The file of servers names no forms.
    const refused = await allowed(desk, person, "every__trigger-elicitation-request", {});
    assert.ok(refused.isError, JSON.stringify(refused));
    assert.equal(asked.length, 2, JSON.stringify(asked));
}

export const passingCases = { "passing-offers": offers, "passing-questions": questions };
