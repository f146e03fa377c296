// Makes a call's id of the time and of random bytes.
#include "gate/state/call_id.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace iam::gate {

std::string new_call_id(Entropy& entropy, const Moment& now) {
    std::array<std::uint8_t, 16> bytes{};
    entropy.fill(bytes);
    constexpr std::size_t k_time_bytes = 6;
    auto left = static_cast<std::uint64_t>(now.wall.time_since_epoch().count());
    for (std::size_t i = k_time_bytes; i-- > 0; left >>= 8U)
        bytes[i] = static_cast<std::uint8_t>(left & 0xFFU);
    return to_hex(bytes);
}

}  // namespace iam::gate
