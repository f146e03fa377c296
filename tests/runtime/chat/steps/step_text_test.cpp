// Tests of runtime/src/chat/steps/{read_step,write_step}.cpp.
#include <iam/chat/step_text.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace {

using namespace iam::chat;

/// One step of each kind, with a value in each member.
std::vector<Step> every_step() {
    const Source source{Source::Kind::tool, "files", true};
    ProposedCall call;
    call.id = "c-1-1-0";
    call.request_id = "toolu_1";
    call.name = "files__read";
    call.tool = {"files", "read"};
    call.is_known = true;
    call.arguments = "{\"path\":\"\\u0000\"";
    return {
        SystemSet{"You keep alarms."},
        PersonSaid{.after = 3, .segments = {{source, "text \" \\ \n é"}, {{}, ""}}},
        TurnBegan{.turn = 1, .on = 4},
        TurnResumed{2, Counted{20'000, -3, 4}},
        RequestSent{.turn = 1,
                    .generation = 2,
                    .model = "ollama/m",
                    .described = {"a", "b"},
                    .size = {.bytes = 3000, .tokens = 1000, .context_tokens = 4096},
                    .cut = {.stubs_before = 7, .left_out_before = 5},
                    .counted = Counted{1, 2, 3}},
        Answered{.turn = 1,
                 .generation = 2,
                 .after = 4,
                 .end = AnswerEnd::refusal,
                 .why = "no",
                 .text = "I",
                 .calls = {call, {}},
                 .items = R"([{"x":1.50}])",
                 .model = "ollama/m",
                 .usage = {.input = 1, .cached = 0, .output = 18446744073709551615U},
                 .counted = Counted{20'000, -3, 4}},
        CallBegan{"c-1-1-0"},
        CallWaits{"c-1-1-0", "0.7"},
        CallEnded{.call = "c-1-1-0",
                  .code = "user_denied",
                  .text = "refused",
                  .entry = "0.9",
                  .can_undo = true,
                  .source = source,
                  .fingerprint = "ab"},
        LateOutcome{"c-1-1-0", "tool_failed", "0.10"},
        TurnEnded{.turn = 1,
                  .end = TurnEnd::budget,
                  .why = "25 calls",
                  .is_chat_spent = true,
                  .is_day_spent = true},
        BranchChosen{12},
        EventRefused{"idle", "text"},
        ProfileChosen{"alarms"},
        ToolsChosen{.choice = {.servers = {{"a"}}, .allow = {{"b", "c/*"}}, .deny = {"d"}},
                    .switches = {{"e", true}, {"f", false}}},
        ChatTitled{"Alarms of the week"},
    };
}

std::string step_fault_of(const std::string& text) {
    const auto step = read_step(text);
    REQUIRE_FALSE(step);
    CHECK(step.error().code == iam::Errc::corrupt);
    return step.error().message;
}

}  // namespace

TEST_CASE("each kind of step reads back as it was written") {
    REQUIRE(every_step().size() == std::variant_size_v<Step>);
    for (const Step& step : every_step()) {
        const std::string text = step_text(step);
        INFO(text);
        CHECK(text.find('\n') == std::string::npos);
        const auto read = read_step(text);
        REQUIRE(read);
        CHECK(*read == step);
    }
}

TEST_CASE("a step of usual values reads back as it was written") {
    for (const Step& step :
         std::vector<Step>{PersonSaid{}, Answered{}, CallEnded{}, TurnEnded{}, SystemSet{},
                           LateOutcome{}, ProfileChosen{}, ToolsChosen{}, ChatTitled{},
                           ToolsChosen{.choice = {.servers = {{}}, .allow = {{}}}}}) {
        const auto read = read_step(step_text(step));
        REQUIRE(read);
        CHECK(*read == step);
    }
}

TEST_CASE("steps of an older program read, and have no counts (H25)") {
    const auto request = read_step(R"({"step":"request","turn":1,"generation":2,"model":"m"})");
    REQUIRE(request);
    CHECK(*request == Step{RequestSent{.turn = 1, .generation = 2, .model = "m"}});
    const auto end = read_step(R"({"step":"turn_end","turn":1,"end":"budget","why":"x"})");
    REQUIRE(end);
    CHECK(*end == Step{TurnEnded{.turn = 1, .end = TurnEnd::budget, .why = "x"}});
    const auto resumed = read_step(R"({"step":"resumed","turn":1})");
    REQUIRE(resumed);
    CHECK(*resumed == Step{TurnResumed{.turn = 1}});
}

TEST_CASE("bytes that are no UTF-8 become U+FFFD in the text of a step") {
    const auto read = read_step(step_text(SystemSet{"a\xff\xfe z"}));
    REQUIRE(read);
    CHECK(std::get<SystemSet>(*read).text == "a\uFFFD\uFFFD z");
}

TEST_CASE("a step that cannot be read names its place") {
    CHECK_THAT(step_fault_of(R"({"step":"turn","turn":"1","on":0})"), Catch::Contains("/turn"));
    CHECK_THAT(step_fault_of(R"({"step":"turn","turn":1})"), Catch::Contains("/on"));
    CHECK_THAT(step_fault_of(R"({"step":"turn","turn":-1,"on":0})"), Catch::Contains("/turn"));
    CHECK_THAT(step_fault_of(R"({"step":"turn_end","turn":1,"end":"over"})"),
               Catch::Contains("/end"));
    CHECK_THAT(step_fault_of(R"({"step":"person","segments":[{"source":"me"}]})"),
               Catch::Contains("/segments/0/source"));
    CHECK_THAT(
        step_fault_of(
            R"({"step":"request","turn":1,"generation":1,"counted_tokens":9223372036854775808})"),
        Catch::Contains("/counted_tokens"));
    CHECK_THAT(step_fault_of(R"({"step":"tools","has_allow":true,"allow":["a"]})"),
               Catch::Contains("/allow/0"));
    CHECK_THAT(step_fault_of(R"({"step":"dance"})"), Catch::Contains("newer program"));
    CHECK_THAT(step_fault_of("[]"), Catch::Contains("object"));
    CHECK_FALSE(read_step("{").has_value());
}
