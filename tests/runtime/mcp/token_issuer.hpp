// An issuer of access tokens: its keys, and tokens that it signs as a test says.
#pragma once

#include <iam/core/base64.hpp>
#include <iam/core/json.hpp>

#include <catch2/catch.hpp>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace iam::test {

using PrivateKey = std::shared_ptr<EVP_PKEY>;

inline std::string url_base64(std::string_view bytes) {
    return to_base64(bytes, Base64::url);
}
inline std::string from_url_base64(std::string_view text) {
    return from_base64(text, Base64::url).value();
}
inline const unsigned char* octets(std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}
inline std::string number_text(const PrivateKey& key, const char* name) {
    BIGNUM* number = nullptr;
    REQUIRE(EVP_PKEY_get_bn_param(key.get(), name, &number) == 1);
    std::string bytes(static_cast<std::size_t>(BN_num_bytes(number)), '\0');
    BN_bn2bin(number, reinterpret_cast<unsigned char*>(bytes.data()));
    BN_free(number);
    return bytes;
}

/// The key of RFC 8037, appendix A.1.
inline const Json k_ed25519_key{
    {"kty", "OKP"}, {"crv", "Ed25519"}, {"x", "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}};
inline PrivateKey ed25519_private() {
    const std::string seed = from_url_base64("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A");
    return {EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, octets(seed), seed.size()),
            EVP_PKEY_free};
}

/// The key of RFC 7515, appendix A.3.
inline const Json k_p256_key{{"kty", "EC"},
                             {"crv", "P-256"},
                             {"x", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"},
                             {"y", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}};
inline PrivateKey p256_private() {
    const std::string secret = from_url_base64("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI");
    const std::string point = '\x04' + from_url_base64(k_p256_key["x"].get<std::string>()) +
                              from_url_base64(k_p256_key["y"].get<std::string>());
    BIGNUM* const number = BN_bin2bn(octets(secret), static_cast<int>(secret.size()), nullptr);
    OSSL_PARAM_BLD* const build = OSSL_PARAM_BLD_new();
    OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
    OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size());
    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number);
    OSSL_PARAM* const params = OSSL_PARAM_BLD_to_param(build);
    EVP_PKEY_CTX* const context = EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr);
    EVP_PKEY* key = nullptr;
    REQUIRE(EVP_PKEY_fromdata_init(context) == 1);
    REQUIRE(EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, params) == 1);
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    BN_free(number);
    return {key, EVP_PKEY_free};
}

inline PrivateKey new_rsa(unsigned bits) {
    return {EVP_RSA_gen(bits), EVP_PKEY_free};
}
inline Json rsa_jwk(const PrivateKey& key) {
    return {{"kty", "RSA"},
            {"n", url_base64(number_text(key, OSSL_PKEY_PARAM_RSA_N))},
            {"e", url_base64(number_text(key, OSSL_PKEY_PARAM_RSA_E))}};
}

/// Signs with SHA-256, or as Ed25519 does; the form is that of OpenSSL.
inline std::string raw_signature(const PrivateKey& key, std::string_view text) {
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                          EVP_MD_CTX_free);
    const EVP_MD* const digest =
        EVP_PKEY_get_base_id(key.get()) == EVP_PKEY_ED25519 ? nullptr : EVP_sha256();
    REQUIRE(EVP_DigestSignInit(context.get(), nullptr, digest, nullptr, key.get()) == 1);
    std::array<unsigned char, 1024> bytes{};
    std::size_t size = bytes.size();
    REQUIRE(EVP_DigestSign(context.get(), bytes.data(), &size, octets(text), text.size()) == 1);
    return {reinterpret_cast<const char*>(bytes.data()), size};
}
/// The two numbers of an ECDSA signature, 32 bytes each.
inline std::string numbers_of(const std::string& der) {
    const unsigned char* at = octets(der);
    ECDSA_SIG* const numbers = d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size()));
    std::string bytes(64, '\0');
    auto* const out = reinterpret_cast<unsigned char*>(bytes.data());
    BN_bn2binpad(ECDSA_SIG_get0_r(numbers), out, 32);
    BN_bn2binpad(ECDSA_SIG_get0_s(numbers), out + 32, 32);
    ECDSA_SIG_free(numbers);
    return bytes;
}
inline std::string signature_by(const PrivateKey& key, std::string_view text) {
    const std::string raw = raw_signature(key, text);
    return EVP_PKEY_get_base_id(key.get()) == EVP_PKEY_EC ? numbers_of(raw) : raw;
}
inline std::string hmac_by(std::string_view secret, std::string_view text) {
    std::array<unsigned char, 32> bytes{};
    unsigned size = bytes.size();
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), octets(text), text.size(),
         bytes.data(), &size);
    return {reinterpret_cast<const char*>(bytes.data()), size};
}

/// A token of these texts; the header and the claims may be any bytes.
inline std::string token_of_texts(std::string_view header, std::string_view claims,
                                  const PrivateKey& key) {
    const std::string text = url_base64(header) + "." + url_base64(claims);
    return text + "." + url_base64(signature_by(key, text));
}

/// Its tokens hold at the time of a FakeClock that was not moved.
struct TestIssuer {
    static constexpr std::int64_t k_now = 1'767'323'045;
    PrivateKey p256 = p256_private();
    PrivateKey ed25519 = ed25519_private();
    Json header{{"alg", "EdDSA"}, {"kid", "ed"}, {"typ", "at+jwt"}};
    Json claims{{"iss", "https://login.example"},
                {"aud", "https://desk.example/mcp"},
                {"sub", "ann"},
                {"exp", k_now + 300},
                {"iat", k_now},
                {"scope", "alarms"}};

    static Json keys() {
        Json one = k_ed25519_key;
        one["kid"] = "ed";
        Json two = k_p256_key;
        two["kid"] = "ec";
        return {{"keys", {one, two}}};
    }
    std::string token() const { return token_of_texts(header.dump(), claims.dump(), ed25519); }
};

}  // namespace iam::test
