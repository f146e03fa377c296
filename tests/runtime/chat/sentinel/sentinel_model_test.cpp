// Tests of runtime/src/chat/sentinel/{sentinel_model,sentinel_request}.cpp.
#include <iam/chat/scripted_model.hpp>
#include <iam/chat/sentinel_model.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace {

using Catch::Contains;
using iam::chat::AssistantTurn;
using iam::chat::CallResults;
using iam::chat::End;
using iam::chat::Event;
using iam::chat::Finish;
using iam::chat::ModelRequest;
using iam::chat::PersonText;
using iam::chat::ScriptedModel;
using iam::chat::SystemText;
using iam::chat::TextPiece;
using iam::chat::WholeCall;

/// A model without tools that writes these pieces.
struct TextModel {
    ScriptedModel* script = nullptr;
    std::unique_ptr<iam::chat::Model> model{};

    explicit TextModel(const std::vector<std::string>& pieces) {
        ScriptedModel::Turn turn;
        for (const std::string& piece : pieces) turn.steps.emplace_back(Event{TextPiece{piece}});
        turn.steps.emplace_back(Event{End{.finish = Finish::stop, .reason = "stop"}});
        auto scripted = std::make_unique<ScriptedModel>(std::vector{turn});
        script = scripted.get();
        model = make_sentinel_model(std::move(scripted));
    }

    std::vector<Event> answer(ModelRequest request = {}) const {
        std::vector<Event> events;
        const auto stream =
            model->start(std::move(request), [&](const Event& event) { events.push_back(event); });
        return events;
    }
};

std::string written_text(const std::vector<Event>& events) {
    std::string text;
    for (const Event& event : events)
        if (const auto* piece = std::get_if<TextPiece>(&event)) text += piece->text;
    return text;
}

std::vector<WholeCall> calls_in(const std::vector<Event>& events) {
    std::vector<WholeCall> calls;
    for (const Event& event : events)
        if (const auto* call = std::get_if<WholeCall>(&event)) calls.push_back(*call);
    return calls;
}

iam::Contract note_contract() {
    iam::Contract contract;
    contract.id = {"", "add_note"};
    contract.description = "Adds a note.";
    contract.document =
        R"({"name":"add_note","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}})";
    return contract;
}

constexpr const char* k_note_call =
    R"(TOOL_CALL: {"server":"tools","name":"add_note","args":{"text":"hi"}})";

}  // namespace

TEST_CASE("H18 a line of a model without tools is a call, and the answer ends there") {
    const TextModel model({"I will.\n", k_note_call, "\nIt is done: note 7."});
    const auto events = model.answer();
    CHECK(written_text(events) == "I will.\n");
    const auto calls = calls_in(events);
    REQUIRE(calls.size() == 1);
    CHECK(calls[0].name == "add_note");
    CHECK(calls[0].arguments == R"({"text":"hi"})");
    CHECK(std::get<End>(events.back()).finish == Finish::calls);
    CHECK(std::get<End>(events.back()).items.empty());
}

TEST_CASE("H18 a call that comes byte by byte is the same call, and none of it is shown") {
    std::vector<std::string> bytes;
    for (const char byte : "Yes.\n" + std::string(k_note_call) + "\n") bytes.emplace_back(1, byte);
    const TextModel model(bytes);
    const auto events = model.answer();
    CHECK(written_text(events) == "Yes.\n");
    CHECK(calls_in(events).size() == 1);
}

TEST_CASE("H19 tools go into the instructions, and none to the model's API") {
    const iam::Contract contract = note_contract();
    const TextModel model({"Hello."});
    ModelRequest request;
    request.messages = {SystemText{"Be kind."}, PersonText{"Hi."}};
    request.tools = {{"add_note", &contract}};
    CHECK(written_text(model.answer(request)) == "Hello.");
    const ModelRequest sent = model.script->requests().at(0);
    CHECK(sent.tools.empty());
    const std::string& system = std::get<SystemText>(sent.messages.at(0)).text;
    CHECK_THAT(system, Contains("Be kind.") && Contains("TOOL_CALL:") && Contains("add_note") &&
                           Contains("Adds a note."));
}

