// Which schema accepts all that another accepts, and the value that shows where it does not.
// Tests of runtime/src/contract/inclusion/{automaton,find_number,find_string,lower,search}.cpp.
// Tests of runtime/src/contract/inclusion/{search_arrays,search_objects,search_scalars,terms}.cpp.
// Tests of runtime/src/contract/inclusion/unreadable.cpp.
#include <iam/contract/inclusion.hpp>

#include <catch2/catch.hpp>

#include <utility>
#include <vector>

namespace iam::contract::test {
namespace {

Language read(const std::string& schema) {
    const auto json = parse_json(schema, limits_of_own_text(schema.size()));
    if (!json) FAIL(schema << ": " << json.error().message);
    auto language = Language::of(*json);
    if (!language) FAIL(schema << ": " << language.error().message);
    return *language;
}

/// "<" inner is included, ">" outer is, "=" both are, "!" neither, "?" for a direction that is not
/// decided.
std::string relation(const std::string& inner, const std::string& outer) {
    const Language a = read(inner);
    const Language b = read(outer);
    const Inclusion there = compare(a, b).inclusion;
    const Inclusion back = compare(b, a).inclusion;
    if (there == Inclusion::undecided || back == Inclusion::undecided) return "?";
    if (there == Inclusion::proven) return back == Inclusion::proven ? "=" : "<";
    return back == Inclusion::proven ? ">" : "!";
}

std::string witness(const std::string& inner, const std::string& outer) {
    const Relation result = compare(read(inner), read(outer));
    return result.witness ? canonical_json(*result.witness).value()
                          : std::string(to_string(result.inclusion));
}

struct Row {
    const char* inner;
    const char* expected;
    const char* outer;
};

void hold(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        INFO(row.inner << "\n" << row.outer);
        CHECK(relation(row.inner, row.outer) == row.expected);
    }
}

}  // namespace

TEST_CASE("kinds of values: integers are numbers, and a list of types is all of them") {
    hold({{R"({"type":"integer"})", "<", R"({"type":"number"})"},
          {R"({"type":["integer","null"]})", "<", R"({"type":["null","number"]})"},
          {R"({"type":"integer"})", "!", R"({"type":"string"})"},
          {R"({"type":["integer","number"]})", "=", R"({"type":"number"})"},
          {R"({"type":"integer"})", "=", R"({"type":"number","multipleOf":1})"},
          {"true", "=", "{}"},
          {"false", "<", R"({"type":"null"})"},
          {R"({"not":{}})", "=", "false"},
          {R"({"enum":[true,false]})", "=", R"({"type":"boolean"})"},
          {R"({"const":null})", "=", R"({"type":"null"})"}});
}

TEST_CASE("numbers are compared exactly") {
    hold(
        {{R"({"type":"integer","minimum":1})", "=", R"({"type":"integer","exclusiveMinimum":0})"},
         {R"({"type":"number","minimum":1})", "<", R"({"type":"number","exclusiveMinimum":0})"},
         {R"({"type":"integer","maximum":18446744073709551615})", ">",
          R"({"type":"integer","maximum":18446744073709551614})"},
         {R"({"type":"integer","maximum":9223372036854775807})", ">",
          R"({"type":"integer","maximum":9223372036854775806})"},
         {R"({"multipleOf":0.3})", "<", R"({"multipleOf":0.1})"},
         {R"({"multipleOf":6})", "!", R"({"multipleOf":4})"},
         {R"({"type":"integer","minimum":1,"maximum":5,"multipleOf":6})", "=", "false"},
         {R"({"multipleOf":1e-7})", ">", R"({"multipleOf":0.25})"},
         {R"({"type":"number","minimum":0.1,"maximum":0.30000000000000004})", ">",
          R"({"type":"number","minimum":0.1,"maximum":0.3})"},
         {R"({"type":"integer","minimum":1,"maximum":3})", "=", R"({"enum":[1,2,3]})"},
         {R"({"minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38,"multipleOf":3})",
          "!",
          R"({"minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38,"multipleOf":2})"},
         {R"({"type":"integer","allOf":[{"multipleOf":4},{"multipleOf":6}]})", "=",
          R"({"multipleOf":12,"type":"integer"})"},
         {R"({"type":"number","exclusiveMinimum":0.1,"exclusiveMaximum":0.10000000000000002})", "=",
          "false"}});
}

