#include "net/client/url.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam;
using net::read_url;

TEST_CASE("URLs are taken apart") {
    const auto url = read_url("HTTPS://Example.Org:8443/a/b?c=d#e");
    REQUIRE(url);
    CHECK(url->is_https);
    CHECK(url->host == "example.org");
    CHECK(url->port == 8443);
    CHECK(url->target == "/a/b?c=d");
    CHECK(url->authority() == "example.org:8443");
    CHECK(read_url("https://example.org")->target == "/");
    CHECK(read_url("https://example.org?a")->target == "/?a");
    CHECK(read_url("https://example.org:443/")->authority() == "example.org");
    CHECK(read_url("http://[::1]:80/")->authority() == "[::1]");
    CHECK(read_url("http://[::1]:81/")->name() == "[::1]:81");
    CHECK(read_url("http://user:p%40ss@proxy:3128")->user == "user:p%40ss");
}

TEST_CASE("what is no URL of a server is refused") {
    for (const char* text : {"",
                             "example.org",
                             "ftp://example.org/",
                             "file:///etc/passwd",
                             "https://",
                             "https:///a",
                             "https://exa mple.org/",
                             "https://example.org:0/",
                             "https://example.org:65536/",
                             "https://example.org:8a/",
                             "https://example.org:/",
                             "https://[::1/",
                             "https://[::1]a/",
                             "https://[fe80::1%25lo]/",
                             "https://[x]/",
                             "https://example.org/a b",
                             "https://example.org/a\r\nX: y",
                             "https://exa\tmple.org",
                             "https://ex%41mple.org/",
                             "https://\xC3\xA9.org/",
                             "https://example.org\\@evil.test/"}) {
        CAPTURE(text);
        const auto url = read_url(text);
        REQUIRE_FALSE(url);
        CHECK(url.error().code == Errc::invalid_argument);
    }
}

TEST_CASE("names and addresses of this machine are known") {
    for (const char* host : {"localhost", "app.localhost", "127.0.0.1", "127.9.9.9", "::1"})
        CHECK(net::is_loopback_name(host));
    for (const char* host : {"localhost.evil.test", "evil-localhost", ".localhost", "127.evil.test",
                             "0.0.0.0", "192.0.2.1", "::", "::ffff:192.0.2.1", "example.org"})
        CHECK_FALSE(net::is_loopback_name(host));
}
