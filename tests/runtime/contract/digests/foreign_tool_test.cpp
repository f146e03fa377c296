// Tools of other servers: hints and digests come out of the tool object alone.
#include <iam/contract/digests.hpp>
#include <iam/contract/foreign_tool.hpp>

#include <catch2/catch.hpp>

#include <optional>
#include <string>

namespace iam::contract {
namespace {

OrderedJson foreign_tool(const char* text) {
    auto tool = parse_ordered_json(text);
    if (!tool) FAIL(tool.error().message);
    return *std::move(tool);
}

ContractDigests digests_of_foreign(const OrderedJson& tool) {
    const auto digests = foreign_digests(tool);
    if (!digests) FAIL(digests.error().message);
    return *digests;
}

std::optional<RiskTier> risk_of(const char* meta) {
    return stated_risk(Json::parse(std::string(R"({"_meta":)") + meta + "}"));
}

}  // namespace

TEST_CASE("the consent digest covers the endpoint, and no text of the tool stands for it") {
    const OrderedJson tool = foreign_tool(R"({"name":"read","inputSchema":{"type":"object"}})");
    const Digest alone = foreign_digests(tool)->consent;
    const Digest here = foreign_digests(tool, R"({"command":"a"})")->consent;
    CHECK(here != alone);
    CHECK(foreign_digests(tool, R"({"command":"b"})")->consent != here);
    CHECK(foreign_digests(tool, R"({"command":"a"})")->consent == here);
    CHECK(foreign_digests(tool, R"({"command":"a"})")->wire == foreign_digests(tool)->wire);
    OrderedJson liar = tool;
    liar["endpoint"] = R"({"command":"a"})";
    CHECK(foreign_digests(liar)->consent != here);
}

TEST_CASE("of the risks that a server states the higher one counts, and an unknown one is high") {
    CHECK(risk_of(R"({"x":1})") == std::nullopt);
    CHECK(risk_of("3") == std::nullopt);
    CHECK(risk_of(R"({"koder.risk":null})") == std::nullopt);
    CHECK(risk_of(R"({"koder.risk":"low"})") == RiskTier::low);
    CHECK(risk_of(R"({"koder":{"risk":"medium"}})") == RiskTier::medium);
    CHECK(risk_of(R"({"koder":{"risk":"medium"},"koder.risk":"low"})") == RiskTier::medium);
    CHECK(risk_of(R"({"koder.risk":"none"})") == RiskTier::high);
    CHECK(risk_of(R"({"koder.risk":3})") == RiskTier::high);
}

TEST_CASE("hints of another server's tool are those that its stated risk leaves") {
    const char* const reads = R"({"annotations":{"readOnlyHint":true,"openWorldHint":false}})";
    Json tool = Json::parse(reads);
    CHECK(risk_tier(foreign_hints(tool)) == RiskTier::low);
    tool["_meta"]["koder.risk"] = "medium";
    CHECK(foreign_hints(tool).read_only == std::nullopt);
    tool["_meta"]["koder.risk"] = "high";
    CHECK(foreign_hints(tool).open_world == std::nullopt);
    CHECK(risk_tier(foreign_hints(tool)) == RiskTier::high);
    CHECK(foreign_hints(Json::parse(R"({"annotations":{"readOnlyHint":"yes"}})")).read_only ==
          std::nullopt);
}

TEST_CASE("digests of another server's tool cover what it writes in the place of facts") {
    const auto plain = foreign_tool(R"({"name":"a","inputSchema":{"type":"object"}})");
    for (const char* member : {"digests", "source", "full", "policy", "generator"}) {
        INFO(member);
        OrderedJson one = plain;
        one["_meta"]["iam/contract"][member] = "x";
        OrderedJson other = plain;
        other["_meta"]["iam/contract"][member] = "y";
        const auto was = digests_of_foreign(one);
        const auto is = digests_of_foreign(other);
        CHECK(was.wire == is.wire);
        CHECK(was.consent != is.consent);
        CHECK(was.behaviour != is.behaviour);
    }
}

TEST_CASE("the consent digest of another server's tool changes with its stated risk") {
    const auto with = [](const Json& risk) {
        OrderedJson tool = foreign_tool(
            R"({"name":"a","inputSchema":{"type":"object"},"annotations":{"openWorldHint":false}})");
        tool["_meta"]["koder.risk"] = risk;
        return digests_of_foreign(tool).consent;
    };
    CHECK(with("low") != with("high"));
    // Numbers are no text, and leave the hints as an unknown risk leaves them.
    CHECK(with(3) == with(4));
}

TEST_CASE("a tool of another server with a schema that reaches out has no digest") {
    CHECK_FALSE(foreign_digests(
                    foreign_tool(R"({"name":"a","inputSchema":{"$ref":"https://example.org/x"}})"))
                    .has_value());
}

}  // namespace iam::contract
