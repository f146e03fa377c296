// Both layers bind the id of the entry, so sealed values cannot be put beside another entry.
#include "store_postgres/values/value_seal.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <array>
#include <memory>
#include <utility>

namespace iam::store_postgres {
namespace {

constexpr std::size_t k_nonce_bytes = 12;
constexpr std::size_t k_tag_bytes = 16;
constexpr std::size_t k_key_bytes = 32;
constexpr unsigned k_seq_bits = 44;
constexpr std::uint64_t k_seq_mask = (std::uint64_t{1} << k_seq_bits) - 1;

using Cipher = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes_of(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}

/// Wipes a key when the scope ends.
struct Wiped {
    std::string bytes = std::string(k_key_bytes, '\0');
    Wiped() = default;
    Wiped(const Wiped&) = delete;
    Wiped& operator=(const Wiped&) = delete;
    ~Wiped() { OPENSSL_cleanse(bytes.data(), bytes.size()); }
};

std::string bound_to(std::string_view layer, const ledger::EntryId& id) {
    return std::string(layer) + to_string(id);
}

bool begin(EVP_CIPHER_CTX* cipher, std::string_view key, std::string_view nonce,
           const std::string& bound, bool encrypts) {
    int size = 0;
    return EVP_CipherInit_ex(cipher, EVP_aes_256_gcm(), nullptr, bytes_of(key), bytes_of(nonce),
                             encrypts ? 1 : 0) == 1 &&
           EVP_CipherUpdate(cipher, nullptr, &size, bytes_of(bound),
                            static_cast<int>(bound.size())) == 1;
}

/// Returns the bytes with their tag; nothing without memory for a cipher.
std::optional<std::string> encrypt(std::string_view key, std::string_view nonce,
                                   const std::string& bound, std::string_view plain) {
    std::string out(plain.size(), '\0');
    std::string tag(k_tag_bytes, '\0');
    const Cipher cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    int size = 0;
    const bool works =
        cipher && begin(cipher.get(), key, nonce, bound, true) &&
        EVP_CipherUpdate(cipher.get(), bytes_of(out), &size, bytes_of(plain),
                         static_cast<int>(plain.size())) == 1 &&
        EVP_CipherFinal_ex(cipher.get(), bytes_of(out) + size, &size) == 1 &&
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, k_tag_bytes, tag.data()) == 1;
    if (!works) return std::nullopt;
    return out + tag;
}

std::optional<std::string> decrypt(std::string_view key, std::string_view nonce,
                                   const std::string& bound, std::string_view sealed) {
    if (sealed.size() < k_tag_bytes) return std::nullopt;
    const std::string_view body = sealed.substr(0, sealed.size() - k_tag_bytes);
    std::string tag(sealed.substr(body.size()));
    std::string plain(body.size(), '\0');
    const Cipher cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    int size = 0;
    const bool is_ours =
        cipher && begin(cipher.get(), key, nonce, bound, false) &&
        EVP_CipherUpdate(cipher.get(), bytes_of(plain), &size, bytes_of(body),
                         static_cast<int>(body.size())) == 1 &&
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, k_tag_bytes, tag.data()) == 1 &&
        EVP_CipherFinal_ex(cipher.get(), bytes_of(plain) + size, &size) == 1;
    if (!is_ours) return std::nullopt;
    return plain;
}

std::string_view text_of(const SecretKey& key) {
    const auto bytes = key.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

constexpr std::string_view k_values_layer = "iam/values/1 ";
constexpr std::string_view k_key_layer = "iam/value-key/1 ";
// An entry's key seals once, so its nonce may be constant.
constexpr std::string_view k_only_nonce{"\0\0\0\0\0\0\0\0\0\0\0\0", k_nonce_bytes};

tl::unexpected<Error> no_memory() {
    return fail(Errc::unavailable, "there is no memory to seal the values of an entry; free some");
}

}  // namespace

bool ValueSeal::use_newest() noexcept {
    const std::int64_t newest = keys_.by_number.rbegin()->first;
    return std::exchange(keys_.required, newest) != newest;
}

Result<SealedValues> ValueSeal::seal(std::string_view packed, const ledger::EntryId& id) {
    Wiped key;
    entropy_.fill({bytes_of(key.bytes), key.bytes.size()});
    const auto sealed = encrypt(key.bytes, k_only_nonce, bound_to(k_values_layer, id), packed);
    if (!sealed) return no_memory();
    IAM_TRY(wrapped, wrap(key.bytes, id));
    return SealedValues{*sealed, std::move(wrapped)};
}

Result<WrappedKey> ValueSeal::wrap(std::string_view key, const ledger::EntryId& id) {
    std::string nonce(k_nonce_bytes, '\0');
    entropy_.fill({bytes_of(nonce), nonce.size()});
    const auto wrapped =
        encrypt(text_of(keys_.by_number.at(keys_.required)), nonce, bound_to(k_key_layer, id), key);
    if (!wrapped) return no_memory();
    return WrappedKey{nonce + *wrapped, wrapping_key()};
}

std::optional<std::string> ValueSeal::unwrap(const WrappedKey& key,
                                             const ledger::EntryId& id) const {
    const auto kek = keys_.by_number.find(key.kek);
    if (kek == keys_.by_number.end() || key.bytes.size() < k_nonce_bytes) return std::nullopt;
    const std::string_view wrapped = key.bytes;
    auto found = decrypt(text_of(kek->second), wrapped.substr(0, k_nonce_bytes),
                         bound_to(k_key_layer, id), wrapped.substr(k_nonce_bytes));
    if (found && found->size() != k_key_bytes) return std::nullopt;
    return found;
}

std::optional<std::string> ValueSeal::open(std::string_view sealed, const WrappedKey& key,
                                           const ledger::EntryId& id) const {
    Wiped plain;
    std::optional<std::string> found = unwrap(key, id);
    if (!found) return std::nullopt;
    plain.bytes.swap(*found);
    return decrypt(plain.bytes, k_only_nonce, bound_to(k_values_layer, id), sealed);
}

Result<std::optional<WrappedKey>> ValueSeal::rewrap(const WrappedKey& key,
                                                    const ledger::EntryId& id) {
    Wiped plain;
    std::optional<std::string> found = unwrap(key, id);
    if (!found) return std::nullopt;
    plain.bytes.swap(*found);
    IAM_TRY(wrapped, wrap(plain.bytes, id));
    return std::optional(std::move(wrapped));
}

std::int64_t key_id_of(const ledger::EntryId& id) noexcept {
    return static_cast<std::int64_t>((std::uint64_t{id.chain} << k_seq_bits) |
                                     (id.seq & k_seq_mask));
}

ledger::EntryId entry_of_key(std::int64_t key_id) noexcept {
    const auto bits = static_cast<std::uint64_t>(key_id);
    return {static_cast<std::uint32_t>(bits >> k_seq_bits), bits & k_seq_mask};
}

}  // namespace iam::store_postgres
