// Which headers are read at all.
// Tests of generator/frontend/tags/tag_words.cpp.
#include <generator/frontend/tags/tag_scan.hpp>
#include <generator/frontend/tags/tag_words.hpp>

#include <catch2/catch.hpp>

using iam::gen::headers_with_tags;
using iam::gen::macros_for_tags;
using iam::gen::mentions_tags;
using iam::gen::Words;

namespace gen = iam::gen;

namespace {

using Files = std::vector<std::pair<std::string, std::string>>;
using Indices = std::vector<std::size_t>;

gen::ParseJob job_with(const Files& files) {
    gen::ParseJob job;
    job.target = "desk";
    job.virtual_files = files;
    for (const auto& [path, text] : files) {
        gen::Header header;
        header.path = header.relative = path;
        job.headers.push_back(header);
    }
    return job;
}

}  // namespace

TEST_CASE("a header is read that has one of the words of tags, however it spells them",
          "[frontend]") {
    for (const char* text :
         {"[[iam::tool]] void f();", "[[ iam :: tool ]] void f();", "[[using iam: tool]] void f();",
          "IAM_TOOL void f();", "[[iam\n::tool]] void f();", "iam",
          "#include <iam/annotations.hpp>"}) {
        INFO(text);
        CHECK(mentions_tags(text, {}));
    }
    for (const char* text : {"", "[[nodiscard]] int f();", "int diameter, siam_, iam2, iam_x;",
                             "int MIAM_X, _IAM_;", "// miami"}) {
        INFO(text);
        CHECK_FALSE(mentions_tags(text, {}));
    }
    CHECK(mentions_tags("MY_TOOL void f();", {"MY_TOOL"}));
    CHECK_FALSE(mentions_tags("MY_TOOLS void f();", {"MY_TOOL"}));
}

TEST_CASE("a macro that is defined with a tag in it stands for one", "[frontend]") {
    CHECK(macros_for_tags({"#define A [[iam::tool]]\n  #  define\tB(x) \\\r\n  [[iam::range(x)]]\n"
                           "#define C 1\n#define D A\nint iam;\n#define IAM_H\n#undef E iam"},
                          {}) == Words{"A", "B", "D"});
    CHECK(macros_for_tags({"#define D A"}, {"A"}) == Words{"A", "D"});
    for (const char* text :
         {"#define", "\\\n\\", "#", "%:", "%define A iam", "#/*", "#define /*", "#define ( iam"}) {
        INFO(text);
        CHECK(macros_for_tags({text}, {}).empty());
    }
}

TEST_CASE("a definition is one however it is spelled", "[frontend]") {
    for (const char* text :
         {"%:define A [[iam::tool]]", "# /* x */ define/**/A [[iam::tool]]",
          "/* x\n */ #define A iam", "#define A /* x\n */ iam", "#def\\\nine A ia\\  \nm",
          "int x;\r#define A iam\rint y;", "\t#define A \\\n  \\\n iam", "#define A(x) i##x",
          "#define A(x) i %:%: x"}) {
        INFO(text);
        CHECK(macros_for_tags({text}, {}) == Words{"A"});
    }
}

TEST_CASE("a macro stands for a tag through any number of others, whichever text comes first",
          "[frontend]") {
    std::string first = "#define M0 M1\n";
    std::string second;
    for (int i = 1; i < 20000; ++i)
        second += "#define M" + std::to_string(i) + " M" + std::to_string(i + 1) + "\n";
    CHECK(macros_for_tags({first, second, "#define M20000 [[iam::tool]]"}, {}).size() == 20001);
    CHECK(macros_for_tags({first, second, "#define M20000 int"}, {}).empty());
    CHECK(macros_for_tags({"#define GLOB \"a/*\"\n#define TAG iam\n/* */"}, {}) ==
          Words{"GLOB", "TAG"});
}

TEST_CASE(
    "a word of tags that a line's end takes apart is one, and a text of wide characters may be",
    "[frontend]") {
    CHECK(mentions_tags("[[ia\\\nm::tool]] void f();", {}));
    CHECK(mentions_tags("[[i\\ \t\r\na\\\rm::tool]] void f();", {}));
    CHECK_FALSE(mentions_tags("ia\nm ia\\ m", {}));
    CHECK(mentions_tags(std::string("i\0a\0m\0", 6), {}));
    CHECK(mentions_tags("\xFE\xFF", {}));
}

TEST_CASE("headers without a word of tags are not read, those with a macro for them are",
          "[frontend]") {
    auto job = job_with({{"a.hpp", "int a();"},
                         {"b.hpp", "SECOND int b();"},
                         {"c.hpp", "#define SECOND FIRST\n"},
                         {"d.hpp", "#define FIRST [[iam::tool]]\n"},
                         {"e.hpp", "OTHER int e();"},
                         {"f.hpp", "FLAGGED int f();"}});
    CHECK(headers_with_tags(job) == Indices{1, 2, 3});
    job.tag_macros = {"OTHER"};
    CHECK(headers_with_tags(job) == Indices{1, 2, 3, 4});
    job.compile_flags = {"-DFLAGGED=[[iam::tool]]"};
    CHECK(headers_with_tags(job) == Indices{1, 2, 3, 4, 5});
    job.compile_flags = {"-D", "FLAGGED(x)=[[iam::tool]]", "-DA=int"};
    CHECK(headers_with_tags(job) == Indices{1, 2, 3, 4, 5});
}

TEST_CASE("every header is read where the flags bring in a file first, and one that is not there",
          "[frontend]") {
    auto job = job_with({{"a.hpp", "int a();"}});
    job.headers.push_back(job.headers.front());
    job.headers.back().path = "missing.hpp";
    CHECK(headers_with_tags(job) == Indices{1});
    job.compile_flags = {"-include", "macros.h"};
    CHECK(headers_with_tags(job) == Indices{0, 1});
}

TEST_CASE("where no header has a tag clang is not started", "[frontend]") {
    auto job = job_with({{"a.hpp", "this is no C++"}});
    const gen::Parsed parsed = parse(job);
    CHECK(parsed.diagnostics.empty());
    CHECK(parsed.model.tools.empty());
    CHECK(parsed.model.headers.size() == 1);
    CHECK(parsed.model.included_files == std::vector<std::string>{"a.hpp"});
}
