// Results whose text the store of chats left to the ledger.
// Tests of runtime/src/chat/conversation/restored_results.cpp.
#include "fixture.hpp"

namespace iam::test {
namespace {

using namespace chat;

/// Keeps no text of a result that has an entry, as a store beside a ledger does.
class ReferringStore final : public ChatStore {
 public:
    explicit ReferringStore(ChatStore& inner) : inner_(inner) {}
    Result<void> append(const std::string& chat, StepNumber number,
                        const std::vector<Step>& steps) override {
        return inner_.append(chat, number, steps);
    }
    Result<std::shared_ptr<void>> hold(const std::string& chat) override {
        return inner_.hold(chat);
    }
    Result<std::vector<Step>> load(const std::string& chat) override {
        IAM_TRY(steps, inner_.load(chat));
        for (Step& step : steps)
            if (auto* ended = std::get_if<CallEnded>(&step); ended && !ended->entry.empty())
                ended->text.clear();
        return steps;
    }
    Result<std::vector<std::string>> list() override { return inner_.list(); }
    Result<Counted> counted_on(std::int64_t day) override { return inner_.counted_on(day); }
    Result<void> remove(const std::string& chat) override { return inner_.remove(chat); }

 private:
    ChatStore& inner_;
};

/// The result of the first turn's call, as the model gets it after the program was started anew.
std::string told_after_restart(ChatProgram& program) {
    program.script({says("again")});
    ReferringStore store(program.store);
    ConversationParts parts{.runtime = program.program.runtime(),
                            .registry = program.program.registry,
                            .ledger = *program.program.store,
                            .model = *program.model,
                            .store = store,
                            .entropy = program.program.entropy};
    parts.on_notice = [&](const Notice& notice) { program.heard.add(notice); };
    const std::size_t before = program.heard.of<notice::TurnEnded>().size();
    const auto chat = ok(Conversation::open(std::move(parts), program.options));
    ok_void(chat->send("And?"));
    program.heard.wait_for<notice::TurnEnded>(before + 1);
    return program.results_in(0).at(0).text;
}

}  // namespace

TEST_CASE("H27: a result comes back from the ledger, bounded and fenced as before") {
    ChatProgram chat({proposes({written("read")}), says("!")});
    const std::string result = "\"" + std::string(100'000, 'x') + "\"";
    chat.program.add_allowed(
        "read", {.call = [&](std::string_view, Context&) { return Reply::done(result); }});
    CHECK(chat.say("go") == TurnEnd::done);
    const std::string first = chat.results_in(1).at(0).text;
    const std::string again = told_after_restart(chat);
    CHECK(again.size() == first.size());
    CHECK(again.find("xxxx") != std::string::npos);
    CHECK(again.size() < std::size_t{40} << 10U);
}

TEST_CASE("H27: an erased result is not told again") {
    ChatProgram chat({proposes({written("read")}), says("!")});
    chat.program.add_allowed("read", {.call = [](std::string_view, Context&) {
                                 return Reply::done("\"a private thing\"");
                             }});
    CHECK(chat.say("go") == TurnEnd::done);
    const ledger::EntryId entry = ok(ledger::parse_entry_id(chat.steps<CallEnded>().at(0).entry));
    ok(chat.program.runtime().records().erase({.entries = {entry}, .reason = "wanted"}));
    const std::string again = told_after_restart(chat);
    CHECK(again.find("a private thing") == std::string::npos);
    CHECK(again.find("erased") != std::string::npos);
}

TEST_CASE("H27: a failed result from the ledger says that it failed, and no more") {
    ChatProgram chat({proposes({written("read")}), says("!")});
    chat.program.add_allowed("read", {.call = [](std::string_view, Context&) {
                                 return Reply::failed("tool_failed", "The disk says: private.");
                             }});
    CHECK(chat.say("go") == TurnEnd::done);
    const std::string again = told_after_restart(chat);
    CHECK(again.find("tool_failed") != std::string::npos);
    CHECK(again.find("private") == std::string::npos);
}

}  // namespace iam::test