TEST_CASE("multiples that are rounded prove nothing about those further on") {
    // 100000000000000.03 is a witness: most multiples before it are no doubles.
    CHECK(
        witness(
            R"({"type":"number","multipleOf":0.001,"exclusiveMinimum":1e14,"exclusiveMaximum":100000000000000.06})",
            R"({"enum":[100000000000000.02,100000000000000.05]})") != "proven");
}

TEST_CASE("strings are compared by length, pattern and list at once") {
    hold({{R"({"type":"string","pattern":"^[a-z]{2,3}$"})", "<",
           R"({"type":"string","minLength":2,"maxLength":3})"},
          {R"({"type":"string","pattern":"^(ab)*$","maxLength":3})", "=", R"({"enum":["","ab"]})"},
          {R"({"pattern":"^a"})", ">", R"({"pattern":"^ab"})"},
          {R"({"pattern":"^(a|b)+$"})", "=", R"({"pattern":"^[ab][ab]*$"})"},
          {R"({"pattern":"a"})", "=", R"({"pattern":"^[^]*a"})"},
          {R"({"pattern":"\\bab\\b"})", "<", R"({"pattern":"ab"})"},
          {R"({"pattern":"^\\d+$"})", "<", R"({"pattern":"^\\p{Nd}+$"})"},
          {R"({"pattern":"^\\w$"})", "!", R"({"pattern":"^\\p{L}$"})"},
          {R"({"pattern":"^.$"})", "<", R"({"pattern":"^[^]$"})"},
          {R"({"pattern":"^.{3}$"})", "<", R"({"minLength":3,"maxLength":3})"},
          {R"({"type":"string","enum":["x","yy"]})", "<", R"({"type":"string","maxLength":2})"},
          {R"({"enum":["a","b"]})", "!", R"({"enum":["b","c"]})"},
          {R"({"type":"string","maxLength":0})", "=", R"({"const":""})"},
          {R"({"format":"date"})", "=", "true"}});
}

TEST_CASE("objects are compared by which members they may and must have") {
    const std::string open = R"({"type":"object","properties":{"a":{"type":"integer"}}})";
    const std::string closed =
        R"({"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":false})";
    hold(
        {{closed.c_str(), "<", open.c_str()},
         {R"({"type":"object","required":["a"]})", "<", R"({"type":"object"})"},
         {closed.c_str(), "<",
          R"({"type":"object","properties":{"a":{"type":"integer"},"b":{}},"additionalProperties":false})"},
         {R"({"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"null"}}})", "<",
          open.c_str()},
         {closed.c_str(), "<", R"({"type":"object","maxProperties":1})"},
         {R"({"type":"object","properties":{"a":false}})", "=",
          R"({"type":"object","not":{"required":["a"]}})"},
         {R"({"type":"object","additionalProperties":{"type":"integer"}})", "<",
          R"({"type":"object","additionalProperties":{"type":"number"}})"},
         {R"({"type":"object","patternProperties":{"^a":{"type":"null"}},"additionalProperties":false})",
          "=",
          R"({"type":"object","propertyNames":{"pattern":"^a"},"additionalProperties":{"type":"null"}})"},
         {R"({"type":"object","propertyNames":{"enum":["a","b"]}})", "<",
          R"({"type":"object","maxProperties":2})"},
         {R"({"type":"object","minProperties":1,"propertyNames":{"const":"a"}})", "<",
          R"({"required":["a"]})"},
         {R"({"dependentRequired":{"a":["b"]}})", "=",
          R"({"dependentSchemas":{"a":{"required":["b"]}}})"},
         {R"({"type":"object","required":["a"],"dependentRequired":{"a":["b"]}})", "=",
          R"({"type":"object","required":["a","b"]})"}});
}

TEST_CASE("arrays are compared by length and by element") {
    hold({{R"({"type":"array","items":{"type":"integer"}})", "<",
           R"({"type":"array","items":{"type":"number"}})"},
          {R"({"type":"array","items":false})", "=", R"({"type":"array","maxItems":0})"},
          {R"({"type":"array","prefixItems":[{"type":"null"}],"items":false})", "<",
           R"({"type":"array","maxItems":1})"},
          {R"({"type":"array","items":{"type":"null"},"minItems":2})", "<",
           R"({"contains":{"type":"null"}})"},
          {R"({"type":"array","minItems":1})", ">",
           R"({"type":"array","contains":{"type":"null"}})"},
          {R"({"type":"array","items":{"const":1},"uniqueItems":true})", "<",
           R"({"type":"array","maxItems":1})"},
          {R"({"type":"array","uniqueItems":true})", "<", R"({"type":"array"})"},
          {R"({"type":"array","maxItems":1})", "<", R"({"type":"array","uniqueItems":true})"},
          {R"({"const":[1,{"a":2}]})", "<", R"({"type":"array","minItems":2,"maxItems":2})"}});
}

