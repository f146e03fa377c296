// Plain turns: texts, calls, cuts, and the events of streams.
// Tests of runtime/src/chat/conversation/{conversation,core,core_answer,strand}.cpp,
// runtime/src/chat/conversation/transcript/{chat_log,memory_chat_store,transcript}.cpp and
// runtime/src/chat/conversation/for_models/model_messages.cpp.
#include "fixture.hpp"

namespace iam::test {
namespace {

using namespace chat;

/// The texts of a request's messages, each with the role's first letter before it.
std::vector<std::string> told(const ModelRequest& request) {
    std::vector<std::string> texts;
    for (const Message& message : request.messages) {
        if (const auto* each = std::get_if<SystemText>(&message))
            texts.push_back("s:" + each->text);
        if (const auto* each = std::get_if<PersonText>(&message))
            texts.push_back("p:" + each->text);
        if (const auto* each = std::get_if<AssistantTurn>(&message)) {
            texts.push_back("a:" + each->text);
            for (const PastCall& call : each->calls)
                texts.back() += "|" + call.id + ":" + call.name;
        }
        if (const auto* each = std::get_if<CallResults>(&message)) {
            texts.emplace_back("r:");
            for (const auto& result : each->results) texts.back() += "|" + result.id;
        }
    }
    return texts;
}

}  // namespace

TEST_CASE("a message is answered, and the next request holds both") {
    ChatProgram chat({says("Good morning."), says("Nothing.")});
    chat.options.system = "You are brief.";
    CHECK(chat.say("Hello") == TurnEnd::done);
    CHECK(chat.heard.text() == "Good morning.");
    CHECK(chat.say("What is new?") == TurnEnd::done);
    CHECK(told(chat.model->requests().at(1)) ==
          std::vector<std::string>{"s:You are brief.", "p:Hello", "a:Good morning.",
                                   "p:What is new?"});
    ok_void(chat.model->check_played());
    CHECK(chat.open().state() == State::done);
}

TEST_CASE("a call runs through the gate, and its result is in the next request") {
    ChatProgram chat({proposes({written("echo", R"({"n":2})", "call_1")}), says("Two.")});
    const auto seen = chat.program.add_allowed("echo");
    CHECK(chat.say("Echo two") == TurnEnd::done);
    CHECK(seen->calls == 1);
    CHECK(seen->arguments == R"({"n":2})");
    const auto results = chat.results_in(1);
    REQUIRE(results.size() == 1);
    CHECK(results[0].id == "call_1");
    CHECK_FALSE(results[0].is_error);
    CHECK(results[0].text.find("\n{\"n\":2}\n") != std::string::npos);
    const auto ended = chat.heard.of<notice::CallEnded>();
    REQUIRE(ended.size() == 1);
    CHECK(chat.program.payload(ended[0].result.entry, "result") == R"({"n":2})");
    CHECK(chat.heard.of<notice::CallRunning>().size() == 1);
}

TEST_CASE(
    "H08: our id is chat, turn, generation and ordinal, the provider's goes to the proposer") {
    ChatProgram chat({says("."),
                      proposes({written("echo", "{}", "x"), written("echo", R"({"n":3})")}),
                      says("!")});
    chat.program.add_allowed("echo");
    chat.say("one");
    chat.say("two");
    const auto intents = chat.program.of_kind(EntryKind::intent);
    REQUIRE(intents.size() == 2);
    CHECK(intents[0].call_id == "c.2.1.0");
    CHECK(intents[0].proposer->request_id == "x");
    CHECK(intents[0].proposer->conversation_id == "c");
    CHECK(intents[0].proposer->kind == Proposer::Kind::model);
    CHECK(intents[0].proposer->provider == "scripted");
    CHECK(intents[0].proposer->model == "model");
    CHECK(intents[1].call_id == "c.2.1.1");
    CHECK(intents[1].proposer->request_id == "call_2_1_1");
}

TEST_CASE("H08: equal ids of one message are made different, the same way in history") {
    ScriptedModel::Turn turn =
        proposes({written("echo", "{}", "x"), written("echo", R"({"n":3})", "x"),
                  written("echo", R"({"n":4})", "call_1_1_1")});
    turn.steps.back() = Event(End{.finish = Finish::calls, .items = "[1]"});
    ChatProgram chat({turn, says("!"), says("?")});
    chat.program.add_allowed("echo");
    chat.say("go");
    chat.say("on");
    const auto texts = told(chat.model->requests().at(1));
    CHECK(texts.at(1) == "a:|x:echo|call_1_1_1x:echo|call_1_1_1:echo");
    CHECK(texts.at(2) == "r:|x|call_1_1_1x|call_1_1_1");
    CHECK(told(chat.model->requests().at(2)).at(1) == texts.at(1));
    // The provider's own items have the id twice, so they are not sent back.
    CHECK(std::get<AssistantTurn>(chat.model->requests().at(1).messages.at(1)).items.empty());
}

TEST_CASE("the items of a whole answer go back byte for byte, with the model's name") {
    ScriptedModel::Turn turn = says("Hi");
    turn.steps.back() = Event(End{.finish = Finish::stop, .items = R"([{"a" : 1}])"});
    ChatProgram chat({turn, says("!")});
    chat.say("go");
    chat.say("on");
    const auto sent = std::get<AssistantTurn>(chat.model->requests().at(1).messages.at(1));
    CHECK(sent.items == R"([{"a" : 1}])");
    CHECK(sent.model == "scripted/model");
}

TEST_CASE("H04: no call of an answer that is not whole runs, and the model is told why") {
    const auto [end, word] = GENERATE(table<Event, std::string>({
        {End{.finish = Finish::length}, "limit of tokens"},
        {End{.finish = Finish::filter}, "content filter"},
        {End{.finish = Finish::refusal}, "refusal"},
        {End{.finish = Finish::other}, "did not end as a whole answer"},
        {StreamError{StreamError::Kind::cut_off, "cut"}, "fault"},
        {StreamError{StreamError::Kind::provider, "busy"}, "fault"},
    }));
    ChatProgram chat({cut({written("echo", "{}", "x")}, end), says("Sorry.")});
    const auto seen = chat.program.add_allowed("echo");
    CHECK(chat.say("go") == TurnEnd::failed);
    CHECK(chat.model->requests().size() == 1);
    CHECK(chat.say("again") == TurnEnd::done);
    CHECK(seen->calls == 0);
    CHECK(chat.program.entries().empty());
    const auto texts = told(chat.model->requests().at(1));
    REQUIRE(texts.size() == 4);
    CHECK(texts[1] == "a:|x:echo");
    CHECK(texts[2] == "r:|x");
    CHECK(texts[3].find(word) != std::string::npos);
    CHECK(texts[3].find("again") != std::string::npos);
    CHECK(chat.results_in(1).at(0).text.find("not_run") != std::string::npos);
}

TEST_CASE("a turn that fails before the first piece says that there is no answer") {
    const StreamError fault{StreamError::Kind::provider, "busy"};
    ChatProgram chat({cut({}, fault), cut({written("echo")}, fault)});
    const auto why = [&] {
        CHECK(chat.say("go") == TurnEnd::failed);
        return chat.heard.of<notice::TurnEnded>().back().why;
    };
    CHECK(why().find("There is no answer. The model's side says: ") == 0);
    CHECK(why().find("The answer did not end as a whole answer") == 0);
}

TEST_CASE("H04: a call does not run before the end of its message") {
    ScriptedModel::Turn turn = proposes({written("echo")});
    turn.steps.insert(turn.steps.end() - 1, ScriptedModel::Pause{"before end"});
    ChatProgram chat({turn, says("!")});
    const auto seen = chat.program.add_allowed("echo");
    ok_void(chat.open().send("go"));
    CHECK(chat.open().state() == State::streaming);
    CHECK(seen->calls == 0);
    chat.model->release("before end");
    chat.heard.wait_for<notice::TurnEnded>();
    CHECK(seen->calls == 1);
}

TEST_CASE(
    "H02: the next request starts when the old stream is closed, and late events are dropped") {
    ScriptedModel::Turn turn = proposes({written("echo")});
    turn.steps.emplace_back(ScriptedModel::Pause{"late"});
    turn.steps.emplace_back(Event(TextPiece{"ghost"}));
    turn.steps.emplace_back(Event(WholeCall{.name = "echo", .arguments = R"({"n":9})"}));
    turn.steps.emplace_back(Event(End{.finish = Finish::calls}));
    turn.talks_on = true;
    ScriptedModel::Turn second{.steps = {Event(TextPiece{"Do"}), ScriptedModel::Pause{"second"},
                                         Event(TextPiece{"ne"}),
                                         Event(End{.finish = Finish::stop})}};
    ChatProgram chat({turn, second});
    const auto seen = chat.program.add_allowed("echo");
    ok_void(chat.open().send("go"));
    chat.heard.wait_for<notice::Text>();
    chat.model->release("late");
    chat.model->release("second");
    CHECK(chat.heard.wait_for<notice::TurnEnded>().end == TurnEnd::done);
    CHECK(chat.heard.text() == "Done");
    CHECK(seen->calls == 1);
    CHECK(chat.model->most_open_streams() == 1);
    CHECK(chat.model->open_streams() == 0);
}

TEST_CASE("H03: a second turn of a chat is a conflict, another chat goes on") {
    ScriptedModel::Turn slow{
        .steps = {ScriptedModel::Pause{"slow"}, Event(End{.finish = Finish::stop})}};
    ChatProgram chat({slow, says("Other.")});
    ok_void(chat.open().send("go"));
    const auto refused = chat.open().send("more");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::conflict);
    CHECK(chat.open().regenerate().error().code == Errc::conflict);
    ConversationOptions other = chat.options;
    other.chat = "d";
    Heard heard;
    ConversationParts parts = chat.parts();
    parts.on_notice = [&](const Notice& notice) { heard.add(notice); };
    const auto second = ok(Conversation::open(parts, other));
    ok_void(second->send("hello"));
    CHECK(heard.wait_for<notice::TurnEnded>().end == TurnEnd::done);
    CHECK(heard.text() == "Other.");
    chat.model->release("slow");
    CHECK(chat.heard.wait_for<notice::TurnEnded>().end == TurnEnd::done);
    CHECK(ok(chat.store.list()) == std::vector<std::string>{"c", "d"});
}

