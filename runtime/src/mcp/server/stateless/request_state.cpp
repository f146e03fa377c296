#include "mcp/server/stateless/request_state.hpp"

#include <iam/core/base64.hpp>
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <memory>

namespace iam::mcp {
namespace {

constexpr std::size_t k_nonce_bytes = 12;
constexpr std::size_t k_tag_bytes = 16;
// Ties the text to its use: a text of another use of the key cannot pass for it.
constexpr std::string_view k_use = "iam/mcp/request-state/1";

using Cipher = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes_of(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}

std::string text_of_state(const RequestState& state) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("approval");
    out.string(state.approval);
    out.plain_key("expires");
    out.integer(std::int64_t{state.expires.count()});
    out.plain_key("form");
    out.string(state.form);
    out.plain_key("principal");
    out.string(state.principal);
    out.plain_key("round");
    out.string(state.round);
    out.plain_key("turn");
    out.integer(state.turn);
    out.plain_key("wish");
    out.string(state.wish);
    out.end_object();
    return out.take();
}

/// Only for texts sealed here.
std::optional<RequestState> state_of_text(const std::string& text) {
    const auto json = parse_json(text);
    if (!json || !json->is_object()) return std::nullopt;
    RequestState state;
    state.approval = json->value("approval", "");
    state.form = json->value("form", "");
    state.round = json->value("round", "");
    state.turn = json->value("turn", std::uint64_t{0});
    state.principal = json->value("principal", "");
    state.wish = json->value("wish", "");
    state.expires = std::chrono::milliseconds(json->value("expires", std::int64_t{0}));
    return state;
}

bool begin(EVP_CIPHER_CTX* cipher, const std::array<std::uint8_t, 32>& key, std::string_view nonce,
           bool encrypts) {
    int size = 0;
    return EVP_CipherInit_ex(cipher, EVP_aes_256_gcm(), nullptr, key.data(), bytes_of(nonce),
                             encrypts ? 1 : 0) == 1 &&
           EVP_CipherUpdate(cipher, nullptr, &size, bytes_of(k_use),
                            static_cast<int>(k_use.size())) == 1;
}

}  // namespace

StateKey::StateKey(Entropy& entropy) : entropy_(entropy) {
    entropy_.fill(key_);
}

StateKey::~StateKey() {
    OPENSSL_cleanse(key_.data(), key_.size());
}

std::string StateKey::seal(const RequestState& state) const {
    std::string nonce(k_nonce_bytes, '\0');
    entropy_.fill({bytes_of(nonce), nonce.size()});
    const std::string plain = text_of_state(state);
    std::string sealed(plain.size(), '\0');
    std::string tag(k_tag_bytes, '\0');
    const Cipher cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    int size = 0;
    const bool works =
        cipher && begin(cipher.get(), key_, nonce, true) &&
        EVP_CipherUpdate(cipher.get(), bytes_of(sealed), &size, bytes_of(plain),
                         static_cast<int>(plain.size())) == 1 &&
        EVP_CipherFinal_ex(cipher.get(), bytes_of(sealed) + size, &size) == 1 &&
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, k_tag_bytes, tag.data()) == 1;
    // Without memory for a cipher the text opens no round.
    return works ? to_base64(nonce + sealed + tag, Base64::url) : std::string();
}

std::optional<RequestState> StateKey::open(std::string_view text) const {
    if (text.size() > k_request_state_bytes_max) return std::nullopt;
    const auto bytes = from_base64(text, Base64::url);
    if (!bytes || bytes->size() < k_nonce_bytes + k_tag_bytes) return std::nullopt;
    const std::string_view all = *bytes;
    const std::string_view nonce = all.substr(0, k_nonce_bytes);
    const std::string_view sealed =
        all.substr(k_nonce_bytes, all.size() - k_nonce_bytes - k_tag_bytes);
    std::string tag(all.substr(all.size() - k_tag_bytes));
    std::string plain(sealed.size(), '\0');
    const Cipher cipher(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
    int size = 0;
    const bool is_ours =
        cipher && begin(cipher.get(), key_, nonce, false) &&
        EVP_CipherUpdate(cipher.get(), bytes_of(plain), &size, bytes_of(sealed),
                         static_cast<int>(sealed.size())) == 1 &&
        EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, k_tag_bytes, tag.data()) == 1 &&
        EVP_CipherFinal_ex(cipher.get(), bytes_of(plain) + size, &size) == 1;
    return is_ours ? state_of_text(plain) : std::nullopt;
}

}  // namespace iam::mcp
