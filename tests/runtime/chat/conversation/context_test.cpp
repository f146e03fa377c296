// Chats whose model has a context: each request fits, and the stored steps stay whole.
// Tests of runtime/src/chat/conversation/core_answer.cpp.
#include "fixture.hpp"

#include <chat/conversation/for_models/context_budget.hpp>

namespace iam::test {
namespace {

using namespace chat;

/// The turn, with a usage that counts so many tokens.
ScriptedModel::Turn with_usage(ScriptedModel::Turn turn, std::uint64_t input) {
    turn.steps.insert(turn.steps.begin(), ScriptedModel::Step(Event(Usage{.input = input})));
    return turn;
}

/// A tool whose result has so many bytes.
void add_reading(ChatProgram& chat, std::size_t bytes) {
    chat.program.add_allowed("read", {.call = [bytes](std::string_view, Context&) {
                                 return Reply::done("\"" + std::string(bytes, 'x') + "\"");
                             }});
}

/// The texts of a message in one line.
std::string line_of(const Message& message) {
    if (const auto* system = std::get_if<SystemText>(&message)) return "system " + system->text;
    if (const auto* person = std::get_if<PersonText>(&message)) return "person " + person->text;
    std::string line = "results";
    if (const auto* turn = std::get_if<AssistantTurn>(&message)) {
        line = "answer " + turn->text;
        for (const PastCall& call : turn->calls) line += " " + call.id + call.arguments;
        return line;
    }
    for (const auto& each : std::get<CallResults>(message).results) line += " " + each.text;
    return line;
}

/// True if the messages of the later request begin with those of the earlier one.
bool continues(const ModelRequest& earlier, const ModelRequest& later) {
    if (earlier.messages.size() > later.messages.size()) return false;
    for (std::size_t i = 0; i < earlier.messages.size(); ++i)
        if (line_of(earlier.messages[i]) != line_of(later.messages[i])) return false;
    return true;
}

std::vector<ScriptedModel::Turn> turns_that_read(std::size_t count) {
    std::vector<ScriptedModel::Turn> turns;
    for (std::size_t i = 0; i < count; ++i) {
        turns.push_back(proposes({written("read", "{\"n\":" + std::to_string(i) + "}")}));
        turns.push_back(says("Read " + std::to_string(i) + "."));
    }
    return turns;
}

}  // namespace

TEST_CASE("H21: every request of a long chat fits, and few of them change the prompt's beginning") {
    constexpr std::size_t k_turns = 40;
    ChatProgram chat(turns_that_read(k_turns));
    add_reading(chat, 3000);
    chat.options.context_tokens = 12'000;
    chat.options.output_tokens_max = 2000;
    for (std::size_t i = 0; i < k_turns; ++i)
        CHECK(chat.say("Read number " + std::to_string(i)) == TurnEnd::done);
    const auto requests = chat.model->requests();
    REQUIRE(requests.size() == 2 * k_turns);
    std::size_t changes = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        CHECK(bytes_of(requests[i], "scripted/model") / 3 <= 10'000);
        if (i > 0 && !continues(requests[i - 1], requests[i])) ++changes;
    }
    CHECK(changes >= 5);
    CHECK(changes <= 20);
    // The whole results are stored all the same.
    for (const CallEnded& ended : chat.steps<CallEnded>()) CHECK(ended.text.size() > 3000);
    ok_void(chat.model->check_played());
}

TEST_CASE("H21: a message that does not fit ends the turn, and nothing is sent") {
    ChatProgram chat({says("Short.")});
    chat.options.context_tokens = 1000;
    CHECK(chat.say(std::string(9000, 'p')) == TurnEnd::failed);
    const auto end = chat.heard.wait_for<notice::TurnEnded>();
    CHECK(end.why.find("The request has about 30") == 0);
    CHECK(end.why.find("scripted/model takes 1000") != std::string::npos);
    CHECK(chat.model->requests().empty());
    CHECK(chat.steps<RequestSent>().empty());
    CHECK(chat.open().state() == State::failed);
    // The long message is an old turn by now.
    CHECK(chat.say("Hello") == TurnEnd::done);
    const std::vector<Message> messages = chat.model->requests().at(0).messages;
    REQUIRE(messages.size() == 1);
    CHECK(line_of(messages[0]).find("the message of this chat before this one is left out") !=
          std::string::npos);
}

TEST_CASE("H21: a turn that failed for its size goes on with a larger context") {
    ChatProgram chat({says("Long.")});
    chat.options.context_tokens = 1000;
    CHECK(chat.say(std::string(9000, 'p')) == TurnEnd::failed);
    chat.chat.reset();
    chat.options.context_tokens = 10'000;
    CHECK(chat.resume() == TurnEnd::done);
    CHECK(line_of(chat.model->requests().at(0).messages.at(0)).size() > 9000);
}

TEST_CASE("H21: the context that the model states comes before the one that is set") {
    ChatProgram chat;
    chat.model = std::make_unique<ScriptedModel>(std::vector<ScriptedModel::Turn>{says("Yes.")},
                                                 "scripted/model", 100'000);
    chat.options.context_tokens = 10;
    CHECK(chat.say("Hello") == TurnEnd::done);
    CHECK(chat.steps<RequestSent>().at(0).size.context_tokens == 100'000);
}

TEST_CASE("H21: after a restart the next request begins as the last one did") {
    ChatProgram chat(turns_that_read(6));
    add_reading(chat, 3000);
    chat.options.context_tokens = 6000;
    for (int i = 0; i < 6; ++i) chat.say("Read");
    const ModelRequest last = chat.model->requests().back();
    const RequestSent sent = chat.steps<RequestSent>().back();
    CHECK(sent.cut != ContextCut{});
    chat.script({says("Here.")});
    CHECK(chat.say("And?") == TurnEnd::done);
    CHECK(continues(last, chat.model->requests().at(0)));
    CHECK(chat.steps<RequestSent>().back().cut == sent.cut);
}

TEST_CASE("H21: reported tokens make the next request fit") {
    // This model has a token a byte.
    ChatProgram chat({with_usage(says("One."), 1040), says("Two.")});
    chat.options.context_tokens = 2800;
    chat.options.output_tokens_max = 100;
    CHECK(chat.say(std::string(1024, 'p')) == TurnEnd::done);
    CHECK(chat.say(std::string(1800, 'q')) == TurnEnd::done);
    const auto sent = chat.steps<RequestSent>();
    CHECK(sent.at(0).size == RequestSize{1040, 347, 2800});
    CHECK(sent.at(1).size.tokens == sent.at(1).size.bytes);
    CHECK(sent.at(1).size.tokens <= 2700);
    CHECK(line_of(chat.model->requests().at(1).messages.at(0)).find("ppp") == std::string::npos);
}

TEST_CASE("H21: a server that reads far less than it was sent is told of, and the turn goes on") {
    ChatProgram chat({with_usage(says("What?"), 2050), with_usage(says("Yes."), 9000)});
    CHECK(chat.say(std::string(30'000, 'p')) == TurnEnd::done);
    const auto cuts = chat.heard.of<notice::PromptCut>();
    REQUIRE(cuts.size() == 1);
    CHECK(cuts[0].sent_tokens == 10'006);
    CHECK(cuts[0].read_tokens == 2050);
    CHECK(chat.steps<RequestSent>().at(0).size.tokens == 10'006);
    CHECK(chat.say("Again") == TurnEnd::done);
    CHECK(chat.heard.of<notice::PromptCut>().size() == 1);
}

}  // namespace iam::test
