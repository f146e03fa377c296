// The portable profile accepts whatever the full one accepts, and more only at the listed points.
#include <iam/contract/portable.hpp>
#include <iam/schema/schema.hpp>

#include <catch2/catch.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

using namespace iam;
using contract::portable_schema;

namespace {

/// One point: a full schema that shows it, what becomes of it, and a value that only the portable
/// one accepts.
struct PortablePoint {
    const char* full;
    const char* portable;
    const char* extra;
};

const std::multimap<std::string, PortablePoint>& portable_points() {
    static const std::multimap<std::string, PortablePoint> points{
        {"integer_bounds",
         {R"({"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807})",
          R"({"type":"integer"})", "9223372036854775808"}},
        {"integer_bounds",
         {R"({"type":"integer","minimum":0,"maximum":9007199254740992})",
          R"({"type":"integer","minimum":0})", "9007199254740993"}},
        {"float_bounds",
         {R"({"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38})",
          R"({"type":"number"})", "1e39"}},
        {"unique_items",
         {R"({"type":"array","items":{"type":"boolean"},"uniqueItems":true})",
          R"({"type":"array","items":{"type":"boolean"}})", "[true,true]"}},
        {"property_names",
         {R"({"type":"object","properties":{},"propertyNames":{"pattern":"^[0-9]$"},"additionalProperties":{"type":"integer"}})",
          R"({"type":"object","properties":{},"additionalProperties":{"type":"integer"}})",
          R"({"a":1})"}},
        {"tuple_items",
         {R"({"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false,"minItems":2,"maxItems":2})",
          R"({"type":"array","items":{"anyOf":[{"type":"string"},{"type":"integer"}]},"minItems":2,"maxItems":2,"description":"in this order: string, integer"})",
          R"([1,"a"])"}},
    };
    return points;
}

/// Values that bounds, kinds and lengths are about, and what can be built of them.
std::vector<Json> portable_probes() {
    std::vector<Json> values;
    for (const char* text : {"null",
                             "true",
                             "false",
                             "0",
                             "-1",
                             "1",
                             "9007199254740991",
                             "9007199254740992",
                             "9007199254740993",
                             "-9007199254740992",
                             "9223372036854775807",
                             "9223372036854775808",
                             "18446744073709551615",
                             "-9223372036854775808",
                             "0.5",
                             "1e39",
                             "-1e39",
                             "3.4028234663852886e+38",
                             "3.402823466385289e+38",
                             R"("")",
                             R"("a")",
                             R"("7")",
                             "[]",
                             "{}"})
        values.push_back(parse_json(text).value());
    const std::size_t scalars = values.size();
    for (std::size_t i = 0; i < scalars; ++i) {
        for (std::size_t j = 0; j < scalars; ++j) {
            values.push_back(Json::array({values[i], values[j]}));
            values.push_back(Json{{"7", values[i]}, {"a", values[j]}});
            values.push_back(Json{{"x", values[i]}, {"list", Json::array({values[j]})}});
        }
        values.push_back(Json::array({values[i]}));
        values.push_back(Json{{"7", values[i]}});
    }
    return values;
}

schema::Schema compiled(const OrderedJson& schema) {
    auto made = schema::Schema::compile(parse_json(schema.dump()).value());
    REQUIRE(made.has_value());
    return *std::move(made);
}

/// The number of values that the portable schema accepts in addition. Fails where it refuses one
/// that the full one accepts.
std::size_t widened_by(const OrderedJson& full) {
    const schema::Schema narrow = compiled(full);
    const schema::Schema wide = compiled(portable_schema(full));
    std::size_t more = 0;
    for (const Json& value : portable_probes()) {
        const bool accepted = narrow.accepts(value).value();
        const bool accepted_widely = wide.accepts(value).value();
        INFO(full.dump() << " of " << value.dump());
        CHECK((accepted_widely || !accepted));
        if (accepted_widely && !accepted) ++more;
    }
    return more;
}

}  // namespace

TEST_CASE("every listed point is shown, and shows that it is wider") {
    std::set<std::string> listed;
#define IAM_PORTABLE_POINT(name, full, portable, why) listed.insert(#name);
#include <contract/digests/portable_points.def>
#undef IAM_PORTABLE_POINT
    std::set<std::string> shown;
    for (const auto& [name, point] : portable_points()) {
        INFO(name);
        shown.insert(name);
        const OrderedJson full = OrderedJson::parse(point.full);
        CHECK(portable_schema(full).dump() == OrderedJson::parse(point.portable).dump());
        const Json extra = parse_json(point.extra).value();
        CHECK_FALSE(compiled(full).accepts(extra).value());
        CHECK(compiled(portable_schema(full)).accepts(extra).value());
        CHECK(widened_by(full) > 0);
    }
    CHECK(shown == listed);
}

