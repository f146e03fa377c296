#include "mcp/client/authorization/values/secret_text.hpp"

#include <catch2/catch.hpp>

#include <type_traits>

using namespace iam;
using namespace iam::mcp;

TEST_CASE("a secret text wipes the text that it is made of, and goes over whole") {
    std::string given = "short";
    SecretText a(std::move(given));
    CHECK(given.empty());
    CHECK(std::string(given.data(), 5) == std::string(5, '\0'));
    SecretText b = a;
    CHECK(b == a);
    SecretText c = std::move(b);
    CHECK(c.text() == "short");
    CHECK(b.empty());
    a = SecretText(std::string(100, 'x'));
    CHECK(a.text() == std::string(100, 'x'));
    c = a;
    CHECK(c == a);
    CHECK_FALSE(c == SecretText());
    static_assert(!std::is_convertible_v<SecretText, std::string>);
}
