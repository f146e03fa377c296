// The random bytes of one call.
#pragma once

#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace iam::gate {

/// Random bytes, fetched for a whole call at once.
class RandomBlock {
 public:
    explicit RandomBlock(Entropy& entropy) noexcept : entropy_(entropy) {}
    std::string id();
    /// 48 bits of time and 80 random ones, like version 7 of RFC 9562. Such ids are sorted by time:
    /// calls that are recorded together change one page of the ledger's index.
    std::string id_at(const Moment& now);
    std::array<std::uint8_t, 32> salt();
    std::uint64_t lot();

 private:
    template <std::size_t N>
    std::array<std::uint8_t, N> take();
    Entropy& entropy_;
    std::array<std::uint8_t, 112> bytes_{};  // an id and three salts: enough for most calls
    std::size_t left_ = 0;
};

}  // namespace iam::gate
