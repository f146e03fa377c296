// Checks the types that the comments of the pages' modules state.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const { status } = spawnSync(process.execPath, [path("node_modules/typescript/bin/tsc"), "-p", path("tsconfig.json")], { stdio: "inherit" });
process.exit(status ?? 1);
