// Messages as JSON-RPC 2.0 and MCP have them, and texts that are none. The sentences of the two
// specifications are in the names of the tests; the texts are ours.
#include "rpc/reader.hpp"

#include "side.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

using namespace iam::rpc;
using Kind = Message::Kind;

namespace {

Reading read_all(std::string_view text, const Limits& limits = {}, bool has_batches = false) {
    Protocol protocol = iam::test::named_protocol();
    protocol.has_batches = has_batches;
    return read_text(text, limits, protocol);
}

Message read(std::string_view text, const Limits& limits = {}) {
    Reading reading = read_all(text, limits);
    INFO(text);
    REQUIRE(reading.messages.size() == 1);
    REQUIRE_FALSE(reading.is_batch);
    // The views are pieces of a text that lives longer than this function.
    return std::move(reading.messages.front());
}

void check_refused(std::string_view text, std::int64_t fault_code, std::string_view id,
                   const Limits& limits = {}) {
    const Message message = read(text, limits);
    INFO(text << "\n" << message.fault);
    CHECK(message.kind == Kind::refused);
    CHECK(message.fault_code == fault_code);
    CHECK_FALSE(message.fault.empty());
    CHECK((message.id ? message.id->json() : "none") == id);
}

std::string nested(std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
}

}  // namespace

TEST_CASE("a request has a method, an id and perhaps parameters") {
    const Message message =
        read(R"( { "method" : "sum", "params" : [1, 2.50] , "id" : 7, "jsonrpc" : "2.0" } )");
    CHECK(message.kind == Kind::request);
    CHECK(message.id->json() == "7");
    CHECK(message.method == "sum");
    CHECK(message.params == "[1, 2.50]");
    CHECK(read(R"({"jsonrpc":"2.0","id":"a","method":""})").params.empty());
}

TEST_CASE("a message without an id is a notification") {
    const Message message = read(R"({"jsonrpc":"2.0","method":"note","params":{"a":{"b":1}}})");
    CHECK(message.kind == Kind::notification);
    CHECK(message.params == R"({"a":{"b":1}})");
}

TEST_CASE("an answer has a result or an error") {
    const Message good = read(R"({"jsonrpc":"2.0","id":"x","result": null })");
    CHECK(good.kind == Kind::answer);
    CHECK(good.fault.empty());
    CHECK(good.result == "null");

    const Message bad =
        read(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no","data":[ ]}})");
    CHECK(bad.kind == Kind::answer);
    CHECK(bad.fault.empty());
    CHECK(bad.error->code == -32601);
    CHECK(bad.error->message == "no");
    CHECK(bad.error->data == "[ ]");
}

TEST_CASE("an error about an unreadable message has a null id or none") {
    for (const std::string id : {"", R"("id":null,)"}) {
        const Message message =
            read("{" + id + R"("jsonrpc":"2.0","error":{"code":-32700,"message":"what"}})");
        CHECK(message.kind == Kind::answer);
        CHECK(message.fault.empty());
        CHECK_FALSE(message.id.has_value());
    }
}

TEST_CASE("an id is a string or an integer, however the integer is spelled") {
    CHECK(read(iam::test::request("1.0", "m")).id->json() == "1");
    CHECK(read(iam::test::request("1e2", "m")).id->json() == "100");
    CHECK(read(iam::test::request("-9223372036854775808", "m")).id->json() ==
          "-9223372036854775808");
    CHECK(read(iam::test::request(R"("\u0041")", "m")).id->json() == R"("A")");
    check_refused(iam::test::request("null", "m"), code::invalid_request, "none");
    check_refused(iam::test::request("1.5", "m"), code::invalid_request, "none");
    check_refused(iam::test::request("1e20", "m"), code::invalid_request, "none");
    // Its double would be another number, so that it is no value at all.
    check_refused(iam::test::request("18446744073709551616", "m"), code::parse_error, "none");
    check_refused(iam::test::request("[1]", "m"), code::invalid_request, "none");
    check_refused(iam::test::request("true", "m"), code::invalid_request, "none");
}

