// audit erase: erases recorded values of ended calls for good. The entries stay.
#include "host/commands/commands.hpp"
#include "host/output/audit_words.hpp"
#include "host/output/json_member.hpp"
#include <iam/gate/records.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {
namespace {

/// The number of entries erased by the Runtime at a time.
constexpr std::size_t k_at_a_time = 10'000;

struct EraseWords {
    std::vector<std::string> ids{};
    std::string reason{};
    bool dry_run = false;
    FilterWords filter{};
};

using Entries = std::vector<ledger::EntryId>;

/// The entries with values, by the filter.
Result<Entries> find_entries(ledger::Store& store, const ledger::Filter& filter) {
    Entries found;
    ledger::Query all;
    all.oldest_first = true;
    all.limit = std::numeric_limits<std::size_t>::max();
    const auto take = [&](const ledger::StoredEntry& entry) -> Result<bool> {
        if (!entry.payloads.empty()) found.push_back(entry.id);
        return true;
    };
    IAM_TRY(done, ledger::search(store, filter, all, take));
    static_cast<void>(done);
    return found;
}

Result<Entries> chosen_entries(const Session& session, const EraseWords& words,
                               ledger::Store& store) {
    IAM_TRY(filter, read_filter(words.filter, session));
    if (words.ids.empty() == !filter.narrows()) {
        return fail(Errc::invalid_argument,
                    "Name the entries, or give a filter that chooses them; not both.");
    }
    if (words.ids.empty()) return find_entries(store, filter);
    Entries entries;
    for (const std::string& id : words.ids) {
        IAM_TRY(entry, ledger::parse_entry_id(id));
        entries.push_back(entry);
    }
    return entries;
}

/// Erases in portions. After an error the earlier portions stay erased.
Result<gate::Erased> erase_all(const Session& session, const Desk& desk, const EraseWords& words,
                               const Entries& entries) {
    gate::Erased sum;
    for (std::size_t begin = 0; begin < entries.size(); begin += k_at_a_time) {
        const std::size_t end = std::min(entries.size(), begin + k_at_a_time);
        gate::Erasure erasure;
        erasure.entries.assign(entries.begin() + static_cast<std::ptrdiff_t>(begin),
                               entries.begin() + static_cast<std::ptrdiff_t>(end));
        erasure.reason = words.reason;
        erasure.by = session.subject();
        erasure.leave_open_calls = words.ids.empty();
        IAM_TRY(erased, desk.runtime->records().erase(erasure));
        sum.entries += erased.entries;
        sum.values += erased.values;
        sum.left += erased.left;
        sum.remains = std::move(erased.remains);
    }
    return sum;
}

void print_erased(const Session& session, const gate::Erased& erased) {
    if (!session.options().json) {
        session.out() << "erased " << erased.values << " values of " << erased.entries
                      << " entries\n";
        if (erased.left > 0)
            session.out() << "left " << erased.left << " entries of calls that have not ended\n";
        print_remains(session, erased.remains);
        return;
    }
    JsonWriter out;
    out.begin_object();
    out.key("entries");
    out.integer(static_cast<std::uint64_t>(erased.entries));
    out.key("left");
    out.integer(static_cast<std::uint64_t>(erased.left));
    put_remains(out, erased.remains);
    out.key("values");
    out.integer(static_cast<std::uint64_t>(erased.values));
    out.end_object();
    session.print(out);
}

ExitCode erase(Session& session, const EraseWords& words) {
    const auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    const auto entries = chosen_entries(session, words, *desk->store);
    if (!entries) return session.report(entries.error());
    if (words.dry_run) {
        session.out() << entries->size() << " entries are named, and all values of their calls\n";
        return ExitCode::done;
    }
    const auto erased = erase_all(session, *desk, words, *entries);
    if (!erased) return session.report(erased.error());
    print_erased(session, *erased);
    return ExitCode::done;
}

}  // namespace

void add_audit_erase_command(const Commands& commands, CLI::App& audit) {
    auto words = std::make_shared<EraseWords>();
    CLI::App* command =
        add_command(commands, audit, "erase",
                    "Erases recorded arguments, results and previews of ended calls for good",
                    [words](Session& session) { return erase(session, *words); });
    command->add_option("ID", words->ids, "Entries; each stands for its whole call");
    command->add_option("--reason", words->reason, "The reason, for the record")->required();
    command->add_flag("--dry-run", words->dry_run, "Only count them");
    add_filter_options(*command, words->filter);
    give_examples(*command, commands.session,
                  {"audit erase 0.12 --reason 'asked for by ann'",
                   "audit erase --until 2026-01-01 --reason 'kept for a year'"});
}

}  // namespace iam::host
