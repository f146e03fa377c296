// Tests of
// runtime/src/host/commands/console/chats/{console_chats,console_chats_turns,live_chat}.cpp.
// Tests of runtime/src/host/commands/console/chats/console_chats_settings.cpp.
// console_chats_test.py has the chats on the pages of a console.
#include "host/commands/console/chats/console_chats.hpp"

#include "../../../fixture.hpp"
#include "host/commands/chat/chat_records.hpp"
#include <iam/chat/taint_guard.hpp>
#include <iam/gate/consent.hpp>
#include <support/forwarding_store.hpp>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include <atomic>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace chat = iam::chat;
namespace console = iam::console;
namespace host = iam::host;
using iam::Errc;
using iam::Result;

constexpr const char* k_echo_turns =
    R"([{"calls": [{"tool": "echo", "arguments": {"message": "a"}}]}, {"text": "Over."}])";

/// A state with its tools, a script in the place of a model, and the news of its chats.
class ChatsRig {
 public:
    iam::test::TempDir folder{};
    iam::test::FakeClock clock{};
    iam::test::FakeEntropy entropy{};
    std::istringstream in{};
    std::ostringstream out{};
    std::ostringstream err{};
    host::Environment environment{
        .in = in, .out = out, .err = err, .clock = clock, .entropy = entropy};
    host::Session session{environment, "desk"};
    host::ChatWords words{};
    std::optional<host::Desk> desk{};

    explicit ChatsRig(const std::string& turns) {
        environment.backend = iam::default_store::backend();
        environment.login = "ann";
        environment.terminal = "/nonexistent/terminal";
        environment.managed_folder = (folder / "managed").string();
        environment.xdg_config_home = (folder / "config").string();
        environment.working_folder = (folder / "work").string();
        session.options().state = (folder / "state").string();
        session.registry().name_application("testdesk");
        REQUIRE(iam::test::register_test_tools(session.registry(), [](const std::string&) {}));
        session.guard_taint();
        auto opened = session.open_desk();
        REQUIRE(opened);
        desk.emplace(*std::move(opened));
        const std::string script = (folder / "script.json").string();
        std::ofstream(script) << R"({"turns": )" << turns << "}";
        words.model.model = "scripted/" + script;
    }

    std::unique_ptr<host::ConsoleChats> open(std::function<void()> import_tools = {}) {
        auto chats = host::ConsoleChats::open({.session = session,
                                               .desk = *desk,
                                               .words = words,
                                               .taint_guard = session.guard_taint(),
                                               .import_tools = std::move(import_tools)});
        REQUIRE(chats);
        (*chats)->listen([this](const console::ChatChange& change) {
            const std::lock_guard lock(mutex_);
            ++news_;
            heard_.insert(change.chat);
            told_.notify_all();
        });
        return *std::move(chats);
    }

    std::unique_ptr<chat::ChatStore> store() {
        auto opened = host::open_chats(session, iam::store::Mode::read_write);
        REQUIRE(opened);
        return *std::move(opened);
    }

    void write_profile(const std::string& name, const std::string& text) const {
        const auto profiles = folder / "state" / "profiles";
        std::filesystem::create_directories(profiles);
        std::ofstream(profiles / (name + ".json")) << text;
        std::filesystem::permissions(profiles / (name + ".json"), std::filesystem::perms(0600));
    }
    /// The instructions of the chat, in the order that they were given.
    std::vector<std::string> systems_of(const std::string& id) {
        std::vector<std::string> systems;
        const auto steps = store()->load(id);
        REQUIRE(steps);
        for (const chat::Step& step : *steps)
            if (const auto* set = std::get_if<chat::SystemSet>(&step)) systems.push_back(set->text);
        return systems;
    }

    std::string state_of(console::Chats& chats, const std::string& id) {
        const auto shown = chats.show(id);
        REQUIRE(shown);
        return shown->state;
    }
    void wait_for_state(console::Chats& chats, const std::string& id, const std::string& state) {
        for (std::size_t seen = news(); state_of(chats, id) != state; seen = news()) {
            std::unique_lock lock(mutex_);
            told_.wait(lock, [&] { return news_ != seen; });
        }
    }
    /// Waits for a change of the chat.
    void wait_for_news_of(const std::string& id) {
        std::unique_lock lock(mutex_);
        told_.wait(lock, [&] { return heard_.count(id) > 0; });
    }