TEST_CASE("values that are no message are invalid requests, under their id if it can be read") {
    check_refused("1", code::invalid_request, "none");
    check_refused("null", code::invalid_request, "none");
    check_refused("{}", code::invalid_request, "none");
    check_refused(R"({"jsonrpc":"2.0","id":3})", code::invalid_request, "3");
    check_refused(R"({"id":3,"method":"m"})", code::invalid_request, "3");
    check_refused(R"({"jsonrpc":"1.0","id":3,"method":"m"})", code::invalid_request, "3");
    check_refused(R"({"jsonrpc":2.0,"id":3,"method":"m"})", code::invalid_request, "3");
    check_refused(R"({"jsonrpc":"2.0","method":1,"params":"bar"})", code::invalid_request, "none");
    check_refused(R"({"jsonrpc":"2.0","id":3,"method":null})", code::invalid_request, "3");
    check_refused(iam::test::request("3", "m", "null"), code::invalid_request, "3");
    check_refused(iam::test::request("3", "m", "\"text\""), code::invalid_request, "3");
    check_refused(R"({"jsonrpc":"2.0","id":3,"method":"m","result":1})", code::invalid_request,
                  "3");
}

TEST_CASE("texts that are not strict JSON are parse errors without an id") {
    check_refused("", code::parse_error, "none");
    check_refused(R"({"jsonrpc":"2.0","method":"foobar,"params":"bar","baz])", code::parse_error,
                  "none");
    check_refused(R"({"jsonrpc":"2.0","id":1,"method":"m")", code::parse_error, "none");
    check_refused(R"({"jsonrpc":"2.0","id":1,"id":2,"method":"m"})", code::parse_error, "none");
    check_refused(iam::test::request("1", "m", R"({"a":1,"\u0061":2})"), code::parse_error, "none");
    check_refused(iam::test::request("1", "m", "[01]"), code::parse_error, "none");
    check_refused(iam::test::request("1", "m", "[NaN]"), code::parse_error, "none");
    check_refused(iam::test::request("1", "m", "[\"\xC0\xAF\"]"), code::parse_error, "none");
    check_refused(iam::test::request("1", "m") + iam::test::request("2", "m"), code::parse_error,
                  "none");
    check_refused("\xEF\xBB\xBF" + iam::test::request("1", "m"), code::parse_error, "none");
}

TEST_CASE("answers that break the rules are answers with a fault, never to be answered") {
    for (const std::string_view text : {
             R"({"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"m"}})",
             R"({"jsonrpc":"2.0","result":1})",
             R"({"jsonrpc":"2.0","id":null,"result":1})",
             R"({"jsonrpc":"2.0","id":1.5,"result":1})",
             R"({"id":1,"result":1})",
             R"({"jsonrpc":"2.0","id":1,"error":"no"})",
             R"({"jsonrpc":"2.0","id":1,"error":{"message":"m"}})",
             R"({"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"m"}})",
             R"({"jsonrpc":"2.0","id":1,"error":{"code":18446744073709551615,"message":"m"}})",
             R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":null}})",
         }) {
        const Message message = read(text);
        INFO(text);
        CHECK(message.kind == Kind::answer);
        CHECK_FALSE(message.fault.empty());
    }
}

TEST_CASE("members that the specification does not name are ignored, but must be JSON") {
    CHECK(read(R"({"jsonrpc":"2.0","id":1,"method":"m","extra":{"id":2}})").kind == Kind::request);
    check_refused(R"({"jsonrpc":"2.0","id":1,"method":"m","extra":{"a":1,"a":1}})",
                  code::parse_error, "none");
}

