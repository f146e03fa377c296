// Attributes as clang keeps them, and those that it would drop without a word.
// Tests of generator/frontend/collect.cpp.
// Tests of generator/frontend/attributes/{attribute_log,constraints,names,options}.cpp.
#include <generator/support/headers.hpp>

#include <catch2/catch.hpp>

using iam::test::messages;
using iam::test::parse_headers;
using iam::test::parse_parameters;
using iam::test::parse_text;
using iam::test::places;

namespace gen = iam::gen;

TEST_CASE("a tagged function becomes a tool with its options", "[frontend]") {
    const auto parsed = parse_text(R"(
namespace desk {
[[iam::tool({.name = "say", .title = "Say", .description = "Says.", .policy = iam::confirm, .read_only = true,
             .destructive = false, .idempotent = true, .open_world = false, .timeout_ms = 2500,
             .tags = {"a", "b"}, .since = "1.2", .deprecated = "use tell", .policy_reason = "why not"})]]
void echo();
})");
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.tools.size() == 1);
    const gen::Tool& tool = parsed.model.tools[0];
    CHECK(tool.function.name == "desk::echo");
    CHECK(tool.function.cpp == "::desk::echo");
    CHECK(tool.options.name == "say");
    CHECK(tool.options.title == "Say");
    CHECK(tool.options.description == "Says.");
    CHECK(tool.options.policy == gen::Policy::confirm);
    CHECK(tool.options.read_only == true);
    CHECK(tool.options.destructive == false);
    CHECK(tool.options.idempotent == true);
    CHECK(tool.options.open_world == false);
    CHECK(tool.options.timeout_ms == 2500);
    CHECK(tool.options.tags == std::vector<std::string>{"a", "b"});
    CHECK(tool.options.since == "1.2");
    CHECK(tool.options.deprecated == "use tell");
    CHECK(tool.options.policy_reason == "why not");
    CHECK(tool.options.spans.at("timeout_ms").line == 6);
}

namespace {

/// A value of each kind of option, as headers say it.
namespace said {
constexpr const char* text = "\"words\"";
constexpr const char* texts = "{\"words\"}";
constexpr const char* flag = "true";
constexpr const char* policy = "iam::deny";
constexpr const char* milliseconds = "3";
constexpr const char* seconds = "3";
}  // namespace said

template <class T>
bool is_stated(const std::optional<T>& option) {
    return option.has_value();
}
bool is_stated(const std::vector<std::string>& texts) {
    return !texts.empty();
}

}  // namespace

TEST_CASE("every option of the list of facts is read, and the annotations document it",
          "[frontend]") {
    std::string options = ".name = \"say\"";
    std::string uses;
#define IAM_OPTION(option, member, kind)                      \
    options += std::string(", ." #option " = ") + said::kind; \
    uses += "using Type_" #option " = decltype(iam::ToolOptions::" #option ");\n";
#define IAM_HINT(option, mcp, if_absent, to_true, to_false) IAM_OPTION(option, option, flag)
#include <iam/contract/facts.def>
    const auto parsed = parse_text("[[iam::tool({" + options + "})]] void echo();\n" + uses);
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.tools.size() == 1);
#define IAM_OPTION(option, member, kind) CHECK(is_stated(parsed.model.tools[0].options.option));
#define IAM_HINT(option, mcp, if_absent, to_true, to_false) IAM_OPTION(option, option, flag)
#include <iam/contract/facts.def>
}

TEST_CASE("options that are not stated stay open", "[frontend]") {
    const auto parsed = parse_text("[[iam::tool]] void f();\n[[iam::tool()]] void g();\n");
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.tools.size() == 2);
    CHECK_FALSE(parsed.model.tools[0].options.read_only);
    CHECK_FALSE(parsed.model.tools[0].options.policy);
    CHECK(parsed.model.tools[1].options.spans.empty());
}

