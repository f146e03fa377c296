// Tests of runtime/src/mcp/client/stdio/{sandbox,sandbox_folders}.cpp.
#include "mcp/client/stdio/sandbox.hpp"

#include "mcp/client/run_program.hpp"
#include "mcp/client/stdio/sandbox_folders.hpp"
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

ProgramSurroundings surroundings() {
    return {{{"PATH", "/usr/bin:/bin"},
             {"HOME", "/home/ann"},
             {"LANG", "C.UTF-8"},
             {"USER", "ann"},
             {"TMPDIR", "/var/tmp"},
             {"SSH_AUTH_SOCK", "/run/agent"},
             {"API_KEY", "geheim"}},
            "/usr/bin/bwrap"};
}

StdioEndpoint shell_server(const std::string& script) {
    StdioEndpoint endpoint;
    endpoint.command = "sh";
    endpoint.arguments = {"-c", script};
    return endpoint;
}

process::Command command_of(const StdioEndpoint& endpoint,
                            const std::map<std::string, std::string>& secrets = {}) {
    auto command = server_command(endpoint, secrets, surroundings());
    if (!command) FAIL(command.error().message);
    return *std::move(command);
}

Error error_of(const StdioEndpoint& endpoint) {
    const auto command = server_command(endpoint, {}, surroundings());
    REQUIRE_FALSE(command);
    return command.error();
}

std::string line_of(const process::Command& command) {
    return std::accumulate(command.arguments.begin(), command.arguments.end(), std::string(),
                           [](std::string all, const std::string& one) { return all + " " + one; });
}

/// Runs the server's command to its end and returns its output.
std::string play(const StdioEndpoint& endpoint,
                 const std::map<std::string, std::string>& secrets = {}) {
    const process::Command command = command_of(endpoint, secrets);
    const auto ended =
        run_program({.arguments = command.arguments, .environment = command.environment});
    if (!ended) FAIL(ended.error().message);
    INFO(ended->errors);
    CHECK(ended->exit_code == 0);
    return ended->output;
}

bool skips() {
    const auto problem = bwrap_problem();
    if (!problem) return false;
    std::puts(("skipped: " + *problem).c_str());
    SUCCEED("no sandbox to try");
    return true;
}

}  // namespace

TEST_CASE("a server without a sandbox gets its own words and a clean environment") {
    StdioEndpoint endpoint = shell_server("true");
    endpoint.sandbox.is_on = false;
    endpoint.folder = "/srv";
    endpoint.environment = {{"A", "1"}, {"LANG", "de"}};
    endpoint.secrets = {{"KEY", {SecretReference::Place::file, "/s"}}};
    const process::Command command = command_of(endpoint, {{"KEY", "geheim-1"}});
    CHECK(command.arguments == std::vector<std::string>{"/usr/bin/sh", "-c", "true"});
    CHECK(command.environment ==
          std::vector<std::string>{"A=1", "HOME=/home/ann", "IAM_SERVER_DEPTH=1", "KEY=geheim-1",
                                   "LANG=de", "PATH=/usr/bin:/bin", "TMPDIR=/var/tmp", "USER=ann"});
    CHECK(command.folder == "/srv");
}

