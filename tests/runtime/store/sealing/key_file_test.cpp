#include <iam/store/key_file.hpp>
#include <support/conformance.hpp>
#include <support/fake_entropy.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace iam;
using namespace iam::test;
namespace fs = std::filesystem;

namespace {

bool same_key(const SecretKey& one, const SecretKey& other) {
    return std::equal(one.bytes().begin(), one.bytes().end(), other.bytes().begin());
}

}  // namespace

TEST_CASE("a key that is made is random, private and read again") {
    const TempDir folder;
    FakeEntropy entropy;
    const SecretKey made = ok(store::make_key(folder / "key", entropy));
    CHECK(same_key(ok(store::read_keys(folder / "key")).first(), made));
    CHECK(same_key(ok(store::read_key(folder / "key")), made));
    CHECK_FALSE(same_key(ok(store::make_key(folder / "other", entropy)), made));
    CHECK(fs::status(folder / "key").permissions() == fs::perms{0600});
    CHECK_FALSE(fs::exists(folder / "key.new"));
}

TEST_CASE("half a key that a crash left is written anew") {
    const TempDir folder;
    std::ofstream(folder / "key.new") << "half";
    FakeEntropy entropy;
    ok(store::make_key(folder / "key", entropy));
    CHECK(fs::file_size(folder / "key") == 32);
}

TEST_CASE("a missing key is not found, and a key is never copied over another one") {
    const TempDir folder;
    CHECK(error_in(store::read_keys(folder / "key")).code == Errc::not_found);
    FakeEntropy entropy;
    const store::KeyRing keys(ok(store::make_key(folder / "key", entropy)));
    CHECK(store::copy_keys(keys, folder / "copy"));
    CHECK(same_key(ok(store::read_keys(folder / "copy")).first(), keys.first()));
    CHECK(error_in(store::copy_keys(keys, folder / "copy")).code == Errc::unavailable);
}

TEST_CASE("a key that others may read, or of another size, is refused with its path") {
    const TempDir folder;
    FakeEntropy entropy;
    ok(store::make_key(folder / "key", entropy));
    SECTION("readable by the group") {
        fs::permissions(folder / "key", fs::perms{0640});
    }
    SECTION("too short") {
        fs::resize_file(folder / "key", 31);
    }
    SECTION("too long") {
        fs::resize_file(folder / "key", 33);
    }
    SECTION("of more keys than a ring has") {
        fs::resize_file(folder / "key", 32 * (store::k_keys_max + 1));
    }
    SECTION("empty") {
        fs::resize_file(folder / "key", 0);
    }
    const Error error = error_in(store::read_keys(folder / "key"));
    CHECK(error.code == Errc::corrupt);
    CHECK(error.message.find((folder / "key").string()) != std::string::npos);
}

TEST_CASE("a key is added behind the others, and copies have all of them (P25)") {
    const TempDir folder;
    FakeEntropy entropy;
    const SecretKey before = ok(store::make_key(folder / "key", entropy));
    std::ofstream(folder / "key.new") << "half of a key that a crash left";
    const store::KeyRing after = ok(store::add_key(folder / "key", entropy));
    REQUIRE(after.newest_id() == 2);
    CHECK(error_in(store::read_key(folder / "key")).code == Errc::corrupt);
    CHECK(same_key(after.first(), before));
    CHECK_FALSE(same_key(after.newest(), before));
    CHECK(fs::status(folder / "key").permissions() == fs::perms{0600});
    CHECK(store::copy_keys(after, folder / "copy"));
    for (const char* name : {"key", "copy"}) {
        const store::KeyRing read = ok(store::read_keys(folder / name));
        CHECK(read.newest_id() == 2);
        CHECK(same_key(read.first(), after.first()));
        CHECK(same_key(read.newest(), after.newest()));
    }
}

TEST_CASE("a file with as many keys as a ring has takes no more, and stays as it is") {
    const TempDir folder;
    FakeEntropy entropy;
    ok(store::make_key(folder / "key", entropy));
    for (std::size_t i = 1; i < store::k_keys_max; ++i) ok(store::add_key(folder / "key", entropy));
    const Error error = error_in(store::add_key(folder / "key", entropy));
    CHECK(error.code == Errc::conflict);
    CHECK(error.message.find((folder / "key").string()) != std::string::npos);
    CHECK(ok(store::read_keys(folder / "key")).newest_id() == store::k_keys_max);
    CHECK(error_in(store::add_key(folder / "none", entropy)).code == Errc::not_found);
}
