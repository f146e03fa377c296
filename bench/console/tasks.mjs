// The tasks of a page in a trace of Chromium.

/// The tasks of the page's main thread in a trace, in ms of processor time: other programs on the
/// machine do not count.
export function tasksIn(trace) {
    const { traceEvents } = JSON.parse(trace);
    const mains = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
    const byPage = new Map();
    for (const { name, ph, tdur, pid, tid } of traceEvents) {
        if (ph !== "X" || !tdur || !name.endsWith("RunTask") || !mains.has(`${pid} ${tid}`)) continue;
        if (!byPage.has(pid)) byPage.set(pid, []);
        byPage.get(pid).push(tdur / 1000);
    }
    const sum = (all) => all.reduce((total, one) => total + one, 0);
    return [...byPage.values()].sort((a, b) => sum(b) - sum(a))[0].sort((a, b) => b - a);
}