TEST_CASE("the words of a sandbox open the system, an empty home and the given folders alone") {
    const TempDir folder;
    fs::create_directories(folder / "notes");
    fs::create_directories(folder / "notes/old");
    StdioEndpoint endpoint = shell_server("true");
    endpoint.sandbox.writable = {folder / "notes"};
    endpoint.sandbox.readable = {folder / "notes/old"};
    endpoint.folder = folder / "notes";
    endpoint.environment = {{"A", "1"}};
    const process::Command command = command_of(endpoint);
    const std::string notes = fs::canonical(folder / "notes");
    const std::string line = line_of(command);
    CHECK_THAT(line, Catch::StartsWith(
                         " /usr/bin/bwrap --die-with-parent --new-session --unshare-user-try "
                         "--unshare-ipc --unshare-pid --unshare-uts --unshare-cgroup-try "
                         "--cap-drop ALL --unshare-net --ro-bind-try /usr /usr "));
    CHECK_THAT(line,
               Catch::EndsWith(" --proc /proc --dev /dev --tmpfs /tmp --tmpfs /home/ann "
                               "--bind " +
                               notes + " " + notes + " --ro-bind " + notes + "/old " + notes +
                               "/old --remount-ro / --chdir " + notes + " -- /usr/bin/sh -c true"));
    CHECK_THAT(line, !Contains("/etc/shadow") && !Contains("/etc/ssl/private") &&
                         !Contains("/etc /etc") && !Contains("/run"));
    CHECK(command.environment ==
          std::vector<std::string>{"A=1", "HOME=/home/ann", "IAM_SERVER_DEPTH=1", "LANG=C.UTF-8",
                                   "PATH=/usr/bin:/bin", "TMPDIR=/tmp", "USER=ann"});
    CHECK(command.folder.empty());
    endpoint.sandbox.has_network = true;
    CHECK_THAT(line_of(command_of(endpoint)), !Contains("--unshare-net"));
}

TEST_CASE("secrets are never words of a sandbox, and variables of the loader always are") {
    StdioEndpoint endpoint = shell_server("true");
    endpoint.secrets = {{"KEY", {SecretReference::Place::file, "/s"}}};
    endpoint.environment = {{"LD_PRELOAD", "/x.so"}};
    const process::Command command = command_of(endpoint, {{"KEY", "geheim-2"}});
    CHECK_THAT(line_of(command), !Contains("geheim-2") && Contains(" --setenv LD_PRELOAD /x.so "));
    CHECK(std::count(command.environment.begin(), command.environment.end(), "KEY=geheim-2") == 1);
    for (const std::string& variable : command.environment)
        CHECK_FALSE(variable.starts_with("LD_"));
    CHECK(error_of(endpoint).pointer == "/env/KEY");
    endpoint.secrets = {{"LD_AUDIT", {SecretReference::Place::file, "/s"}}};
    CHECK_FALSE(server_command(endpoint, {{"LD_AUDIT", "x"}}, surroundings()));
}

TEST_CASE("variables that no process can have are refused") {
    for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
             {"", "x"}, {"A=B", "x"}, {std::string("A\0B", 3), "x"}, {"A", std::string("\0", 1)}}) {
        StdioEndpoint endpoint = shell_server("true");
        endpoint.environment = {{name, value}};
        CHECK(error_of(endpoint).pointer == "/env");
    }
}

TEST_CASE("a missing folder of a sandbox is named, and none that leads out is given") {
    const TempDir folder;
    StdioEndpoint endpoint = shell_server("true");
    endpoint.sandbox.writable = {folder.path(), folder / "gone"};
    CHECK(error_of(endpoint).pointer == "/sandbox/writable/1");
    CHECK_THAT(error_of(endpoint).message, Contains("gone"));
    for (const char* kept : {"/", "/proc", "/proc/1/root", "/sys", "/dev", "/usr/.."}) {
        INFO(kept);
        endpoint.sandbox.writable = {kept};
        CHECK(error_of(endpoint).pointer == "/sandbox/writable/0");
    }
    fs::create_symlink("/proc", folder / "link");
    endpoint.sandbox = {.readable = {folder / "link"}};
    CHECK(error_of(endpoint).pointer == "/sandbox/readable/0");
}

TEST_CASE("a link in the configuration leads to its target, inside under both names") {
    const TempDir folder;
    fs::create_directories(folder / "real/sub");
    fs::create_symlink("real", folder / "link");
    StdioEndpoint endpoint = shell_server("true");
    endpoint.sandbox.readable = {folder / "link/"};
    endpoint.folder = folder / "link/sub";
    const std::string base = fs::canonical(folder.path());
    CHECK_THAT(line_of(command_of(endpoint)),
               Contains(" --ro-bind " + base + "/real " + base + "/real --symlink " + base +
                        "/real " + base + "/link ") &&
                   Contains(" --chdir " + base + "/real/sub "));
    endpoint.sandbox.readable.push_back(folder.path());
    CHECK_THAT(line_of(command_of(endpoint)), !Contains("--symlink"));
}

