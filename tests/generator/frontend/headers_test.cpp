// Which header a tool belongs to, and what happens when headers do not compile or do not go
// together. Tests of generator/frontend/frontend.cpp. Tests of
// generator/frontend/clang/{clang_invocation,clang_run}.cpp.
#include <generator/model/diagnostics.hpp>
#include <generator/support/headers.hpp>

#include <catch2/catch.hpp>

using iam::test::job_of;
using iam::test::messages;
using iam::test::parse_headers;
using iam::test::parse_text;
using iam::test::places;

namespace gen = iam::gen;

TEST_CASE("a tool belongs to the listed header that spells its tag", "[frontend]") {
    const auto parsed =
        parse_headers({{"a.hpp", "#pragma once\n#include \"b.hpp\"\n[[iam::tool]] void one();\n"},
                       {"b.hpp", "#pragma once\n[[iam::tool]] void two();\nvoid one();\n"}});
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.tools.size() == 2);
    for (const gen::Tool& tool : parsed.model.tools) {
        CHECK(tool.header == (tool.function.name == "one" ? 0 : 1));
    }
}

TEST_CASE("a tag in an included header that is not listed is a warning with the line to add",
          "[frontend]") {
    const auto parsed = parse_headers(
        {{"a.hpp", "#pragma once\n#include \"sub/b.hpp\"\n[[iam::tool]] void one();\n"},
         {"sub/b.hpp", "#pragma once\n[[iam::tool]] void two();\n[[iam::tool]] void three();\n"}},
        1);
    CHECK(places(parsed.diagnostics) == "IAM1011 2:3");
    CHECK(parsed.diagnostics[0].severity == gen::Severity::warning);
    CHECK_THAT(messages(parsed.diagnostics),
               Catch::Contains("add 'sub/b.hpp' to HEADERS of iam_generate_tools(desk"));
    CHECK(parsed.model.tools.size() == 1);
}

TEST_CASE("a header beside the project keeps its whole path", "[frontend]") {
    auto job = job_of({{"a.hpp", "#pragma once\n#include \"b.hpp\"\n[[iam::tool]] void one();\n"},
                       {"b.hpp", "#pragma once\n[[iam::tool]] void two();\n"}},
                      1);
    job.project_root = "/mem";
    CHECK_THAT(messages(gen::parse(job).diagnostics),
               Catch::Contains("add '/memory/b.hpp' to HEADERS"));
}

TEST_CASE("a tag in a system header is refused", "[frontend]") {
    auto job =
        job_of({{"a.hpp", "#pragma once\n#include <lib.hpp>\n[[iam::tool]] void one();\n"}}, 1);
    job.virtual_files.emplace_back(
        "/system/lib.hpp", "#pragma once\n[[iam::tool]] void two();\n[[iam::tol]] void three();\n");
    job.compile_flags.emplace_back("-isystem/system");
    const auto parsed = gen::parse(job);
    CHECK(places(parsed.diagnostics) == "IAM1010 2:3");
    CHECK(parsed.model.tools.size() == 1);
}

TEST_CASE(
    "a folder named as the standard library's keeps its tags, and what follows the library, too",
    "[frontend]") {
    const std::string text =
        "#pragma once\n#include <string>\n[[iam::tool]] void one();\n"
        "#include <vector>\n[[using iam: tool]] void two();\n[[other::tool]] void three();\n";
    const auto parsed = parse_headers({{"include/c++/a.hpp", text}});
    CHECK(places(parsed.diagnostics).empty());
    CHECK(parsed.model.tools.size() == 2);
}

TEST_CASE("a header that is not there or ends too early is named, never the file that includes it",
          "[frontend]") {
    auto job = job_of({{"a.hpp", "#pragma once\n[[iam::tool]] void one();\n"}}, 1);
    job.headers.push_back({"/memory/missing.hpp", "missing.hpp", "missing"});
    const auto missing = gen::parse(job);
    REQUIRE(missing.diagnostics.size() == 1);
    CHECK_THAT(gen::to_text(missing.diagnostics),
               Catch::StartsWith("/memory/missing.hpp: error: '/memory/missing.hpp' file not"));
    const auto open = parse_text("namespace desk {\n[[iam::tool]] void one();\n");
    REQUIRE(open.diagnostics.size() == 1);
    CHECK_THAT(gen::to_text(open.diagnostics), Catch::StartsWith("/memory/desk.hpp: error:"));
}

