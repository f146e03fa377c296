// Tests of runtime/src/chat/scripted/{script_file,scripted_model}.cpp.
#include <iam/chat/script_file.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace {

using iam::chat::Event;

std::vector<Event> played(iam::chat::ScriptedModel& model, const std::string& text) {
    std::vector<Event> events;
    iam::chat::ModelRequest request;
    request.messages = {iam::chat::PersonText{text}};
    const auto stream =
        model.start(std::move(request), [&](const Event& event) { events.push_back(event); });
    return events;
}

std::string script_fault_of(const std::string& script) {
    const auto turns = iam::chat::read_script(script);
    REQUIRE_FALSE(turns);
    CHECK(turns.error().code == iam::Errc::invalid_argument);
    return turns.error().message;
}

}  // namespace

TEST_CASE("a script says its texts and proposes its calls, a turn for each request (H40)") {
    auto turns = iam::chat::read_script(R"({"turns": [
        {"expect": "alarm", "text": "I will.",
         "calls": [{"tool": "alarm", "arguments": {"hour": 7}, "id": "c1"}]},
        {"text": "It is set."}]})");
    REQUIRE(turns);
    iam::chat::ScriptedModel model(*std::move(turns));
    const auto first = played(model, "Set an alarm.");
    REQUIRE(first.size() == 3);
    CHECK(std::get<iam::chat::TextPiece>(first[0]).text == "I will.");
    CHECK(std::get<iam::chat::WholeCall>(first[1]).name == "alarm");
    CHECK(std::get<iam::chat::WholeCall>(first[1]).arguments == R"({"hour":7})");
    CHECK(std::get<iam::chat::WholeCall>(first[1]).id == "c1");
    CHECK(std::get<iam::chat::End>(first[2]).finish == iam::chat::Finish::calls);
    const auto second = played(model, "done");
    CHECK(std::get<iam::chat::End>(second.back()).finish == iam::chat::Finish::stop);
    CHECK(model.check_played());
}

TEST_CASE("a request that the script does not expect is a fault that quotes it") {
    auto turns = iam::chat::read_script(R"({"turns": [{"expect": "alarm", "text": "Yes."}]})");
    REQUIRE(turns);
    iam::chat::ScriptedModel model(*std::move(turns));
    const auto events = played(model, "Sing.");
    REQUIRE(std::holds_alternative<iam::chat::StreamError>(events.back()));
    CHECK_FALSE(model.check_played());
}

TEST_CASE("a turn with an error breaks its answer off") {
    auto turns = iam::chat::read_script(R"({"turns": [{"text": "I", "error": "overloaded"}]})");
    REQUIRE(turns);
    iam::chat::ScriptedModel model(*std::move(turns));
    const auto events = played(model, "Hi.");
    CHECK(std::get<iam::chat::StreamError>(events.back()).message == "overloaded");
}

TEST_CASE("a wrong script is refused with the place of its fault") {
    CHECK_THAT(script_fault_of(R"({"turn": []})"),
               Catch::Contains("/turn") && Catch::Contains("turns"));
    CHECK_THAT(script_fault_of(R"({"turns": [{}]})"), Catch::Contains("/turns/0"));
    CHECK_THAT(script_fault_of(R"({"turns": [{"text": 1}]})"), Catch::Contains("/turns/0/text"));
    CHECK_THAT(script_fault_of(R"({"turns": [{"calls": [{"arguments": {}}]}]})"),
               Catch::Contains("/turns/0/calls/0"));
    CHECK_THAT(script_fault_of(R"({"turns": [{"say": "x"}]})"), Catch::Contains("/turns/0/say"));
    CHECK_FALSE(iam::chat::read_script("{").has_value());
    CHECK_FALSE(iam::chat::read_script(std::string(iam::chat::k_script_bytes_max + 1, ' ')));
}
