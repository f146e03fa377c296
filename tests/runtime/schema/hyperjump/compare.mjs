// Judges each pair on standard input with @hyperjump/json-schema and names those where the verdicts
// differ.
import { createInterface } from "node:readline";
import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/draft-07";

const dialects = {
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "7": "http://json-schema.org/draft-07/schema",
};
const uri = "https://example.org/root";
const shown = 10;

async function verdict(pair) {
  registerSchema(pair.schema, uri, dialects[pair.draft]);
  try {
    return (await validate(uri, pair.value)).valid;
  } finally {
    unregisterSchema(uri);
  }
}

const counts = { same: 0, valid: 0, circles: 0, different: 0 };
for await (const line of createInterface({ input: process.stdin })) {
  const pair = JSON.parse(line);
  let peer;
  try {
    peer = await verdict(pair);
  } catch (error) {
    peer = error instanceof RangeError ? "circle" : String(error);
  }
  const circle = pair.refused ?? pair.ended;
  if (peer === "circle" || circle?.includes("leads back to itself")) {
    // A schema that applies itself to the same value has no end. We say so when it is compiled, or
    // by a limit where a dynamic reference is part of it; the peer recurses, if the value leads it
    // there.
    counts.circles += 1;
  } else if (pair.valid === peer) {
    counts.same += 1;
    if (peer) counts.valid += 1;
  } else {
    counts.different += 1;
    if (counts.different <= shown) console.log(`peer: ${peer}\n${line}`);
  }
}
console.log(`${counts.same} verdicts are the same (${counts.valid} valid), ${counts.circles} schemas are circles, ${counts.different} differ`);
process.exit(counts.different === 0 && counts.valid > 0 && counts.same > counts.valid ? 0 : 1);
