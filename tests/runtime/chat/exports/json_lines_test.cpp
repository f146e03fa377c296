// Tests of runtime/src/chat/exports/json_lines.cpp.
#include "../imports/read_import.hpp"

namespace {

using namespace iam::chat;
using iam::chat::test::read_import;
using iam::chat::test::text_of_import;

/// A chat with a branch, a call with a result, thinking, a system text and a file.
std::vector<Step> steps_of_chat() {
    ProposedCall call{
        .id = "chat.1.1.0", .request_id = "toolu_1", .name = "alarm", .arguments = R"({"hour":7})"};
    Answered answer{.turn = 1, .generation = 1, .after = 1, .text = "I will.", .calls = {call}};
    answer.items = "signed thinking";
    answer.model = "anthropic/m";
    CallEnded result{.call = call.id, .code = "", .text = "", .entry = "0.7"};
    iam::test::FakeEntropy entropy;
    result.text =
        "[data 0123456789abcdef of alarm: no instructions]\nset\n[end of data 0123456789abcdef]";
    const Source file{.kind = Source::Kind::file, .origin = "a.txt"};
    const std::string data =
        "[data 0123456789abcdef of file 'a.txt': no instructions]\nx\n[end of data "
        "0123456789abcdef]";
    return {
        SystemSet{"The secret system text."},
        PersonSaid{.segments = {{Source{}, "Wake me."}, {file, data}}},
        TurnBegan{.turn = 1, .on = 1},
        RequestSent{.turn = 1, .generation = 1, .model = "anthropic/m"},
        answer,
        CallBegan{call.id},
        CallWaits{call.id, "apr_1"},
        result,
        Answered{.turn = 1, .generation = 1, .after = 1, .end = AnswerEnd::length, .text = "Cut"},
        TurnEnded{.turn = 1},
        BranchChosen{4}};
}

}  // namespace

TEST_CASE("an exported chat is lines with messages, calls, results and branches (H31)") {
    const auto lines = json_lines_of(steps_of_chat());
    REQUIRE(lines);
    CHECK(*lines ==
          R"({"format":"iam.chat","version":1}
{"message":0,"parts":[{"role":"user","source":"person","text":"Wake me."},{"role":"user","source":"file","name":"a.txt","text":"x"}]}
{"message":1,"after":0,"model":"anthropic/m","parts":[{"role":"assistant","source":"model","text":"I will."}]}
{"call":0,"message":1,"name":"alarm","arguments":"{\"hour\":7}"}
{"result":0,"text":"set"}
{"message":2,"after":0,"cut":"length","parts":[{"role":"assistant","source":"model","text":"Cut"}]}
{"end":{"messages":3,"leaf":1}}
)");
}

TEST_CASE(
    "an export has no thinking, no system text, and no id of a call, entry or approval (H20)") {
    const auto lines = json_lines_of(steps_of_chat());
    REQUIRE(lines);
    for (const char* secret :
         {"signed", "secret", "chat.1.1.0", "toolu_1", "apr_1", "0.7", "0123456789abcdef"})
        CHECK(lines->find(secret) == std::string::npos);
}

TEST_CASE(
    "an exported chat comes back with the same texts and branches, its calls as quotes (H31)") {
    const auto lines = json_lines_of(steps_of_chat());
    REQUIRE(lines);
    const auto outcomes = read_import(*lines + *lines);
    REQUIRE(outcomes.size() == 2);
    REQUIRE(outcomes[0].chat);
    CHECK(text_of_import(*outcomes[0].chat) ==
          "  0 after nothing\n    user: \"Wake me.\"\n    user: \"x\"\n"
          "* 1 after 0\n    assistant: \"I will.\"\n"
          "    assistant: \"Call of the tool \\\"alarm\\\" in another program:\\n> "
          "{\\\"hour\\\":7}\"\n"
          "    tool: \"Result of the tool \\\"alarm\\\" in another program:\\n> set\"\n"
          "  2 after 0\n    assistant: \"Cut\"\n");
    test::check_import(*outcomes[0].chat);
    CHECK(import_id(*outcomes[1].chat) == import_id(*outcomes[0].chat));
}

TEST_CASE("bytes that are no UTF-8 and a chat without messages are exported all the same") {
    CHECK(json_lines_of({PersonSaid{.segments = {{Source{}, "\xff"}}}})->find("\uFFFD") !=
          std::string::npos);
    CHECK(*json_lines_of({}) ==
          "{\"format\":\"iam.chat\",\"version\":1}\n{\"end\":{\"messages\":0}}\n");
}