TEST_CASE("an array may hold as many elements of a kind as maxContains lets it") {
    CHECK(
        witness(
            R"({"type":"array","minItems":4,"items":{"type":"string"},"contains":{"type":"string"},"maxContains":6})",
            R"({"type":"array","maxItems":3})") == R"(["","","",""])");
    CHECK(
        witness(
            R"({"type":"array","minItems":4,"items":{"type":"string"},"contains":{"type":"string"},"maxContains":3})",
            "false") == "proven");
}

TEST_CASE("choices are compared by what they accept together") {
    hold(
        {{R"({"anyOf":[{"type":"string"},{"type":"null"}]})", "=", R"({"type":["string","null"]})"},
         {R"({"oneOf":[{"type":"integer"},{"minimum":2}]})", "!",
          R"({"anyOf":[{"type":"integer"},{"type":"string"}]})"},
         {R"({"oneOf":[{"type":"string"},{"type":"integer"}]})", "=",
          R"({"anyOf":[{"type":"integer"},{"type":"string"}]})"},
         {R"({"if":{"type":"integer"},"then":{"minimum":0},"else":{"type":"string"}})", "=",
          R"({"anyOf":[{"type":"integer","minimum":0},{"type":"string"}]})"},
         {R"({"not":{"not":{"type":"null"}}})", "=", R"({"type":"null"})"},
         {R"({"allOf":[{"minimum":0},{"maximum":9}]})", "=", R"({"minimum":0,"maximum":9})"},
         {R"({"type":"number","anyOf":[{"maximum":2},{"minimum":2}]})", "=",
          R"({"type":"number"})"}});
}

TEST_CASE("recursive schemas are compared without an end of the recursion") {
    const auto tree = [](const std::string& name, const std::string& value) {
        return R"({"$ref":"#/$defs/)" + name + R"(","$defs":{")" + name +
               R"(":{"type":"object","properties":{"v":)" + value +
               R"(,"next":{"type":"array","items":{"$ref":"#/$defs/)" + name +
               R"("}}},"additionalProperties":false,"required":["v"]}}})";
    };
    CHECK(relation(tree("a", R"({"type":"integer"})"), tree("b", R"({"type":"integer"})")) == "=");
    CHECK(relation(tree("a", R"({"type":"integer"})"), tree("b", R"({"type":"number"})")) == "<");
    // The recursion written out once.
    CHECK(
        relation(
            tree("a", R"({"type":"null"})"),
            R"({"type":"object","properties":{"v":{"type":"null"},"next":{"type":"array","items":{"$ref":"#/$defs/a"}}},)"
            R"("additionalProperties":false,"required":["v"],"$defs":{"a":{"type":"object","properties":{"v":{"type":"null"},)"
            R"("next":{"type":"array","items":{"$ref":"#/$defs/a"}}},"additionalProperties":false,"required":["v"]}}})") ==
        "=");
    // A value without an end does not exist.
    CHECK(
        relation(
            R"({"$ref":"#/$defs/a","$defs":{"a":{"type":"object","properties":{"n":{"$ref":"#/$defs/a"}},"required":["n"]}}})",
            "false") == "=");
}

TEST_CASE("a tag tells the alternatives of a large union apart without a look at all pairs") {
    const auto shapes = [](int count, const char* extra) {
        std::string text = R"({"anyOf":[)";
        for (int i = 0; i < count; ++i)
            text += std::string(i == 0 ? "" : ",") +
                    R"({"type":"object","properties":{"kind":{"const":"k)" + std::to_string(i) +
                    R"("},"a":{"type":"integer"},"b":{"type":"string"})" + extra +
                    R"(},"required":["kind"],"additionalProperties":false})";
        return text + "]}";
    };
    CHECK(relation(shapes(40, ""), shapes(41, R"(,"c":{})")) == "<");
}