TEST_CASE("a link that the server could have made is not followed") {
    const TempDir folder;
    fs::create_directories(folder / "writable");
    fs::create_directories(folder / "elsewhere");
    fs::create_symlink(folder / "elsewhere", folder / "writable/sub");
    StdioEndpoint endpoint = shell_server("true");
    endpoint.sandbox.writable = {folder / "writable"};
    endpoint.sandbox.readable = {folder / "writable/sub"};
    CHECK(error_of(endpoint).pointer == "/sandbox/readable/0");
    CHECK_THAT(error_of(endpoint).message, Contains("the server chooses its target"));
    endpoint.sandbox.readable = {folder / "elsewhere"};
    CHECK(server_command(endpoint, {}, surroundings()));
}

TEST_CASE("a program or working folder outside of the sandbox is refused with the way out") {
    const TempDir folder;
    fs::create_symlink("/usr/bin/env", folder / "server");
    StdioEndpoint endpoint = shell_server("true");
    endpoint.folder = folder.path();
    CHECK(error_of(endpoint).pointer == "/cwd");
    endpoint.folder.clear();
    for (const std::string& command :
         {(folder / "server").string(), std::string("./x"), std::string("no-such-program"),
          std::string(), (folder / "gone").string()}) {
        INFO(command);
        endpoint.command = command;
        CHECK(error_of(endpoint).pointer == "/command");
    }
    endpoint.command = folder / "server";
    CHECK_THAT(error_of(endpoint).message, Contains("\"readable\""));
    endpoint.sandbox.readable = {folder.path()};
    CHECK_THAT(line_of(command_of(endpoint)),
               Contains(" -- " + (fs::canonical(folder.path()) / "server").string() + " "));
}

TEST_CASE("a home that is no folder of a user is replaced") {
    for (const char* home :
         {"", "/", "/usr", "/usr/x", "relative", "/etc", "/home/../etc", "/home/"}) {
        INFO(home);
        ProgramSurroundings other = surroundings();
        other.environment["HOME"] = home;
        const auto command = server_command(shell_server("true"), {}, other);
        REQUIRE(command);
        CHECK_THAT(line_of(*command), Contains(" --tmpfs /home "));
    }
}

TEST_CASE("a path is within a folder by whole names") {
    CHECK(is_within("/a/b", "/a"));
    CHECK(is_within("/a", "/a"));
    CHECK(is_within("/a", "/"));
    CHECK_FALSE(is_within("/ab", "/a"));
    CHECK_FALSE(is_within("/a", "/a/b"));
}

TEST_CASE("the reason why bwrap cannot run is a sentence with the way out") {
    const TempDir folder;
    CHECK_THAT(*bwrap_problem(folder / "none"), Contains("install the package bubblewrap"));
    std::ofstream(folder / "bwrap") << "#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n";
    REQUIRE(::chmod((folder / "bwrap").c_str(), 0700) == 0);
    CHECK_THAT(*bwrap_problem(folder / "bwrap"), Contains("bwrap: No permissions") &&
                                                     Contains("user namespaces") &&
                                                     Contains("\"sandbox\": false"));
    std::ofstream(folder / "bwrap") << "#!/bin/sh\nexit 0\n";
    CHECK_FALSE(bwrap_problem(folder / "bwrap"));
}

