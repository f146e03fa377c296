#include "mcp/client/authorization/pkce.hpp"

#include <support/fake_entropy.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;

TEST_CASE("the challenge of a verifier is that of RFC 7636, appendix B") {
    CHECK(s256_of("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk") ==
          "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
}

TEST_CASE("verifiers and states have 256 random bits, and no two are the same") {
    test::FakeEntropy entropy;
    const Pkce first = make_pkce(entropy);
    const Pkce second = make_pkce(entropy);
    CHECK(first.verifier.size() == 43);
    CHECK(first.verifier != second.verifier);
    CHECK(first.challenge == s256_of(first.verifier));
    CHECK(make_oauth_state(entropy) != make_oauth_state(entropy));
}
