// Random bytes are fetched for several ids and salts at once: each fetch is a call of the system.
#include "gate/state/random_block.hpp"

#include <algorithm>

namespace iam::gate {

template <std::size_t N>
std::array<std::uint8_t, N> RandomBlock::take() {
    if (left_ < N) {
        entropy_.fill(bytes_);
        left_ = bytes_.size();
    }
    std::array<std::uint8_t, N> taken{};
    const auto first = bytes_.begin() + static_cast<std::ptrdiff_t>(bytes_.size() - left_);
    std::copy_n(first, N, taken.begin());
    left_ -= N;
    return taken;
}

std::string RandomBlock::id() {
    return to_hex(take<16>());
}

std::string RandomBlock::id_at(const Moment& now) {
    auto bytes = take<16>();
    constexpr std::size_t k_time_bytes = 6;
    auto left = static_cast<std::uint64_t>(now.wall.time_since_epoch().count());
    for (std::size_t i = k_time_bytes; i-- > 0; left >>= 8U)
        bytes[i] = static_cast<std::uint8_t>(left & 0xFFU);
    return to_hex(bytes);
}

std::array<std::uint8_t, 32> RandomBlock::salt() {
    return take<32>();
}

std::uint64_t RandomBlock::lot() {
    std::uint64_t number = 0;
    for (const std::uint8_t byte : take<8>()) number = number << 8U | byte;
    return number;
}

}  // namespace iam::gate
