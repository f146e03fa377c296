// Judges values of pairs of schemas with @hyperjump/json-schema: one that tells the two apart needs
// a finding, and a witness must do so.
import { createInterface } from "node:readline";
import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";

const dialect = "https://json-schema.org/draft/2020-12/schema";
const uri = "https://example.org/root";
const shown = 10;

// One verdict for each value; undefined where the schema applies itself without an end.
async function verdicts(schema, values) {
  registerSchema(schema, uri, dialect);
  const result = [];
  try {
    for (const value of values) {
      try {
        result.push((await validate(uri, value)).valid);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        result.push(undefined);
      }
    }
  } finally {
    unregisterSchema(uri);
  }
  return result;
}

// What a double does not hold, and remainders of fractions, which it rounds: there the two
// validators differ, and ours is exact.
function isRounded(part) {
  if (typeof part === "number") return Math.abs(part) > Number.MAX_SAFE_INTEGER || (part !== 0 && Math.abs(part) < 1e-9);
  if (part === null || typeof part !== "object") return false;
  if ("multipleOf" in part && !Number.isInteger(part.multipleOf)) return true;
  return Object.values(part).some(isRounded);
}

const counts = { pairs: 0, apart: 0, witnesses: 0, circles: 0, rounded: 0, wrong: 0 };
for await (const line of createInterface({ input: process.stdin })) {
  const pair = JSON.parse(line);
  counts.pairs += 1;
  const witnesses = pair.witnesses.map((one) => one.value);
  const all = [...witnesses, ...pair.values];
  const before = await verdicts(pair.before, all);
  const after = await verdicts(pair.after, all);
  all.forEach((value, i) => {
    if (before[i] === undefined || after[i] === undefined) {
      counts.circles += 1;
      return;
    }
    const lost = before[i] && !after[i];
    const gained = !before[i] && after[i];
    let fault;
    if (i < witnesses.length) {
      counts.witnesses += 1;
      if (pair.witnesses[i].lost ? !lost : !gained) fault = "is no witness";
    } else if (lost || gained) {
      counts.apart += 1;
      if (lost ? !pair.lost : !pair.gained) fault = "is passed over in silence";
    }
    if (fault === undefined) return;
    if (isRounded([pair.before, pair.after, value])) {
      counts.rounded += 1;
      return;
    }
    counts.wrong += 1;
    if (counts.wrong <= shown) console.log(`${JSON.stringify(value)} ${fault}\n${line}`);
  });
}
console.log(`${counts.pairs} pairs, ${counts.witnesses} witnesses, ${counts.apart} other values that tell them apart, ${counts.circles} circles, ${counts.rounded} that doubles round, ${counts.wrong} wrong`);
process.exit(counts.wrong === 0 && counts.witnesses > 0 && counts.apart > 0 ? 0 : 1);
