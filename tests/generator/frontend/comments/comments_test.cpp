// Doc comments: where they may stand and what is made of them.
// Tests of generator/frontend/clang/readable.cpp.
#include <generator/support/headers.hpp>

#include <catch2/catch.hpp>

using iam::test::messages;
using iam::test::parse_text;
using iam::test::places;

namespace gen = iam::gen;

namespace {

std::string description_of(const std::string& text) {
    const auto parsed = parse_text(text);
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.tools.size() == 1);
    return parsed.model.tools[0].description;
}

}  // namespace

TEST_CASE("every form of doc comment describes the tool", "[frontend]") {
    CHECK(description_of("/// Says.\n[[iam::tool]] void f();\n") == "Says.");
    CHECK(description_of("//! Says.\n[[iam::tool]] void f();\n") == "Says.");
    CHECK(description_of("/** Says. */\n[[iam::tool]] void f();\n") == "Says.");
    CHECK(description_of("/*!\n * Says.\n */\n[[iam::tool]] void f();\n") == "Says.");
    CHECK(description_of("// Not for models.\n[[iam::tool]] void f();\n").empty());
}

TEST_CASE(
    "a comment counts before the attribute, behind it, and before an options list with braces",
    "[frontend]") {
    CHECK(description_of("[[iam::tool]]\n/// Says.\nvoid f();\n") == "Says.");
    CHECK(description_of("/// Says.\n[[iam::tool({.title = \"a;{}#@\"})]]\nvoid f();\n") ==
          "Says.");
    CHECK(description_of("/// Says.\n[[nodiscard]] [[iam::tool]]\nint f();\n") == "Says.");
    CHECK(description_of("/// Says.\n[[iam::tool]] [[nodiscard]]\nint f();\n") == "Says.");
    CHECK(description_of("#define DESK_API\n/// Says.\nDESK_API [[iam::tool]] void f();\n") ==
          "Says.");
    CHECK(description_of("/// Says.\n[[iam::tool]]\n/// More.\nvoid f();\n") == "Says.\n\nMore.");
    CHECK(description_of("#define DESK_TOOL [[iam::tool({.title = \"x\"})]]\n/// Says.\nDESK_TOOL "
                         "void f();\n") == "Says.");
}

TEST_CASE("a comment of another declaration does not count", "[frontend]") {
    CHECK(description_of("/// Another.\nint other;\n[[iam::tool]] void f();\n").empty());
    CHECK(description_of("int other;  ///< Another.\n[[iam::tool]] void f();\n").empty());
    CHECK(description_of("[[iam::tool]] void f();  ///< Behind a function nothing counts.\n")
              .empty());
}

TEST_CASE("a header that calls itself one of the system keeps its comments and its mistakes",
          "[frontend]") {
    CHECK(description_of("#pragma GCC system_header\n/// Says.\n[[iam::tool]] void f();\n") ==
          "Says.");
    const auto parsed = parse_text("#pragma GCC system_header\n[[iam::tol]] void f();\n");
    CHECK(places(parsed.diagnostics) == "IAM1001 4:8");
}

TEST_CASE("a command goes with the blanks behind it", "[frontend]") {
    CHECK(description_of("/// @p  a and @c \t b\n[[iam::tool]] void f();\n") == "a and b");
}

TEST_CASE("lines are joined, paragraphs and lists stay", "[frontend]") {
    CHECK(description_of(
              "/// One\n/// two.\n///\n/// Three:\n/// - a\n/// - b\n[[iam::tool]] void f();\n") ==
          "One two.\n\nThree:\n- a\n- b");
    CHECK(description_of(
              "/// @brief Says @p text.\n/// @details More of \\c it.\n/// @throws int never\n"
              "/// @note Slow.\n[[iam::tool]] void f();\n") ==
          "Says text.\n\nMore of it.\n\nNote: Slow.");
    CHECK(description_of("/// Mail to a@b.c costs 5 \\o/.\n[[iam::tool]] void f();\n") ==
          "Mail to a@b.c costs 5 \\o/.");
}

TEST_CASE("parameters and result are described by their commands", "[frontend]") {
    const auto parsed = parse_text(
        "/// Adds.\n/// @param a  the first\n///           of two\n/// \\param[in] b the "
        "second\n/// @returns the sum\n"
        "[[iam::tool]] int add(int a, int b);\n");
    CHECK(places(parsed.diagnostics).empty());
    const gen::Tool& tool = parsed.model.tools.at(0);
    CHECK(tool.description == "Adds.");
    CHECK(tool.function.parameters[0].description == "the first of two");
    CHECK(tool.function.parameters[1].description == "the second");
    CHECK(tool.result_description == "the sum");
}

TEST_CASE("@param that names no parameter is a warning with a suggestion", "[frontend]") {
    const auto parsed =
        parse_text("/// Adds.\n/// @param hours x\n[[iam::tool]] int add(int hour);\n");
    CHECK(places(parsed.diagnostics) == "IAM6008 4:12");
    CHECK(parsed.diagnostics[0].severity == gen::Severity::warning);
    CHECK_THAT(messages(parsed.diagnostics), Catch::Contains("Did you mean 'hour'?"));
}

TEST_CASE("fields and enumerators are described before and behind them", "[frontend]") {
    const auto parsed = parse_text(
        "/// A colour.\nenum class Colour {\n  /// warm\n  red,\n  green,  ///< fresh\n  blue\n};\n"
        "/// A dot.\nstruct Dot {\n  /// to the right\n  int x;\n  int y = 0;  ///< upwards\n  "
        "Colour colour;\n};\n"
        "/// f\n[[iam::tool]] void f(Dot dot);\n");
    CHECK(places(parsed.diagnostics).empty());
    const gen::Record& dot = parsed.model.records.at("Dot");
    CHECK(dot.description == "A dot.");
    CHECK(dot.fields[0].description == "to the right");
    CHECK(dot.fields[1].description == "upwards");
    CHECK(dot.fields[2].description.empty());
    const gen::Enum& colour = parsed.model.enums.at("Colour");
    CHECK(colour.description == "A colour.");
    CHECK(colour.enumerators[0].description == "warm");
    CHECK(colour.enumerators[1].description == "fresh");
    CHECK(colour.enumerators[2].description.empty());
}

TEST_CASE("hidden characters in comments and literals are reported where they stand",
          "[frontend]") {
    CHECK(places(parse_text("/// Do\u202enot.\n[[iam::tool]] void f();\n").diagnostics) ==
          "IAM1012 3:7");
    CHECK(places(parse_text("/// Gr\xfc"
                            "n.\n[[iam::tool]] void f();\n")
                     .diagnostics) == "IAM1013 3:7");
    CHECK(places(parse_text("/// Does.\n[[iam::tool({.title = \"a\\u2066b\"})]] void f();\n")
                     .diagnostics) == "IAM1012 4:23");
}

TEST_CASE("a macro that makes the attribute does not come between comment and declaration",
          "[frontend]") {
    const std::string macro = "#define tool_(title_) [[iam::tool({.title = title_})]]\n";
    CHECK(description_of(macro + "/// Says.\ntool_(\"a b\") void f();\n") == "Says.");
    CHECK(description_of(macro + "tool_(\"a b\")\n/// Says.\nvoid f();\n") == "Says.");
}

TEST_CASE("a comment for others does not come between comment and declaration", "[frontend]") {
    CHECK(description_of("/// Says.\n// NOLINT\n[[iam::tool]] void f();\n") == "Says.");
    CHECK(description_of("/// Says.\n/* one\n two */\n[[iam::tool]] void f();\n") == "Says.");
}
