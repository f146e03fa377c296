// For questions only: a call without a question reads no entries.
#include "gate/questions/recent_runs.hpp"

#include "gate/engine/basis.hpp"
#include <iam/ledger/entry.hpp>

namespace iam::gate {
namespace {

constexpr std::size_t k_runs_page = 256;
// Per chain, some milliseconds of reading. Beyond it the question says "at least".
constexpr std::size_t k_runs_read_max = 2048;

bool is_run_of(const ledger::Entry& entry, const ToolId& tool, const Subject& subject) {
    return entry.kind == ledger::EntryKind::intent && entry.tool == tool &&
           entry.subject.user == subject.user && entry.subject.workspace == subject.workspace;
}

/// Reads backwards to the first too old entry. Returns false if the entries cannot be read.
bool count_in_chain(ledger::Store& store, std::uint32_t chain, const ToolId& tool,
                    const Subject& subject, std::chrono::sys_time<std::chrono::milliseconds> since,
                    consent::RecentRuns& runs) {
    ledger::Query query;
    query.chain = chain;
    query.limit = k_runs_page;
    query.with_payloads = false;
    for (std::size_t read = 0; read < k_runs_read_max; read += k_runs_page) {
        const auto entries = store.entries(query);
        if (!entries) return false;
        for (const ledger::StoredEntry& stored : *entries) {
            const auto decoded = ledger::decode(stored.text);
            if (!decoded) return false;
            if (decoded->entry.time <= since) return true;
            if (is_run_of(decoded->entry, tool, subject)) ++runs.count;
            query.before = place_of(stored);
        }
        if (entries->size() < k_runs_page) return true;
    }
    runs.at_least = true;
    return true;
}

}  // namespace

std::optional<consent::RecentRuns> recent_runs(const Basis& basis, const ToolId& tool,
                                               const Subject& subject, const Moment& now) {
    const auto since = saturating_add(now.wall, -consent::k_recent_runs_span);
    const auto chains = basis.parts.store.chains();
    if (!chains) return std::nullopt;
    consent::RecentRuns runs;
    for (const std::uint32_t chain : *chains)
        if (!count_in_chain(basis.parts.store, chain, tool, subject, since, runs))
            return std::nullopt;
    return runs;
}

}  // namespace iam::gate
