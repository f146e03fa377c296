// audit: reads the ledger by filters and pages, follows it, gives events about permissions. Writes
// nothing.
#include "host/commands/commands.hpp"
#include "host/output/audit_words.hpp"
#include "host/output/json_member.hpp"
#include "host/output/listing.hpp"
#include <iam/ledger/follow.hpp>
#include <iam/ledger/permission_events.hpp>
#include <iam/question/entry_text.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/layout.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {

using question::entry_json;
using question::entry_row;
using question::facts_of;
using question::json_without_controls;
using question::table;

namespace {

// Any value will do: a change wakes earlier.
constexpr std::chrono::milliseconds k_follow_wait{5000};
constexpr std::size_t k_page = 1000;

struct AuditWords {
    bool follow = false;
    std::size_t limit = 50;
    std::string before{};
    FilterWords filter{};
};

/// Prints entries as they come: JSON at once, rows in tables of one page.
class EntryPrinter {
 public:
    EntryPrinter(const Session& session, ledger::Store& store) : session_(session), store_(store) {}

    Result<void> print(const ledger::StoredEntry& entry) {
        IAM_TRY(facts, facts_of(store_, entry));
        if (session_.options().json) {
            session_.out() << entry_json(entry, facts);
            return {};
        }
        rows_.push_back(entry_row(entry, facts));
        if (rows_.size() == k_rows) flush();
        return {};
    }
    void flush() {
        if (has_heads_) {
            print_rows(session_, {"ENTRY", "TIME", "KIND", "TOOL", "WHAT"}, rows_);
        } else {
            session_.out() << table(rows_);
        }
        has_heads_ = has_heads_ && rows_.empty();
        session_.out().flush();
        rows_.clear();
    }

 private:
    static constexpr std::size_t k_rows = 1000;

    const Session& session_;
    ledger::Store& store_;
    Rows rows_{};
    bool has_heads_ = true;  // the first page has heads
};

/// Prints from the `limit` newest entries on, oldest first, until a stop or until nobody reads.
Result<void> follow(const Session& session, ledger::Store& store, const ledger::Filter& filter,
                    std::size_t limit) {
    const std::stop_token& stop = session.environment().stop;
    // Read before the entries, so an entry added during the reading counts as a change.
    IAM_TRY(seen, store.version());
    ledger::Follower follower(store, filter);
    IAM_CHECK(follower.start_at_newest(limit));
    EntryPrinter printer(session, store);
    while (true) {
        IAM_TRY(at_end, follower.next([&](const ledger::StoredEntry& entry) -> Result<bool> {
            IAM_CHECK(printer.print(entry));
            return static_cast<bool>(session.out());
        }));
        printer.flush();
        if (stop.stop_requested() || !session.out()) return {};
        if (!at_end) continue;
        IAM_TRY(changed, store.wait_for_change(seen, k_follow_wait, stop));
        if (changed) {
            IAM_TRY(version, store.version());
            seen = version;
        }
    }
}

Result<std::unique_ptr<ledger::Store>> open_to_read(const Session& session) {
    return session.open_store(store::Mode::read_only);
}

/// Says the number of entries left out by the filter, and how to read the next page.
void say_what_is_left(const Session& session, const ledger::Filter& filter,
                      const ledger::Searched& searched) {
    say_what_matched(session, filter, searched);
    if (searched.looked_at == 0) session.say("Nothing has been recorded yet.");
    if (!searched.at_end && searched.last) {
        session.say("There are older entries: --before " + to_string(searched.last->id));
    }
}

Result<void> list_page(const Session& session, ledger::Store& store, const ledger::Filter& filter,
                       std::size_t limit, const std::optional<ledger::EntryId>& before) {
    ledger::Query query;
    query.limit = limit;
    if (before) {
        IAM_TRY(place, place_of(store, *before));
        query.before = place;
    }
    query.with_payloads = session.options().json || !filter.text.empty();
    EntryPrinter printer(session, store);
    IAM_TRY(searched,
            search(store, filter, query, [&](const ledger::StoredEntry& entry) -> Result<bool> {
                IAM_CHECK(printer.print(entry));
                return static_cast<bool>(session.out());
            }));
    printer.flush();
    say_what_is_left(session, filter, searched);
    return {};
}

ExitCode list_entries(Session& session, const AuditWords& words) {
    const auto filter = read_filter(words.filter, session);
    if (!filter) return session.report(filter.error());
    std::optional<ledger::EntryId> before;
    if (!words.before.empty()) {
        const auto id = ledger::parse_entry_id(words.before);
        if (!id) return session.report(id.error());
        before = *id;
    }
    if (!words.follow && session.place() && !session.has_ledger()) {
        session.say("Nothing has been recorded yet.");
        return ExitCode::done;
    }
    const auto store = open_to_read(session);
    if (!store) return session.report(store.error());
    const auto done = words.follow ? follow(session, **store, *filter, words.limit)
                                   : list_page(session, **store, *filter, words.limit, before);
    return done ? ExitCode::done : session.report(done.error());
}

Result<void> print_events(const Session& session, ledger::Store& store) {
    ledger::PermissionEvents events;
    ledger::Query next;
    next.oldest_first = true;
    next.limit = k_page;
    while (session.out()) {
        IAM_TRY(entries, store.entries(next));
        for (const ledger::StoredEntry& entry : entries) {
            IAM_TRY(event, events.next(entry));
            if (event) session.out() << json_without_controls(*event) << '\n';
        }
        if (entries.size() < k_page) return {};
        next.after = place_of(entries.back());
    }
    return {};
}

ExitCode list_events(Session& session) {
    const auto store = open_to_read(session);
    if (!store) return session.report(store.error());
    const auto done = print_events(session, **store);
    return done ? ExitCode::done : session.report(done.error());
}

}  // namespace

void add_audit_commands(const Commands& commands) {
    auto words = std::make_shared<AuditWords>();
    CLI::App* audit =
        add_command(commands, commands.app, "audit", "Reads the ledger, newest first",
                    [words](Session& session) { return list_entries(session, *words); });
    audit->add_flag("--follow", words->follow,
                    "Prints oldest first, and goes on as entries are added");
    audit->add_option("--limit", words->limit, "How many")->capture_default_str();
    CLI::Option* before =
        audit->add_option("--before", words->before, "Older than this entry: the next page");
    before->type_name("ID");
    audit->get_option("--follow")->excludes(before);
    add_filter_options(*audit, words->filter);
    audit->require_subcommand(0, 1);
    give_examples(*audit, commands.session,
                  {"audit --limit 10", "audit --since 2h --outcome failed", "audit --follow --json",
                   "audit show 0.12", "audit verify"});
    give_examples(
        *add_command(commands, *audit, "events",
                     "Decisions about permissions for other systems: JSON lines, oldest first",
                     list_events),
        commands.session, {"audit events"});
    add_audit_checkpoint_command(commands, *audit);
    add_audit_proof_commands(commands, *audit);
    add_audit_show_command(commands, *audit);
    add_audit_erase_command(commands, *audit);
    add_audit_retain_command(commands, *audit);
    add_audit_export_command(commands, *audit);
    add_audit_report_command(commands, *audit);
    add_audit_verify_command(commands, *audit);
}

}  // namespace iam::host
