// Random ids and hexadecimal text.
#include <iam/core/entropy.hpp>

#include <catch2/catch.hpp>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace {

/// 0, 1, 2, …
class CountingEntropy final : public iam::Entropy {
 public:
    void fill(std::span<std::uint8_t> bytes) override {
        for (std::uint8_t& byte : bytes) byte = next_++;
    }

 private:
    std::uint8_t next_ = 0;
};

}  // namespace

TEST_CASE("an id is 128 bits of the given entropy in lower-case hexadecimal") {
    CountingEntropy entropy;
    CHECK(iam::random_id(entropy) == "000102030405060708090a0b0c0d0e0f");
    CHECK(iam::random_id(entropy) == "101112131415161718191a1b1c1d1e1f");
}

TEST_CASE("a salt is 32 bytes of the given entropy") {
    CountingEntropy entropy;
    const auto salt = iam::random_salt(entropy);
    CHECK(salt.size() == 32);
    CHECK(salt.front() == 0);
    CHECK(salt.back() == 31);
}

TEST_CASE("the system's entropy fills every byte and does not repeat itself") {
    iam::SystemEntropy entropy;
    std::set<std::string> ids;
    for (int i = 0; i < 100; ++i) ids.insert(iam::random_id(entropy));
    CHECK(ids.size() == 100);
    // A byte that stays 0 in 40 fills has been left out: chance does that once in 2^320 times.
    std::array<std::uint8_t, 33> seen{};
    for (int i = 0; i < 40; ++i) {
        std::array<std::uint8_t, 33> bytes{};
        entropy.fill(bytes);
        for (std::size_t j = 0; j < bytes.size(); ++j)
            seen[j] = static_cast<std::uint8_t>(seen[j] | bytes[j]);
    }
    CHECK(std::none_of(seen.begin(), seen.end(), [](std::uint8_t byte) { return byte == 0; }));
    entropy.fill({});
}

TEST_CASE("the system's entropy fills more than it fetches at once") {
    iam::SystemEntropy entropy;
    std::vector<std::uint8_t> bytes(100'000);
    entropy.fill(bytes);
    CHECK(std::count(bytes.begin(), bytes.end(), 0) < 1'000);
}

TEST_CASE("the child of a fork gets other random bytes than its parent") {
    iam::SystemEntropy entropy;
    iam::random_id(entropy);  // so that bytes are left when the program forks
    std::array<int, 2> ends{};
    REQUIRE(::pipe(ends.data()) == 0);
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const auto salt = iam::random_salt(entropy);
        ::_exit(::write(ends[1], salt.data(), salt.size()) == 32 ? 0 : 1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(status == 0);
    std::array<std::uint8_t, 32> of_child{};
    REQUIRE(::read(ends[0], of_child.data(), of_child.size()) == 32);
    CHECK(of_child != iam::random_salt(entropy));
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_CASE("hexadecimal text reads back as the bytes it was made of") {
    const std::vector<std::uint8_t> bytes = {0x00, 0x7f, 0x80, 0xff, 0xa5};
    const std::string text = iam::to_hex(bytes);
    CHECK(text == "007f80ffa5");
    const std::string read = iam::from_hex(text).value();
    CHECK(std::equal(read.begin(), read.end(), bytes.begin(), bytes.end(),
                     [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; }));
    CHECK(iam::to_hex({}).empty());
    CHECK(iam::from_hex("").value().empty());
}

TEST_CASE("text that is not lower-case hexadecimal is refused, naming the place") {
    CHECK(iam::from_hex("abc").error().message.find("even number") != std::string::npos);
    CHECK(iam::from_hex("00FF").error().message.find("position 2") != std::string::npos);
    CHECK(iam::from_hex("0g").error().message.find("position 1") != std::string::npos);
    CHECK(iam::from_hex(" 0").error().code == iam::Errc::invalid_argument);
}
