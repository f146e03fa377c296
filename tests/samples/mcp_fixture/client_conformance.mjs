// Runs the official conformance suite against the client of tests/runtime/mcp/client:
//   node client_conformance.mjs SUITE_CLIENT
import { hold } from "./suite.mjs";

const [, , client] = process.argv;
const extensions = Object.fromEntries(
    ["client-credentials-jwt", "client-credentials-basic", "enterprise-managed-authorization", "cross-app-access-complete-flow", "dpop", "dpop-nonce", "wif-jwt-bearer"]
        .map((name) => [`auth/${name}`, "an extension: a person agrees in this client"]),
);
const suites = [
    {
        package: "@modelcontextprotocol/conformance",
        options: ["--requirements", "2025-11-25"],
        // The 18 that count, and json-schema-2020-12-preservation.
        scenarios: 19,
        checks: 257,
        unscored: extensions,
    },
    {
        package: "@modelcontextprotocol/conformance",
        options: ["--requirements", "2026-07-28"],
        // The 32 that count, and json-schema-2020-12-preservation.
        scenarios: 33,
        checks: 413,
        unscored: extensions,
    },
    {
        package: "conformance-stable",
        options: ["--suite", "all"],
        scenarios: 22,
        checks: 276,
        unscored: {
            ...extensions,
            "auth/2025-03-26-oauth-metadata-backcompat": "its metadata names another issuer than the place it stands at; the newer suite wants this refused",
        },
    },
];

// All scenarios run at once, with a sanitizer perhaps: the suite's 30 s are short.
await hold(suites, ["client", "--command", client, "--timeout", "300000"]);
