#include "mcp/client/http/message_facts.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam;
using mcp::AnswerKind;

TEST_CASE("a message of the Peer tells its method and its parameters") {
    const std::string text =
        R"({"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"name":"a","x":[1,{}]}})";
    const auto facts = mcp::outgoing_facts(text);
    CHECK(facts.method == "tools/call");
    CHECK(facts.params == R"({"name":"a","x":[1,{}]})");
}

TEST_CASE("an answer and a batch of answers have no method") {
    const std::string text =
        GENERATE(as<std::string>(), R"({"id":1,"result":{"method":"x"}})", R"([{"id":1}])");
    CHECK(mcp::outgoing_facts(text).method.empty());
}

TEST_CASE("a cancellation names its request by number or text") {
    CHECK(mcp::cancelled_request(R"({"reason":"r","requestId":7})") ==
          rpc::Id::of(std::int64_t{7}));
    CHECK(mcp::cancelled_request(R"({"requestId":-7})") == rpc::Id::of(std::int64_t{-7}));
    CHECK(mcp::cancelled_request(R"({"requestId":"7"})") == rpc::Id::of("7"));
    const std::string none = GENERATE(as<std::string>(), "", "{}", "[]", R"({"requestId":null})",
                                      R"({"requestId":1.5})");
    CHECK_FALSE(mcp::cancelled_request(none));
}

TEST_CASE("the answer to a request is found by its id, also in a batch") {
    const auto id = rpc::Id::of(std::int64_t{1});
    const std::string answer =
        GENERATE(as<std::string>(), R"({"id":1,"result":{}})", R"({"result":{},"id":1.0})",
                 R"({"error":{"code":1},"id":1})", R"([{"method":"n"},{"id":1,"result":{}}])");
    CHECK(mcp::answer_kind(answer, id) == AnswerKind::answer);
    const std::string other = GENERATE(
        as<std::string>(), R"({"id":"1","result":{}})", R"({"id":2,"result":{}})", R"({"id":null})",
        R"({"id":1,"method":"ping"})", R"({"method":"n","params":{"id":1}})", "[]", "7");
    CHECK(mcp::answer_kind(other, id) == AnswerKind::other);
    const std::string bad = GENERATE(as<std::string>(), "", "{", "<html>", R"({"id":1} x)", "[{}");
    CHECK(mcp::answer_kind(bad, id) == AnswerKind::not_json);
}

TEST_CASE("an error that names no request keeps its code, message and data") {
    const auto error = mcp::error_without_id(
        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"no","data":{"supported":["x"]}}})");
    REQUIRE(error);
    CHECK(error->code == -32022);
    CHECK(error->message == "no");
    CHECK(error->data == R"({"supported":["x"]})");
    CHECK(mcp::error_without_id(R"({"error":{"code":1}})")->message.empty());
}

TEST_CASE("other texts are no error without a request") {
    const std::string text = GENERATE(
        as<std::string>(), "", "[]", "<html>", R"({"id":1,"error":{"code":1,"message":"m"}})",
        R"({"error":"invalid_token"})", R"({"error":{"code":"1"}})", R"({"result":{}})");
    CHECK_FALSE(mcp::error_without_id(text));
}

TEST_CASE("the beginning of an answer tells its request, if the id is in it") {
    const rpc::Id seven = rpc::Id::of(std::int64_t{7});
    CHECK(mcp::answered_request(R"({"jsonrpc":"2.0","id":7,"result":{"content":[{"da)") == seven);
    CHECK(mcp::answered_request(R"({"id":7)") == seven);
    CHECK_FALSE(mcp::answered_request(R"({"id":7,"method":"ping","params":{"a":"bcd)"));
    CHECK_FALSE(mcp::answered_request(R"({"result":{"content":[{"da)"));
    CHECK_FALSE(mcp::answered_request(R"([{"id":7,"result":1},)"));
    CHECK_FALSE(mcp::answered_request("no JSON"));
}
