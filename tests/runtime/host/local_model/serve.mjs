#!/usr/bin/env node
// The bridge in the place of llama-server, with the words and the variable that it knows.
import { parseArgs } from "node:util";
import { Bridge } from "./bridge.mjs";

const words = { model: { type: "string" }, host: { type: "string" }, port: { type: "string" }, jinja: { type: "boolean" } };
const { values } = parseArgs({ options: words });
await Bridge.start(values.model, Number(values.port), process.env.LLAMA_API_KEY);