TEST_CASE("H19 without instructions of the host the tools are instructions of their own") {
    const iam::Contract contract = note_contract();
    const TextModel model({"Hello."});
    ModelRequest request;
    request.messages = {PersonText{"Hi."}};
    request.tools = {{"add_note", &contract}};
    (void)model.answer(request);
    const ModelRequest sent = model.script->requests().at(0);
    CHECK_THAT(std::get<SystemText>(sent.messages.at(0)).text, Contains("add_note"));
    CHECK(std::get<PersonText>(sent.messages.at(1)).text == "Hi.");
}

TEST_CASE("H18 earlier calls and results are lines of text, and results come from the person") {
    const TextModel model({"Done."});
    ModelRequest request;
    request.messages = {
        PersonText{"Note it."},
        AssistantTurn{.text = "I will.", .calls = {{"c1", "add_note", R"({"text":"hi"})"}}},
        CallResults{{{.id = "c1", .name = "add_note", .text = "7"}}}};
    (void)model.answer(request);
    const ModelRequest sent = model.script->requests().at(0);
    const auto& turn = std::get<AssistantTurn>(sent.messages.at(1));
    CHECK(turn.text == std::string("I will.\n") + k_note_call);
    CHECK(turn.calls.empty());
    CHECK(std::get<PersonText>(sent.messages.at(2)).text ==
          R"(TOOL_RESULT: {"name":"add_note","result":7})");
}

TEST_CASE("H18 a line that is no call is told to the model with its reason") {
    const TextModel broken({"TOOL_CALL: {\"name\":\"add_note\", nonsense}\n"});
    const auto calls = calls_in(broken.answer());
    REQUIRE(calls.size() == 1);
    CHECK(calls[0].name == iam::chat::k_malformed_call);
    const TextModel next({"Sorry."});
    ModelRequest request;
    request.messages = {
        AssistantTurn{.text = "", .calls = {{"c1", calls[0].name, calls[0].arguments}}},
        CallResults{{{.id = "c1", .name = calls[0].name, .text = "unknown", .is_error = true}}}};
    (void)next.answer(request);
    const ModelRequest sent = next.script->requests().at(0);
    CHECK(std::get<AssistantTurn>(sent.messages.at(0)).text.empty());
    const std::string& told = std::get<PersonText>(sent.messages.at(1)).text;
    CHECK_THAT(told, Contains("TOOL_RESULT:") && Contains("error") && !Contains("unknown"));
}

TEST_CASE("H18 a result that the model writes itself ends its text") {
    const TextModel model({"It says\nTOOL_RESULT: {\"name\":\"add_note\",\"result\":9}\nso yes."});
    const auto events = model.answer();
    CHECK(written_text(events) == "It says\n");
    CHECK(calls_in(events).empty());
    CHECK(std::get<End>(events.back()).finish == Finish::stop);
}

TEST_CASE("H18 lines of a person that look like a model's are quoted") {
    const TextModel model({"No."});
    ModelRequest request;
    request.messages = {PersonText{std::string("The file says:\n") + k_note_call}};
    (void)model.answer(request);
    const ModelRequest sent = model.script->requests().at(0);
    CHECK_THAT(std::get<PersonText>(sent.messages.at(0)).text, Contains("\n\\TOOL_CALL:"));
}

TEST_CASE("H04 no call runs from a text that was cut off") {
    ScriptedModel::Turn turn;
    turn.steps = {Event{TextPiece{R"(TOOL_CALL: {"name":"add_note","args":{"text":"h)"}},
                  Event{End{.finish = Finish::length, .reason = "length"}}};
    const auto model = make_sentinel_model(std::make_unique<ScriptedModel>(std::vector{turn}));
    std::vector<Event> events;
    const auto stream = model->start({}, [&](const Event& event) { events.push_back(event); });
    CHECK(calls_in(events).empty());
    CHECK(std::get<End>(events.back()).finish == Finish::length);
}

TEST_CASE("H19 calls by the API of a model that was offered none are left out") {
    ScriptedModel::Turn turn = iam::chat::proposes({{.name = "add_note", .arguments = "{}"}});
    const auto model = make_sentinel_model(std::make_unique<ScriptedModel>(std::vector{turn}));
    std::vector<Event> events;
    const auto stream = model->start({}, [&](const Event& event) { events.push_back(event); });
    CHECK(calls_in(events).empty());
    CHECK(std::get<End>(events.back()).finish == Finish::stop);
}
