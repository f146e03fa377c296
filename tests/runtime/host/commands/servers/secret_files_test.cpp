#include "host/commands/servers/secret_files.hpp"

#include "host/session/servers_path.hpp"
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

using iam::host::remove_unnamed_secret;
using iam::test::TempDir;

TEST_CASE("a secret whose file of servers could not be stored goes unless the file names it") {
    const TempDir folder;
    const auto secret = folder / "secret";
    const auto file = folder / "servers.json";
    const auto put = [](const std::filesystem::path& path, const std::string& text) {
        std::ofstream(path) << text;
        std::filesystem::permissions(
            path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    };
    put(secret, "s");
    iam::mcp::ServerConfig server{.name = "web"};
    server.endpoint = iam::mcp::UrlEndpoint{.url = "http://127.0.0.1:9/mcp"};
    server.authorization = {iam::mcp::ServerAuthorization::Kind::bearer,
                            {},
                            iam::mcp::SecretReference{{}, secret.string()},
                            {},
                            {}};
    // The file was replaced, and the error came after it.
    REQUIRE(iam::host::store_servers(file, {server}));
    remove_unnamed_secret(secret, file);
    CHECK(std::filesystem::exists(secret));
    put(file, "{");
    remove_unnamed_secret(secret, file);
    CHECK(std::filesystem::exists(secret));
    put(file, R"({"servers":{"web":{"url":"http://127.0.0.1:9/mcp"}}})");
    remove_unnamed_secret(secret, file);
    CHECK_FALSE(std::filesystem::exists(secret));
    put(secret, "s");
    std::filesystem::remove(file);
    remove_unnamed_secret(secret, file);
    CHECK_FALSE(std::filesystem::exists(secret));
}
