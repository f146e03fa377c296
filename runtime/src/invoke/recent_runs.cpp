// Only for questions: a call that nobody is asked about reads no entries.
#include "recent_runs.hpp"

#include "engine.hpp"
#include <iam/ledger/entry.hpp>

namespace iam::invoke {
namespace {

constexpr std::size_t k_page = 256;
// Some milliseconds; beyond them the question says "at least".
constexpr std::size_t k_entries_max = 2048;

bool is_run_of(const ledger::Entry& entry, const ToolId& tool, const Subject& subject) {
    return entry.kind == ledger::EntryKind::intent && entry.tool == tool &&
           entry.subject.user == subject.user && entry.subject.workspace == subject.workspace;
}

}  // namespace

std::optional<consent::RecentRuns> recent_runs(Engine& engine, const ToolId& tool,
                                               const Subject& subject, const Moment& now) {
    const auto since = saturating_add(now.wall, -consent::k_recent_runs_span);
    consent::RecentRuns runs;
    ledger::Query query;
    query.limit = k_page;
    query.with_payloads = false;
    for (std::size_t read = 0; read < k_entries_max; read += k_page) {
        const auto entries = engine.parts.store.entries(query);
        if (!entries) return std::nullopt;
        for (const ledger::StoredEntry& stored : *entries) {
            const auto decoded = ledger::decode(stored.text);
            if (!decoded) return std::nullopt;
            if (decoded->entry.time <= since) return runs;
            if (is_run_of(decoded->entry, tool, subject)) ++runs.count;
            query.before = stored.id;
        }
        if (entries->size() < k_page) return runs;
    }
    runs.at_least = true;
    return runs;
}

}  // namespace iam::invoke