    /// The one open question.
    std::string question() {
        const auto pending = desk->runtime->consent().pending_approvals();
        REQUIRE(pending);
        REQUIRE(pending->size() == 1);
        return pending->front().id;
    }
    void withdraw(const std::string& approval) {
        REQUIRE(desk->runtime->consent().withdraw(approval, session.subject()));
    }
    void run_sql(const char* sql) const {
        sqlite3* database = nullptr;
        REQUIRE(sqlite3_open((folder / "state" / "chats.db").c_str(), &database) == SQLITE_OK);
        CHECK(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
        sqlite3_close(database);
    }

 private:
    std::size_t news() {
        const std::lock_guard lock(mutex_);
        return news_;
    }

    std::mutex mutex_;
    std::condition_variable told_;
    std::size_t news_ = 0;
    std::set<std::string> heard_;
};

/// Runs a function before each look-up of a question.
class WatchedStore final : public iam::test::ForwardingStore {
 public:
    WatchedStore(std::shared_ptr<iam::ledger::Store> inner, std::function<void()> before)
        : ForwardingStore(std::move(inner)), before_(std::move(before)) {}
    Result<std::optional<iam::consent::Approval>> approval(const std::string& id) override {
        before_();
        return ForwardingStore::approval(id);
    }

 private:
    std::function<void()> before_;
};

std::vector<chat::Step> said(const std::string& text) {
    return {chat::PersonSaid{.segments = {{{}, text}}}, chat::TurnBegan{.turn = 1, .on = 0}};
}

}  // namespace

TEST_CASE("of a chat that has left the console the pages hear the end of its turn alone (W26)") {
    ChatsRig rig(R"([{"text": "Hello."}])");
    const auto store = rig.store();
    std::mutex mutex;
    std::vector<std::function<void()>> posted;
    std::vector<console::ChatChange> told;
    const host::LiveChatParts parts{
        .session = rig.session,
        .desk = *rig.desk,
        .store = *store,
        .taint_guard = rig.session.guard_taint(),
        .mutex = mutex,
        .post = [&](std::function<void()> run) { posted.push_back(std::move(run)); },
        .tell = [&](const console::ChatChange& change) { told.push_back(change); },
        .rest = [](const std::string&) { FAIL("A chat that has left comes to rest."); }};
    const auto setup = std::make_shared<host::ChatSetup>(rig.session, rig.words);
    REQUIRE(setup->begin());
    auto live = host::LiveChat::open(parts, "first", setup, setup->options());
    REQUIRE(live);
    // The script has its answer at once, so all notices are queued.
    REQUIRE((*live)->send("Hi."));
    REQUIRE_FALSE((*live)->is_busy());
    (*live)->leave();
    live->reset();
    REQUIRE(posted.size() > 1);
    for (const auto& run : posted) run();
    REQUIRE(told.size() == 1);
    CHECK(told[0].chat == "first");
    CHECK(told[0].kind == console::ChatChange::Kind::changed);
}

TEST_CASE("a chat that waited does not go on while the console ends (W25)") {
    ChatsRig rig(k_echo_turns);
    host::ConsoleChats* open = nullptr;
    std::atomic<bool> ends = false;
    std::promise<void> closed;
    // On the thread of the events, once the answer lets the chat go on.
    auto chats = rig.open([&] {
        if (!ends.exchange(false)) return;
        open->close();
        closed.set_value();
    });
    open = chats.get();
    const auto id = chats->send("", "Echo.", "");
    REQUIRE(id);
    rig.wait_for_state(*chats, *id, "awaiting");
    const std::string approval = rig.question();
    ends = true;
    rig.withdraw(approval);
    chats->note_answer(approval);
    closed.get_future().wait();
    const auto refused = chats->send(*id, "More.", "");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::unavailable);
    chats.reset();
    CHECK(rig.state_of(*rig.open(), *id) == "awaiting");
}

TEST_CASE("a look at the tools lets no chat of an earlier run go on (W26)") {
    ChatsRig rig(k_echo_turns);
    auto chats = rig.open();
    const auto id = chats->send("", "Echo.", "");
    REQUIRE(id);
    rig.wait_for_state(*chats, *id, "awaiting");
    chats.reset();
    rig.withdraw(rig.question());
    std::atomic<int> imports = 0;
    chats = rig.open([&] { ++imports; });
    REQUIRE(chats->tools(*id));
    const auto other = chats->send("", "Echo.", "");
    REQUIRE(other);
    // The first chat has been closed before this, and its next turn would stand in the queue.
    rig.wait_for_news_of(*other);
    chats.reset();
    CHECK(imports == 2);
    CHECK(rig.state_of(*rig.open(), *id) == "awaiting");
}

TEST_CASE("a deletion withdraws all questions of the chat that can be withdrawn (W26)") {
    ChatsRig rig(k_echo_turns);
    iam::Call call{.arguments = R"({"message":"a"})", .subject = rig.session.subject()};
    const auto catalogue = rig.session.registry().snapshot();
    for (const iam::Contract* contract : catalogue->contracts())
        if (display_name(contract->id) == "echo") call.tool = contract->id;
    static_cast<void>(rig.desk->runtime->call(call));
    std::vector<chat::Step> steps = said("Hi.");
    steps.emplace_back(chat::CallWaits{"first", std::string(32, '0')});
    steps.emplace_back(chat::CallWaits{"second", rig.question()});
    REQUIRE(rig.store()->append("a", 0, steps));
    const auto removed = rig.open()->remove("a");
    REQUIRE_FALSE(removed);
    CHECK(removed.error().code == Errc::not_found);
    const auto pending = rig.desk->runtime->consent().pending_approvals();
    REQUIRE(pending);
    CHECK(pending->empty());
    CHECK(rig.store()->list() == std::vector<std::string>{});
}

