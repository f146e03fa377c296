#include "mcp/server/authorization/token_keys.hpp"

#include "mcp/token_issuer.hpp"

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

Json with(Json key, const char* name, const Json& value) {
    key[name] = value;
    return key;
}

std::size_t count_of(const std::vector<Json>& keys) {
    const auto read = read_token_keys(Json{{"keys", keys}}.dump());
    return read ? read->size() : 0;
}

Jws jws_of(TokenAlgorithm algorithm, std::optional<std::string> key_id = {}) {
    Jws jws;
    jws.algorithm = algorithm;
    jws.key_id = std::move(key_id);
    return jws;
}

}  // namespace

TEST_CASE("keys of three types are read, and others are left out") {
    const Json rsa = rsa_jwk(new_rsa(2048));
    CHECK(count_of({rsa, k_p256_key, k_ed25519_key}) == 3);
    CHECK(count_of({k_ed25519_key, {{"kty", "EC"}, {"crv", "P-521"}}, 7, "x", Json::object()}) ==
          1);
}

TEST_CASE("a key for another use or algorithm is left out") {
    CHECK(count_of({with(k_ed25519_key, "use", "sig")}) == 1);
    CHECK(count_of({with(k_ed25519_key, "use", "enc")}) == 0);
    CHECK(count_of({with(k_ed25519_key, "key_ops", {"verify"})}) == 1);
    CHECK(count_of({with(k_ed25519_key, "key_ops", {"sign"})}) == 0);
    CHECK(count_of({with(k_ed25519_key, "key_ops", "verify")}) == 0);
    CHECK(count_of({with(k_p256_key, "alg", "ES256")}) == 1);
    CHECK(count_of({with(k_p256_key, "alg", "ES384")}) == 0);
    CHECK(count_of({with(rsa_jwk(new_rsa(2048)), "alg", "RSA-OAEP")}) == 0);
}

TEST_CASE("XM34 a key that is weak, or no key at all, is left out") {
    const Json rsa = rsa_jwk(new_rsa(2048));
    const std::string modulus = from_url_base64(rsa["n"].get<std::string>());
    std::string even = modulus;
    even.back() = static_cast<char>(even.back() & '\xfe');
    CHECK(count_of({rsa_jwk(new_rsa(1024))}) == 0);
    CHECK(count_of({with(rsa, "n", url_base64(even))}) == 0);
    CHECK(count_of({with(rsa, "n", url_base64(std::string(2000, '\xff')))}) == 0);
    CHECK(count_of({with(rsa, "e", url_base64("\x01"))}) == 0);
    CHECK(count_of({with(rsa, "e", url_base64("\x04"))}) == 0);
    CHECK(count_of({with(rsa, "e", url_base64("\x7f\x7f\x7f\x7f\x7f"))}) == 0);
    CHECK(count_of({with(rsa, "n", "")}) == 0);
    // A point beside the curve, the point at infinity, and coordinates of other lengths.
    CHECK(count_of({with(k_p256_key, "x", url_base64(std::string(32, '\1')))}) == 0);
    CHECK(count_of({with(with(k_p256_key, "x", url_base64(std::string(32, '\0'))), "y",
                         url_base64(std::string(32, '\0')))}) == 0);
    CHECK(count_of({with(k_p256_key, "x", url_base64(std::string(31, '\1')))}) == 0);
    CHECK(count_of({with(k_ed25519_key, "x", url_base64(std::string(31, '\1')))}) == 0);
    CHECK(count_of({with(k_ed25519_key, "crv", "Ed448")}) == 0);
    // A secret is no public key.
    CHECK(count_of({{{"kty", "oct"}, {"k", "AyM1SysPpbyDfgZld3umj1qzKObwVMko"}}}) == 0);
}

TEST_CASE("a text that is no set of keys is an error with the way out") {
    for (const char* text : {"", "{}", "[]", R"({"keys":{}})", R"({"keys":[]})",
                             R"({"keys":[],"keys":[]})", R"({"keys":[{"kty":"oct"}]})"}) {
        INFO(text);
        const auto keys = read_token_keys(text);
        REQUIRE_FALSE(keys);
        CHECK(keys.error().code == Errc::invalid_argument);
        CHECK_FALSE(keys.error().message.empty());
    }
}

TEST_CASE("a key is chosen by its name and its algorithm") {
    const auto keys = read_token_keys(Json{
        {"keys",
         {with(k_ed25519_key, "kid", "one"), with(k_p256_key, "kid", "one"),
          with(k_p256_key, "kid", "two"),
          k_p256_key}}}.dump());
    REQUIRE(keys);
    CHECK(keys_for(*keys, jws_of(TokenAlgorithm::eddsa, "one")).size() == 1);
    CHECK(keys_for(*keys, jws_of(TokenAlgorithm::es256, "one")).size() == 1);
    CHECK(keys_for(*keys, jws_of(TokenAlgorithm::eddsa, "two")).empty());
    CHECK(keys_for(*keys, jws_of(TokenAlgorithm::rs256, "one")).empty());
    CHECK(keys_for(*keys, jws_of(TokenAlgorithm::es256, "ONE")).empty());
    CHECK(keys_for(*keys, jws_of(TokenAlgorithm::es256, "")).empty());
    // Without a name the choice must be plain.
    CHECK(keys_for(*keys, jws_of(TokenAlgorithm::eddsa)).size() == 1);
    CHECK(keys_for(*keys, jws_of(TokenAlgorithm::es256)).empty());
}

TEST_CASE("XM29 many keys of one name are not tried one after the other") {
    std::vector<Json> many(100, with(k_ed25519_key, "kid", "one"));
    const auto keys = read_token_keys(Json{{"keys", many}}.dump());
    REQUIRE(keys);
    CHECK(keys_for(*keys, jws_of(TokenAlgorithm::eddsa, "one")).empty());
}
