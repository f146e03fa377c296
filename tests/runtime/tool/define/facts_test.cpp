// Every option of facts.def, stated in code and in generated constants.
// Tests of runtime/src/tool/{define/define,glue/glue}.cpp.
#include <iam/core/json.hpp>
#include <iam/tool/define.hpp>
#include <iam/tool/glue.hpp>
#include <support/named_registry.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace iam::test {
namespace {

/// A value of each kind, as programs say it.
namespace said {
const std::string text = "words";
const std::vector<std::string> texts = {"words"};
constexpr bool flag = true;
constexpr Policy policy = Policy::deny;
[[maybe_unused]] constexpr std::int64_t number = 3;
constexpr std::chrono::milliseconds milliseconds(3);
constexpr std::chrono::seconds seconds(3);
}  // namespace said

/// The same values as constants of generated code.
namespace constant {
constexpr std::string_view text = "words";
constexpr std::array<std::string_view, 1> k_texts = {"words"};
constexpr std::span<const std::string_view> texts = k_texts;
constexpr bool flag = true;
constexpr ToolPolicy policy = ToolPolicy::deny;
[[maybe_unused]] constexpr std::int64_t number = 3;
constexpr std::int64_t milliseconds = 3;
constexpr std::int64_t seconds = 3;
}  // namespace constant

void check_said(const Contract& contract){
#define IAM_OPTION(name, member, kind)        \
    {                                         \
        INFO(#name);                          \
        CHECK(contract.member == said::kind); \
    }
#include <iam/contract/facts.def>
}

/// A tool with every option, defined in code.
Contract defined() {
    NamedRegistry registry;
    registry.offer_executor(said::text);
    Define tool("act");
    tool.hints({.read_only = true}).call([] {}).undo([] {}, {});
#define IAM_SWITCH(name, member) tool.member();
#define IAM_OPTION(name, member, kind) tool.member(said::kind);
#include <iam/contract/facts.def>
    REQUIRE(tool.add_to(registry));
    return *registry.snapshot()->find({"", "act"});
}

}  // namespace

TEST_CASE("every option that a program states is in the contract, and every fact is published") {
    const Contract contract = defined();
    check_said(contract);
    const Json document = parse_json(contract.document).value();
    const Json& facts = document.at("_meta").at("iam/contract");
#define IAM_STATED_FACT(name, member, kind, digest, added, removed, changed) \
    CHECK(facts.contains(#name));
#include <iam/contract/facts.def>
}

TEST_CASE("every option among generated constants is in the contract") {
    glue::ToolFacts facts{.name = "act",
                          .document = R"({"name":"act","_meta":{"iam/contract":{"x":1}}})",
                          .wire = std::string(64, '0').c_str(),
                          .consent = std::string(64, '1').c_str(),
                          .behaviour = std::string(64, '2').c_str(),
                          .code = {}};
#define IAM_OPTION(name, member, kind) facts.name = constant::kind;
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) facts.name = true;
#include <iam/contract/facts.def>
    NamedRegistry registry;
    registry.offer_executor(said::text);
    REQUIRE(glue::add(registry, "0", {&facts, 1}));
    const auto catalogue = registry.snapshot();
    const Contract* contract = catalogue->find({"", "act"});
    REQUIRE(contract != nullptr);
    check_said(*contract);
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) CHECK(contract->hints.name == true);
#include <iam/contract/facts.def>
}

}  // namespace iam::test
