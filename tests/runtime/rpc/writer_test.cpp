// The texts of messages, byte for byte.
#include "rpc/writer.hpp"

#include "side.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

using namespace iam::rpc;

namespace {
const Id k_seven = Id::of(std::int64_t{7});
}

TEST_CASE("messages have the members of JSON-RPC 2.0 and no others") {
    CHECK(request_text(k_seven, "m", R"({"a":1})") ==
          R"({"jsonrpc":"2.0","id":7,"method":"m","params":{"a":1}})");
    CHECK(request_text(k_seven, "a\"b", "") == R"({"jsonrpc":"2.0","id":7,"method":"a\"b"})");
    CHECK(notification_text("n", "[]") == R"({"jsonrpc":"2.0","method":"n","params":[]})");
    CHECK(result_text(*Id::of("x"), "null") == R"({"jsonrpc":"2.0","id":"x","result":null})");
    CHECK(error_text(k_seven, true, {-1, "no", "[1]"}) ==
          R"({"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"no","data":[1]}})");
}

TEST_CASE("an error without an id has a null id or none, as the protocol says") {
    CHECK(error_text({}, true, {1, "m", {}}) ==
          R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}})");
    CHECK(error_text({}, false, {1, "m", {}}) ==
          R"({"jsonrpc":"2.0","error":{"code":1,"message":"m"}})");
}

TEST_CASE("a message is one line, also where its pieces have line breaks") {
    CHECK(result_text(k_seven, "{\r\n\"a\": \"x\\ny\"\n}") ==
          "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{  \"a\": \"x\\ny\" }}");
}

TEST_CASE("an error message that is not UTF-8 is replaced") {
    const std::string text = error_text(k_seven, true, {1, "\xFF", {}});
    CHECK(iam::parse_json(text).value()["error"]["message"] == "the message was not UTF-8");
}

TEST_CASE("cancellations and progress have the names of the protocol") {
    const Protocol protocol = iam::test::named_protocol();
    CHECK(
        cancellation_text(protocol.cancel, k_seven, "late", 1000) ==
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"late"}})");
    CHECK(cancellation_text(protocol.cancel, k_seven, "\xFF", 1000) ==
          R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})");
    CHECK(
        progress_text(protocol.progress, *Id::of("t"), {0.5, 2.0, "half"}, 1000) ==
        R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":0.5,"total":2,"message":"half"}})");
    CHECK(
        progress_text(protocol.progress, k_seven, {3, {}, {}}, 1000) ==
        R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":3}})");
}

TEST_CASE("a token goes into the parameters, beside all that stands there") {
    const auto put = [](std::string_view params) {
        return with_token(params, iam::test::named_protocol().progress, k_seven, {}).value();
    };
    CHECK(put("") == R"({"_meta":{"progressToken":7}})");
    CHECK(put("{}") == R"({"_meta":{"progressToken":7}})");
    CHECK(put(R"( {"a":1})") == R"( {"_meta":{"progressToken":7},"a":1})");
    CHECK(put(R"({"a":1,"_meta":{}})") == R"({"a":1,"_meta":{"progressToken":7}})");
    CHECK(put(R"({"_meta" : { "x":[1]},"a":1})") ==
          R"({"_meta" : {"progressToken":7, "x":[1]},"a":1})");
    CHECK(put(R"({"a":{"_meta":{}}})") == R"({"_meta":{"progressToken":7},"a":{"_meta":{}}})");
    // Parameters that are passed on have the token of somebody else.
    CHECK(put(R"({"_meta":{"progressToken" : "old" ,"x":1}})") ==
          R"({"_meta":{"progressToken" : 7 ,"x":1}})");
}

TEST_CASE("a token goes into an object only") {
    const auto put = [](std::string_view params) {
        return with_token(params, iam::test::named_protocol().progress, k_seven, {});
    };
    for (const std::string_view params : {"[]", R"({"_meta":1})", "{", R"({"a":1,"a":1})"}) {
        INFO(params);
        REQUIRE_FALSE(put(params).has_value());
        CHECK(put(params).error().code == iam::Errc::invalid_argument);
    }
}

TEST_CASE("parameters and results are held to the limits of their message") {
    iam::Limits limits;
    limits.depth_max = 3;
    CHECK(check_params("", limits).has_value());
    CHECK(check_params("[[]]", limits).has_value());
    CHECK_FALSE(check_params("[[[]]]", limits).has_value());
    CHECK_FALSE(check_params("1", limits).has_value());
    CHECK_FALSE(check_params("{} {}", limits).has_value());
    CHECK(is_value("[[]]", limits, 1));
    CHECK_FALSE(is_value("[[[]]]", limits, 1));
    CHECK(is_value("[]", limits, 2));
    CHECK_FALSE(is_value("[[]]", limits, 2));
    CHECK(is_value("1", limits, 4));
    CHECK_FALSE(is_value("", limits, 1));
}

TEST_CASE("a batch error never exceeds the room that is reserved for it") {
    for (const std::optional<Id>& id : {std::optional<Id>(), std::optional<Id>(k_seven)}) {
        CHECK(batch_error_text(id, true).size() + 1 == batch_error_room(id));
        CHECK(batch_error_text(id, false).size() + 1 <= batch_error_room(id));
    }
}