TEST_CASE("recursive definitions whose dependencies name what differs are not taken for equal") {
    const auto list = [](const std::string& type) {
        return R"({"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"n":{"$ref":"#/$defs/n"}},)"
               R"("dependencies":{"a":{"$ref":"#/$defs/x"}}},"x":{"required":[")" +
               type + R"("]}}})";
    };
    CHECK(relation(list("b"), list("c")) != "=");
    CHECK(relation(list("b"), list("b")) == "=");
    // Members of values may be called like such keywords.
    CHECK(relation(R"({"properties":{"dependencies":{"type":"integer"},"$id":{"type":"null"}}})",
                   R"({"properties":{"dependencies":{"type":"number"},"$id":{"type":"null"}}})") ==
          "<");
}

TEST_CASE("the witness is a small value that shows the difference") {
    const std::string closed =
        R"({"type":"object","properties":{"hour":{"type":"integer","minimum":0,"maximum":23}},"required":["hour"],"additionalProperties":false})";
    const std::string wider =
        R"({"type":"object","properties":{"hour":{"type":"integer","minimum":0,"maximum":24},"label":{"type":"string"}},"required":["hour"],"additionalProperties":false})";
    CHECK(witness(wider, closed) == R"({"hour":24})");
    CHECK(witness(closed, wider) == "proven");
    CHECK(witness(R"({"type":"string"})", R"({"type":"string","pattern":"^[a-z]*$"})") == R"("0")");
    CHECK(witness(R"({"type":"array","items":{}})",
                  R"({"type":"array","items":{"type":"string"}})") == "[null]");
}

TEST_CASE("what is not decided is said to be so, and equal parts of it are equal") {
    const std::string dynamic =
        R"({"$dynamicRef":"#x","$defs":{"x":{"$dynamicAnchor":"x","type":"object"}}})";
    CHECK(relation(dynamic, R"({"type":"object"})") == "?");
    const auto unevaluated = [](const std::string& more) {
        return R"({"type":"object","properties":{"a":{"type":"object","properties":{"b":{}},"unevaluatedProperties":false}},"required":[)" +
               more + "]}";
    };
    CHECK(relation(unevaluated(R"("a")"), unevaluated("")) == "<");
    // Definitions that only a dynamic reference names, or that an identifier moves, are part of
    // what is compared.
    const auto anchored = [](const std::string& type) {
        return R"({"properties":{"p":{"$dynamicRef":"#x"}},"$defs":{"x":{"$dynamicAnchor":"x","type":")" +
               type + R"("}}})";
    };
    CHECK(relation(anchored("string"), anchored("integer")) != "=");
    CHECK(relation(anchored("string"), anchored("string")) == "=");
    const auto moved = [](const std::string& type) {
        return R"({"$ref":"#/$defs/a","$defs":{"a":{"$id":"https://example.org/a","items":{"$ref":"#/$defs/b"},)"
               R"("$defs":{"b":{"type":")" +
               type + R"("}}},"b":{"type":"null"}}})";
    };
    CHECK(relation(moved("string"), moved("integer")) != "=");
    const auto dependent = [](const std::string& type) {
        return R"({"dependencies":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"maxProperties":)" +
               type + "}}}";
    };
    CHECK(relation(dependent("1"), dependent("2")) != "=");
    // A witness is one, whatever the search could not decide.
    CHECK(witness(R"({"type":"object"})", R"({"unevaluatedProperties":false,"type":"array"})") ==
          "{}");
}

