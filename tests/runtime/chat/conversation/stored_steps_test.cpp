// Tests of runtime/src/chat/conversation/transcript/stored_steps.cpp.
#include <iam/chat/chat_store.hpp>
#include <iam/tool/call.hpp>

#include <catch2/catch.hpp>

#include <string>

using namespace iam::chat;
using iam::Errc;

TEST_CASE("the id of a chat is a name of a file and of a call") {
    for (const std::string& id : {std::string("a"), std::string("Z_9-"), std::string(64, 'x')})
        CHECK(check_chat_id(id));
    for (const std::string& id : {std::string(), std::string(65, 'x'), std::string("a.b"),
                                  std::string("../a"), std::string("\xC3\xA9")}) {
        INFO(id);
        REQUIRE_FALSE(check_chat_id(id));
        CHECK(check_chat_id(id).error().code == Errc::invalid_argument);
        CHECK(check_chat_id(id).error().pointer == "/chat");
    }
}

TEST_CASE("a step without a recorded result stays as it is (H27)") {
    const Step said = PersonSaid{.segments = {{{}, "Hello."}}};
    CHECK(without_recorded_text(said) == said);
    const Step refused = CallEnded{.call = "c", .code = "not_run", .text = "why", .entry = "0.2"};
    CHECK(without_recorded_text(refused) == refused);
    const Step unrecorded = CallEnded{.call = "c", .text = "result"};
    CHECK(without_recorded_text(unrecorded) == unrecorded);
}

TEST_CASE("the result of a tool is left to the ledger, also that of a failed one (H27)") {
    for (const std::string& code : {std::string(), std::string(iam::code::tool_failed)}) {
        const CallEnded ended{.call = "c", .code = code, .text = "result", .entry = "0.2"};
        CallEnded expected = ended;
        expected.text.clear();
        CHECK(without_recorded_text(ended) == Step(expected));
    }
}
