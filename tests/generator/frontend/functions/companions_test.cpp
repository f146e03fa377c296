// Which tool a preview or undo means.
// Tests of generator/frontend/clang/lookup.cpp.
#include <generator/support/headers.hpp>

#include <catch2/catch.hpp>

using iam::test::messages;
using iam::test::parse_text;
using iam::test::places;

namespace gen = iam::gen;

namespace {

std::string target_of(const std::string& text) {
    const auto parsed = parse_text(text);
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.companions.size() == 1);
    return parsed.model.companions[0].target;
}

}  // namespace

TEST_CASE("a companion names its tool by the function itself", "[frontend]") {
    CHECK(target_of("namespace d { [[iam::tool]] void f(); [[iam::undo(f)]] void g(); }") ==
          "d::f");
    CHECK(target_of("namespace d { [[iam::tool]] void f(); } [[iam::undo(d::f)]] void g();") ==
          "d::f");
    CHECK(target_of("namespace d { [[iam::tool]] void f(); } [[iam::undo(::d::f)]] void g();") ==
          "d::f");
    CHECK(target_of("namespace d { [[iam::tool]] void f(); } [[iam::undo(&d::f)]] void g();") ==
          "d::f");
    CHECK(target_of(
              "namespace d { [[iam::tool]] void f(); } using d::f; [[iam::undo(f)]] void g();") ==
          "d::f");
}

TEST_CASE("a member tool is named by its address or from within its class", "[frontend]") {
    CHECK(target_of("struct A { [[iam::tool]] int f(); }; [[iam::undo(&A::f)]] void g();") ==
          "A::f");
    CHECK(target_of("struct A { [[iam::tool]] int f(); [[iam::undo(f)]] void g(); };") == "A::f");
    CHECK(target_of("struct A { [[iam::undo(f)]] void g(); [[iam::tool]] int f(); };") == "A::f");
}

TEST_CASE("a companion may stand before its tool and name overloads", "[frontend]") {
    CHECK(target_of("[[iam::undo(f)]] void g(); [[iam::tool]] void f();") == "f");
    CHECK(
        target_of(
            "namespace d { void f(int a); [[iam::tool]] void f(); [[iam::undo(f)]] void g(); }") ==
        "d::f");
    CHECK(target_of("namespace d { void f(int a); [[iam::tool]] void f(); } [[iam::undo(d::f)]] "
                    "void g();") == "d::f");
}

TEST_CASE("a string names the function, or is kept as the name of a tool", "[frontend]") {
    CHECK(target_of("namespace d { [[iam::tool]] void f(); [[iam::undo(\"f\")]] void g(); }") ==
          "d::f");
    CHECK(target_of("namespace d { [[iam::tool]] void f(); } [[iam::undo(\"d::f\")]] void g();") ==
          "d::f");
    CHECK(
        target_of("[[iam::tool({.name = \"say\"})]] void f(); [[iam::undo(\"say\")]] void g();") ==
        "say");
}

TEST_CASE("a name that is no function is an error with a suggestion", "[frontend]") {
    const auto parsed = parse_text("[[iam::tool]] void refund(); [[iam::undo(refnd)]] void g();\n");
    CHECK(places(parsed.diagnostics) == "IAM2012 3:42");
    CHECK_THAT(messages(parsed.diagnostics), Catch::Contains("Did you mean 'refund'?"));
    CHECK(places(parse_text("int x; [[iam::undo(x)]] void g();\n").diagnostics) == "IAM2012 3:20");
    CHECK(places(parse_text("[[iam::undo]] void g();\n").diagnostics) == "IAM1004 3:3");
}

TEST_CASE("a preview's result is the preview, which is no type of the schema", "[frontend]") {
    const auto parsed =
        parse_text("[[iam::tool]] void f(int a); [[iam::preview(f)]] iam::Preview p(int a);\n");
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.companions.size() == 1);
    CHECK(parsed.model.companions[0].kind == gen::Companion::Kind::preview);
    CHECK(parsed.model.companions[0].function.result.cpp == "::iam::Preview");
    CHECK(parsed.model.companions[0].function.parameters.size() == 1);
    CHECK(parsed.model.records.empty());
}

TEST_CASE("a companion's place is that of the name it gives", "[frontend]") {
    const auto parsed = parse_text("[[iam::tool]] void f();\n[[iam::undo(f)]] void g();\n");
    CHECK(parsed.model.companions.at(0).span.line == 4);
    CHECK(parsed.model.companions.at(0).span.column == 13);
    CHECK(parsed.model.companions.at(0).target_text == "f");
}
