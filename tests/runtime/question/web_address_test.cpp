#include <iam/question/web_address.hpp>

#include <catch2/catch.hpp>

#include <string>

using iam::question::k_web_address_bytes_max;
using iam::question::read_web_address;

namespace {

std::string host_of(std::string_view text) {
    const auto read = read_web_address(text);
    return read ? read->host : "none";
}

std::string address_of(std::string_view text) {
    const auto read = read_web_address(text);
    return read ? read->address : "none";
}

}  // namespace

TEST_CASE("a web address is of http or https, and its host is in lower case (W12)") {
    CHECK(address_of("https://Example.org/A?b=C#d") == "https://example.org/A?b=C#d");
    CHECK(address_of("HTTP://example.org") == "http://example.org");
    CHECK(host_of("http://example.org:8080/") == "example.org:8080");
    CHECK(host_of("https://[2001:DB8::1]:8443/x") == "[2001:db8::1]:8443");
    CHECK(host_of("http://127.0.0.1/") == "127.0.0.1");
    CHECK(host_of("https://example.org?x=http://other.org") == "example.org");
    for (const char* other :
         {"javascript:alert(1)", "data:text/html,x", "ftp://example.org", "//example.org",
          "/relative", "https:example.org", "https:/example.org", "mailto:a@example.org",
          " https://example.org", "file:///etc/passwd", "https://", "https:///path", ""})
        CHECK(host_of(other) == "none");
}

TEST_CASE("the host of a web address is shown as browsers ask for it (W12)") {
    CHECK(host_of("https://b\u00FCcher.example/") == "xn--bcher-kva.example");
    CHECK(host_of("https://\u0440\u0430ypal.com/") == "xn--ypal-43d9g.com");
    CHECK(host_of("https://\uFF45xample.org/") == "example.org");
    CHECK(host_of("https://xn--bcher-kva.example/") == "xn--bcher-kva.example");
    CHECK(host_of("https://xn--a.example/") == "none");
    CHECK(host_of("https://example\u3002org/") == "example.org");
}

TEST_CASE("an address whose host can be mistaken for another one is none (W12)") {
    for (const char* other : {"https://bank.com@evil.test/",
                              "https://bank.com:80@evil.test",
                              "https://bank.com\\@evil",
                              "https:\\\\evil.test",
                              "https://%65vil.test/",
                              "https://evil.test:99999/",
                              "https://evil.test:/",
                              "https://evil.test:8x/",
                              "https://0x7f.1/",
                              "https://127.1/",
                              "https://2130706433/",
                              "https://0177.0.0.1/",
                              "https://1.2.3.4.5/",
                              "https://1.2.3.256/",
                              "https://evil test/",
                              "https://evil.test/a b",
                              "https://evil\t.test/",
                              "https://evil.test/\u202E",
                              "https://ev\u200Bil.test/",
                              "https://evil..test/",
                              "https://evil_.test/",
                              "https://[::1/",
                              "https://[::1]x/",
                              "https://[x]/",
                              "https://evil.test/\xFF"})
        CHECK(host_of(other) == "none");
}

TEST_CASE("a web address has at most 2048 bytes (W12)") {
    const std::string begin = "https://example.org/";
    CHECK(host_of(begin + std::string(k_web_address_bytes_max - begin.size(), 'x')) ==
          "example.org");
    CHECK(host_of(begin + std::string(k_web_address_bytes_max - begin.size() + 1, 'x')) == "none");
}
