// Tests of runtime/src/mcp/client/authorization/{token_store,file_tokens,grant_text}.cpp.
#include "mcp/client/authorization/token_store.hpp"

#include "mcp/client/authorization/grant_text.hpp"
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

const std::string k_desk_url = "https://desk.example/mcp";

StoredGrant full_grant() {
    StoredGrant grant{.issuer = "https://login.example", .resource = "https://desk.example"};
    grant.registration.client_id = "c";
    grant.registration.client_secret = SecretText(std::string("s\""));
    grant.registration.auth = ClientAuth::post;
    grant.registration.redirect_uri = "http://127.0.0.1:1/callback";
    grant.registration.ends_at_s = 7;
    grant.access_token = SecretText(std::string("hush-a"));
    grant.refresh_token = SecretText(std::string("hush-r"));
    grant.scopes = {"a", "b"};
    return grant;
}

void check_is_full(const Result<std::optional<StoredGrant>>& loaded) {
    REQUIRE(loaded);
    REQUIRE(*loaded);
    CHECK(text_of_grant("", **loaded) == text_of_grant("", full_grant()));
    CHECK((*loaded)->refresh_token.text() == "hush-r");
}

void check_store(TokenStore& store) {
    CHECK_FALSE(store.load(k_desk_url)->has_value());
    CHECK(store.forget(k_desk_url));
    REQUIRE(store.save(k_desk_url, StoredGrant{.issuer = "https://old.example"}));
    REQUIRE(store.save(k_desk_url, full_grant()));
    check_is_full(store.load(k_desk_url));
    CHECK_FALSE(store.load("https://desk.example/mcp2")->has_value());
    CHECK(store.forget(k_desk_url));
    CHECK_FALSE(store.load(k_desk_url)->has_value());
}

std::string only_file_in(const std::filesystem::path& folder) {
    std::string found;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        CHECK(found.empty());
        found = entry.path().string();
    }
    return found;
}

unsigned mode_of(const std::string& path) {
    struct stat facts {};
    REQUIRE(::lstat(path.c_str(), &facts) == 0);
    return facts.st_mode & 07777U;
}

}  // namespace

TEST_CASE("a memory of tokens gives back the last record of a server") {
    MemoryTokens store;
    check_store(store);
}

TEST_CASE("files of tokens give back the last record of a server, also to another run") {
    const test::TempDir folder;
    const std::string path = (folder / "tokens").string();
    auto store = FileTokens::open(path);
    REQUIRE(store);
    check_store(**store);
    REQUIRE((*store)->save(k_desk_url, full_grant()));
    check_is_full((*FileTokens::open(path))->load(k_desk_url));
}

TEST_CASE("files of tokens are open to their owner only, whatever the umask") {
    const test::TempDir folder;
    const std::string path = (folder / "tokens").string();
    const mode_t before = ::umask(0);
    auto store = FileTokens::open(path);
    REQUIRE(store);
    REQUIRE((*store)->save(k_desk_url, full_grant()));
    ::umask(before);
    CHECK(mode_of(path) == 0700);
    const std::string file = only_file_in(path);
    CHECK(mode_of(file) == 0600);
    CHECK_THAT(file, !Contains("desk"));
}

TEST_CASE("tokens that others could read are not used, and the remedy is said") {
    const test::TempDir folder;
    const std::string path = (folder / "tokens").string();
    auto store = FileTokens::open(path);
    REQUIRE((*store)->save(k_desk_url, full_grant()));
    REQUIRE(::chmod(only_file_in(path).c_str(), 0640) == 0);
    const auto loaded = (*store)->load(k_desk_url);
    REQUIRE_FALSE(loaded);
    CHECK(loaded.error().code == Errc::corrupt);
    CHECK_THAT(loaded.error().message, Contains("chmod go-rwx"));
    REQUIRE((*store)->save(k_desk_url, full_grant()));
    check_is_full((*store)->load(k_desk_url));
    REQUIRE(::chmod(path.c_str(), 0755) == 0);
    CHECK_FALSE(FileTokens::open(path));
}

TEST_CASE("a link in the place of a record, or of its successor, is not followed") {
    const test::TempDir folder;
    const std::string path = (folder / "tokens").string();
    const std::string target = (folder / "target").string();
    auto store = FileTokens::open(path);
    REQUIRE((*store)->save(k_desk_url, full_grant()));
    const std::string file = only_file_in(path);
    std::filesystem::rename(file, target);
    std::filesystem::create_symlink(target, file);
    CHECK_FALSE((*store)->load(k_desk_url));
    std::filesystem::create_symlink(target, file + ".new");
    REQUIRE((*store)->save(k_desk_url, StoredGrant{.issuer = "https://new.example"}));
    CHECK((*(*store)->load(k_desk_url))->issuer == "https://new.example");
    std::ostringstream kept;
    kept << std::ifstream(target).rdbuf();
    CHECK_THAT(kept.str(), Contains("hush-a"));
}

TEST_CASE("a broken record is an error without its text") {
    const std::string good = text_of_grant(k_desk_url, full_grant());
    CHECK(read_grant(good, k_desk_url));
    CHECK_FALSE(read_grant(good, "https://other.example"));
    for (const std::string& text :
         {std::string(), std::string("hush"), std::string("{}"), good + "x",
          good.substr(0, good.size() / 2), "{\"access_token\":7," + good.substr(1)}) {
        const auto read = read_grant(text, k_desk_url);
        REQUIRE_FALSE(read);
        CHECK(read.error().code == Errc::corrupt);
        CHECK_THAT(read.error().message, !Contains("hush"));
    }
    std::string wrong = good;
    wrong.replace(wrong.find("client_secret_post"), 18, "client_secret_jwt!");
    CHECK_FALSE(read_grant(wrong, k_desk_url));
}