TEST_CASE("the token of progress is a string or an integer at its place in the parameters") {
    const auto token = [](std::string_view params) {
        return read(iam::test::request("1", "m", params)).token;
    };
    CHECK(token(R"({"_meta":{"progressToken":"t"}})")->json() == "\"t\"");
    CHECK(token(R"({"a":{},"_meta":{"x":[1],"progressToken":4.0}})")->json() == "4");
    CHECK_FALSE(token(R"({"_meta":1,"progressToken":4})").has_value());
    CHECK_FALSE(token(R"({"a":{"_meta":{"progressToken":4}}})").has_value());
    CHECK_FALSE(token(R"([{"_meta":{"progressToken":4}}])").has_value());
    check_refused(iam::test::request("1", "m", R"({"_meta":{"progressToken":null}})"),
                  code::invalid_params, "1");
}

TEST_CASE("a batch is its messages in their order, where the protocol has batches") {
    const std::string text = "[" + iam::test::request("1", "m") + ",1," +
                             iam::test::notification("n") + "," + iam::test::answer("9") + "]";
    const Reading reading = read_all(text, {}, true);
    CHECK(reading.is_batch);
    REQUIRE(reading.messages.size() == 4);
    CHECK(reading.messages[0].kind == Kind::request);
    CHECK(reading.messages[1].kind == Kind::refused);
    CHECK(reading.messages[2].kind == Kind::notification);
    CHECK(reading.messages[3].kind == Kind::answer);
    check_refused(text, code::invalid_request, "none");
}

TEST_CASE("an empty, broken or nested batch is refused") {
    const auto whole = [](std::string_view text, std::int64_t fault_code) {
        const Reading reading = read_all(text, {}, true);
        CHECK_FALSE(reading.is_batch);
        REQUIRE(reading.messages.size() == 1);
        CHECK(reading.messages[0].kind == Kind::refused);
        CHECK(reading.messages[0].fault_code == fault_code);
    };
    whole("[]", code::invalid_request);
    whole("[" + iam::test::request("1", "m") + R"(,{"jsonrpc":"2.0","method"])", code::parse_error);
    whole("[" + iam::test::request("1", "m") + "] 1", code::parse_error);
    const std::string nested_batch = "[[" + iam::test::request("1", "m") + "]]";
    const Reading inner = read_all(nested_batch, {}, true);
    REQUIRE(inner.messages.size() == 1);
    CHECK(inner.messages[0].kind == Kind::refused);
}

