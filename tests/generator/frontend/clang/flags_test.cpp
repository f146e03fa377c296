// The command line for clang, from the flags of a target that GCC may build.
// Tests of generator/frontend/clang/compile_flags.cpp.
#include <generator/frontend/clang/compile_flags.hpp>
#include <generator/support/headers.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

using iam::gen::clang_command_line;
using iam::test::job_of;
using iam::test::places;

namespace {

bool contains(const std::vector<std::string>& line, const std::string& word) {
    return std::find(line.begin(), line.end(), word) != line.end();
}

}  // namespace

TEST_CASE("flags that clang does not know are left out", "[frontend]") {
    auto job =
        job_of({{"desk.hpp", "#pragma once\n[[iam::tool]] void f(int a = DESK_MANY);\n"}}, 1);
    for (const char* flag : {"-fconcepts",
                             "-fno-gnu-unique",
                             "-fanalyzer",
                             "-fconcepts-diagnostics-depth=2",
                             "-fno-implicit-inline-templates",
                             "-mno-avx256-split-unaligned-load",
                             "-fcondition-coverage",
                             "-fprofile-abs-path",
                             "-fhardened",
                             "-Wduplicated-cond",
                             "-Wlogical-op",
                             "-Wno-attributes=iam::",
                             "-Werror",
                             "-Werror=shadow",
                             "-pedantic-errors",
                             "-O2",
                             "-g3",
                             "-fsanitize=address",
                             "-DDESK_MANY=7",
                             "-Wp,-MD,x.d",
                             "-fno-such-flag-of-a-newer-compiler",
                             "-mno-such-machine-flag=3"}) {
        job.compile_flags.emplace_back(flag);
    }
    const auto parsed = iam::gen::parse(job);
    CHECK(places(parsed.diagnostics).empty());
    REQUIRE(parsed.model.tools.size() == 1);
    CHECK(parsed.model.tools[0].function.parameters[0].fallback.json == "7");
}

TEST_CASE("flags of modules are left out and said to be", "[frontend]") {
    auto job = job_of({{"desk.hpp", "#pragma once\n[[iam::tool]] void f();\n"}}, 1);
    job.compile_flags.insert(job.compile_flags.end(), {"-fmodules-ts", "-fmodule-mapper=desk.map"});
    const auto parsed = iam::gen::parse(job);
    CHECK(parsed.model.tools.size() == 1);
    REQUIRE(parsed.diagnostics.size() == 1);
    CHECK(parsed.diagnostics[0].message.find("'-fmodules-ts', '-fmodule-mapper=desk.map' are") ==
          0);
}

TEST_CASE("a precompiled header is dropped and its text is kept", "[frontend]") {
    const auto line = clang_command_line({"-Xclang", "-include-pch", "-Xclang", "cmake_pch.hxx.pch",
                                          "-Xclang", "-include", "-Xclang", "cmake_pch.hxx"},
                                         "main.cpp");
    CHECK_FALSE(contains(line, "-include-pch"));
    CHECK_FALSE(contains(line, "cmake_pch.hxx.pch"));
    CHECK(contains(line, "cmake_pch.hxx"));
}

TEST_CASE(
    "the standard is the target's, C++20 without one, and a user's resource folder comes later",
    "[frontend]") {
    CHECK(contains(clang_command_line({}, "main.cpp"), "-std=gnu++20"));
    const auto line = clang_command_line({"-std=c++23", "-resource-dir=/mine"}, "main.cpp");
    CHECK_FALSE(contains(line, "-std=gnu++20"));
    CHECK(std::find(line.begin(), line.end(), "-resource-dir") <
          std::find(line.begin(), line.end(), "-resource-dir=/mine"));
    CHECK(line.back() == "main.cpp");
}

TEST_CASE("B2 the target's own preprocessor gets the flags of the target without its outputs") {
    using Words = std::vector<std::string>;
    CHECK(iam::gen::preprocessor_flags({"-DX=1", "-o", "x.o", "-MD", "-MF", "x.d", "-c", "-Werror",
                                        "-fno-gnu-unique", "-std=c++23", "-fmodules-ts"}) ==
          Words{"-DX=1", "-fno-gnu-unique", "-std=c++23"});
    CHECK(iam::gen::preprocessor_flags({}) == Words{"-std=gnu++20"});
}

TEST_CASE("B2 an attribute that names the function that frees, as GCC's headers have it, is read") {
    auto job = job_of({{"a.hpp",
                        "void release(void*);\n"
                        "void* get() __attribute__((__malloc__, __malloc__(release)));\n"
                        "/// Counts.\n"
                        "[[iam::tool({.read_only = true})]] int count();\n"}},
                      1);
    CHECK(iam::gen::parse(job).diagnostics.empty());
}
