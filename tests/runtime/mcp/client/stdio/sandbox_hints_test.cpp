// Tests of runtime/src/mcp/client/stdio/{sandbox_hints,sandbox_program}.cpp.
#include "mcp/client/stdio/sandbox_hints.hpp"

#include "mcp/client/stdio/sandbox.hpp"
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

void write_program(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    REQUIRE(::chmod(path.c_str(), 0700) == 0);
}

std::string error_in(const fs::path& home, const std::string& command,
                     const std::vector<std::string>& readable = {}) {
    const StdioEndpoint endpoint{.command = command, .sandbox = {.readable = readable}};
    const ProgramSurroundings surroundings{
        {{"PATH", (home / ".nvm/v20/bin").string() + ":/usr/bin"}, {"HOME", home.string()}}};
    const auto made = server_command(endpoint, {}, surroundings);
    return made ? "" : made.error().message;
}

}  // namespace

TEST_CASE(
    "the narrowest folder of a program is named, and never the home or one of many programs") {
    const auto folders = [](const char* path, const char* target) {
        return readable_for(path, target, "/home/ann");
    };
    CHECK(folders("/home/ann/.nvm/v20/bin/npx", "/home/ann/.nvm/v20/lib/node_modules/npm/npx.js") ==
          R"({"readable":["/home/ann/.nvm/v20"]})");
    CHECK(folders("/home/ann/.local/bin/x", "/home/ann/.local/share/uv/tools/x/bin/x") ==
          R"({"readable":["/home/ann/.local/bin/x","/home/ann/.local/share/uv/tools/x"]})");
    CHECK(folders("/home/ann/.local/bin/x", "/home/ann/.local/bin/x") ==
          R"({"readable":["/home/ann/.local/bin/x"]})");
    CHECK(folders("/home/ann/x", "/home/ann/x") == R"({"readable":["/home/ann/x"]})");
    CHECK(folders("/opt/build/bin/server", "/opt/build/bin/server") ==
          R"({"readable":["/opt/build"]})");
    CHECK(folders("/opt/server", "/opt/server") == R"({"readable":["/opt/server"]})");
}

TEST_CASE("the interpreter of a script is read from its first line") {
    const TempDir folder;
    for (const auto& [text, wanted] : std::vector<std::pair<std::string, std::string>>{
             {"#!/usr/bin/env node\n", "node"},
             {"#!/usr/bin/env -S A=1 node --flag\n", "node"},
             {"#! /opt/x/python -u", "/opt/x/python"},
             {"#!/usr/bin/env", ""},
             {"#!\n", ""},
             {"\x7f"
              "ELF",
              ""},
             {"", ""}}) {
        INFO(text);
        std::ofstream(folder / "script") << text;
        CHECK(interpreter_of(folder / "script") == wanted);
    }
    CHECK(interpreter_of(folder / "gone").empty());
}

TEST_CASE("a program below the home is refused with the member that shows it in the sandbox") {
    const TempDir folder;
    const fs::path home = fs::canonical(folder.path());
    write_program(home / ".nvm/v20/bin/own-node", "");
    write_program(home / ".nvm/v20/lib/x/x.js", "#!/usr/bin/env own-node\n");
    fs::create_symlink("../lib/x/x.js", home / ".nvm/v20/bin/x");
    const std::string member = "{\"readable\":[\"" + (home / ".nvm/v20").string() + "\"]}";
    CHECK_THAT(error_in(home, "x"), Contains("/bin/x is outside of the sandbox; add") &&
                                        Contains("\"sandbox\"") && Contains(member));
    CHECK(error_in(home, "x", {home / ".nvm/v20"}).empty());
    // The script is inside, the program that runs it is not.
    write_program(home / "tools/y", "#!/usr/bin/env own-node\n");
    CHECK_THAT(error_in(home, home / "tools/y", {home / "tools"}),
               Contains("the program own-node, which runs the script") && Contains(member));
    write_program(home / "tools/z", "#!" + (home / ".nvm/v20/bin/own-node").string() + "\n");
    CHECK_THAT(error_in(home, home / "tools/z", {home / "tools"}), Contains(member));
    write_program(home / "tools/sh", "#!/bin/sh\n");
    CHECK(error_in(home, home / "tools/sh", {home / "tools"}).empty());
    write_program(home / "tools/none", "#!/usr/bin/env no-such-interpreter\n");
    CHECK(error_in(home, home / "tools/none", {home / "tools"}).empty());
}

TEST_CASE("a failure in the sandbox comes with the member that may be missing") {
    StdioEndpoint endpoint{.command = "/usr/bin/npx"};
    const auto hint = [&](std::string_view why) { return failure_hint(endpoint, why); };
    const auto names_network = [&](std::string_view why) {
        return hint(why).find("add \"network\": true to its \"sandbox\"") != std::string::npos;
    };
    CHECK(names_network("The server did not answer initialize in time."));
    endpoint.command = "server";
    CHECK(hint("The server did not answer initialize in time.").empty());
    CHECK(names_network("npm error getaddrinfo EAI_AGAIN registry.npmjs.org"));
    CHECK_THAT(hint("The server's process has ended (exit code 127): env: 'node': No such file or "
                    "directory"),
               Contains("\"readable\"") && Contains("\"sandbox\""));
    CHECK_THAT(hint("sh: 1: node: not found"), Contains("\"readable\""));
    endpoint.sandbox.has_network = true;
    CHECK(hint("getaddrinfo EAI_AGAIN").empty());
    endpoint.sandbox = {.is_on = false};
    CHECK(hint("sh: 1: node: not found").empty());
    CHECK(failure_hint(SocketEndpoint{}, "not found").empty());
}
