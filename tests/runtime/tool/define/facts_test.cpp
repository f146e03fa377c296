// Every option of facts.def, stated in code and in generated constants, and the values that options
// take.
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

/// "accepted", or the error of the definition.
template <class Describe>
std::string outcome_of(const Describe& describe) {
    NamedRegistry registry;
    Define tool("act");
    describe(tool);
    const Result<void> added = tool.add_to(registry);
    return added ? "accepted" : added.error().message;
}

std::string outcome_of_timeout(std::int64_t count) {
    return outcome_of(
        [&](Define& tool) { tool.timeout(std::chrono::milliseconds(count)).call([] {}); });
}

std::string outcome_of_window(std::int64_t count) {
    return outcome_of([&](Define& tool) {
        tool.undo_window(std::chrono::seconds(count)).call([] {}).undo([] {}, {});
    });
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

TEST_CASE("only a tool that reads may have its outcome recorded lazily") {
    const auto text = outcome_of([](Define& tool) { tool.lazy_outcome().call([] {}); });
    CHECK_THAT(text, Catch::Contains("only the outcome of a tool that is read_only may be lazy"));
    CHECK_THAT(text, Catch::Contains("leave lazy_outcome() out"));
    CHECK(outcome_of([](Define& tool) {
              tool.hints({.read_only = true}).lazy_outcome().call([] {});
          }) == "accepted");
}

TEST_CASE("a timeout is 1 millisecond to one day") {
    for (const std::int64_t count : {-1, 0, 86'400'001})
        CHECK_THAT(outcome_of_timeout(count),
                   Catch::Contains("a timeout is 1 to 86400000 milliseconds"));
    for (const std::int64_t count : {1, 86'400'000}) CHECK(outcome_of_timeout(count) == "accepted");
}

TEST_CASE("an undo window is 1 second to ten years") {
    for (const std::int64_t count : {-1, 0, 315'360'001})
        CHECK_THAT(outcome_of_window(count),
                   Catch::Contains("an undo window is 1 to 315360000 seconds"));
    for (const std::int64_t count : {1, 315'360'000}) CHECK(outcome_of_window(count) == "accepted");
}

}  // namespace iam::test