TEST_CASE("a sandbox shows no file outside, also not through a link in a writable folder",
          "[.sandbox]") {
    if (skips()) return;
    const TempDir folder;
    fs::create_directories(folder / "given");
    std::ofstream(folder / "secret") << "geheim";
    fs::create_symlink(folder / "secret", folder / "given/link");
    fs::create_symlink("/etc/shadow", folder / "given/shadow");
    StdioEndpoint endpoint = shell_server(
        "cat link shadow /etc/hostname; ls -a ~ /tmp; echo made > made; echo no > /usr/no; "
        "echo no > /no || echo refused; cat made; pwd; true");
    endpoint.sandbox.writable = {folder / "given"};
    endpoint.folder = folder / "given";
    const std::string printed = play(endpoint);
    CHECK_THAT(printed, !Contains("geheim") && !Contains("root:") && Contains("made\n"));
    CHECK_THAT(printed, Contains("/home/ann:\n.\n..\n") && Contains("refused\n"));
    CHECK(fs::exists(folder / "given/made"));
    CHECK_FALSE(fs::exists("/usr/no"));
    endpoint.sandbox = {.readable = {folder / "given"}};
    endpoint.arguments = {"-c", "echo x > other; cat made"};
    CHECK(play(endpoint) == "made\n");
    CHECK_FALSE(fs::exists(folder / "given/other"));
}

TEST_CASE("a sandbox has no network, unless it is given", "[.sandbox]") {
    if (skips()) return;
    StdioEndpoint endpoint = shell_server("grep -c : /proc/net/dev; readlink /proc/self/ns/net");
    const auto lines = [](const std::string& text) { return text.substr(text.find('\n') + 1); };
    const std::string outside = fs::read_symlink("/proc/self/ns/net").string() + "\n";
    const std::string without = play(endpoint);
    CHECK(without.starts_with("1\n"));  // its own loopback
    CHECK(lines(without) != outside);
    endpoint.sandbox.has_network = true;
    CHECK(lines(play(endpoint)) == outside);
}

TEST_CASE("a sandbox has a clean environment and sees its own processes alone", "[.sandbox]") {
    if (skips()) return;
    StdioEndpoint endpoint = shell_server("env | sort; ls /proc | grep -c '^[0-9]'");
    endpoint.environment = {{"A", "1"}};
    endpoint.secrets = {{"KEY", {SecretReference::Place::file, "/s"}}};
    const std::string printed = play(endpoint, {{"KEY", "geheim-3"}});
    CHECK_THAT(printed, Catch::StartsWith(
                            "A=1\nHOME=/home/ann\nIAM_SERVER_DEPTH=1\nKEY=geheim-3\nLANG=C.UTF-8\n"
                            "PATH=/usr/bin:/bin\nPWD=/home/ann\nTMPDIR=/tmp\n"
                            "USER=ann\n"));
    CHECK(std::stoi(printed.substr(printed.rfind("ann\n") + 4)) < 8);
}

TEST_CASE(
    "a server knows how many programs with servers stand around it, and its file cannot change "
    "it") {
    StdioEndpoint endpoint = shell_server("true");
    endpoint.environment = {{"IAM_SERVER_DEPTH", "0"}};
    iam::mcp::ProgramSurroundings surroundings;
    surroundings.environment = {{"IAM_SERVER_DEPTH", "2"}};
    endpoint.sandbox.is_on = false;
    const auto command = iam::mcp::server_command(endpoint, {}, surroundings);
    REQUIRE(command);
    const auto& all = command->environment;
    CHECK(std::find(all.begin(), all.end(), "IAM_SERVER_DEPTH=3") != all.end());
}

TEST_CASE("the loader of bwrap obeys no variable of a server", "[.sandbox]") {
    if (skips()) return;
    StdioEndpoint endpoint = shell_server("true");
    endpoint.environment = {{"LD_DEBUG", "files"}};
    const process::Command command = command_of(endpoint);
    const auto ended =
        run_program({.arguments = command.arguments, .environment = command.environment});
    REQUIRE(ended);
    CHECK(ended->exit_code == 0);
    // The loader names each library of a program: the shell's, but not bwrap's libcap.
    CHECK_THAT(ended->errors, Contains("libc.so") && !Contains("libcap.so"));
}
