#include "certificates.hpp"

#include <catch2/catch.hpp>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509v3.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace iam::test {
namespace {

Key owned(EVP_PKEY* key) {
    REQUIRE(key != nullptr);
    return {key, EVP_PKEY_free};
}

void add_extension(X509* certificate, X509* issuer, int id, const std::string& value) {
    if (value.empty()) return;
    X509V3_CTX context{};
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, id, value.c_str());
    REQUIRE(extension != nullptr);
    REQUIRE(X509_add_ext(certificate, extension, -1) == 1);
    X509_EXTENSION_free(extension);
}

void set_name(X509_NAME* name, const std::string& text) {
    const std::vector<unsigned char> bytes(text.begin(), text.end());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, bytes.data(),
                               static_cast<int>(bytes.size()), -1, 0);
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File open(const std::filesystem::path& path) {
    File file(std::fopen(path.c_str(), "w"), std::fclose);
    REQUIRE(file);
    return file;
}

}  // namespace

Key make_key() {
    return owned(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"));
}

Key make_rsa_key(unsigned bits) {
    return owned(EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", static_cast<std::size_t>(bits)));
}

Identity make_identity(const Sayings& sayings, const Identity* issuer, Key key) {
    const Certificate made(X509_new(), X509_free);
    X509* const x = made.get();
    X509_set_version(x, 2);
    static constexpr std::array<unsigned char, 8> k_serial{7, 1, 2, 3, 4, 5, 6, 7};
    BIGNUM* const number = BN_bin2bn(k_serial.data(), 8, nullptr);
    BN_to_ASN1_INTEGER(number, X509_get_serialNumber(x));
    BN_free(number);
    X509_gmtime_adj(X509_getm_notBefore(x), sayings.begins_in_s);
    X509_gmtime_adj(X509_getm_notAfter(x), sayings.ends_in_s);
    X509_set_pubkey(x, key.get());
    set_name(X509_get_subject_name(x), sayings.subject);
    X509* const from = issuer ? issuer->certificate.get() : x;
    X509_set_issuer_name(x, X509_get_subject_name(from));
    add_extension(x, from, NID_basic_constraints, sayings.constraints);
    add_extension(x, from, NID_subject_key_identifier, "hash");
    add_extension(x, from, NID_authority_key_identifier, issuer ? "keyid" : "");
    add_extension(x, from, NID_subject_alt_name, sayings.names);
    add_extension(x, from, NID_ext_key_usage, sayings.usage);
    add_extension(x, from, NID_name_constraints, sayings.name_constraints);
    REQUIRE(X509_sign(x, issuer ? issuer->key.get() : key.get(),
                      sayings.digest ? sayings.digest : EVP_sha256()) > 0);
    return {std::move(key), made};
}

Sayings authority_sayings(std::string subject) {
    Sayings sayings;
    sayings.subject = std::move(subject);
    sayings.names = "";
    sayings.usage = "";
    sayings.constraints = "critical,CA:TRUE";
    return sayings;
}

std::string pin_of(const Identity& identity) {
    unsigned char* bytes = nullptr;
    const int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(identity.certificate.get()), &bytes);
    std::array<unsigned char, 32> digest{};
    SHA256(bytes, static_cast<std::size_t>(size), digest.data());
    OPENSSL_free(bytes);
    std::array<unsigned char, 64> text{};
    const int length = EVP_EncodeBlock(text.data(), digest.data(), 32);
    return "sha256/" + std::string(text.begin(), text.begin() + length);
}

CertificateFolder::CertificateFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "iam-net-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
}

CertificateFolder::~CertificateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string CertificateFolder::write(const std::string& name,
                                     const std::vector<Certificate>& certificates) {
    const File file = open(path_ / name);
    for (const Certificate& certificate : certificates)
        REQUIRE(PEM_write_X509(file.get(), certificate.get()) == 1);
    return path_ / name;
}

std::string CertificateFolder::write(const std::string& name, const Key& key) {
    const File file = open(path_ / name);
    REQUIRE(PEM_write_PrivateKey(file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) ==
            1);
    return path_ / name;
}

}  // namespace iam::test
