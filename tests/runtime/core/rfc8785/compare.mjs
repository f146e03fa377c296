// Reads lines "spelled TAB canonical" and holds each canonical text against what the package makes
// of the spelled one.
import canonicalize from "canonicalize";
import { createInterface } from "node:readline";

let compared = 0;
let different = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const [spelled, ours] = line.split("\t");
  const theirs = canonicalize(JSON.parse(spelled));
  if (theirs !== ours && ++different <= 10) console.log(`spelled ${spelled}\nours    ${ours}\ntheirs  ${theirs}\n`);
  ++compared;
}
console.log(`${compared} values compared, ${different} different`);
process.exitCode = different === 0 && compared > 0 ? 0 : 1;