TEST_CASE(
    "an unknown option, one given twice and one of another kind are reported where they stand",
    "[frontend]") {
    const auto parsed = parse_text(
        "[[iam::tool({.titel = \"x\"})]] void f();\n"
        "[[iam::tool({.title = \"x\", .title = \"y\"})]] void g();\n"
        "[[iam::tool({.read_only = \"yes\"})]] void h();\n"
        "[[iam::tool({.policy = true})]] void i();\n"
        "[[iam::tool(\"name\")]] void j();\n");
    CHECK(places(parsed.diagnostics) ==
          "IAM1006 3:15, IAM1007 4:29, IAM1008 5:27, IAM1008 6:24, IAM1004 7:3");
    CHECK_THAT(messages(parsed.diagnostics), Catch::Contains("Did you mean 'title'?"));
}

TEST_CASE("constraints of parameters are read as written", "[frontend]") {
    const auto parsed =
        parse_parameters(R"([[iam::range(-5, 0x10)]] int a, [[iam::range(0.5, iam::none)]] double b,
        [[iam::length(1, 64), iam::pattern("^[a-z]+$")]] std::string c, [[iam::format("date")]] std::string d,
        [[iam::multiple_of(5), iam::unit("mm")]] int e, [[iam::name("when"), iam::description("Day.")]] std::string g,
        [[iam::example("Ann")]] std::string h, [[iam::secret]] std::string i, [[iam::example(7)]] int j,
        [[iam::range(0, 18446744073709551615u)]] std::uint64_t k, [[iam::example(true)]] bool l)");
    CHECK(places(parsed.diagnostics).empty());
    const auto& members = parsed.model.tools.at(0).function.parameters;
    REQUIRE(members.size() == 11);
    CHECK(*members[0].constraints.range->low == gen::Number(std::int64_t{-5}));
    CHECK(*members[0].constraints.range->high == gen::Number(std::int64_t{16}));
    CHECK(*members[1].constraints.range->low == gen::Number(0.5));
    CHECK_FALSE(members[1].constraints.range->high);
    CHECK(*members[2].constraints.length->high == gen::Number(std::int64_t{64}));
    CHECK(members[2].constraints.pattern->value == "^[a-z]+$");
    CHECK(members[3].constraints.format->value == "date");
    CHECK(members[4].constraints.multiple_of->value == gen::Number(std::int64_t{5}));
    CHECK(members[4].constraints.unit->value == "mm");
    CHECK(members[5].constraints.name->value == "when");
    CHECK(members[5].constraints.description->value == "Day.");
    CHECK(members[6].constraints.example->value == "\"Ann\"");
    CHECK(members[7].constraints.secret);
    CHECK(members[8].constraints.example->value == "7");
    CHECK(*members[9].constraints.range->high == gen::Number(std::uint64_t{18446744073709551615u}));
    CHECK(members[10].constraints.example->value == "true");
}

TEST_CASE("bounds may be constants by name, alone or qualified, and iam::none by name",
          "[frontend]") {
    const auto parsed = parse_text(R"(
namespace desk {
constexpr int k_low = 2;
enum Bound { most = 9 };
using iam::none;
[[iam::tool]] void f([[iam::range(k_low, desk::k_low + 3)]] int a, [[iam::range(none, most)]] int b);
})");
    CHECK(places(parsed.diagnostics).empty());
    const auto& members = parsed.model.tools.at(0).function.parameters;
    CHECK(*members[0].constraints.range->low == gen::Number(std::int64_t{2}));
    CHECK(*members[0].constraints.range->high == gen::Number(std::int64_t{5}));
    CHECK_FALSE(members[1].constraints.range->low);
}

TEST_CASE("attributes through macros and through using are the same attributes", "[frontend]") {
    const auto parsed = parse_text(
        "#define DESK_TOOL(...) [[iam::tool({__VA_ARGS__})]]\n"
        "#define DESK_HOUR [[iam::range(0, 23)]]\n"
        "DESK_TOOL(.title = \"Hour\") void f(DESK_HOUR int hour);\n"
        "[[using iam: tool]] void g([[using iam: range(1, 2), unit(\"h\")]] int a);\n");
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.tools.size() == 2);
    CHECK(parsed.model.tools[0].options.title == "Hour");
    CHECK(parsed.model.tools[0].function.parameters[0].constraints.range);
    CHECK(parsed.model.tools[1].function.parameters[0].constraints.unit->value == "h");
}

