#include "mcp/server/authorization/static_tokens.hpp"

#include <iam/core/trusted_text.hpp>
#include <iam/mcp/authorization.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include <fstream>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

// As `printf secret | sha256sum` prints it.
constexpr const char* k_digest = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

void write(const std::string& path, const std::string& text, unsigned mode = 0600) {
    std::ofstream(path) << text;
    REQUIRE(::chmod(path.c_str(), mode) == 0);
}

}  // namespace

TEST_CASE("a line has a name, a digest and scopes") {
    const auto tokens = read_static_tokens(std::string("# of the build\n\n  \nci ") + k_digest +
                                           "  alarms notes\nother " + std::string(64, '0'));
    REQUIRE(tokens);
    REQUIRE(tokens->size() == 2);
    CHECK(tokens->front().name == "ci");
    CHECK(tokens->front().scopes == std::vector<std::string>{"alarms", "notes"});
    CHECK(digest_of_token("secret") == tokens->front().digest);
}

TEST_CASE("a wrong line is named by its number, and none of its text is repeated") {
    for (const std::string& line :
         {std::string("ci iam_the-token-itself"), std::string("iam_the-token-itself"),
          "ci " + std::string(64, 'G'), "ci " + std::string(63, '0'), "c/i " + std::string(64, '0'),
          std::string("ci\t") + k_digest}) {
        const auto tokens = read_static_tokens("# first\n" + line + "\n");
        REQUIRE_FALSE(tokens);
        CHECK_THAT(tokens.error().message, Catch::Contains("line 2"));
        CHECK_THAT(tokens.error().message, !Catch::Contains("iam_"));
    }
    const std::string good = std::string("ci ") + k_digest + "\n";
    CHECK_FALSE(read_static_tokens(good + good));
    CHECK_FALSE(read_static_tokens(good + "other " + k_digest));
}

TEST_CASE("XM36 a digest, a part of a token and a longer text are no token") {
    const TempDir folder;
    const FakeClock clock;
    write(folder / "tokens", std::string("ci ") + k_digest + "\n");
    const auto tokens = StaticTokens::open(folder / "tokens", clock);
    REQUIRE(tokens);
    CHECK((*tokens)->find("secret").value()->name == "ci");
    for (const std::string& guess : {std::string(k_digest), std::string("secre"),
                                     std::string("secrets"), std::string("Secret"), std::string()})
        CHECK_FALSE((*tokens)->find(guess).value().has_value());
}

TEST_CASE("XM36 a file that others can read, write or exchange gives no token") {
    const TempDir folder;
    const FakeClock clock;
    const std::string path = folder / "tokens";
    const std::string line = std::string("ci ") + k_digest + "\n";
    for (const unsigned mode : {0640U, 0604U, 0620U, 0602U, 0610U}) {
        write(path, line, mode);
        const auto opened = StaticTokens::open(path, clock);
        REQUIRE_FALSE(opened);
        CHECK(opened.error().code == Errc::corrupt);
        CHECK_THAT(opened.error().message, Catch::Contains("chmod 600"));
    }
    write(path, line);
    REQUIRE(::chmod(folder.path().c_str(), 0777) == 0);
    CHECK(StaticTokens::open(path, clock).error().code == Errc::corrupt);
    REQUIRE(::chmod(folder.path().c_str(), 0700) == 0);
    CHECK(StaticTokens::open(path, clock));
    CHECK(StaticTokens::open(folder / "none", clock).error().code == Errc::unavailable);
    CHECK_FALSE(StaticTokens::open(folder.path(), clock));
}

TEST_CASE("a token that is taken out of the file counts no more after a second") {
    const TempDir folder;
    FakeClock clock;
    write(folder / "tokens", std::string("ci ") + k_digest + "\n");
    const auto tokens = StaticTokens::open(folder / "tokens", clock);
    REQUIRE(tokens);
    write(folder / "tokens", "");
    CHECK((*tokens)->find("secret").value().has_value());
    clock.advance(std::chrono::seconds(1));
    CHECK_FALSE((*tokens)->find("secret").value().has_value());
    write(folder / "tokens", "no line");
    clock.advance(std::chrono::seconds(1));
    CHECK_FALSE((*tokens)->find("secret").has_value());
}

TEST_CASE("a text that others may read must not be theirs to write") {
    const TempDir folder;
    write(folder / "keys", "text", 0644);
    CHECK(read_trusted_text(folder / "keys", ReadBy::all).value() == "text");
    write(folder / "keys", "text", 0664);
    CHECK(read_trusted_text(folder / "keys", ReadBy::all).error().code == Errc::corrupt);
    write(folder / "keys", std::string(k_trusted_bytes_max + 1, 'x'), 0644);
    CHECK(read_trusted_text(folder / "keys", ReadBy::all).error().code == Errc::invalid_argument);
}

TEST_CASE("a new token is found by its line, and the line does not tell it") {
    FakeEntropy entropy;
    const auto made = make_token("ci", entropy);
    REQUIRE(made);
    CHECK(made->token.size() == 47);
    const auto tokens = read_static_tokens(made->line);
    REQUIRE(tokens);
    CHECK(tokens->front().digest == digest_of_token(made->token));
    CHECK(make_token("ci", entropy)->token != made->token);
    CHECK_FALSE(make_token("c i", entropy));
    CHECK_FALSE(make_token("", entropy));
}