TEST_CASE("an answer beyond its limit of bytes or calls is broken") {
    ChatProgram chat({says(std::string(100, 'x')), proposes({written("echo"), written("echo")})});
    const auto seen = chat.program.add_allowed("echo");
    chat.options.limits.answer_bytes_max = 99;
    chat.options.limits.calls_per_answer_max = 1;
    CHECK(chat.say("go") == TurnEnd::failed);
    CHECK(chat.say("go") == TurnEnd::failed);
    CHECK(seen->calls == 0);
}

TEST_CASE("notices run on the host's event loop, in order") {
    ChatProgram chat({says("Hi")});
    std::vector<std::function<void()>> loop;
    ConversationParts parts = chat.parts();
    parts.post = [&](std::function<void()> job) { loop.push_back(std::move(job)); };
    const auto conversation = ok(Conversation::open(parts, chat.options));
    ok_void(conversation->send("go"));
    CHECK(chat.heard.all().empty());
    for (const auto& job : loop) job();
    const auto notices = chat.heard.all();
    REQUIRE(notices.size() == 3);
    CHECK(std::holds_alternative<notice::TurnBegan>(notices[0].what));
    CHECK(std::holds_alternative<notice::Text>(notices[1].what));
    CHECK(std::holds_alternative<notice::TurnEnded>(notices[2].what));
    CHECK(notices[1].turn == 1);
    CHECK(notices[1].generation == 1);
}

