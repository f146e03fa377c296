// Judges SARIF logs, one on a line with its name, by the schema of OASIS; a log with an unknown
// member shows that the schema is looked at.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import Ajv from "ajv";
import addFormats from "ajv-formats";

const schema = createRequire(import.meta.url)("schemastore/schemas/json/sarif-2.1.0.json");
// One pattern of the schema has a bracket that the flag u of a RegExp forbids.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats(ajv);
const fits = ajv.compile(schema);

let logs = 0;
let wrong = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { name, log } = JSON.parse(line);
  logs += 1;
  if (!fits(log)) {
    wrong += 1;
    console.log(`${name}: ${ajv.errorsText(fits.errors, { separator: "\n  " })}`);
  }
  const unknown = structuredClone(log);
  unknown.runs[0].tool.driver.nickname = "x";
  if (fits(unknown)) {
    wrong += 1;
    console.log(`${name}: fits with an unknown member, too`);
  }
}
console.log(`${logs} logs, ${wrong} wrong`);
process.exit(logs > 0 && wrong === 0 ? 0 : 1);
