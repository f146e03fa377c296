#include "host/session/servers_path.hpp"

#include <iam/mcp/servers_file.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

using Catch::Contains;
using iam::Errc;
using iam::host::load_servers;
using iam::host::store_servers;
using iam::host::write_private_file;
using iam::mcp::ServerConfig;
using iam::test::TempDir;

namespace {

void put_file(const std::filesystem::path& path, const std::string& text, unsigned mode = 0600) {
    std::ofstream(path) << text;
    REQUIRE(::chmod(path.c_str(), mode) == 0);
}

std::string text_in(const std::filesystem::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

unsigned file_mode_of(const std::filesystem::path& path) {
    struct stat facts {};
    REQUIRE(::stat(path.c_str(), &facts) == 0);
    return facts.st_mode & 07777U;
}

ServerConfig program_server(const std::string& name) {
    return {.name = name, .endpoint = iam::mcp::StdioEndpoint{.command = "server"}};
}

const char* const k_one_server = R"({"servers": {"a": {"command": "server"}}})";

}  // namespace

TEST_CASE("stored servers are read back, from a file and folders that are made for them") {
    const TempDir folder;
    const auto path = folder / "new" / "iam" / "servers.json";
    const std::vector<ServerConfig> servers{program_server("a"), program_server("b")};
    REQUIRE(store_servers(path, servers).has_value());
    CHECK(load_servers(path).value() == servers);
    CHECK(file_mode_of(path) == 0600);
    REQUIRE(store_servers(path, {program_server("c")}).has_value());
    CHECK(load_servers(path).value() == std::vector{program_server("c")});
    CHECK(std::distance(std::filesystem::directory_iterator(path.parent_path()), {}) == 1);
}

TEST_CASE("servers that cannot be written leave the file as it is") {
    const TempDir folder;
    const auto path = folder / "servers.json";
    put_file(path, k_one_server);
    CHECK(store_servers(path, {program_server("a b")}).error().code == Errc::invalid_argument);
    CHECK(text_in(path) == k_one_server);
    put_file(folder / "file", "");
    const auto below_a_file = store_servers(folder / "file" / "servers.json", {});
    REQUIRE_FALSE(below_a_file.has_value());
    CHECK_THAT(below_a_file.error().message, Contains((folder / "file").string()));
}

TEST_CASE("a file of servers behind a link is changed, and the link stays") {
    const TempDir folder;
    put_file(folder / "shared.json", k_one_server, 0644);
    std::filesystem::create_symlink("shared.json", folder / "servers.json");
    REQUIRE(store_servers(folder / "servers.json", {program_server("c")}).has_value());
    CHECK(std::filesystem::is_symlink(folder / "servers.json"));
    CHECK(load_servers(folder / "shared.json").value() == std::vector{program_server("c")});
}

TEST_CASE("a file of servers that is missing has the way to make it") {
    const TempDir folder;
    const auto missing = load_servers(folder / "servers.json").error();
    CHECK(missing.code == Errc::not_found);
    CHECK_THAT(missing.message, Contains((folder / "servers.json").string()) &&
                                    Contains("make it with the command \"servers add\""));
}

TEST_CASE("a file of servers that others can write is not read, one they can read is") {
    const TempDir folder;
    const auto path = folder / "servers.json";
    for (const unsigned mode : {0602U, 0620U, 0666U}) {
        put_file(path, k_one_server, mode);
        const auto refused = load_servers(path);
        INFO(mode);
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().code == Errc::corrupt);
        CHECK_THAT(refused.error().message, Contains(path.string()) && Contains("chmod go-w"));
    }
    put_file(path, k_one_server, 0644);
    CHECK(load_servers(path).value() == std::vector{program_server("a")});
}

TEST_CASE("a folder or a pipe is no file of servers, and opening it never waits") {
    const TempDir folder;
    CHECK_THAT(load_servers(folder.path()).error().message, Contains("is no file"));
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK_THAT(load_servers(folder / "pipe").error().message, Contains("is no file"));
}

TEST_CASE("all mistakes of a file of servers are told, a line each with its place") {
    const TempDir folder;
    const auto path = folder / "servers.json";
    put_file(path, "{\"servers\": {\n\"a\": {\"comand\": \"x\"},\n\"b\": {\"url\": 7}}}");
    const auto error = load_servers(path).error();
    CHECK(error.code == Errc::invalid_argument);
    CHECK_THAT(error.message,
               Contains(path.string() + ":2:") && Contains("\n" + path.string() + ":3:"));
    put_file(path, std::string(iam::mcp::k_servers_bytes_max + 1, ' '));
    CHECK_THAT(load_servers(path).error().message, Contains(path.string()));
}

TEST_CASE("a private file replaces another one as a whole, and only its user can read it") {
    const TempDir folder;
    const auto path = folder / "secret";
    put_file(path, "an older and longer secret", 0644);
    // A file left behind by a program that was killed is in nobody's way.
    put_file(folder / "secret.new", "left behind", 0644);
    REQUIRE(write_private_file(path, "token").has_value());
    CHECK(text_in(path) == "token");
    CHECK(file_mode_of(path) == 0600);
    CHECK_FALSE(std::filesystem::exists(folder / "secret.new"));
    CHECK_FALSE(write_private_file(folder / "gone" / "secret", "token").has_value());
}
