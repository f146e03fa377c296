// Grants, revocations, approvals and undos raced by 64 threads in each of four processes: the
// history that the ledger has is one that the gate allows.
#include "full_run.hpp"
#include <iam/ledger/verify.hpp>
#include <support/conformance.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <runtime/gate/process_tools.hpp>
#include <runtime/store_sqlite/child_process.hpp>

#include <charconv>
#include <map>
#include <set>
#include <sstream>

namespace iam::test {
namespace {

constexpr int k_processes = 4;
constexpr int k_steps = 12;           // of each thread, in the slice
constexpr const char* k_full = "60";  // seconds

/// What the processes were told.
struct Told {
    std::map<std::string, int> uses_of_grant{};
    std::set<std::string> revoked{};
    std::set<std::string> approved{};
    std::set<std::string> did{};
    std::set<std::string> undid{};
};

Told read_told(const TempDir& folder) {
    Told told;
    for (int i = 0; i < k_processes; ++i) {
        std::ifstream file(folder / ("told-p" + std::to_string(i)));
        REQUIRE(file);
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            std::string what;
            std::string id;
            int uses = 0;
            words >> what >> id >> uses;
            if (what == "granted") told.uses_of_grant[id] = uses;
            if (what == "revoked") told.revoked.insert(id);
            if (what == "approved") told.approved.insert(id);
            if (what == "did") told.did.insert(id);
            if (what == "undid") CHECK(told.undid.insert(id).second);
        }
    }
    return told;
}

/// The history, read from its beginning.
struct History {
    std::map<std::string, int> intents_of_grant{};
    std::map<std::string, int> intents_of_approval{};
    std::map<std::string, int> successes{};  // by call
    std::set<std::string> revoked{};
    std::set<std::string> undone{};
    std::vector<std::string> wrong{};
    int intents = 0;

    void read(const ledger::Entry& entry) {
        using ledger::EntryKind;
        if (entry.kind == EntryKind::revocation) revoked.insert(entry.grant);
        if (entry.kind == EntryKind::outcome && entry.success == true) ++successes[entry.call_id];
        if (entry.kind == EntryKind::approval && entry.answer == "allow_once")
            given_.insert(entry.approval);
        if (entry.kind == EntryKind::intent) read_intent(entry);
    }
    /// One is begun for a call when no other is under way and none has taken it back.
    void read_undo(const ledger::EntryId& id, const ledger::Entry& entry) {
        if (entry.kind == ledger::EntryKind::undo_intent) {
            if (!undoing_.insert(to_string(*entry.of)).second)
                wrong.push_back("an undo of " + to_string(*entry.of) + " was begun twice");
            undo_of_[id] = to_string(*entry.of);
        }
        if (entry.kind == ledger::EntryKind::undo_outcome) {
            const std::string call = undo_of_[*entry.of];
            if (entry.success == true) undone.insert(call);
            if (entry.success != true) undoing_.erase(call);
        }
    }

 private:
    void read_intent(const ledger::Entry& entry) {
        ++intents;
        const bool by_grant = entry.decision->source == consent::Source::grant;
        const bool by_approval = entry.decision->source == consent::Source::approval;
        if (!by_grant && !by_approval) wrong.push_back(entry.call_id + " ran without consent");
        if (by_grant) {
            ++intents_of_grant[entry.grant];
            if (revoked.contains(entry.grant))
                wrong.push_back(entry.call_id + " ran by a grant that was revoked before");
        }
        if (by_approval) {
            ++intents_of_approval[entry.approval];
            if (!given_.contains(entry.approval))
                wrong.push_back(entry.call_id + " ran by an approval that nobody had given");
        }
    }

    std::set<std::string> given_;
    std::set<std::string> undoing_;
    std::map<ledger::EntryId, std::string> undo_of_;
};

History read_history(const Desk& desk) {
    History history;
    ledger::Query all;
    all.limit = k_all;
    all.oldest_first = true;
    for (const ledger::StoredEntry& stored : ok(desk.store->entries(all))) {
        const ledger::Entry entry = ok(ledger::decode(stored.text)).entry;
        history.read(entry);
        history.read_undo(stored.id, entry);
    }
    return history;
}

int effects_in(const TempDir& folder, std::string_view word) {
    std::ifstream file(folder / "effects");
    int count = 0;
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(word)) ++count;
    return count;
}

void run_race(const TempDir& folder) {
    std::vector<std::unique_ptr<ChildProcess>> children;
    for (int i = 0; i < k_processes; ++i) {
        children.push_back(std::make_unique<ChildProcess>(
            std::vector<std::string>{folder.path().string(), "p" + std::to_string(i),
                                     std::to_string(k_steps), is_full_run() ? k_full : "0"}));
    }
    for (const auto& child : children) REQUIRE(child->read_line() == "ready");
    for (const auto& child : children) child->go();
    for (const auto& child : children) REQUIRE(child->wait() == 0);
}

}  // namespace

TEST_CASE(
    "K8 of 64 threads in each of four processes that race grants, revocations, approvals and undos "
    "none uses one twice") {
    const TempDir folder;
    const Desk desk(folder.path());
    REQUIRE(desk.runtime != nullptr);
    run_race(folder);
    const Told told = read_told(folder);
    const History history = read_history(desk);
    for (const std::string& sentence : history.wrong) FAIL_CHECK(sentence);
    for (const auto& [grant, count] : history.intents_of_grant) {
        INFO(grant);
        REQUIRE(told.uses_of_grant.contains(grant));
        CHECK(count <= told.uses_of_grant.at(grant));
    }
    for (const auto& [approval, count] : history.intents_of_approval) {
        INFO(approval);
        CHECK(count == 1);
        CHECK(told.approved.contains(approval));
    }
    for (const std::string& grant : told.revoked) {
        INFO(grant);
        CHECK(history.revoked.contains(grant));
    }
    for (const std::string& call : told.did) {
        INFO(call);
        CHECK((history.successes.contains(call) && history.successes.at(call) == 1));
    }
    CHECK(history.successes.size() == told.did.size());
    CHECK(history.undone == told.undid);
    CHECK(effects_in(folder, "write ") == history.intents);
    CHECK(effects_in(folder, "erase ") == static_cast<int>(told.undid.size()));
    CHECK(ok(ledger::verify(*desk.store)).ok());
    // What nobody ran into would show nothing.
    CHECK_FALSE(history.intents_of_grant.empty());
    CHECK_FALSE(history.intents_of_approval.empty());
    CHECK_FALSE(told.revoked.empty());
    CHECK_FALSE(told.undid.empty());
    WARN(history.intents << " calls ran by " << history.intents_of_grant.size() << " grants and "
                         << history.intents_of_approval.size() << " approvals; "
                         << told.uses_of_grant.size() << " granted, " << told.revoked.size()
                         << " revoked, " << told.approved.size() << " approved, "
                         << told.undid.size() << " undone");
}

}  // namespace iam::test