TEST_CASE("an unscoped or foreign attribute of one of our names is somebody else's", "[frontend]") {
    const auto parsed = parse_text(
        "[[tool]] void f();\n"
        "[[tool(a b)]] void g();\n"
        "[[other::range(a b)]] void h();\n"
        "[[iam::tool]] void i([[other::range(a b c)]] [[iam::range(0, 5)]] int a);\n");
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.tools.size() == 1);
    CHECK(parsed.model.tools[0].function.parameters[0].constraints.range);
}

TEST_CASE("an unknown attribute is an error with a suggestion", "[frontend]") {
    const auto parsed = parse_text("[[iam::tol]] void f();\nvoid g([[iam::zzzzzz(1)]] int a);\n");
    CHECK(places(parsed.diagnostics) == "IAM1001 3:8, IAM1001 4:15");
    CHECK_THAT(parsed.diagnostics[0].message, Catch::Contains("Did you mean 'tool'?"));
    CHECK_THAT(parsed.diagnostics[1].message, !Catch::Contains("Did you mean"));
}

TEST_CASE("an attribute where it means nothing is an error", "[frontend]") {
    CHECK(places(parse_text("[[iam::tool]] int a;\n").diagnostics) == "IAM2006 3:3");
    CHECK(places(parse_text("struct [[iam::tool]] A {};\n").diagnostics) == "IAM2006 3:10");
    CHECK(places(parse_text("int [[iam::tool]] f();\n").diagnostics) == "IAM1000 3:7");
    CHECK(places(parse_text("[[iam::range(0, 1)]] int f();\n").diagnostics) == "IAM1003 3:3");
    CHECK(places(parse_text("void f([[iam::range(0, 1)]] int a);\n").diagnostics) ==
          "IAM1003 3:10");
    CHECK(places(parse_text("inline void f() { [[iam::tool]] int a = 0; static_cast<void>(a); }\n")
                     .diagnostics) == "IAM1003 3:26");
    CHECK(places(parse_text("namespace [[iam::tool]] n {}\n").diagnostics) != "");
}

TEST_CASE("arguments that an attribute does not take are reported with its usage", "[frontend]") {
    const auto parsed = parse_parameters(
        "[[iam::range(1)]] int a, [[iam::length]] std::string b, [[iam::pattern(5)]] std::string "
        "c, "
        "[[iam::secret(1)]] int d, [[iam::range(\"a\", 1)]] int e, [[iam::multiple_of(\"a\")]] int "
        "g");
    CHECK(parsed.diagnostics.size() == 6);
    for (const gen::Diagnostic& diagnostic : parsed.diagnostics) CHECK(diagnostic.id == "IAM1004");
    CHECK_THAT(messages(parsed.diagnostics), Catch::Contains("[[iam::range(lo, hi)]]"));
}

TEST_CASE("a constraint given twice is an error that points at the first", "[frontend]") {
    const auto parsed = parse_parameters("[[iam::range(0, 5)]] [[iam::range(0, 6)]] int a");
    REQUIRE(parsed.diagnostics.size() == 1);
    CHECK(parsed.diagnostics[0].id == "IAM1005");
    REQUIRE(parsed.diagnostics[0].notes.size() == 1);
    CHECK(parsed.diagnostics[0].notes[0].span.line == parsed.diagnostics[0].span.line);
}

TEST_CASE("brackets that do not match are an error, whether clang sees them or not", "[frontend]") {
    CHECK(places(parse_text("void f([[iam::tol(])]] int a);\n").diagnostics)
              .rfind("IAM1009 3:19", 0) == 0);
    CHECK(places(parse_text("[[iam::tool]] void f([[iam::range(0, 5]]) int a);\n").diagnostics) ==
          "IAM1009 3:39");
}
