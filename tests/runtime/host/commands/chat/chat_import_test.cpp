// Tests of runtime/src/host/commands/chat/chat_import.cpp. Its files are tested in
// tests/runtime/host/chat_import_test.py.
#include "../../fixture.hpp"
#include <iam/chat/chat_store.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace {

using Catch::Contains;
using iam::Errc;
using iam::Result;
using iam::chat::ChatStore;
using iam::chat::Step;
using iam::chat::StepNumber;
using iam::host::ExitCode;
using iam::test::HostFixture;
using iam::test::Outcome;

/// A store whose disk is full after the first chat.
class FullStore final : public ChatStore {
 public:
    explicit FullStore(std::shared_ptr<ChatStore> inner) : inner_(std::move(inner)) {}
    Result<void> append(const std::string& chat, StepNumber number,
                        const std::vector<Step>& steps) override {
        const auto chats = inner_->list();
        if (chats && !chats->empty())
            return iam::fail(Errc::unavailable, "The disk is full; free some space.");
        return inner_->append(chat, number, steps);
    }
    Result<std::shared_ptr<void>> hold(const std::string& chat) override {
        return inner_->hold(chat);
    }
    Result<std::vector<Step>> load(const std::string& chat) override { return inner_->load(chat); }
    Result<std::vector<std::string>> list() override { return inner_->list(); }
    Result<iam::chat::Counted> counted_on(std::int64_t day) override {
        return inner_->counted_on(day);
    }
    Result<void> remove(const std::string& chat) override { return inner_->remove(chat); }

 private:
    std::shared_ptr<ChatStore> inner_;
};

std::string two_chats(const HostFixture& host) {
    const std::string path = (host.folder / "chats.jsonl").string();
    std::ofstream(path) << R"({"messages":[{"role":"user","content":"one"}]})"
                        << "\n"
                        << R"({"messages":[{"role":"user","content":"two"}]})"
                        << "\n";
    return path;
}

}  // namespace

TEST_CASE("a program whose store keeps no chats imports none, and says so (H31)") {
    HostFixture host;
    host.backend.open_chats = nullptr;
    const Outcome outcome = host.run({"chat", "import", two_chats(host)});
    CHECK(outcome.code == ExitCode::usage);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains("keeps no chats"));
}

TEST_CASE("a chat that the store could not take is not reported as imported (H31)") {
    HostFixture host;
    const std::shared_ptr<ChatStore> chats = iam::chat::make_memory_chat_store();
    host.backend.open_chats = [&](const std::string&,
                                  iam::store::Mode) -> Result<std::unique_ptr<ChatStore>> {
        return std::make_unique<FullStore>(chats);
    };
    const Outcome outcome = host.run({"chat", "import", two_chats(host)});
    CHECK(outcome.code == ExitCode::ledger_unavailable);
    CHECK_THAT(outcome.err, Contains("The disk is full"));
    const std::vector<std::string> stored = chats->list().value();
    REQUIRE(stored.size() == 1);
    CHECK_THAT(outcome.out, Contains(stored[0]));
    CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 1);
}

TEST_CASE("a store that reads no databases says so for a database alone (H31)") {
    HostFixture host;
    host.backend.import_chats = nullptr;
    const std::string path = (host.folder / "chats.db").string();
    std::ofstream(path) << "SQLite format 3" << '\0';
    const Outcome outcome = host.run({"chat", "import", path, two_chats(host)});
    CHECK(outcome.code == ExitCode::failed);
    CHECK_THAT(outcome.err, Contains("chats.db, the file: the store of this program reads no"));
    CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 2);
}
