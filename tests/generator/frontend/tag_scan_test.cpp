// Which headers are read at all.
#include <generator/frontend/tag_scan.hpp>

#include <catch2/catch.hpp>

using iam::gen::defined_tag_macros;
using iam::gen::headers_with_tags;
using iam::gen::mentions_tags;

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
    CHECK(
        defined_tag_macros("#define A [[iam::tool]]\n  #  define\tB(x) \\\r\n  [[iam::range(x)]]\n"
                           "#define C 1\n#define D A\nint iam;\n#define IAM_H\n#undef E iam",
                           {}) == std::vector<std::string>{"A", "B"});
    CHECK(defined_tag_macros("#define D A", {"A"}) == std::vector<std::string>{"D"});
    CHECK(defined_tag_macros("#define", {}).empty());
    CHECK(defined_tag_macros("\\\n\\", {}).empty());
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
