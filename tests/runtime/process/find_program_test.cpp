#include <iam/process/find_program.hpp>

#include <catch2/catch.hpp>

using iam::process::find_program;

TEST_CASE("a program is found in the first folder of PATH that has it") {
    CHECK(find_program("sh", "/no/such/folder:relative:/usr/bin:/bin") == "/usr/bin/sh");
    CHECK(find_program("/opt/any/program", "") == "/opt/any/program");
}

TEST_CASE("a program that is in no folder of PATH is named, with the way out") {
    for (const char* name : {"no-such-program", "", "./sh", "bin/sh"}) {
        const auto found = find_program(name, "/usr:/usr/bin");
        REQUIRE_FALSE(found.has_value());
        CHECK(found.error().message == "the program " + std::string(name) +
                                           " is in no folder of PATH; install it, or write its "
                                           "whole path.");
    }
}