TEST_CASE("a chat that cannot be read is listed with the reason beside the others (W26)") {
    ChatsRig rig(k_echo_turns);
    REQUIRE(rig.store()->append("a", 0, said("First.")));
    REQUIRE(rig.store()->append("b", 0, said("Second.")));
    rig.run_sql(R"(UPDATE steps SET step = '{"step":"turn"}' WHERE chat = 'b' AND number = 1)");
    for (const std::string text : {"", "first"}) {
        const auto listed = rig.open()->list(text);
        REQUIRE(listed);
        REQUIRE(listed->size() == 2);
        CHECK((*listed)[0].id == "b");
        CHECK_THAT((*listed)[0].unreadable_because, Catch::Contains("/turn"));
        CHECK((*listed)[1].title == "First.");
        CHECK((*listed)[1].unreadable_because.empty());
    }
}

TEST_CASE("chats take orders while the ledger is asked about another one (W26)") {
    ChatsRig rig(k_echo_turns);
    host::ConsoleChats* open = nullptr;
    std::atomic<int> orders = 0;
    rig.desk->store = std::make_unique<WatchedStore>(std::move(rig.desk->store), [&] {
        if (open == nullptr) return;
        // Never returns if the mutex is held.
        REQUIRE(std::async(std::launch::async, [&] { return open->stop("none"); }).get());
        ++orders;
    });
    const auto chats = rig.open();
    const auto id = chats->send("", "Echo.", "");
    REQUIRE(id);
    rig.wait_for_state(*chats, *id, "awaiting");
    open = chats.get();
    REQUIRE(chats->show(*id));
    CHECK(orders == 1);
}

TEST_CASE("a chat is begun with a profile of the state, and given another one later (W26)") {
    ChatsRig rig(R"([{"text": "Hello."}, {"text": "Again."}])");
    rig.write_profile("short", R"({"version": 1, "system": "Be short."})");
    rig.write_profile("loud", R"({"version": 1, "system": "Be loud."})");
    const auto chats = rig.open();
    CHECK(chats->send("", "Hi.", "../short").error().code == Errc::invalid_argument);
    CHECK(chats->send("", "Hi.", "none").error().code == Errc::invalid_argument);
    const auto id = chats->send("", "Hi.", "short");
    REQUIRE(id);
    rig.wait_for_state(*chats, *id, "idle");
    CHECK(chats->show(*id)->profile == "short");
    CHECK(chats->send(*id, "Hi.", "loud").error().code == Errc::invalid_argument);

    REQUIRE(chats->choose_profile(*id, "loud"));
    CHECK(chats->show(*id)->profile == "loud");
    REQUIRE(chats->send(*id, "More.", ""));
    rig.wait_for_state(*chats, *id, "idle");
    CHECK(rig.systems_of(*id) == std::vector<std::string>{"Be short.", "Be loud."});
    REQUIRE(chats->choose_profile(*id, ""));
    CHECK(chats->show(*id)->profile.empty());
    CHECK(chats->choose_profile("none", "").error().code == Errc::not_found);
}

TEST_CASE("a console with a profile of its own gives chats no other one (W26)") {
    ChatsRig rig("[]");
    rig.write_profile("short", R"({"version": 1, "system": "Be short."})");
    rig.words.profile = "short";
    const auto chats = rig.open();
    CHECK(chats->choose_profile("any", "short").error().code == Errc::conflict);
}

TEST_CASE("chats of a file are imported once, and what cannot be read is told (W26)") {
    ChatsRig rig("[]");
    const auto chats = rig.open();
    const std::string file = R"({"messages":[{"role":"user","content":"Where is it?"}]})";
    const auto imported = chats->import_file("talk.json", file);
    REQUIRE(imported);
    REQUIRE(imported->chats.size() == 1);
    CHECK(imported->chats[0].is_new);
    const auto shown = chats->show(imported->chats[0].id);
    REQUIRE(shown);
    CHECK(shown->messages.at(0).text.find("Where is it?") != std::string::npos);
    CHECK_FALSE(chats->import_file("talk.json", file)->chats.at(0).is_new);
    const auto broken = chats->import_file("talk.json", "{");
    REQUIRE(broken);
    CHECK(broken->chats.empty());
    CHECK(broken->faults.size() == 1);
}
