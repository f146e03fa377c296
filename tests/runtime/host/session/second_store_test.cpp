// The command line over another store than the default one: nothing of it knows SQLite or folders.
// Tests of runtime/src/host/session/session.cpp and runtime/src/default_store/default_store.cpp.
#include <iam/store/memory_store.hpp>
#include <support/forwarding_store.hpp>
#include <support/joined_store.hpp>

#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

using iam::host::ExitCode;

namespace iam::test {
namespace {

constexpr char k_place[] = "shared://desk?ledger=7";

/// A server of stores by address, in this process. Each command line has a store of its own that
/// leads to the same records.
struct Server {
    FakeEntropy entropy{};
    std::map<std::string, std::shared_ptr<ledger::Store>> states{};
    std::string opened{};  ///< each opening: 'w' for writing, 'r' for reading

    Result<std::unique_ptr<ledger::Store>> open(const std::string& place, store::Mode mode) {
        opened += mode == store::Mode::read_write ? 'w' : 'r';
        if (place.rfind("shared://", 0) != 0)
            return fail(Errc::unavailable, place + " is no address; begin it with shared://");
        std::shared_ptr<ledger::Store>& state = states[place];
        if (!state) state = store::make_memory_store(entropy, 7);
        return std::make_unique<ForwardingStore>(state);
    }
};

/// A store with an archive and a replica.
class ArchivedStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    Result<std::vector<ledger::Remains>> forget_erased() override {
        using Time = std::chrono::sys_time<std::chrono::milliseconds>;
        return std::vector<ledger::Remains>{{"the archive", Time(std::chrono::hours(24))},
                                            {"a replica", std::nullopt}};
    }
};

store::Backend backend_of(Server& server, std::filesystem::path keys) {
    store::Backend backend;
    backend.open = [&server](const std::string& place, store::Mode mode, Entropy&) {
        return server.open(place, mode);
    };
    backend.has_state = [&server](const std::string& place) {
        return server.states.count(place) > 0;
    };
    backend.back_up = [](const std::string& place,
                         const std::filesystem::path&) -> Result<store::Copied> {
        return fail(Errc::unavailable, "copy " + place + " with the tools of its server");
    };
    backend.signing_key = [keys](const std::string&) -> Result<std::filesystem::path> {
        return keys / "signing.key";
    };
    backend.place_name = "ADDRESS";
    backend.place_help = "The address of the ledger";
    return backend;
}

struct OnServer : HostFixture {
    Server server{};
    OnServer() {
        backend = backend_of(server, folder.path());
        place = k_place;
    }
};

}  // namespace

TEST_CASE("calls, lists and undos work over a second store, whose place is no folder") {
    OnServer host;
    CHECK(host.run({"audit"}).code == ExitCode::done);
    CHECK(host.server.opened.empty());
    REQUIRE(host.run({"policy", "set", "echo", "auto"}).code == ExitCode::done);
    const Outcome called = host.run({"call", "echo", R"({"message":"hello"})"});
    REQUIRE(called.code == ExitCode::done);
    CHECK(host.effects() == std::vector<std::string>{"echo hello"});
    const Outcome listed = host.run({"audit", "--json"});
    CHECK(listed.code == ExitCode::done);
    REQUIRE(lines_in(listed.out).size() == 3);
    CHECK(json_of(lines_in(listed.out).front())["id"] == "7.3");
    CHECK(contains(host.run({"audit", "show", "7.3"}).out, "hello"));
    CHECK(host.run({"undo", "7.3"}).code == ExitCode::done);
    CHECK(host.effects().back() == "retract hello");
    CHECK(contains(host.run({"audit", "export"}).out, "7.5"));
    CHECK(json_of(host.run({"audit", "report", "--json"}).out)["calls_done"] == 1);
    CHECK(contains(host.run({"policy", "list"}).out, "echo"));
    CHECK(host.server.states.size() == 1);
    CHECK(std::filesystem::is_empty(host.folder.path()));
}

TEST_CASE("commands that change nothing open a second store for reading only") {
    OnServer host;
    REQUIRE(host.run({"call", "quick", "{}"}).code == ExitCode::done);
    host.server.opened.clear();
    for (const char* command : {"show", "verify", "report", "export", "events"}) {
        std::vector<std::string> words{"audit", command};
        if (words.back() == "show") words.emplace_back("7.2");
        INFO(command);
        CHECK(host.run(words).code != ExitCode::broken_program);
    }
    CHECK(host.run({"audit"}).code == ExitCode::done);
    CHECK(host.run({"rules", "explain", "quick", "{}"}).code == ExitCode::done);
    CHECK(host.server.opened == "rrrrrrr");
}

TEST_CASE("a checkpoint over a second store is signed with the key that the store names") {
    OnServer host;
    REQUIRE(host.run({"call", "quick", "{}"}).code == ExitCode::done);
    const std::string witness = (host.folder / "witness.jsonl").string();
    const Outcome made = host.run({"audit", "checkpoint", "--witness", witness});
    CHECK(made.code == ExitCode::done);
    CHECK(contains(made.out, "signed all entries up to 7.2\n"));
    CHECK(std::filesystem::exists(host.folder / "signing.key"));
    CHECK(host.run({"audit", "verify", "--witness", witness}).code == ExitCode::done);
}

