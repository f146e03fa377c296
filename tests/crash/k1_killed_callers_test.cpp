// Many callers in several processes are killed. The ledger has every outcome that a caller was
// told, and no effect came twice.
#include "full_run.hpp"
#include <iam/gate/consent.hpp>
#include <iam/ledger/verify.hpp>
#include <support/conformance.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <runtime/gate/process_tools.hpp>
#include <runtime/store_sqlite/child_process.hpp>

#include <map>
#include <random>
#include <set>

namespace iam::test {
namespace {

constexpr int k_processes = 4;
constexpr int k_grants = 6;

/// What the processes said, and what was done from here.
struct Told {
    std::set<std::string> succeeded{};  // ids of calls
    std::set<std::string> written{};    // those of them that wrote a line
    std::set<std::string> granted{};
    std::set<std::string> revoked{};
};

/// What a ledger says of its calls.
struct Found {
    std::map<std::string, int> successes{};           // by call
    std::map<ledger::EntryId, int> ends_of_intent{};  // by intent
    std::map<std::string, int> intents_by_grant{};
    std::map<std::string, std::set<std::string>> begun{};  // ids of calls, by tool
    std::set<std::string> grants_after_revocation{};
};

Found read_ledger(const Desk& desk, const Told& told) {
    Found found;
    std::set<std::string> gone;
    ledger::Query all;
    all.limit = k_all;
    all.oldest_first = true;
    for (const ledger::StoredEntry& stored : ok(desk.store->entries(all))) {
        const ledger::Entry entry = ok(ledger::decode(stored.text)).entry;
        if (entry.kind == ledger::EntryKind::intent) {
            found.ends_of_intent[stored.id];
            found.begun[entry.tool->name].insert(entry.call_id);
            if (!entry.grant.empty()) ++found.intents_by_grant[entry.grant];
            if (gone.contains(entry.grant)) found.grants_after_revocation.insert(entry.grant);
        }
        if (entry.kind == ledger::EntryKind::revocation && told.revoked.contains(entry.grant))
            gone.insert(entry.grant);
        if (entry.kind != ledger::EntryKind::outcome) continue;
        if (entry.success == true) ++found.successes[entry.call_id];
        if (entry.of) ++found.ends_of_intent[*entry.of];
    }
    return found;
}

/// Checks that the ledger has the intent of each effect, that no effect came twice, and that each
/// acknowledged effect is there.
void check_effects(const TempDir& folder, const Told& told, Found& found) {
    std::ifstream file(folder / "effects");
    std::set<std::string> written;
    std::size_t appended = 0;
    for (std::string line; std::getline(file, line);) {
        INFO(line);
        if (line == "append") {
            ++appended;
            continue;
        }
        REQUIRE(line.starts_with("write "));
        const std::string id = line.substr(line.find(' ') + 1);
        CHECK(found.begun["write"].contains(id));
        CHECK(written.insert(id).second);
    }
    CHECK(appended <= found.begun["append"].size());
    for (const std::string& id : told.written) {
        INFO(id);
        CHECK(written.contains(id));
    }
}

void check(const TempDir& folder, const Told& told) {
    const Desk after(folder.path());
    REQUIRE(after.runtime != nullptr);
    Found found = read_ledger(after, told);
    for (const std::string& id : told.succeeded) {
        INFO(id);
        CHECK((found.successes.contains(id) && found.successes.at(id) == 1));
    }
    for (const auto& [intent, ends] : found.ends_of_intent) {
        INFO(to_string(intent));
        CHECK(ends <= 1);
    }
    for (const auto& [grant, intents] : found.intents_by_grant) {
        INFO(grant);
        CHECK(intents == 1);
        CHECK(told.granted.contains(grant));
    }
    CHECK(found.grants_after_revocation.empty());
    check_effects(folder, told, found);
    CHECK(ok(ledger::verify(*after.store)).ok());
}

void note(const std::string& line, Told& told) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos) return;
    const std::string id = line.substr(space + 1);
    told.succeeded.insert(id);
    if (line.starts_with("write ")) told.written.insert(id);
}

/// Lets four processes call, and kills each after it has said so many more lines.
void run_and_kill(const TempDir& folder, int round, std::mt19937& random, Told& told) {
    std::vector<std::unique_ptr<ChildProcess>> children;
    for (int i = 0; i < k_processes; ++i) {
        const std::string name = "r" + std::to_string(round) + "p" + std::to_string(i) + "t";
        children.push_back(
            std::make_unique<ChildProcess>(std::vector<std::string>{folder.path().string(), name}));
    }
    for (const auto& child : children) {
        for (auto lines = 1 + random() % 40; lines > 0; --lines) {
            const std::string line = child->read_line();
            REQUIRE_FALSE(line.empty());
            note(line, told);
        }
        child->kill();
        for (std::string line = child->read_line(); !line.empty(); line = child->read_line())
            note(line, told);
    }
}

}  // namespace

TEST_CASE(
    "K1 of four processes with 16 callers each, killed again and again, nothing is lost or "
    "done twice") {
    const TempDir folder;
    const unsigned seed = 20261123;
    std::mt19937 random(seed);
    const int rounds = is_full_run() ? 25 : 3;
    Told told;
    for (int round = 0; round < rounds; ++round) {
        {
            const Desk desk(folder.path());
            REQUIRE(desk.runtime != nullptr);
            // What is left of the last round is taken back before anybody is told that it is.
            for (const consent::Grant& grant : ok(desk.runtime->consent().grants())) {
                REQUIRE(desk.runtime->consent().revoke(grant.id).has_value());
                told.revoked.insert(grant.id);
            }
            for (int i = 0; i < k_grants; ++i)
                told.granted.insert(ok(desk.runtime->consent().grant_once({"", "write"})).id);
        }
        run_and_kill(folder, round, random, told);
        check(folder, told);
    }
    CHECK(told.succeeded.size() > static_cast<std::size_t>(rounds));
    WARN("seed " << seed << ", " << rounds * k_processes << " kills, " << told.succeeded.size()
                 << " calls acknowledged, " << told.granted.size() << " grants");
}

}  // namespace iam::test
