// Tags that are written and that nobody sees.
// Tests of generator/frontend/attributes/names.cpp.
#include <generator/frontend/attributes/names.hpp>
#include <generator/support/headers.hpp>

#include <catch2/catch.hpp>

using iam::gen::is_nearly_scope;
using iam::test::messages;
using iam::test::parse_headers;
using iam::test::parse_text;
using iam::test::places;

TEST_CASE("B4 a comment whose line ends in a backslash swallows the tag below", "[frontend]") {
    const auto parsed = parse_text("/// Says C:\\\\\n[[iam::tool]] void f();\nvoid g();\n");
    CHECK(parsed.model.tools.empty());
    CHECK(places(parsed.diagnostics) == "IAM1018 4:8");
    CHECK_THAT(messages(parsed.diagnostics), Catch::Contains("take the backslash away"));
}

TEST_CASE("B4 a comment that nobody closes swallows the tags up to the end of the next one",
          "[frontend]") {
    const auto parsed = parse_text(
        "/* Open.\n[[iam::tool({\n.read_only = true})]] void f();\n/** Next. */\n"
        "[[iam::tool]] void g();\n");
    REQUIRE(parsed.model.tools.size() == 1);
    CHECK(places(parsed.diagnostics) == "IAM1018 4:8");
}

TEST_CASE("B4 a header that is included twice reports a swallowed tag once", "[frontend]") {
    const auto parsed = parse_headers(
        {{"a.hpp",
          "#pragma once\n#include <iam/annotations.hpp>\n/* x\n[[iam::tool]] void f();\n*/\n"},
         {"b.hpp", "#pragma once\n#include \"a.hpp\"\n"}});
    CHECK(places(parsed.diagnostics) == "IAM1018 4:8");
}

TEST_CASE("B4 a tag in the arguments of a macro that keeps them is a tool", "[frontend]") {
    const auto parsed = parse_text("#define KEEP(x) x\nKEEP([[iam::tool]] void f();)\n");
    CHECK(parsed.model.tools.size() == 1);
    CHECK(places(parsed.diagnostics).empty());
}

TEST_CASE("E6 a scope one letter off is nearly ours", "[frontend]") {
    for (const char* scope : {"ima", "aim", "am", "im", "ia", "iamm", "iaam", "ian", "IAM", "Iam"})
        CHECK(is_nearly_scope(scope));
    for (const char* scope : {"iam", "gnu", "clang", "mia", "i", "", "iamtool", "std"})
        CHECK_FALSE(is_nearly_scope(scope));
}

TEST_CASE("B5 comments beside parameters describe them", "[frontend]") {
    const auto parsed = parse_text(
        "/// Adds.\n[[iam::tool]] int add(int a,  ///< [in] the first\n"
        "                      /** the second */ int b,\n"
        "                      int c /**< the third */);\n");
    CHECK(places(parsed.diagnostics).empty());
    const auto& parameters = parsed.model.tools.at(0).function.parameters;
    CHECK(parameters[0].description == "the first");
    CHECK(parameters[1].description == "the second");
    CHECK(parameters[2].description == "the third");
}

TEST_CASE("B5 a name that is wrong among several of one @param is reported at its place",
          "[frontend]") {
    const auto parsed = parse_text(
        "/** Adds. \\param a one \\param {int} bb - two */\n[[iam::tool]] int add(int a);\n");
    CHECK(places(parsed.diagnostics) == "IAM6008 3:37");
}

TEST_CASE("B4 a file with more words than tags in its documentation has no warning", "[frontend]") {
    const auto parsed = parse_text(
        "/// Tags such as [[iam::tool]] in front of a function, or\n/// [[iam::tool]] on a line:\n"
        "/// @code\n/// [[iam::tool]] int example();\n/// @endcode\n"
        "[[iam::tool]] void f();  // [[iam::tool]] is its tag\n"
        "inline const char* text = \"[[iam::tool]] int example();\";\n");
    CHECK(parsed.model.tools.size() == 1);
    CHECK(places(parsed.diagnostics).empty());
}

TEST_CASE("E6 a header whose only tag has a scope one letter off is read", "[frontend]") {
    const auto parsed = parse_headers({{"a.hpp", "#pragma once\n[[ima::tool]] int f();\n"}});
    CHECK(places(parsed.diagnostics) == "IAM1019 2:8");
    const auto by_macro =
        parse_headers({{"a.hpp", "#pragma once\n#define TAG [[ima::tool]]\n"},
                       {"b.hpp", "#pragma once\n#include \"a.hpp\"\nTAG int f();\n"}});
    CHECK_THAT(messages(by_macro.diagnostics), Catch::Contains("write iam::tool"));
}

TEST_CASE("E6 attributes of other vendors are not near", "[frontend]") {
    using iam::gen::meant_attribute;
    CHECK(meant_attribute("ima", "tol") == "tool");
    CHECK(meant_attribute("", "iam_undo") == "undo");
    CHECK(meant_attribute("", "tool").empty());
    CHECK(meant_attribute("gnu", "tool").empty());
    CHECK(meant_attribute("ima", "cold").empty());
    CHECK(meant_attribute("iam", "tool").empty());
}
