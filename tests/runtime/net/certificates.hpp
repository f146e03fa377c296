// Keys and certificates for tests, made when the test runs.
#pragma once

#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace iam::test {

using Key = std::shared_ptr<EVP_PKEY>;
using Certificate = std::shared_ptr<X509>;

Key make_key();
Key make_rsa_key(unsigned bits);

/// What a certificate says. The defaults are those of a good server on this machine.
struct Sayings {
    std::string subject = "localhost";
    std::string names = "DNS:localhost,IP:127.0.0.1";  ///< empty: none
    std::string usage = "serverAuth";                  ///< empty: none
    std::string constraints = "critical,CA:FALSE";
    std::string name_constraints{};
    long begins_in_s = -3600;
    long ends_in_s = 3600;
    const EVP_MD* digest = nullptr;  ///< SHA-256
};

struct Identity {
    Key key{};
    Certificate certificate{};
};

/// `issuer` null: signed by itself.
Identity make_identity(const Sayings& sayings, const Identity* issuer, Key key = make_key());
/// A certificate authority.
Sayings authority_sayings(std::string subject = "Test CA");

/// "sha256/…"
std::string pin_of(const Identity& identity);

/// A folder of its own that goes with it.
class CertificateFolder {
 public:
    CertificateFolder();
    CertificateFolder(const CertificateFolder&) = delete;
    CertificateFolder& operator=(const CertificateFolder&) = delete;
    ~CertificateFolder();
    /// PEM files; the path is returned.
    std::string write(const std::string& name, const std::vector<Certificate>& certificates);
    std::string write(const std::string& name, const Key& key);

 private:
    std::filesystem::path path_;
};

/// An authority, a good server of it, and their files.
struct GoodServer {
    Identity authority = make_identity(authority_sayings(), nullptr);
    Identity server = make_identity({}, &authority);
    CertificateFolder folder{};
    std::string ca_file = folder.write("ca.pem", {authority.certificate});
    std::string chain_file = folder.write("chain.pem", {server.certificate});
    std::string key_file = folder.write("key.pem", server.key);
};

}  // namespace iam::test
