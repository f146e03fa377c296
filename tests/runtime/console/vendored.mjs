// Compares the vendored front end with the npm package that it comes from.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const ours = readFileSync(new URL("../../../runtime/src/console/assets/vendor/standalone.js", import.meta.url));
const theirs = readFileSync(new URL("node_modules/htm/preact/standalone.module.js", import.meta.url));
assert.ok(ours.equals(theirs), "assets/vendor/standalone.js is not npm's; see runtime/src/console/vendor/README.md");
