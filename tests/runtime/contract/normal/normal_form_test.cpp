// Which spellings of a schema are one contract, and which are two.
// Tests of runtime/src/contract/normal/{choices,cycles,normal_text,normalise,unwrapped}.cpp.
#include <contract/normal/normal_text.hpp>
#include <contract/normal/normalise.hpp>
#include <runtime/contract/inclusion/generated_shapes.hpp>
#include <runtime/contract/inclusion/random_pairs.hpp>
#include <runtime/contract/support.hpp>

namespace iam::contract::test {
namespace {

bool same_wire(const std::string& a, const std::string& b) {
    return of_input(a).wire == of_input(b).wire;
}

std::string nested_definitions(int levels) {
    std::string schema = R"({"$ref":"#/$defs/d0","$defs":{)";
    for (int i = 0; i < levels; ++i) {
        const std::string next = R"({"$ref":"#/$defs/d)" + std::to_string(i + 1) + "\"}";
        schema += "\"d" + std::to_string(i) + "\":{\"allOf\":[" + next + "," + next + "]},";
    }
    return schema + "\"d" + std::to_string(levels) + "\":{}}}";
}

void check_text(const OrderedJson& schema) {
    INFO(schema.dump());
    const auto normal = normalise(Json(schema));
    const auto text = normal_text(schema);
    REQUIRE(text.has_value() == normal.has_value());
    if (normal) CHECK(*text == canonical_json(*normal).value());
}

}  // namespace

TEST_CASE("the text of a normal form is that of its value, whichever way it was made") {
    for (
        const char* schema :
        {"true", "null", R"([{"title":"a"},1])",
         R"({"type":["string","null"],"title":"t","required":["b","a"],"enum":["x","b",1]})",
         R"({"required":["b","a","\u00e9"],"properties":{"b":{"description":"d"},"a":{"maximum":1.50}}})",
         R"({"properties":{"title":{"title":"x"},"oneOf":{},"\ue000":{},"\ud83d\ude00":{},"$x":{}}})",
         R"({"default":{"title":"b","a":[{"description":1}]},"const":[2,{"z":1,"a":-0.0}]})",
         R"({"oneOf":[{"const":"b","title":"x"},{"const":"a"}],"$schema":"https://json-schema.org/draft/2020-12/schema"})",
         R"({"items":{"$ref":"#/$defs/a"},"$defs":{"a":{"items":{"$ref":"#/$defs/a"}}}})",
         R"({"dependentRequired":{"a":["c","b"]},"minimum":-18446744073709551615})",
         R"({"items":{"$ref":"#/$defs/nowhere"}})",
         R"({"definitions":{"a":{}},"not":{"enum":"a"}})"})
        check_text(OrderedJson::parse(schema));
    Shapes shapes(7);
    FreeSchemas any(7);
    for (int i = 0; i < 300; ++i) {
        check_text(OrderedJson(shapes.object(3)));
        check_text(OrderedJson(shapes.recursive()));
        check_text(OrderedJson(any.schema()));
    }
}

TEST_CASE("texts for people do not move the wire digest") {
    CHECK(same_wire(
        R"({"type":"object","title":"x","properties":{"a":{"description":"y","examples":[1],"$comment":"z"}}})",
        R"({"type":"object","properties":{"a":{}}})"));
}

TEST_CASE("a property that is called like a text is not one") {
    CHECK_FALSE(same_wire(R"({"properties":{"title":{"type":"string"}}})", R"({"properties":{}})"));
    CHECK_FALSE(same_wire(R"({"properties":{"description":{}}})", R"({"properties":{}})"));
}

TEST_CASE("a default is part of the wire, also where it looks like a schema") {
    CHECK_FALSE(same_wire(R"({"default":1})", "{}"));
    CHECK_FALSE(same_wire(R"({"default":{"title":"a"}})", R"({"default":{"title":"b"}})"));
}

TEST_CASE("the order of required, enum and type says nothing") {
    CHECK(same_wire(R"({"required":["a","b"],"enum":[1,"x"],"type":["string","null"]})",
                    R"({"type":["null","string"],"enum":["x",1],"required":["b","a"]})"));
    CHECK_FALSE(same_wire(R"({"prefixItems":[{"type":"null"},{}]})",
                          R"({"prefixItems":[{},{"type":"null"}]})"));
}

TEST_CASE("TY12 constants with texts, of which one fits, are an enumeration") {
    const std::string listed = R"({"type":"string","enum":["low","high"],"description":"d"})";
    CHECK(same_wire(
        R"({"type":"string","oneOf":[{"const":"high","title":"up"},{"const":"low","description":"x"}]})",
        listed));
    CHECK(same_wire(R"({"items":{"oneOf":[{"const":1}]}})", R"({"items":{"enum":[1]}})"));
    for (const char* other :
         {R"({"type":"string","oneOf":[{"const":"low"},{"const":"high"},{"const":"low"}]})",
          R"({"type":"string","oneOf":[{"const":"low"},{"const":"high","minLength":1}]})",
          R"({"type":"string","oneOf":[{"const":"low"},{"enum":["high"]}]})",
          R"({"type":"string","anyOf":[{"const":"low"},{"const":"high"}]})",
          R"({"type":"string","oneOf":[{"const":"low"},true]})"}) {
        INFO(other);
        CHECK_FALSE(same_wire(other, listed));
    }
    // Beside another list both count.
    CHECK_FALSE(same_wire(R"({"enum":["a"],"oneOf":[{"const":"a"},{"const":"b"}]})",
                          R"({"enum":["a","b"]})"));
}

TEST_CASE("numbers are compared by value") {
    CHECK(same_wire(R"({"maximum":1e2})", R"({"maximum":100.0})"));
    CHECK_FALSE(same_wire(R"({"maximum":18446744073709551615})", R"({"maximum":-1})"));
}

TEST_CASE("a reference is what it names") {
    CHECK(
        same_wire(R"({"properties":{"a":{"$ref":"#/$defs/x~1y"}},"$defs":{"x/y":{"type":"null"}}})",
                  R"({"properties":{"a":{"type":"null"}}})"));
    CHECK(same_wire(R"({"definitions":{"x":{"type":"null"}},"items":{"$ref":"#/definitions/x"}})",
                    R"({"items":{"type":"null"}})"));
}

TEST_CASE("keywords beside a reference count as well") {
    const std::string definitions = R"(,"$defs":{"x":{"type":"integer"}}})";
    CHECK_FALSE(same_wire(R"({"items":{"$ref":"#/$defs/x","minimum":1})" + definitions,
                          R"({"items":{"$ref":"#/$defs/x"})" + definitions));
    CHECK(same_wire(R"({"items":{"$ref":"#/$defs/x","title":"t"})" + definitions,
                    R"({"items":{"$ref":"#/$defs/x"})" + definitions));
}

TEST_CASE("names of recursive definitions do not count") {
    const auto tree = [](const std::string& name) {
        return R"({"$ref":"#/$defs/)" + name + R"(","$defs":{")" + name +
               R"(":{"properties":{"next":{"$ref":"#/$defs/)" + name + R"("}}}}})";
    };
    CHECK(same_wire(tree("node"), tree("tree")));
    CHECK_FALSE(same_wire(tree("node"), R"({"properties":{"next":{}}})"));
}

TEST_CASE("a schema that refers to itself ends") {
    CHECK(same_wire(R"({"items":{"$ref":"#"}})", R"({"items":{"$ref":"#"}})"));
    CHECK(same_wire(
        R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}})",
        R"({"$ref":"#/$defs/x","$defs":{"x":{"$ref":"#/$defs/y"},"y":{"$ref":"#/$defs/x"}}})"));
}

TEST_CASE("a definition between two cycles is what it names, from wherever they are entered") {
    const std::string b = R"("b":{"items":{"$ref":"#/$defs/b"}}}})";
    const std::string named = R"("$defs":{"a":{"contains":{"$ref":"#/$defs/a"},"not":)";
    CHECK(same_wire(R"({"$ref":"#/$defs/a",)" + named +
                        R"({"$ref":"#/$defs/p"}},"p":{"items":{"$ref":"#/$defs/b"}},)" + b,
                    R"({"$ref":"#/$defs/a",)" + named + R"({"items":{"$ref":"#/$defs/b"}}},)" + b));
    // x → y → z → x, and z also leads out of the cycle.
    const auto ring = [](const std::string& x, const std::string& y, const std::string& z) {
        return R"({"$ref":"#/$defs/)" + x + R"(","$defs":{")" + x +
               R"(":{"items":{"$ref":"#/$defs/)" + y + R"("}},")" + y +
               R"(":{"items":{"$ref":"#/$defs/)" + z + R"("}},")" + z +
               R"(":{"items":{"$ref":"#/$defs/)" + x + R"("},"not":{"$ref":"#/$defs/out"}},)" +
               R"("out":{"type":"null"}}})";
    };
    CHECK(same_wire(ring("x", "y", "z"), ring("z", "x", "y")));
    CHECK(same_wire(ring("x", "y", "z"), ring("c", "b", "a")));
}

TEST_CASE("a cycle through thousands of definitions is found in one walk") {
    std::string schema = R"({"$ref":"#/$defs/d0","$defs":{)";
    for (int i = 0; i < 9'000; ++i)
        schema += "\"d" + std::to_string(i) + R"(":{"items":{"$ref":"#/$defs/d)" +
                  std::to_string((i + 1) % 9'000) + "\"}},";
    schema += R"("unused":{}}})";
    CHECK(same_wire(schema, schema));
}

TEST_CASE("a reference that leads nowhere or out of the document is an error that says so") {
    for (const char* reference :
         {"#/$defs/x", "#name", "https://example.org/s", "other.json", "#/items/7"}) {
        Parts parts;
        parts.input = R"({"items":{"$ref":")" + std::string(reference) + "\"}}";
        const auto result = try_digests(parts);
        REQUIRE_FALSE(result);
        CHECK(result.error().code == Errc::invalid_argument);
        CHECK(result.error().message.find(reference) != std::string::npos);
    }
}

TEST_CASE("a schema that doubles with every reference is refused, not unfolded") {
    Parts parts;
    parts.input = nested_definitions(60);
    CHECK_FALSE(try_digests(parts));
    parts.input = nested_definitions(4);
    CHECK(try_digests(parts));
}

TEST_CASE("a chain of definitions beyond any depth is refused, not followed") {
    std::string schema = R"({"$ref":"#/$defs/d0","$defs":{)";
    for (int i = 0; i < 5000; ++i)
        schema += "\"d" + std::to_string(i) + R"(":{"items":{"$ref":"#/$defs/d)" +
                  std::to_string(i + 1) + "\"}},";
    Parts parts;
    parts.input = schema + "\"d5000\":{}}}";
    CHECK_FALSE(try_digests(parts));
}

TEST_CASE("a reference leads where the validator finds its target") {
    const std::string definitions =
        R"(,"$defs":{"a%62":{"type":"string"},"ab":{"type":"integer"},"e":{"enum":[{"$anchor":"n"}]},)"
        R"("n":{"$anchor":"n","type":"null"}}})";
    const auto of_reference = [&](const char* reference) {
        return std::string(R"({"$ref":")") + reference + "\"" + definitions;
    };
    CHECK(same_wire(of_reference("#/$defs/a%62"), R"({"type":"integer"})"));
    CHECK(same_wire(of_reference("#/$defs/a%2562"), R"({"type":"string"})"));
    CHECK(same_wire(of_reference("#/%24defs/n"), R"({"type":"null"})"));
    CHECK(same_wire(of_reference("#n"), R"({"type":"null"})"));
    for (const char* nowhere : {"#m", "#/$defs/e/enum/00", "#/$defs/e/enum/1", "#/$defs/a%25"}) {
        Parts parts;
        parts.input = of_reference(nowhere);
        INFO(parts.input);
        CHECK_FALSE(try_digests(parts));
    }
}

}  // namespace iam::contract::test
