#include "mcp/server/authorization/token_keys.hpp"

#include <iam/core/base64.hpp>
#include <iam/core/json.hpp>

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

using KeyPointer = std::shared_ptr<EVP_PKEY>;
using Number = std::unique_ptr<BIGNUM, decltype(&BN_free)>;
using Build = std::unique_ptr<OSSL_PARAM_BLD, decltype(&OSSL_PARAM_BLD_free)>;
using Params = std::unique_ptr<OSSL_PARAM, decltype(&OSSL_PARAM_free)>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, decltype(&EVP_PKEY_CTX_free)>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

constexpr Limits k_key_limits{.bytes_max = std::size_t{1} << 20U,
                              .depth_max = 16,
                              .members_max = 256,
                              .elements_max = 256,
                              .nodes_max = 20'000};
constexpr int k_rsa_bits_min = 2048;
constexpr int k_rsa_bits_max = 8192;
constexpr int k_rsa_exponent_bits_max = 32;
constexpr std::size_t k_coordinate_bytes = 32;
constexpr std::size_t k_ed25519_bytes = 32;
// Keys of one name are tried one after the other, so they must be few.
constexpr std::size_t k_keys_of_a_name_max = 4;

const unsigned char* octets_of(std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

std::string text_in(const Json& key, const char* name) {
    const auto found = key.find(name);
    return found != key.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::string> bytes_in(const Json& key, const char* name) {
    return from_base64(text_in(key, name), Base64::url);
}

KeyPointer key_from(const char* type, OSSL_PARAM_BLD* build) {
    const Params params(OSSL_PARAM_BLD_to_param(build), OSSL_PARAM_free);
    const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr), EVP_PKEY_CTX_free);
    EVP_PKEY* key = nullptr;
    if (!params || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
        EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, params.get()) != 1)
        return nullptr;
    return {key, EVP_PKEY_free};
}

KeyPointer rsa_key(const Json& key) {
    const auto modulus = bytes_in(key, "n");
    const auto exponent = bytes_in(key, "e");
    if (!modulus || !exponent || modulus->size() > k_rsa_bits_max / 8 || exponent->size() > 8)
        return nullptr;
    const Number n(BN_bin2bn(octets_of(*modulus), static_cast<int>(modulus->size()), nullptr),
                   BN_free);
    const Number e(BN_bin2bn(octets_of(*exponent), static_cast<int>(exponent->size()), nullptr),
                   BN_free);
    const Build build(OSSL_PARAM_BLD_new(), OSSL_PARAM_BLD_free);
    if (!n || !e || !build || BN_num_bits(n.get()) < k_rsa_bits_min || BN_is_odd(n.get()) == 0 ||
        BN_is_odd(e.get()) == 0 || BN_is_one(e.get()) == 1 ||
        BN_num_bits(e.get()) > k_rsa_exponent_bits_max)
        return nullptr;
    if (OSSL_PARAM_BLD_push_BN(build.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) != 1 ||
        OSSL_PARAM_BLD_push_BN(build.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) != 1)
        return nullptr;
    return key_from("RSA", build.get());
}

KeyPointer p256_key(const Json& key) {
    const auto x = bytes_in(key, "x");
    const auto y = bytes_in(key, "y");
    if (text_in(key, "crv") != "P-256" || !x || !y || x->size() != k_coordinate_bytes ||
        y->size() != k_coordinate_bytes)
        return nullptr;
    const std::string point = '\x04' + *x + *y;
    const Build build(OSSL_PARAM_BLD_new(), OSSL_PARAM_BLD_free);
    if (!build ||
        OSSL_PARAM_BLD_push_utf8_string(build.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) !=
            1 ||
        OSSL_PARAM_BLD_push_octet_string(build.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                         point.size()) != 1)
        return nullptr;
    KeyPointer made = key_from("EC", build.get());
    if (!made) return nullptr;
    const KeyContext context(EVP_PKEY_CTX_new_from_pkey(nullptr, made.get(), nullptr),
                             EVP_PKEY_CTX_free);
    return context && EVP_PKEY_public_check(context.get()) == 1 ? made : nullptr;
}

KeyPointer ed25519_key(const Json& key) {
    const auto x = bytes_in(key, "x");
    if (text_in(key, "crv") != "Ed25519" || !x || x->size() != k_ed25519_bytes) return nullptr;
    EVP_PKEY* made =
        EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, octets_of(*x), x->size());
    return made == nullptr ? nullptr : KeyPointer(made, EVP_PKEY_free);
}

