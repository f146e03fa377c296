// A person's use of these keys is tested in tests/runtime/host/commands/checkpoint_test.cpp.
#include <iam/store/signing_keys.hpp>
#include <support/conformance.hpp>
#include <support/fake_entropy.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sys/types.h>
#include <unistd.h>

#include <filesystem>

using namespace iam;
using namespace iam::test;
using store::SigningKeys;

namespace {

/// Gives a folder to an ordinary user and works as that user, since permissions mean nothing to
/// root.
class OrdinaryUser {
 public:
    explicit OrdinaryUser(const std::filesystem::path& folder) {
        constexpr uid_t k_nobody = 65534;
        if (::geteuid() != 0) return;
        was_root_ = true;
        REQUIRE(::chown(folder.c_str(), k_nobody, k_nobody) == 0);
        REQUIRE(::seteuid(k_nobody) == 0);
    }
    OrdinaryUser(const OrdinaryUser&) = delete;
    OrdinaryUser& operator=(const OrdinaryUser&) = delete;
    ~OrdinaryUser() {
        if (was_root_) CHECK(::seteuid(0) == 0);
    }

 private:
    bool was_root_ = false;
};

PublicKey current_key(const TempDir& folder, Entropy& entropy) {
    return ok(SigningKeys::open(folder / "key", entropy)).current().public_key();
}

}  // namespace

TEST_CASE("a signing key is made once and read again") {
    const TempDir folder;
    FakeEntropy entropy;
    const PublicKey made = current_key(folder, entropy);
    CHECK(current_key(folder, entropy) == made);
    CHECK(std::filesystem::file_size(folder / "key") == 32);
}

TEST_CASE("a replacement that was begun waits beside the key until it is ended") {
    const TempDir folder;
    FakeEntropy entropy;
    const PublicKey first = current_key(folder, entropy);
    PublicKey second{};
    {
        auto keys = ok(SigningKeys::open(folder / "key", entropy));
        CHECK(error_in(keys.replace()).code == Errc::not_found);
        CHECK(keys.prepare_next(entropy));
        second = keys.next()->public_key();
        CHECK(keys.prepare_next(entropy));
        CHECK(keys.next()->public_key() == second);
    }
    auto keys = ok(SigningKeys::open(folder / "key", entropy));
    CHECK(keys.current().public_key() == first);
    REQUIRE(keys.next());
    CHECK(keys.replace());
    CHECK(keys.current().public_key() == second);
    CHECK_FALSE(keys.next());
    CHECK_FALSE(std::filesystem::exists(folder / "key.next"));
}

TEST_CASE("a signing key that others may read is refused") {
    const TempDir folder;
    FakeEntropy entropy;
    current_key(folder, entropy);
    std::filesystem::permissions(folder / "key", std::filesystem::perms{0644});
    CHECK(error_in(SigningKeys::open(folder / "key", entropy)).code == Errc::corrupt);
}

TEST_CASE("a replaced key is the current one, also where its folder cannot be made durable") {
    const TempDir folder;
    const OrdinaryUser user(folder.path());
    FakeEntropy entropy;
    auto keys = ok(SigningKeys::open(folder / "key", entropy));
    REQUIRE(keys.prepare_next(entropy));
    const PublicKey second = keys.next()->public_key();
    // A folder that must not be read cannot be opened, and so not be synchronised.
    std::filesystem::permissions(folder.path(), std::filesystem::perms{0300});
    const auto replaced = keys.replace();
    std::filesystem::permissions(folder.path(), std::filesystem::perms{0700});
    CHECK(error_in(replaced).code == Errc::unavailable);
    CHECK(keys.current().public_key() == second);
    CHECK_FALSE(keys.next());
    CHECK(error_in(keys.replace()).code == Errc::not_found);
    CHECK_FALSE(std::filesystem::exists(folder / "key.next"));
}