TEST_CASE("an error of clang's fails the run in clang's form", "[frontend]") {
    const auto parsed =
        parse_text("[[iam::tool]] void f(Unknown a);\n[[iam::tool]] void g(int a;\n");
    REQUIRE(parsed.diagnostics.size() >= 2);
    CHECK(gen::has_errors(parsed.diagnostics));
    CHECK(parsed.diagnostics[0].id == "IAM1000");
    CHECK(parsed.diagnostics[0].message == "unknown type name 'Unknown'");
    CHECK(parsed.diagnostics[0].span.line == 3);
    CHECK(parsed.diagnostics[0].span.column == 22);
    CHECK_THAT(gen::to_text(parsed.diagnostics),
               Catch::StartsWith("/memory/desk.hpp:3:22: error: unknown type name 'Unknown'"));
}

TEST_CASE("a header that is not there is an error", "[frontend]") {
    gen::ParseJob job = job_of({}, 0);
    job.headers.push_back({"/memory/none.hpp", "none.hpp", "none"});
    const auto parsed = gen::parse(job);
    REQUIRE(parsed.diagnostics.size() == 1);
    CHECK_THAT(parsed.diagnostics[0].message, Catch::Contains("/memory/none.hpp"));
}

TEST_CASE("headers that conflict are read one by one", "[frontend]") {
    const auto parsed = parse_headers(
        {{"a.hpp",
          "#include \"c.hpp\"\n#define BASE int\nstruct A { int x; };\n[[iam::tool]] void one(A "
          "a);\n"},
         {"b.hpp",
          "#include \"c.hpp\"\nstruct A; using B = int; enum BASE { x };\n[[iam::tool]] void "
          "two();\n"},
         {"c.hpp", "#pragma once\n[[iam::tool]] void three();\n[[iam::tol]] void four();\n"}});
    CHECK(places(parsed.diagnostics) == "IAM1001 3:8");
    REQUIRE(parsed.model.tools.size() == 3);
    CHECK(parsed.model.tools[0].function.name == "one");
    CHECK(parsed.model.tools[0].header == 0);
    CHECK(parsed.model.tools[1].header == 1);
    CHECK(parsed.model.tools[2].header == 2);
}

TEST_CASE("two types of one name in headers that conflict are an error", "[frontend]") {
    const auto parsed =
        parse_headers({{"a.hpp", "struct A { int x; };\n[[iam::tool]] void one(A a);\n"},
                       {"b.hpp", "struct A { int y; };\n[[iam::tool]] void two(A a);\n"}});
    CHECK(places(parsed.diagnostics) == "IAM2011 1:8");
    CHECK_THAT(messages(parsed.diagnostics), Catch::Contains("defined differently"));
}

TEST_CASE("the files that were read are listed, and only those", "[frontend]") {
    const auto parsed =
        parse_headers({{"a.hpp", "#pragma once\n#include \"b.hpp\"\n// no tag of iam\n"},
                       {"b.hpp", "#pragma once\n"},
                       {"c.hpp", ""}},
                      1);
    CHECK(parsed.model.included_files ==
          std::vector<std::string>{"/memory/a.hpp", "/memory/b.hpp"});
}

TEST_CASE("function bodies are skipped, constant functions are not", "[frontend]") {
    const auto parsed = parse_text(
        "inline int broken() { return no_such_name; }\nconstexpr int k() { return 5; "
        "}\n[[iam::tool]] void f(int a = k());\n");
    CHECK(places(parsed.diagnostics).empty());
    CHECK(parsed.model.tools.at(0).function.parameters[0].fallback.json == "5");
}