TEST_CASE("C1 a schema of draft 7 is compared with one of 2020-12 by the values of both") {
    const auto old = [](const std::string& members) {
        return R"({"$schema":"http://json-schema.org/draft-07/schema#",)" + members + "}";
    };
    CHECK(relation(old(R"("type":"integer")"), R"({"type":"integer"})") == "=");
    CHECK(relation(old(R"("items":[{"type":"null"}],"additionalItems":{"type":"string"})"),
                   R"({"prefixItems":[{"type":"null"}],"items":{"type":"string"}})") == "=");
    CHECK(relation(old(R"("items":{"type":"null"},"additionalItems":false)"),
                   R"({"items":{"type":"null"}})") == "=");
    CHECK(relation(old(R"("dependencies":{"a":["b"],"c":{"maxProperties":2}})"),
                   R"({"dependentRequired":{"a":["b"]},
                       "dependentSchemas":{"c":{"maxProperties":2}}})") == "=");
    // Beside a reference draft 7 reads nothing.
    CHECK(relation(old(R"("$ref":"#/definitions/a","type":"null",
                          "definitions":{"a":{"type":"string"}})"),
                   R"({"type":"string"})") == "=");
    CHECK(relation(old(R"("properties":{"a":{"$ref":"#/definitions/x/items/0"}},
                          "definitions":{"x":{"items":[{"type":"string"}]}})"),
                   R"({"properties":{"a":{"type":"string"}}})") == "=");
    CHECK(relation(old(R"("$ref":"#low","definitions":{"a":{"$id":"#low","maximum":1}})"),
                   R"({"maximum":1})") == "=");
}

TEST_CASE("C1 a schema of draft 7 with keywords of 2020-12 is compared with itself only") {
    const std::string old =
        R"({"$schema":"http://json-schema.org/draft-07/schema#","minContains":1})";
    CHECK(relation(old, old) == "=");
    CHECK(relation(old, R"({"minContains":1})") == "?");
}

TEST_CASE("C1 references by URI and to identifiers inside lead where the validator goes") {
    const std::string plain = R"({"properties":{"a":{"type":"string"}}})";
    CHECK(relation(R"({"$id":"https://example.org/s","$defs":{"x":{"type":"string"}},
                       "properties":{"a":{"$ref":"https://example.org/s#/$defs/x"}}})",
                   plain) == "=");
    CHECK(relation(R"({"$defs":{"x":{"$id":"https://example.org/x","type":"string"}},
                       "properties":{"a":{"$ref":"https://example.org/x"}}})",
                   plain) == "=");
    CHECK(relation(R"({"$id":"https://example.org/dir/s",
                       "$defs":{"x":{"$id":"x","$defs":{"y":{"$anchor":"z","type":"string"}}}},
                       "properties":{"a":{"$ref":"x#z"}}})",
                   plain) == "=");
    CHECK(relation(R"({"$defs":{"n":{"$id":"https://example.org/n",
                                     "properties":{"next":{"$ref":"#"}}}},
                       "$ref":"https://example.org/n"})",
                   R"({"$defs":{"n":{"properties":{"next":{"$ref":"#/$defs/n"}}}},
                       "$ref":"#/$defs/n"})") == "=");
}

TEST_CASE("C1 a part that cannot be read is equal to itself and unknown to others") {
    const auto with = [](const char* part, const char* most) {
        return std::string(R"({"type":"object","properties":{"a":)") + part +
               R"(,"b":{"maximum":)" + most + "}}}";
    };
    for (const char* part : {R"x({"pattern":"(?=a)"})x", R"({"$ref":"https://example.org/x"})",
                             R"({"type":"strnig"})", R"({"required":null})"}) {
        INFO(part);
        CHECK(relation(with(part, "1"), with(part, "1")) == "=");
        CHECK(relation(with(part, "1"), with(part, "2")) == "<");
        CHECK(relation(with(part, "1"), with(R"({"type":"string"})", "1")) == "?");
    }
    // What a reference means may have changed with its document.
    const auto local = [](const std::string& type) {
        return R"x({"properties":{"a":{"$ref":"#/x","pattern":"(?=a)"}},"x":{"type":)x" + type +
               "}}";
    };
    CHECK(relation(local(R"("string")"), local(R"("null")")) == "?");
}

TEST_CASE("C1 a value that reaches a part of unknown meaning is no witness") {
    const Language language =
        read(R"x({"properties":{"a":{"pattern":"(?=a)"},"b":{"maximum":1}},"required":["b"]})x");
    CHECK_FALSE(language.is_whole());
    CHECK_FALSE(language.accepts(parse_json(R"({"a":"a","b":1})").value()));
    CHECK(language.accepts(parse_json(R"({"b":1})").value()).value());
    CHECK_FALSE(language.accepts(parse_json(R"({"a":"a","b":2})").value()).value());
    // Where more values inside could mean fewer outside, nothing is left open.
    CHECK_FALSE(Language::of(parse_json(R"x({"not":{"pattern":"(?=a)"}})x").value()));
}

TEST_CASE("C1 a schema cannot pass for one with parts that cannot be read") {
    const auto of_stranger = Language::of(
        parse_json(R"x({"properties":{"a":{"iam:unreadable":{"pattern":"(?=a)"}}}})x").value());
    REQUIRE_FALSE(of_stranger);
    CHECK(of_stranger.error().message.find("iam:unreadable") != std::string::npos);
}