TEST_CASE("a notice may begin the next turn") {
    ChatProgram chat({says("Hi"), says("Ho")});
    ConversationParts parts = chat.parts();
    Conversation* conversation = nullptr;
    int ends = 0;
    parts.on_notice = [&](const Notice& notice) {
        if (std::holds_alternative<notice::TurnEnded>(notice.what) && ++ends == 1)
            ok_void(conversation->send("more"));
    };
    const auto owner = ok(Conversation::open(parts, chat.options));
    conversation = owner.get();
    ok_void(conversation->send("go"));
    CHECK(ends == 2);
    CHECK(conversation->branch().size() == 4);
}

TEST_CASE("H40: a request that the script does not expect fails loudly") {
    ScriptedModel::Turn turn = says("Hi");
    turn.expected = [](const ModelRequest& request) {
        return request.messages.size() == 2 ? "" : "it has not two messages";
    };
    ChatProgram chat({turn});
    CHECK(chat.say("go") == TurnEnd::failed);
    CHECK(chat.say("go") == TurnEnd::failed);
    const auto verdict = chat.model->check_played();
    REQUIRE_FALSE(verdict);
    CHECK(verdict.error().message.find("it has not two messages") != std::string::npos);
    CHECK(verdict.error().message.find("the script has 1 turns") != std::string::npos);
    CHECK_FALSE(ScriptedModel({says("unused")}).check_played());
}

