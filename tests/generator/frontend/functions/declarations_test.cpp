// Which functions can be tools, and how the others are refused.
// Tests of generator/frontend/clang/places.cpp.
// Tests of generator/frontend/functions/{functions,members}.cpp.
#include <generator/support/headers.hpp>

#include <catch2/catch.hpp>

using iam::test::messages;
using iam::test::parse_text;
using iam::test::places;

namespace gen = iam::gen;

TEST_CASE("free functions and member functions of an instance are tools", "[frontend]") {
    const auto parsed = parse_text(R"(
namespace desk::inner {
[[iam::tool]] int free_one(int a);
class Document {
 public:
    [[iam::tool]] int save(int a) const;
    [[iam::tool]] void close();
};
}
extern "C" {
[[iam::tool]] void plain();
})");
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.tools.size() == 4);
    CHECK(parsed.model.tools[0].function.cpp == "::desk::inner::free_one");
    CHECK(parsed.model.tools[0].function.class_cpp.empty());
    CHECK(parsed.model.tools[1].function.cpp == "::desk::inner::Document::save");
    CHECK(parsed.model.tools[1].function.class_cpp == "::desk::inner::Document");
    CHECK(parsed.model.tools[1].function.is_const);
    CHECK_FALSE(parsed.model.tools[2].function.is_const);
    CHECK(parsed.model.tools[3].function.cpp == "::plain");
    CHECK(parsed.model.tools[1].function.span.line == 8);
}

TEST_CASE("redeclarations are one tool and add what they know", "[frontend]") {
    const auto parsed = parse_text(
        "void f(int, int);\n"
        "/// Says.\n[[iam::tool]] void f(int a, [[iam::range(0, 5)]] int b);\n"
        "void f(int, int b = 4);\n");
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.tools.size() == 1);
    const gen::Tool& tool = parsed.model.tools[0];
    CHECK(tool.description == "Says.");
    CHECK(tool.function.parameters[0].name == "a");
    CHECK(tool.function.parameters[1].constraints.range);
    CHECK(tool.function.parameters[1].fallback.json == "4");
}

TEST_CASE("the same tag on two declarations is one tag, another one is a conflict", "[frontend]") {
    CHECK(places(parse_text("[[iam::tool]] void f();\n[[iam::tool]] void f();\n").diagnostics)
              .empty());
    CHECK(places(parse_text("[[iam::tool({.title = \"a\"})]] void f();\n[[iam::tool({.title = "
                            "\"b\"})]] void f();\n")
                     .diagnostics) == "IAM2011 4:3");
    CHECK(places(parse_text("[[iam::tool]] void f(int a);\nvoid f(int b);\n").diagnostics) ==
          "IAM2011 4:12");
}

TEST_CASE("functions that generated code cannot call are refused with reason and way out",
          "[frontend]") {
    struct Refused {
        const char* text;
        const char* id;
        const char* reason;
    };
    const Refused cases[] = {
        {"[[iam::tool]] static void f();", "IAM2001", "static"},
        {"namespace { [[iam::tool]] void f(); }", "IAM2001", "unnamed namespace"},
        {"template <class T> [[iam::tool]] void f(T a);", "IAM2002", "is a template"},
        {"template <class T> struct A { [[iam::tool]] void f(); };", "IAM2002", "is a template"},
        {"[[iam::tool]] void f(int a, ...);", "IAM2003", "open number"},
        {"[[iam::tool]] void f() = delete;", "IAM2004", "is deleted"},
        {"struct A {}; [[iam::tool]] A operator+(A a, A b);", "IAM2005", "is an operator"},
        {"struct A { [[iam::tool]] A(int a); };", "IAM2005", "constructor"},
        {"struct A { [[iam::tool]] ~A(); };", "IAM2005", "destructor"},
        {"struct A { [[iam::tool]] operator int() const; };", "IAM2005", "is an operator"},
        {"[[iam::tool]] int main();", "IAM2005", "the program itself"},
        {"[[iam::tool]] consteval int f() { return 1; }", "IAM2005", "compiler only"},
        {"[[iam::tool]] inline auto f = [] { return 1; };", "IAM2006", "not a function"},
        {"class A { [[iam::tool]] void f(); };", "IAM2008", "not public"},
        {"class A { struct B { [[iam::tool]] void f(); }; };", "IAM2008", "not public"},
        {"struct A { [[iam::tool]] void f() &&; };", "IAM2001", "ordinary object"},
        {"[[iam::tool]] void f(int);", "IAM2009", "has no name"},
    };
    for (const Refused& refused : cases) {
        CAPTURE(refused.text);
        const auto parsed = parse_text(std::string(refused.text) + "\n");
        REQUIRE(parsed.diagnostics.size() == 1);
        CHECK(parsed.diagnostics[0].id == refused.id);
        CHECK(parsed.diagnostics[0].span.line == 3);
        CHECK_THAT(parsed.diagnostics[0].message, Catch::Contains(refused.reason));
    }
}

TEST_CASE("everything that is wrong is reported in one run", "[frontend]") {
    const auto parsed = parse_text(
        "[[iam::tool]] static void f();\n[[iam::tol]] void g();\n[[iam::tool]] void h(int);\n");
    CHECK(places(parsed.diagnostics) == "IAM2001 3:27, IAM1001 4:8, IAM2009 5:22");
}

TEST_CASE("a refused function is named, so that nobody asks for it again", "[frontend]") {
    const auto parsed = parse_text("namespace desk { [[iam::tool]] static void f(); }\n");
    CHECK(parsed.model.refused == std::vector<std::string>{"desk::f"});
}

TEST_CASE("a place has the line's text and the columns of the name", "[frontend]") {
    const auto parsed = parse_text("namespace desk { [[iam::tool]] void echo(); }\n");
    const gen::SourceSpan& span = parsed.model.tools.at(0).function.span;
    CHECK(span.file == "/memory/desk.hpp");
    CHECK(span.line == 3);
    CHECK(span.column == 37);
    CHECK(span.end_column == 41);
    CHECK(span.text == "namespace desk { [[iam::tool]] void echo(); }");
}
