// The processor time of reading a stream as a ratio to the provider's client of npm, on the same
// bytes in one run:
//   node run.mjs STREAM_BENCH [ROUNDS]
// The clients are those of tests/runtime/chat/oracle (npm ci there). Figures are medians.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clients } from "../../tests/runtime/chat/oracle/clients.mjs";
import { makers, random } from "../../tests/runtime/chat/oracle/made_streams.mjs";

const [, , program, rounds = "5"] = process.argv;
const times = { ours: 200, client: 20 };
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/// An answer of 1,500 pieces of text and four calls.
function longAnswer() {
    const text = "Ich sehe nach, was das Wetter in Zürich und in Bern morgen macht. ".repeat(115);
    const calls = [1, 2, 3, 4].map((n) => ({ id: `call_${n}`, name: "get_weather", arguments: { city: "Zürich", days: n, note: "as precise as possible, please ".repeat(5) } }));
    return { thinking: "", text, calls };
}

async function nanosecondsOfClient(form, bytes) {
    for (let i = 0; i < 5; ++i) await clients[form](bytes);
    const begin = process.cpuUsage();
    for (let i = 0; i < times.client; ++i) await clients[form](bytes);
    const { user, system } = process.cpuUsage(begin);
    return ((user + system) * 1000) / times.client;
}

const folder = mkdtempSync(join(tmpdir(), "iam-stream-"));
try {
    for (const [form, make] of Object.entries(makers)) {
        const bytes = Buffer.from(make(random(7), longAnswer()));
        const file = join(folder, form);
        writeFileSync(file, bytes);
        const ours = [];
        const client = [];
        for (let round = 0; round < Number(rounds); ++round) {
            ours.push(Number(execFileSync(program, [form, file, String(times.ours)])));
            client.push(await nanosecondsOfClient(form, bytes));
        }
        const [mine, theirs] = [median(ours), median(client)];
        const speed = ((bytes.length / mine) * 1000).toFixed(0);
        console.log(`${form}: ${bytes.length} bytes, ${(theirs / mine).toFixed(1)} times the client (${(mine / 1000).toFixed(0)} us, ${speed} MB/s; client ${(theirs / 1000).toFixed(0)} us)`);
    }
    process.stdout.write(execFileSync(program, ["discarded"]));
} finally {
    rmSync(folder, { recursive: true });
}
