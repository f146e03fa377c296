// Signs and verifies Ed25519 with libcrypto's EVP functions.
#include "iam/core/signature.hpp"

#include <iam/core/assert.hpp>
#include <iam/core/entropy.hpp>

#include <openssl/evp.h>

#include <algorithm>
#include <memory>

namespace iam {
namespace {

using KeyHandle = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using ContextHandle = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

KeyHandle private_key(const SecretKey& seed) {
    KeyHandle key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.bytes().data(),
                                               seed.bytes().size()),
                  EVP_PKEY_free);
    IAM_ASSERT(key != nullptr);
    return key;
}

ContextHandle new_context() {
    ContextHandle context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    IAM_ASSERT(context != nullptr);
    return context;
}

/// Ed25519 takes its message in one piece.
std::string joined(std::string_view tag, std::string_view message) {
    return std::string(tag).append(message);
}

const unsigned char* bytes_of(const std::string& text) noexcept {
    return reinterpret_cast<const unsigned char*>(text.data());
}

template <class Value>
Result<Value> read_hex(std::string_view text, std::string_view what) {
    Value value;
    const auto bytes = from_hex(text);
    if (!bytes || bytes->size() != value.bytes.size()) {
        return fail(Errc::invalid_argument,
                    std::string(what) + " is " + std::to_string(2 * value.bytes.size()) +
                        " hexadecimal digits, not \"" +
                        std::string(text.substr(0, 4 * value.bytes.size())) + "\"");
    }
    std::copy(bytes->begin(), bytes->end(), value.bytes.begin());
    return value;
}

}  // namespace

std::string PublicKey::hex() const {
    return to_hex(bytes);
}

Result<PublicKey> PublicKey::from_hex(std::string_view text) {
    return read_hex<PublicKey>(text, "a public key");
}

std::string Signature::hex() const {
    return to_hex(bytes);
}

Result<Signature> Signature::from_hex(std::string_view text) {
    return read_hex<Signature>(text, "a signature");
}

SigningKey::SigningKey(const SecretKey& seed) : seed_(seed) {
    std::size_t size = public_key_.bytes.size();
    IAM_ASSERT(EVP_PKEY_get_raw_public_key(private_key(seed_).get(), public_key_.bytes.data(),
                                           &size) == 1 &&
               size == public_key_.bytes.size());
}

Signature SigningKey::sign(std::string_view tag, std::string_view message) const {
    const KeyHandle key = private_key(seed_);
    const ContextHandle context = new_context();
    const std::string whole = joined(tag, message);
    Signature signature;
    std::size_t size = signature.bytes.size();
    IAM_ASSERT(EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1);
    IAM_ASSERT(EVP_DigestSign(context.get(), signature.bytes.data(), &size, bytes_of(whole),
                              whole.size()) == 1 &&
               size == signature.bytes.size());
    return signature;
}

bool is_signed_by(const PublicKey& key, std::string_view tag, std::string_view message,
                  const Signature& signature) {
    const KeyHandle handle(
        EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, key.bytes.data(), key.bytes.size()),
        EVP_PKEY_free);
    if (handle == nullptr) return false;
    const ContextHandle context = new_context();
    const std::string whole = joined(tag, message);
    return EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, handle.get()) == 1 &&
           EVP_DigestVerify(context.get(), signature.bytes.data(), signature.bytes.size(),
                            bytes_of(whole), whole.size()) == 1;
}

}  // namespace iam