TEST_CASE("a schema without a listed point stays as it is, byte by byte") {
    const OrderedJson full = OrderedJson::parse(
        R"({"type":"object","properties":{"x":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991,"default":3},)"
        R"("y":{"type":"number","minimum":-1e300,"multipleOf":0.5},"z":{"type":"string","pattern":"^a","format":"date","enum":["a"]},)"
        R"("list":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"null"}]},"minItems":1}},"required":["x"],"additionalProperties":false})");
    CHECK(portable_schema(full).dump() == full.dump());
}

TEST_CASE("points are found wherever a schema can stand in another one") {
    const OrderedJson set =
        OrderedJson::parse(R"({"type":"array","items":{"type":"integer"},"uniqueItems":true})");
    const std::string bare = portable_schema(set).dump();
    for (const char* place :
         {R"({"properties":{"x":SET}})", R"({"items":SET})", R"({"additionalProperties":SET})",
          R"({"anyOf":[{"type":"null"},SET]})", R"({"allOf":[SET]})", R"({"$defs":{"A":SET}})"}) {
        const std::string text = place;
        const std::size_t at = text.find("SET");
        const auto with = [&](const std::string& inner) {
            return std::string(text).replace(at, 3, inner);
        };
        CHECK(portable_schema(OrderedJson::parse(with(set.dump()))).dump() == with(bare));
        widened_by(OrderedJson::parse(with(set.dump())));
    }
}

TEST_CASE("a member that is called like a keyword is no keyword") {
    const OrderedJson full = OrderedJson::parse(
        R"({"type":"object","properties":{"uniqueItems":{"type":"boolean"},"propertyNames":{"type":"string","default":"uniqueItems"}},"additionalProperties":false})");
    CHECK(portable_schema(full).dump() == full.dump());
}

TEST_CASE("the order of a tuple's parts keeps what they mean and whether they may be null") {
    const OrderedJson wide = portable_schema(OrderedJson::parse(
        R"({"type":"array","prefixItems":[{"type":"integer","description":"unit: s"},)"
        R"({"anyOf":[{"type":"string"},{"type":"null"}]},{}],"items":false})"));
    CHECK(wide.at("description") == "in this order: integer (unit: s), string or null, value");
}

TEST_CASE("a tuple of one kind becomes a list of it and is not wider") {
    const OrderedJson full = OrderedJson::parse(
        R"({"type":"array","prefixItems":[{"type":"integer"},{"type":"integer"}],"items":false,"minItems":2,"maxItems":2})");
    CHECK(portable_schema(full).dump() ==
          R"({"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":2})");
    CHECK(widened_by(full) == 0);
}

TEST_CASE("a tuple that may be longer takes what follows it as well") {
    const auto portable = [](const char* text) {
        const OrderedJson full = OrderedJson::parse(text);
        widened_by(full);
        return portable_schema(full).dump();
    };
    CHECK(
        portable(
            R"({"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"integer"}})") ==
        R"({"type":"array","items":{"anyOf":[{"type":"string"},{"type":"integer"}]},"description":"in this order: string, then integer"})");
    CHECK(portable(R"({"type":"array","prefixItems":[{"type":"string"}]})") ==
          R"({"type":"array"})");
    CHECK(portable(R"({"type":"array","prefixItems":[{"type":"string"}],"items":true})") ==
          R"({"type":"array","items":true})");
    CHECK(portable(
              R"({"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"string"}})") ==
          R"({"type":"array","items":{"type":"string"}})");
    // Which elements are evaluated depends on the list.
    const char* rest =
        R"({"type":"array","prefixItems":[{"type":"string"}],"unevaluatedItems":false})";
    CHECK(portable(rest) == rest);
}

TEST_CASE("a definition that is used where wider is narrower stays as it is") {
    for (
        const char* text :
        {R"({"not":{"$ref":"#/$defs/set"},"$defs":{"set":{"type":"array","uniqueItems":true}}})",
         R"({"oneOf":[{"$ref":"#/$defs/set"},{"type":"array"}],"$defs":{"set":{"type":"array","uniqueItems":true}}})",
         R"({"contains":{"not":{"$ref":"#/$defs/b"}},"$defs":{"a":{"type":"array","uniqueItems":true},"b":{"$ref":"#/$defs/a"}}})",
         R"({"anyOf":[{"prefixItems":[{"type":"null"},true]}],"unevaluatedItems":false})"}) {
        const OrderedJson full = OrderedJson::parse(text);
        CHECK(portable_schema(full).dump() == full.dump());
        widened_by(full);
    }
    // Elsewhere definitions are widened as they were.
    const OrderedJson wide = portable_schema(OrderedJson::parse(
        R"({"items":{"$ref":"#/$defs/set"},"not":{"const":0},"$defs":{"set":{"type":"array","uniqueItems":true}}})"));
    CHECK(wide.at("$defs").at("set").dump() == R"({"type":"array"})");
}

TEST_CASE("parts of a tuple that only a library calls equal are different kinds") {
    const OrderedJson full = *parse_ordered_json(
        R"({"prefixItems":[{"const":18446744073709551615},{"const":-1}],"items":false})");
    const OrderedJson wide = portable_schema(full);
    CHECK(wide.at("items").at("anyOf").size() == 2);
    widened_by(full);
}
