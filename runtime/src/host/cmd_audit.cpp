// audit: reads the ledger, follows it, shows one entry, verifies the chain. Writes nothing.
#include "broken_records.hpp"
#include "commands.hpp"
#include "entry_text.hpp"
#include "escape.hpp"
#include "json_member.hpp"
#include "layout.hpp"
#include <iam/ledger/permission_events.hpp>
#include <iam/ledger/verify.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

namespace iam::host {
namespace {

// Nothing hangs on it: a change wakes earlier.
constexpr std::chrono::milliseconds k_follow_wait{5000};
constexpr std::size_t k_page = 1000;

struct AuditWords {
    bool follow = false;
    std::size_t limit = 50;
    std::string id{};
};

Result<void> print_entries(const Session& session, ledger::Store& store,
                           const std::vector<ledger::StoredEntry>& entries) {
    std::vector<std::vector<std::string>> rows;
    for (const ledger::StoredEntry& entry : entries) {
        IAM_TRY(facts, facts_of(store, entry));
        if (session.options().json) {
            session.out() << entry_json(entry, facts);
        } else {
            rows.push_back(entry_row(entry, facts));
        }
    }
    session.out() << table(rows);
    session.out().flush();
    return {};
}

/// From the `limit` newest on, oldest first, until it is stopped or nobody listens any more.
Result<void> follow(const Session& session, ledger::Store& store, std::size_t limit) {
    const std::stop_token& stop = session.environment().stop;
    // Before the entries, so that what is added while they are read counts as a change.
    IAM_TRY(seen, store.version());
    ledger::Query newest;
    newest.limit = limit;
    IAM_TRY(entries, store.entries(newest));
    std::reverse(entries.begin(), entries.end());
    ledger::Query next;
    next.oldest_first = true;
    next.limit = k_page;
    while (true) {
        IAM_CHECK(print_entries(session, store, entries));
        if (!entries.empty()) next.after = entries.back().id;
        if (stop.stop_requested() || !session.out()) return {};
        if (entries.size() < k_page) {
            IAM_TRY(changed, store.wait_for_change(seen, k_follow_wait, stop));
            if (changed) {
                IAM_TRY(version, store.version());
                seen = version;
            }
        }
        IAM_TRY(more, store.entries(next));
        entries = std::move(more);
    }
}

Result<std::unique_ptr<ledger::Store>> open_to_read(const Session& session) {
    return session.open_store(store_sqlite::Mode::read_only);
}

ExitCode list_entries(Session& session, const AuditWords& words) {
    if (!words.follow && session.folder() && !session.has_ledger()) {
        session.say("Nothing has been recorded yet.");
        return ExitCode::done;
    }
    const auto store = open_to_read(session);
    if (!store) return session.report(store.error());
    if (words.follow) {
        const auto done = follow(session, **store, words.limit);
        return done ? ExitCode::done : session.report(done.error());
    }
    ledger::Query query;
    query.limit = words.limit;
    const auto entries = (*store)->entries(query);
    if (!entries) return session.report(entries.error());
    const auto done = print_entries(session, **store, *entries);
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
        next.after = entries.back().id;
    }
    return {};
}

ExitCode list_events(Session& session) {
    const auto store = open_to_read(session);
    if (!store) return session.report(store.error());
    const auto done = print_events(session, **store);
    return done ? ExitCode::done : session.report(done.error());
}

ExitCode show(Session& session, const std::string& text) {
    const auto id = ledger::parse_entry_id(text);
    if (!id) return session.report(id.error());
    const auto store = open_to_read(session);
    if (!store) return session.report(store.error());
    const auto entry = (*store)->entry(*id);
    if (!entry) return session.report(entry.error());
    if (!*entry) {
        return session.report(Error{
            Errc::not_found,
            "There is no entry " + to_string(*id) + "; list them: " + session.command("audit")});
    }
    const auto facts = facts_of(**store, **entry);
    if (!facts) return session.report(facts.error());
    session.out() << (session.options().json ? entry_json(**entry, *facts)
                                             : entry_text(**entry, *facts));
    return ExitCode::done;
}

void print_json(const Session& session, const ledger::Verification& verification,
                const BrokenRecords& broken) {
    JsonWriter out;
    out.begin_object();
    out.key("anchored");
    out.boolean(false);
    put_broken(out, broken);
    out.key("entries");
    out.integer(verification.entries);
    if (verification.first_bad) put(out, "first_bad", to_string(*verification.first_bad));
    put(out, "head", verification.head.hex());
    out.key("ok");
    out.boolean(verification.ok() && broken.empty());
    if (!verification.ok()) put(out, "reason", verification.reason);
    out.end_object();
    session.print(out);
}

/// A ledger that is too damaged to be walked to its end has failed as well.
ExitCode not_verified(const Session& session, const Error& error) {
    if (error.code != Errc::corrupt) return session.report(error);
    if (session.options().json) {
        JsonWriter out;
        out.begin_object();
        out.key("anchored");
        out.boolean(false);
        out.key("ok");
        out.boolean(false);
        put(out, "reason", error.message);
        out.end_object();
        session.print(out);
    }
    session.say("The ledger does not hold together: " + error.message);
    return ExitCode::verification_failed;
}

ExitCode verify(Session& session) {
    const auto store = open_to_read(session);
    if (!store) return not_verified(session, store.error());
    const auto verification = ledger::verify(**store);
    if (!verification) return not_verified(session, verification.error());
    const auto broken = broken_records(**store, {RecordKind::policy, RecordKind::grant,
                                                 RecordKind::permission, RecordKind::approval});
    if (!broken) return not_verified(session, broken.error());
    const bool ok = verification->ok();
    if (session.options().json) {
        print_json(session, *verification, *broken);
    } else {
        session.out() << verification->entries << " entries checked\nhead "
                      << verification->head.hex() << '\n';
        if (ok) session.out() << "consistent, not anchored: keep the head elsewhere to compare\n";
    }
    say_broken(session, *broken);
    if (ok) return broken->empty() ? ExitCode::done : ExitCode::verification_failed;
    session.say("The ledger does not hold together; the first bad entry is " +
                to_string(*verification->first_bad) + ": " + verification->reason);
    return ExitCode::verification_failed;
}

}  // namespace

void add_audit_commands(const Commands& commands) {
    auto words = std::make_shared<AuditWords>();
    CLI::App* audit =
        add_command(commands, commands.app, "audit", "Reads the ledger, newest first",
                    [words](Session& session) { return list_entries(session, *words); });
    audit->add_flag("--follow", words->follow, "Oldest first, and goes on as entries are added");
    audit->add_option("--limit", words->limit, "How many")->capture_default_str();
    audit->require_subcommand(0, 1);
    give_examples(*audit, commands.session,
                  {"audit --limit 10", "audit --follow --json", "audit show 0.12", "audit verify"});
    add_command(commands, *audit, "verify",
                "Recomputes the chain and names the first entry that does not hold", verify);
    add_command(commands, *audit, "events",
                "Decisions about permissions for other systems: JSON lines, oldest first",
                list_events);
    add_command(commands, *audit, "show", "Everything about one entry",
                [words](Session& session) { return show(session, words->id); })
        ->add_option("ID", words->id, "The entry: 0.12")
        ->required();
}

}  // namespace iam::host
