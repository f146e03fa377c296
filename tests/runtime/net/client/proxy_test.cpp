#include "net/client/proxy.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam;
using net::Proxy;
using net::ProxyRule;

namespace {

bool goes_through(const Proxy& proxy, const std::string& url) {
    const auto rule = ProxyRule::make(proxy);
    REQUIRE(rule);
    return rule->find(*net::read_url(url)) != nullptr;
}

}  // namespace

TEST_CASE("H38 the variables of the environment choose a proxy and its exceptions") {
    const Proxy proxy = net::proxy_of({"proxy.test:3128", " a.test, .b.test ,,c.test:8443"});
    CHECK(proxy.url == "http://proxy.test:3128");
    CHECK(proxy.except == std::vector<std::string>{"a.test", ".b.test", "c.test:8443"});
    CHECK(net::proxy_of({}).url.empty());
    CHECK(goes_through(proxy, "https://example.org/"));
    CHECK_FALSE(goes_through(proxy, "https://a.test/"));
    CHECK_FALSE(goes_through(proxy, "https://X.A.test:99/"));
    CHECK_FALSE(goes_through(proxy, "https://x.b.test/"));
    CHECK(goes_through(proxy, "https://xa.test/"));
    CHECK(goes_through(proxy, "https://a.test.evil.test/"));
    CHECK_FALSE(goes_through(proxy, "https://c.test:8443/"));
    CHECK(goes_through(proxy, "https://c.test/"));
    CHECK_FALSE(goes_through(net::proxy_of({"http://p", "*"}), "https://example.org/"));
}

TEST_CASE("H38 loopback and plain http never go through a proxy") {
    const Proxy proxy{"http://proxy.test:3128", {}};
    for (const char* url : {"https://localhost/", "https://127.0.0.1:8443/", "https://[::1]/",
                            "https://app.localhost/", "http://example.org/"})
        CHECK_FALSE(goes_through(proxy, url));
    CHECK_FALSE(goes_through({}, "https://example.org/"));
}

TEST_CASE("H38 a proxy gets its user, and the name of the server alone") {
    const auto rule = ProxyRule::make({"http://user:p%40ss@proxy.test:3128/", {}});
    REQUIRE(rule);
    CHECK(rule->connect_text(*net::read_url("https://example.org/secret?key=1")) ==
          "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n"
          "Proxy-Authorization: Basic dXNlcjpwQHNz\r\n\r\n");
}

TEST_CASE("H38 what is no address of a proxy is refused") {
    for (const char* url : {"proxy.test:3128", "https://proxy.test", "socks5://proxy.test",
                            "http://proxy.test/path"}) {
        CAPTURE(url);
        const auto rule = ProxyRule::make({url, {}});
        REQUIRE_FALSE(rule);
        CHECK(rule.error().code == Errc::invalid_argument);
    }
}
