// Results as interfaces of models take them.
#include <iam/contract/output.hpp>

#include <catch2/catch.hpp>

using iam::OrderedJson;
using iam::contract::published_output;

TEST_CASE("definitions stay at the root, from which references count") {
    const auto published = published_output(OrderedJson::parse(
        R"({"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}],"$defs":{"N":{"type":"object"}}})"));
    CHECK(published.is_wrapped);
    CHECK(
        published.schema.dump() ==
        R"({"type":"object","properties":{"result":{"anyOf":[{"$ref":"#/$defs/N"},{"type":"null"}]}},)"
        R"("required":["result"],"additionalProperties":false,"$defs":{"N":{"type":"object"}}})");
}

TEST_CASE("a result that is an object is published as it is") {
    const OrderedJson schema = OrderedJson::parse(R"({"type":"object","properties":{}})");
    const auto published = published_output(schema);
    CHECK(published.schema.dump() == schema.dump());
    CHECK_FALSE(published.is_wrapped);
}

TEST_CASE("any other result is published inside of an object") {
    const auto published = published_output(OrderedJson::parse(R"({"type":"integer"})"));
    CHECK(
        published.schema.dump() ==
        R"({"type":"object","properties":{"result":{"type":"integer"}},"required":["result"],"additionalProperties":false})");
    CHECK(published.is_wrapped);
}

TEST_CASE("an optional result keeps its null, below the root") {
    const auto published =
        published_output(OrderedJson::parse(R"({"anyOf":[{"type":"object"},{"type":"null"}]})"));
    CHECK(published.schema["type"].dump() == R"("object")");
    CHECK_FALSE(published.schema.contains("anyOf"));
    CHECK(published.schema["properties"]["result"].dump() ==
          R"({"anyOf":[{"type":"object"},{"type":"null"}]})");
}
