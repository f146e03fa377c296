// Judges each value on standard input with ajv and with @hyperjump/json-schema, formats asserted,
// and names those where a verdict is not that of the generated decoder. A line has a construct with
// its schemas, or a value of the construct before it.
import { createInterface } from "node:readline";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { registerSchema, setShouldValidateFormat, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/formats";

const dialect = "https://json-schema.org/draft/2020-12/schema";
const shown = 10;
setShouldValidateFormat(true);

function byAjv(schema) {
  const ajv = new Ajv({ strict: false, validateFormats: true });
  addFormats(ajv);
  return ajv.compile(schema);
}

async function byHyperjump(schema, uri) {
  registerSchema(schema, uri, dialect);
  const compiled = await validate(uri);
  return (value) => compiled(value).valid;
}

async function judges(construct) {
  const uri = `https://example.org/${construct.construct}`;
  return {
    ajv: { input: byAjv(construct.input), output: byAjv(construct.output) },
    hyperjump: { input: await byHyperjump(construct.input, `${uri}/input`), output: await byHyperjump(construct.output, `${uri}/output`) },
  };
}

// Where docs/decisions/0009-decoder-beyond-schema.md says that a decoder asks what no schema can
// say.
const deviations = [/ bytes\n/, /once the program has/];

// Where ajv-formats is not what the documents say that JSON Schema names: by construct, what its
// values look like. The other validator judges all of them.
const offset = /[+-]\d{4}$/; // RFC 3339: an offset has a colon
const loose = {
  format_time: [offset],
  format_date_time: [offset],
  ty29_seconds: [offset],
  ty29_milliseconds: [offset],
  format_duration: [/Y\d+D|H\d+S/], // RFC 3339, appendix A: no unit between two others is left out
  format_email: [/@[^.]*$/], // RFC 5321: a domain may be one label
  format_hostname: [/\.$/], // RFC 1123: no dot behind the last label
  // RFC 3986: a path may be empty; a port is digits; brackets stand in no path
  format_uri: [/^[a-z][a-z0-9+.-]*:$/i, /^[a-z]+:\/\/[^/?#]*:[a-z]/i, /^[a-z]+:\/\[/i],
};
const isLoose = (peer, trial) => peer === "ajv" && (loose[name] ?? []).some((form) => form.test(trial.value.value));

const counts = { constructs: 0, values: 0, valid: 0, results: 0, deviations: 0, loose: 0, different: 0 };
let name;
let peers;
for await (const line of createInterface({ input: process.stdin })) {
  const trial = JSON.parse(line);
  if (trial.construct !== undefined) {
    name = trial.construct;
    peers = await judges(trial);
    counts.constructs += 1;
    continue;
  }
  counts.values += 1;
  if (trial.valid) counts.valid += 1;
  for (const [peer, judge] of Object.entries(peers)) {
    const verdict = judge.input(trial.value);
    if (verdict !== trial.valid) {
      if (!trial.valid && deviations.some((words) => words.test(trial.why))) {
        counts.deviations += 1;
      } else if (isLoose(peer, trial)) {
        counts.loose += 1;
      } else {
        counts.different += 1;
        if (counts.different <= shown) console.log(`${name}: ${peer} says ${verdict}\n${line}`);
      }
    }
    if (trial.result !== undefined) {
      counts.results += 1;
      if (!judge.output(trial.result)) {
        counts.different += 1;
        if (counts.different <= shown) console.log(`${name}: the result is not valid to ${peer}\n${line}`);
      }
    }
  }
}
console.log(`${counts.constructs} constructs, ${counts.values} values (${counts.valid} valid) by two validators each, ${counts.results} verdicts on results, ` +
  `${counts.deviations} named deviations, ${counts.loose} formats that ajv takes loosely, ${counts.different} differ`);
process.exit(counts.different === 0 && counts.valid > 0 && counts.values > counts.valid ? 0 : 1);