TEST_CASE("a second store that says nothing of making and checking is opened for both") {
    OnServer host;
    CHECK(host.run({"state", "init"}).code == ExitCode::done);
    CHECK(contains(host.run({"state", "check"}).out, "The state can be used: "));
    CHECK(host.server.opened == "wr");
    host.backend.check = [](const std::string& place) -> iam::Result<std::string> {
        return "looked at " + place;
    };
    const Outcome checked = host.run({"state", "check", "--json"});
    CHECK(json_of(checked.out)["state"] == "looked at " + host.place);
    host.place = "elsewhere";
    CHECK(host.run({"state", "init"}).code == ExitCode::ledger_unavailable);
}

TEST_CASE("a second store says itself how it is named, copied and refused") {
    OnServer host;
    const Outcome help = host.run({"--help"});
    CHECK(contains(help.out, "--state ADDRESS"));
    CHECK(contains(help.out, "The address of the ledger; without it"));
    const Outcome copied = host.run({"state", "backup", (host.folder / "copy").string()});
    CHECK(copied.code == ExitCode::ledger_unavailable);
    CHECK(contains(copied.err, "copy shared://desk?ledger=7 with the tools of its server"));
    host.place = "elsewhere";
    const Outcome refused = host.run({"call", "quick", "{}"});
    CHECK(refused.code == ExitCode::ledger_unavailable);
    CHECK(contains(refused.err, "elsewhere is no address; begin it with shared://"));
}

TEST_CASE("verification names the head of each chain of a store with several chains") {
    OnServer host;
    const std::shared_ptr<ledger::Store> first = store::make_memory_store(host.entropy, 1);
    const std::shared_ptr<ledger::Store> second = store::make_memory_store(host.entropy, 2);
    for (const auto& store : {first, second}) {
        ledger::Batch batch;
        batch.entries.emplace_back().entry.application = "testdesk";
        REQUIRE(store->commit(std::move(batch)));
    }
    host.server.states[k_place] = std::make_shared<JoinedStore>(JoinedStore::Stores{first, second});
    const Outcome told = host.run({"audit", "verify"});
    CHECK(told.code == ExitCode::not_anchored);
    CHECK(contains(told.out, " of 1.1\nhead "));
    CHECK(contains(told.out, " of 2.1\n"));
    const auto heads = json_of(host.run({"audit", "verify", "--json"}).out)["heads"];
    REQUIRE(heads.size() == 2);
    CHECK(heads[0]["entry"] == "1.1");
    CHECK(heads[1]["entry"] == "2.1");
}

TEST_CASE("the newest entries of a store with several chains are the newest by time") {
    OnServer host;
    const std::shared_ptr<ledger::Store> first = store::make_memory_store(host.entropy, 1);
    const std::shared_ptr<ledger::Store> second = store::make_memory_store(host.entropy, 2);
    int hour = 0;
    for (const auto& store : {second, first, second, first}) {
        ledger::Batch batch;
        batch.entries.emplace_back().entry.application = "testdesk";
        batch.entries.back().entry.time =
            std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::hours(++hour));
        REQUIRE(store->commit(std::move(batch)));
    }
    host.server.states[k_place] = std::make_shared<JoinedStore>(JoinedStore::Stores{first, second});
    const Outcome page = host.run({"audit", "--limit", "3"});
    CHECK(contains(page.out, "1.2"));
    CHECK(contains(page.out, "2.2"));
    CHECK(contains(page.out, "1.1"));
    CHECK(contains(page.err, "--before 1.1"));
    const Outcome last = host.run({"audit", "--before", "1.1"});
    CHECK(contains(last.out, "2.1"));
    CHECK_FALSE(contains(last.out, "1.2"));
    CHECK_FALSE(contains(last.out, "2.2"));
}

TEST_CASE("an erasure names the places that the store cannot reach, and until when (P26)") {
    OnServer host;
    const std::shared_ptr<ledger::Store> inner = store::make_memory_store(host.entropy, 1);
    host.server.states[k_place] = std::make_shared<ArchivedStore>(inner);
    REQUIRE(host.run({"call", "quick", "{}"}).code == ExitCode::done);
    const Outcome told = host.run({"audit", "erase", "1.1", "--reason", "asked for"});
    CHECK(told.code == ExitCode::done);
    CHECK(contains(told.out, "the archive may hold them until 1970-01-02T00:00:00.000Z\n"));
    CHECK(contains(told.out, "a replica may hold them for an unknown time\n"));
    const auto json =
        json_of(host.run({"audit", "erase", "1.1", "--reason", "asked for", "--json"}).out);
    CHECK(json["remains"] ==
          Json::parse(R"([{"place":"the archive","until":"1970-01-02T00:00:00.000Z"},
                                              {"place":"a replica"}])"));
    const Outcome retained = host.run({"audit", "retain", "--high", "1d"});
    CHECK(retained.code == ExitCode::done);
}

TEST_CASE("a back end that lacks a function is a fault of the program") {
    OnServer host;
    host.backend.back_up = nullptr;
    const Outcome refused = host.run({"tools"});
    CHECK(refused.code == ExitCode::broken_program);
    CHECK(contains(refused.err, "lacks one of its functions"));
}

TEST_CASE("a command line without another store keeps a state folder of SQLite") {
    HostFixture host;
    REQUIRE(host.run({"call", "quick", "{}"}).code == ExitCode::done);
    CHECK(std::filesystem::exists(host.folder / "state/ledger.db"));
    CHECK(contains(host.run({"--help"}).out, "--state DIR"));
}

}  // namespace iam::test
