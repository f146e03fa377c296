#include "mcp/client/authorization/values/remote_url.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

TEST_CASE("the URL of a server is read into its origin, path and query") {
    const auto url = read_remote_url("https://Desk.Example:8443/a/b?c=d", "the URL");
    REQUIRE(url);
    CHECK(url->origin == "https://desk.example:8443");
    CHECK(url->host == "desk.example");
    CHECK(url->path == "/a/b");
    CHECK(url->query == "?c=d");
    CHECK(read_remote_url("https://desk.example:443", "the URL")->origin == "https://desk.example");
    CHECK(read_remote_url("https://desk.example:443", "the URL")->path.empty());
    CHECK(read_remote_url("http://localhost:80/", "the URL")->origin == "http://localhost");
    CHECK(read_remote_url("http://[::1]:81?x", "the URL")->origin == "http://[::1]:81");
    CHECK(read_remote_url("http://[::1]:81?x", "the URL")->query == "?x");
    CHECK(read_remote_url("https://[2606:4700::1]", "the URL")->reach == Reach::everywhere);
}

TEST_CASE("a URL that leads to a file, a program or a server without TLS is refused") {
    for (const char* text : {"", "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x",
                             "ftp://desk.example", "desk.example", "HTTPS://desk.example",
                             "http://desk.example/", "http://10.0.0.1/", "ws://localhost"}) {
        INFO(text);
        const auto url = read_remote_url(text, "The URL of the token endpoint");
        REQUIRE_FALSE(url);
        CHECK_THAT(url.error().message, Contains("The URL of the token endpoint"));
        CHECK(url.error().code == Errc::invalid_argument);
    }
}

TEST_CASE("a URL with a user, a fragment, or a host in an unusual form is refused") {
    for (const char* text : {"https://user@desk.example",
                             "https://desk.example@evil.example/",
                             "https://desk.example#x",
                             "https://desk.example/\\x",
                             "https://desk.example\\@evil/",
                             "https://",
                             "https:///a",
                             "https://:443",
                             "https://a..b",
                             "https://.a",
                             "https://desk.example:0",
                             "https://desk.example:65536",
                             "https://desk.example:",
                             "https://desk.example:8a",
                             "https://127.1/",
                             "https://2130706433/",
                             "https://0x7f000001/",
                             "https://0177.0.0.1/",
                             "https://1.2.3.4.5",
                             "https://10.0.0.1.",
                             "https://[::1",
                             "https://[fe80::1%25eth0]/",
                             "https://[127.0.0.1]/",
                             "https://d\xc3\xa9sk.example",
                             "https://desk.example/a b",
                             "https://desk.example/\n",
                             "https://a%2e.example/"}) {
        INFO(text);
        CHECK_FALSE(read_remote_url(text, "the URL"));
    }
    const std::string start = "https://desk.example/";
    const std::string longest = start + std::string(k_remote_url_bytes_max - start.size(), 'a');
    CHECK(read_remote_url(longest, "the URL"));
    CHECK_FALSE(read_remote_url(longest + "a", "the URL"));
}

TEST_CASE("a refused URL is quoted only if a terminal can show it") {
    CHECK_THAT(read_remote_url("file:///etc", "The URL").error().message, Contains("file:///etc"));
    CHECK_THAT(read_remote_url("https://a\x1b[2J", "The URL").error().message, !Contains("\x1b"));
}

TEST_CASE("addresses of this machine and of private networks are known in each form") {
    for (const char* host :
         {"localhost", "a.localhost", "localhost.", "127.0.0.1", "127.9.9.9", "0.0.0.0", "::1",
          "::", "::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"})
        CHECK(reach_of(host) == Reach::loopback);
    for (const char* host : {"10.1.2.3",        "172.16.0.1",
                             "172.31.255.255",  "192.168.0.1",
                             "169.254.169.254", "100.64.0.1",
                             "100.127.255.255", "198.18.0.1",
                             "224.0.0.1",       "255.255.255.255",
                             "192.0.0.1",       "fe80::1",
                             "fec0::1",         "fd00::1",
                             "fc00::1",         "ff02::1",
                             "::ffff:10.0.0.1", "64:ff9b::a00:1",
                             "2002:a00:1::",    "desk",
                             "desk.local",      "metadata.google.internal",
                             "router.home.arpa"})
        CHECK(reach_of(host) == Reach::local);
    for (const char* host : {"desk.example", "8.8.8.8", "172.32.0.1", "100.128.0.1", "9.9.9.9",
                             "11.0.0.1", "2606:4700::1", "::ffff:8.8.8.8", "notlocalhost.example"})
        CHECK(reach_of(host) == Reach::everywhere);
}

TEST_CASE("a server on the internet names no address of a private network") {
    for (const char* text :
         {"https://127.0.0.1/", "http://localhost:8080/", "https://169.254.169.254/latest",
          "https://10.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://desk/"}) {
        INFO(text);
        const auto url = read_url_from(text, Reach::everywhere, "The URL of the metadata");
        REQUIRE_FALSE(url);
        CHECK_THAT(url.error().message, Contains("network of this machine"));
    }
    CHECK(read_url_from("https://desk.example/", Reach::everywhere, "the URL"));
}

TEST_CASE("a server of a private network names servers of it, but none of this machine") {
    CHECK(read_url_from("https://10.0.0.1/", Reach::local, "the URL"));
    CHECK(read_url_from("https://desk.example/", Reach::local, "the URL"));
    CHECK_FALSE(read_url_from("https://127.0.0.1/", Reach::local, "the URL"));
    CHECK(read_url_from("http://127.0.0.1:1/", Reach::loopback, "the URL"));
    CHECK(read_url_from("https://10.0.0.1/", Reach::loopback, "the URL"));
}
