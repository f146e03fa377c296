// The three digests and what belongs to each.
// Tests of runtime/src/core/json/json_write.cpp and runtime/src/contract/normal/left_out.cpp.
#include <runtime/contract/support.hpp>

namespace iam::contract::test {

TEST_CASE("a description moves behaviour, not wire or consent") {
    Parts plain;
    Parts described;
    described.input =
        R"({"type":"object","description":"d","properties":{"a":{"title":"A","type":"integer"}},"required":["a"]})";
    described.tool = R"({"name":"t","description":"d","inputSchema":{"type":"object"}})";
    const ContractDigests a = digests_of(plain);
    const ContractDigests b = digests_of(described);
    CHECK(a.wire == b.wire);
    CHECK(a.consent == b.consent);
    CHECK(a.behaviour != b.behaviour);
}

TEST_CASE("the order of a tool object's members moves behaviour") {
    Parts a;
    a.tool = R"({"name":"t","title":"T"})";
    Parts b;
    b.tool = R"({"title":"T","name":"t"})";
    CHECK(digests_of(a).behaviour != digests_of(b).behaviour);
    CHECK(digests_of(a).consent == digests_of(b).consent);
}

TEST_CASE("where a function stands and the digests themselves do not move behaviour") {
    Parts a;
    a.tool = R"({"name":"t","_meta":{"iam/contract":{"policy":"deny"}}})";
    Parts b;
    b.tool =
        R"({"name":"t","_meta":{"iam/contract":{"policy":"deny","symbol":"f","source":{"line":3},"digests":{"wire":"00"}}}})";
    Parts c;
    c.tool = R"({"name":"t","_meta":{"iam/contract":{"policy":"allow"}}})";
    CHECK(digests_of(a).behaviour == digests_of(b).behaviour);
    CHECK(digests_of(a).behaviour != digests_of(c).behaviour);
}

TEST_CASE("what no model sees is left out wherever it stands among the facts, and nowhere else") {
    const auto behaviour_of_text = [](const char* text) {
        return sha256(domain_tag("iam/behaviour/1"), text);
    };
    Parts parts;
    parts.tool =
        R"({"name":"t\"}","symbol":[{"source":"]"}],"_meta":{"x":{"iam/contract":{"source":1}},"iam/contract":{"symbol":"f\\","policy":"deny","source":{"line":[3,"]"]},"x":{"symbol":-1e30},"digests":{}}}})";
    CHECK(
        digests_of(parts).behaviour ==
        behaviour_of_text(
            R"({"name":"t\"}","symbol":[{"source":"]"}],"_meta":{"x":{"iam/contract":{"source":1}},"iam/contract":{"policy":"deny","x":{"symbol":-1e+30}}}})"));
    parts.tool = R"({"_meta":{"iam/contract":{"digests":{},"full":{"a":[]}}},"title":"T"})";
    CHECK(digests_of(parts).behaviour ==
          behaviour_of_text(R"({"_meta":{"iam/contract":{}},"title":"T"})"));
    for (const char* without_facts :
         {"{}", R"({"_meta":{}})", R"({"_meta":null,"source":1})",
          R"({"_meta":{"iam/contract":"symbol"}})", R"({"iam/contract":{"symbol":1}})"}) {
        parts.tool = without_facts;
        CHECK(digests_of(parts).behaviour == behaviour_of_text(without_facts));
    }
}

TEST_CASE("a tool object whose text is cut off has no digests") {
    for (const char* cut : {R"({"name":"t)", R"({"_meta":{"iam/contract":{"symbol":"f)",
                            R"({"_meta":{"iam/contract":{"symbol":"f","x":[1)"}) {
        INFO(cut);
        const auto digests = contract::digests_of_text({}, {}, cut);
        REQUIRE_FALSE(digests.has_value());
        CHECK(digests.error().code == Errc::invalid_argument);
    }
}

TEST_CASE("input and output are told apart") {
    Parts a;
    a.input = R"({"type":"object"})";
    a.output = R"({"type":"null"})";
    Parts b;
    b.input = R"({"type":"null"})";
    b.output = R"({"type":"object"})";
    CHECK(digests_of(a).wire != digests_of(b).wire);
}

TEST_CASE(
    "digests are what they were: a change of their definition would silently end every consent") {
    const ContractDigests digests = digests_of({});
    CHECK(
        digests.wire ==
        sha256(
            domain_tag("iam/wire/1"),
            R"({"input":{"properties":{"a":{"type":"integer"}},"required":["a"],"type":"object"},"output":null})"));
    CHECK(
        digests.consent ==
        sha256(
            domain_tag("iam/consent/1"),
            R"({"consent_keys":[],"hints":{},"policy":"","preview":false,"secrets":[],"texts":[],"undo":"none","units":{},"wire":")" +
                digests.wire.hex() + "\"}"));
    CHECK(digests.behaviour ==
          sha256(domain_tag("iam/behaviour/1"), R"({"name":"t","inputSchema":{"type":"object"}})"));
}

}  // namespace iam::contract::test