TEST_CASE("C2 a list of one schema around a schema changes nothing") {
    const std::string plain = R"({"type":"object","properties":{"a":{"type":"string"}}})";
    for (const char* list : {"allOf", "anyOf", "oneOf"}) {
        INFO(list);
        const std::string open = std::string("{\"") + list + "\":[";
        CHECK(read(open + plain + "]}").schema() == read(plain).schema());
        CHECK(read(open + open + plain + "]}]}").schema() == read(plain).schema());
        CHECK(read(R"({"type":"object",)" + open.substr(1) + plain + "]}").schema() ==
              read(plain).schema());
    }
    // Keywords that act together stay in their own schemas.
    const std::string closed =
        R"({"additionalProperties":false,"allOf":[{"properties":{"a":{"type":"string"}}}]})";
    CHECK(relation(closed, R"({"additionalProperties":false,"properties":{"a":{}}})") != "=");
    CHECK(relation(R"({"maximum":1,"allOf":[{"maximum":2}]})", R"({"maximum":1})") == "=");
}

TEST_CASE("a comparison that would not end stops within its steps") {
    std::string many = R"({"type":"array","items":{"oneOf":[)";
    std::string same = many;
    for (int i = 0; i < 60; ++i) {
        const std::string object = R"({"type":"object","properties":{"p)" + std::to_string(i) +
                                   R"(":{"maximum":1},"q)" + std::to_string((i * 7) % 60) +
                                   R"(":{"minimum":0}}})";
        many += (i == 0 ? "" : ",") + object;
        same += (i == 0 ? "" : ",") + object;
    }
    many += "]}}";
    same += R"(,{"type":"object"}]}})";
    const auto pattern = [](int n) {
        return R"({"type":"string","pattern":"^(a|b)*a(a|b){)" + std::to_string(n) + R"(}$"})";
    };
    CHECK(compare(read(pattern(400)), read(pattern(401))).inclusion != Inclusion::proven);
    CHECK(compare(read(many), read(same)).inclusion != Inclusion::proven);
    const auto left =
        compare(read(pattern(18)), read(pattern(19)), InclusionLimits{.steps_max = 1'000});
    CHECK(left.inclusion == Inclusion::undecided);
}

TEST_CASE("steps that run out anywhere prove nothing") {
    const std::vector<std::pair<const char*, const char*>> pairs{
        {R"({"anyOf":[{"type":"integer","maximum":0},{"type":"string"},{"type":"null"}]})",
         R"({"anyOf":[{"type":"integer","maximum":1},{"type":"string"}]})"},
        {R"({"type":"array","maxItems":4,"contains":{"type":"null"}})",
         R"({"type":"array","items":{"type":"null"}})"},
        {R"({"type":"array","items":{"type":"boolean"},"maxItems":2})",
         R"({"type":"array","uniqueItems":true})"},
    };
    for (const auto& [inner, outer] : pairs) {
        INFO(inner << "\n" << outer);
        const Language narrow = read(inner);
        const Language wide = read(outer);
        for (std::uint64_t steps = 1; steps < 200; ++steps)
            CHECK(compare(narrow, wide, InclusionLimits{.steps_max = steps}).inclusion !=
                  Inclusion::proven);
        CHECK(compare(narrow, wide).inclusion == Inclusion::refuted);
    }
}

TEST_CASE("a schema that cannot be read is an error, not a verdict") {
    for (const char* schema :
         {R"({"type":"strnig"})", R"({"$ref":"#/$defs/x"})", R"x({"pattern":"(?=a)"})x"})
        CHECK_FALSE(Language::of(parse_json(schema).value()));
}

TEST_CASE("a number that is no multiple is found within the widest bounds") {
    const std::string range =
        R"("type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38)";
    CHECK(relation("{" + range + "}", "{" + range + R"(,"multipleOf":0.25})") == ">");
}

TEST_CASE("references mean to the comparison what they mean to the validator") {
    const char* encoded =
        R"({"$ref":"#/$defs/a%62","$defs":{"a%62":{"type":"string"},"ab":{"type":"integer"}}})";
    hold({{encoded, "!", R"({"type":"string"})"},
          {encoded, "=", R"({"type":"integer"})"},
          {R"({"$ref":"#x","$defs":{"x":{"$anchor":"x","type":"null"}}})", "=",
           R"({"type":"null"})"}});
}

TEST_CASE("multiples are judged by the digits that canonical text has") {
    hold({{R"({"const":9223372036854775808})", "!", R"({"multipleOf":1000})"},
          {R"({"type":"number","minimum":9223372036854775807.5,"maximum":9223372036854775807.5})",
           "!", R"({"multipleOf":1000})"}});
}

}  // namespace iam::contract::test
