// Real and scripted servers behind the program iam:
//   node servers.mjs IAM CASE
import assert from "node:assert/strict";
import { Desk, Skipped } from "./desk.mjs";
import { consentCases } from "./consent.mjs";
import { everythingCases } from "./everything.mjs";
import { faultCases } from "./faults.mjs";
import { passingCases } from "./passing.mjs";
import { recipeCases } from "./recipes.mjs";
import { sseGatewayCases } from "./sse_gateway.mjs";

const [, , program, wanted] = process.argv;
const cases = {
    ...everythingCases, ...consentCases, ...sseGatewayCases, ...faultCases, ...passingCases, ...recipeCases
};
assert.ok(cases[wanted], `the cases are ${Object.keys(cases).join(", ")}`);
const desk = new Desk(program);
try {
    await cases[wanted](desk);
} catch (problem) {
    if (!(problem instanceof Skipped)) throw problem;
    console.log(`skipped: ${problem.message}`);
    process.exitCode = 77;
} finally {
    await desk.end();
}