TEST_CASE("a chat's id and its messages have bounds") {
    ChatProgram chat;
    for (const std::string& id : {std::string(), std::string("a b"), std::string(65, 'a')}) {
        ConversationOptions options{.chat = id};
        CHECK(Conversation::open(chat.parts(), options).error().code == Errc::invalid_argument);
    }
    chat.options.limits.message_bytes_max = 3;
    CHECK(chat.open().send("").error().code == Errc::invalid_argument);
    CHECK(chat.open().send("four").error().code == Errc::invalid_argument);
    CHECK(chat.open().send({{Source{.kind = Source::Kind::host}, "a"}}).error().code ==
          Errc::invalid_argument);
    CHECK(chat.open().edit(7, "a").error().code == Errc::not_found);
    CHECK(chat.open().choose(7).error().code == Errc::not_found);
    CHECK(chat.open().regenerate().error().code == Errc::not_found);
    CHECK(chat.open().resume().error().code == Errc::invalid_argument);
    chat.open().stop();
    CHECK(chat.open().steps().empty());
}

TEST_CASE("steps that contradict each other are corrupt") {
    ChatProgram chat;
    ok_void(chat.store.append("c", 0, {Step(CallBegan{"nothing"})}));
    const auto opened = Conversation::open(chat.parts(), chat.options);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().code == Errc::corrupt);
    CHECK(chat.store.append("c", 0, {Step(SystemSet{"x"})}).error().code == Errc::conflict);
    ok_void(chat.store.remove("c"));
    CHECK(chat.store.remove("c").error().code == Errc::not_found);
    CHECK(ok(chat.store.load("c")).empty());
}

TEST_CASE("a model without memory ends the turn, and the chat can be opened again") {
    struct FullModel final : Model {
        std::string name() const override { return "full"; }
        std::optional<std::uint64_t> context_tokens() const override { return std::nullopt; }
        std::unique_ptr<ModelStream> start(ModelRequest /*request*/,
                                           std::function<void(const Event&)> /*on*/) override {
            throw std::bad_alloc();
        }
    };
    ChatProgram chat({says("Hi")});
    FullModel full;
    ConversationParts parts = chat.parts();
    ConversationParts other{.runtime = parts.runtime,
                            .registry = parts.registry,
                            .ledger = parts.ledger,
                            .model = full,
                            .store = parts.store,
                            .entropy = parts.entropy,
                            .on_notice = parts.on_notice};
    auto conversation = ok(Conversation::open(other, chat.options));
    ok_void(conversation->send("go"));
    CHECK(chat.heard.wait_for<notice::TurnEnded>().end == TurnEnd::failed);
    CHECK(conversation->send("go").error().code == Errc::unavailable);
    conversation.reset();
    CHECK(chat.resume() == TurnEnd::done);
}

TEST_CASE("a step that another program wrote into the chat fails the next one with its turn") {
    ChatProgram chat({says("Hi")});
    CHECK(chat.say("go") == TurnEnd::done);
    ok_void(chat.store.append("c", chat.open().steps().size(), {Step(SystemSet{"x"})}));
    ok_void(chat.open().send("too"));
    CHECK(chat.heard.wait_for<notice::TurnEnded>(2).end == TurnEnd::failed);
    CHECK(chat.open().send("again").error().code == Errc::unavailable);
    CHECK(chat.model->requests().size() == 1);
}

TEST_CASE("a secret argument reaches its function, and no step, notice or later request") {
    ScriptedModel::Turn first = proposes({written("login", R"({"token":"T-99"})", "1")});
    std::get<End>(std::get<Event>(first.steps.back())).items = R"([{"arguments":"T-99"}])";
    ChatProgram chat({first, says("!")});
    Contract contract = contract_of("login");
    contract.policy = Policy::allow;
    contract.secret_arguments = {"/token"};
    std::string seen;
    chat.program.add(contract, {.call = [&](std::string_view text, Context&) {
                         seen = text;
                         return Reply::done();
                     }});
    CHECK(chat.say("go") == TurnEnd::done);
    CHECK(seen.find(R"("token":"T-99")") != std::string::npos);
    const auto answers = chat.steps<Answered>();
    CHECK(answers.at(0).calls.at(0).arguments == R"({"token":"[secret]"})");
    CHECK(answers.at(0).items.empty());
    const auto proposed = chat.heard.of<notice::CallProposed>();
    CHECK(proposed.at(0).call.arguments.find("T-99") == std::string::npos);
    const ModelRequest later = chat.model->requests().at(1);
    for (const Message& message : later.messages)
        if (const auto* turn = std::get_if<AssistantTurn>(&message))
            CHECK(turn->calls.at(0).arguments == R"({"token":"[secret]"})");
}

}  // namespace iam::test
