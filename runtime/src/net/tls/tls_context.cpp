#include "net/tls/tls_context.hpp"

#include "net/wire/asio.hpp"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <utility>

namespace iam::net {
namespace {

// 112 bits: no RSA keys below 2048 bits, no SHA-1.
constexpr int k_security_level = 2;

void set_floor(SslContext& context) {
    SSL_CTX* const native = context.native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    SSL_CTX_set_security_level(native, k_security_level);
    SSL_CTX_set_options(native, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);
}

// SSL_set_tlsext_host_name is a macro with casts of C.
bool ask_for_name(SSL& ssl, std::string host) {
    return SSL_ctrl(&ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, host.data()) ==
           1;
}

auto cannot_use(const std::string& file, const error_code& code) {
    return fail(Errc::unavailable, "Cannot use '" + file + "' for TLS: " + code.message() +
                                       "; give a file in PEM that this program may read.");
}

}  // namespace

Result<std::unique_ptr<SslContext>> server_context(const ServerTls& tls) {
    auto context = std::make_unique<SslContext>(SslContext::tls_server);
    set_floor(*context);
    error_code code;
    context->use_certificate_chain_file(tls.certificate_chain_file, code);
    if (code) return cannot_use(tls.certificate_chain_file, code);
    context->use_private_key_file(tls.key_file, SslContext::pem, code);
    if (code) return cannot_use(tls.key_file, code);
    return context;
}

Result<std::unique_ptr<Trust>> Trust::make(const ClientTls& tls) {
    std::unique_ptr<Trust> trust(new Trust);
    SslContext& context = trust->context_;
    set_floor(context);
    error_code code;
    if (tls.uses_system_roots) context.set_default_verify_paths(code);
    if (code) return cannot_use("the certificates of the system", code);
    if (!tls.ca_file.empty()) context.load_verify_file(tls.ca_file, code);
    if (code) return cannot_use(tls.ca_file, code);
    for (const std::string& pin : tls.pins) {
        constexpr std::string_view k_prefix = "sha256/";
        std::array<unsigned char, 33> bytes{};
        // 32 bytes are 43 letters and one "=".
        const bool is_form = pin.size() == k_prefix.size() + 44 &&
                             pin.compare(0, k_prefix.size(), k_prefix) == 0 && pin.back() == '=' &&
                             pin[pin.size() - 2] != '=';
        const std::vector<unsigned char> text(pin.begin() + (is_form ? 7 : 0), pin.end());
        if (!is_form || EVP_DecodeBlock(bytes.data(), text.data(), 44) != 33)
            return fail(Errc::invalid_argument,
                        "'" + pin +
                            "' is no pin; give sha256/ and the base64 text of the SHA-256 "
                            "of a public key.");
        KeyDigest digest{};
        std::copy_n(bytes.begin(), digest.size(), digest.begin());
        trust->pins_.push_back(digest);
    }
    context.set_verify_mode(boost::asio::ssl::verify_peer);
    context.set_verify_callback(
        [at = trust.get()](bool is_good, boost::asio::ssl::verify_context& store) {
            return at->judge(is_good, *store.native_handle());
        });
    return trust;
}

bool Trust::is_pinned(X509& certificate) const {
    unsigned char* bytes = nullptr;
    const int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(&certificate), &bytes);
    if (size <= 0) return false;
    KeyDigest digest{};
    SHA256(bytes, static_cast<std::size_t>(size), digest.data());
    OPENSSL_free(bytes);
    return std::find(pins_.begin(), pins_.end(), digest) != pins_.end();
}

// Called for each certificate, and for each of its faults: name and time are judged apart.
bool Trust::judge(bool is_good, X509_STORE_CTX& store) const {
    if (is_good) return true;
    if (X509_STORE_CTX_get_error(&store) != X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT) return false;
    X509* const certificate = X509_STORE_CTX_get_current_cert(&store);
    return certificate != nullptr && is_pinned(*certificate);
}

Result<void> Trust::prepare(SSL& ssl, const std::string& host) const {
    X509_VERIFY_PARAM* const names = SSL_get0_param(&ssl);
    // A name counts where RFC 6125 wants it, not in the subject.
    X509_VERIFY_PARAM_set_hostflags(
        names, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    error_code code;
    asio::ip::make_address(host, code);
    const bool is_set = code ? X509_VERIFY_PARAM_set1_host(names, host.data(), host.size()) == 1 &&
                                   ask_for_name(ssl, host)
                             : X509_VERIFY_PARAM_set1_ip_asc(names, host.c_str()) == 1;
    if (!is_set)
        return fail(Errc::invalid_argument, "The name '" + host + "' cannot be checked by TLS.");
    return {};
}

Result<void> Trust::check_pins(SSL& ssl) const {
    if (pins_.empty()) return {};
    STACK_OF(X509)* const chain = SSL_get0_verified_chain(&ssl);
    const int size = chain == nullptr ? 0 : sk_X509_num(chain);
    for (int i = 0; i < size; ++i)
        if (is_pinned(*sk_X509_value(chain, i))) return {};
    return fail(Errc::unavailable, "none of its keys is pinned");
}

std::string Trust::problem(SSL& ssl, const std::string& otherwise) {
    const long result = SSL_get_verify_result(&ssl);
    return result == X509_V_OK ? otherwise : X509_verify_cert_error_string(result);
}

}  // namespace iam::net