TEST_CASE("each limit of a message holds at its value and not beyond") {
    Limits limits;
    SECTION("bytes") {
        const std::string text = iam::test::request("1", "m");
        limits.json.bytes_max = text.size();
        CHECK(read(text, limits).kind == Kind::request);
        check_refused(text + " ", code::invalid_request, "none", limits);
    }
    SECTION("depth, under the id of the message, wherever it stands") {
        limits.json.depth_max = 5;
        CHECK(read(iam::test::request("1", "m", nested(4)), limits).kind == Kind::request);
        check_refused(iam::test::request("1", "m", nested(5)), code::invalid_request, "1", limits);
        check_refused(R"({"method":"m","params":[[[[[]]]]],"jsonrpc":"2.0","id":"late"})",
                      code::invalid_request, R"("late")", limits);
        const std::string too_deep = iam::test::answer("1", nested(5));
        const Message message = read(too_deep, limits);
        CHECK(message.kind == Kind::answer);
        CHECK(message.id->json() == "1");
        CHECK_FALSE(message.fault.empty());
    }
    SECTION("depth of a batch is one level more") {
        limits.json.depth_max = 5;
        const auto batch = [](std::size_t depth) {
            return "[" + iam::test::request("1", "m", nested(depth)) + "]";
        };
        CHECK(read_all(batch(4), limits, true).is_batch);
        const std::string too_deep = batch(5);
        const Reading reading = read_all(too_deep, limits, true);
        CHECK(reading.is_batch);
        CHECK(reading.messages.at(0).kind == Kind::refused);
        CHECK(reading.messages.at(0).id->json() == "1");
        CHECK(reading.messages.at(0).fault_code == code::invalid_request);
    }
    SECTION("depth of a batch, where the limit is the highest number") {
        limits.json.depth_max = std::numeric_limits<std::size_t>::max();
        CHECK(read_all("[" + iam::test::request("1", "m", nested(4)) + "]", limits, true).is_batch);
    }
    SECTION("depth beyond the ceiling of every reader: nobody knows the message's kind") {
        limits.json.depth_max = std::numeric_limits<std::size_t>::max();
        const std::size_t most = iam::k_depth_ceiling - 1;
        CHECK(read(iam::test::request("1", "m", nested(most)), limits).kind == Kind::request);
        check_refused(iam::test::request("1", "m", nested(most + 1)), code::parse_error, "none",
                      limits);
    }
    SECTION("members, under the id of the message") {
        limits.json.members_max = 4;
        CHECK(read(iam::test::request("1", "m", "{}"), limits).kind == Kind::request);
        check_refused(R"({"jsonrpc":"2.0","method":"m","a":1,"b":2,"id":"late"})",
                      code::invalid_request, R"("late")", limits);
        const std::string too_wide = iam::test::answer("1", R"({"a":1,"b":2,"c":3,"d":4,"e":5})");
        CHECK(read(too_wide, limits).kind == Kind::answer);
    }
    SECTION("id") {
        limits.id_bytes_max = 3;
        CHECK(read(iam::test::request(R"("abc")", "m"), limits).kind == Kind::request);
        check_refused(iam::test::request(R"("abcd")", "m"), code::invalid_request, "none", limits);
        check_refused(iam::test::request("1", "m", R"({"_meta":{"progressToken":"abcd"}})"),
                      code::invalid_params, "1", limits);
    }
    SECTION("method") {
        limits.method_bytes_max = 3;
        CHECK(read(iam::test::request("1", "abc"), limits).kind == Kind::request);
        check_refused(iam::test::request("1", "abcd"), code::invalid_request, "1", limits);
    }
    SECTION("batch") {
        limits.batch_max = 2;
        CHECK(read_all("[1,2]", limits, true).messages.size() == 2);
        CHECK(read_all("[1,2,3]", limits, true).messages.size() == 1);
    }
}

TEST_CASE("XM65 a batch of 100,000 messages is refused as one and read no further than its limit") {
    std::string text = "[" + iam::test::request("0", "m");
    for (int i = 1; i < 100'000; ++i) text += "," + iam::test::request(std::to_string(i), "m");
    // It is refused before its end is seen, so nothing of it is left to be worked on.
    const Reading reading = read_all(text, {}, true);
    REQUIRE(reading.messages.size() == 1);
    CHECK(reading.messages[0].fault_code == code::invalid_request);
    CHECK(reading.messages[0].fault.find("128") != std::string::npos);
}

TEST_CASE("cancellations and progress are read from their parameters") {
    const Protocol protocol = iam::test::named_protocol();
    const auto cancelled = [&](std::string_view params) {
        const auto id = read_cancelled_id(params, protocol.cancel, {});
        return id ? id->json() : "none";
    };
    CHECK(cancelled(R"({"reason":"late","requestId":"a"})") == "\"a\"");
    for (const std::string_view params : {"", "[]", "{}", R"({"requestId":null})"})
        CHECK(cancelled(params) == "none");

    const auto note = read_progress(
        R"({"progress":0.5,"message":"half","total":1,"progressToken":3})", protocol.progress, {});
    REQUIRE(note.has_value());
    CHECK(note->token.json() == "3");
    CHECK(note->progress.value == 0.5);
    CHECK(note->progress.total == 1.0);
    CHECK(note->progress.message == "half");
    for (const std::string_view params : {"", "[]", R"({"progress":1})", R"({"progressToken":3})",
                                          R"({"progress":"1","progressToken":3})",
                                          R"({"progress":1,"total":"2","progressToken":3})",
                                          R"({"progress":1,"message":2,"progressToken":3})"}) {
        INFO(params);
        CHECK_FALSE(read_progress(params, protocol.progress, {}).has_value());
    }
}