/// False for a key for encryption, for signing, or for another algorithm.
bool is_for_checking(const Json& key, std::string_view algorithm) {
    if (key.contains("use") && text_in(key, "use") != "sig") return false;
    if (key.contains("alg") && text_in(key, "alg") != algorithm) return false;
    const auto uses = key.find("key_ops");
    if (uses == key.end()) return true;
    return uses->is_array() && std::any_of(uses->begin(), uses->end(), [](const Json& use) {
               return use.is_string() && use.get_ref<const std::string&>() == "verify";
           });
}

std::optional<TokenKey> read_token_key(const Json& key) {
    if (!key.is_object()) return std::nullopt;
    const std::string type = text_in(key, "kty");
    TokenKey made;
    if (key.contains("kid")) made.id = text_in(key, "kid");
    if (type == "RSA" && is_for_checking(key, "RS256")) {
        made.algorithm = TokenAlgorithm::rs256;
        made.key = rsa_key(key);
    } else if (type == "EC" && is_for_checking(key, "ES256")) {
        made.algorithm = TokenAlgorithm::es256;
        made.key = p256_key(key);
    } else if (type == "OKP" && is_for_checking(key, "EdDSA")) {
        made.algorithm = TokenAlgorithm::eddsa;
        made.key = ed25519_key(key);
    }
    if (!made.key) return std::nullopt;
    return made;
}

/// The two numbers of a signature (RFC 7518 §3.4) as OpenSSL wants them.
std::optional<std::string> der_of(const std::string& signature) {
    if (signature.size() != 2 * k_coordinate_bytes) return std::nullopt;
    const std::unique_ptr<ECDSA_SIG, decltype(&ECDSA_SIG_free)> numbers(ECDSA_SIG_new(),
                                                                        ECDSA_SIG_free);
    const unsigned char* const bytes = octets_of(signature);
    Number r(BN_bin2bn(bytes, k_coordinate_bytes, nullptr), BN_free);
    Number s(BN_bin2bn(bytes + k_coordinate_bytes, k_coordinate_bytes, nullptr), BN_free);
    if (!numbers || !r || !s || ECDSA_SIG_set0(numbers.get(), r.get(), s.get()) != 1)
        return std::nullopt;
    static_cast<void>(r.release());  // they are the signature's now
    static_cast<void>(s.release());
    unsigned char* der = nullptr;
    const int size = i2d_ECDSA_SIG(numbers.get(), &der);
    if (size <= 0) return std::nullopt;
    std::string text(reinterpret_cast<const char*>(der), static_cast<std::size_t>(size));
    OPENSSL_free(der);
    return text;
}

}  // namespace

Result<TokenKeys> read_token_keys(std::string_view json) {
    const auto document = parse_json(json, k_key_limits);
    if (!document) {
        return fail(Errc::invalid_argument,
                    "the set of keys is no JSON that can be read: " + document.error().message);
    }
    const auto list = document->is_object() ? document->find("keys") : document->end();
    if (!document->is_object() || list == document->end() || !list->is_array()) {
        return fail(Errc::invalid_argument,
                    "the set of keys has no list \"keys\"; give a JWK set (RFC 7517)");
    }
    TokenKeys keys;
    for (const Json& key : *list) {
        if (auto made = read_token_key(key)) keys.push_back(*std::move(made));
    }
    ERR_clear_error();  // TLS on this thread reads the same queue
    if (keys.empty()) {
        return fail(Errc::invalid_argument,
                    "the set has no key for RS256 (2048 bits or more), ES256 or EdDSA; give the "
                    "public keys with which the issuer signs");
    }
    return keys;
}

std::vector<const TokenKey*> keys_for(const TokenKeys& keys, const Jws& jws) {
    std::vector<const TokenKey*> fitting;
    for (const TokenKey& key : keys) {
        if (key.algorithm == jws.algorithm && (!jws.key_id || key.id == jws.key_id))
            fitting.push_back(&key);
    }
    if (fitting.size() > (jws.key_id ? k_keys_of_a_name_max : 1)) fitting.clear();
    return fitting;
}

bool is_signed_with(const TokenKey& key, const Jws& jws) {
    if (key.algorithm != jws.algorithm) return false;
    std::string signature = jws.signature;
    if (key.algorithm == TokenAlgorithm::es256) {
        auto der = der_of(jws.signature);
        if (!der) return false;
        signature = *std::move(der);
    }
    const DigestContext context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    // Ed25519 hashes by itself.
    const EVP_MD* const digest = key.algorithm == TokenAlgorithm::eddsa ? nullptr : EVP_sha256();
    const bool holds =
        context &&
        EVP_DigestVerifyInit(context.get(), nullptr, digest, nullptr, key.key.get()) == 1 &&
        EVP_DigestVerify(context.get(), octets_of(signature), signature.size(),
                         octets_of(jws.signed_text), jws.signed_text.size()) == 1;
    ERR_clear_error();
    return holds;
}

}  // namespace iam::mcp
