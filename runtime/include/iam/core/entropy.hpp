// Declares the source of random bytes that callers hand to the runtime, so that tests are
// repeatable.
#pragma once

#include <iam/core/result.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace iam {

class Entropy {
 public:
    virtual ~Entropy() = default;
    /// Fills all of `bytes` with unpredictable bytes. Thread-safe. If the system has no random
    /// bytes to give, it stops the program.
    virtual void fill(std::span<std::uint8_t> bytes) = 0;
};

/// The kernel's generator, getrandom(2). The program keeps no generator state, so a fork cannot
/// repeat bytes.
class SystemEntropy final : public Entropy {
 public:
    void fill(std::span<std::uint8_t> bytes) override;
};

/// 128 random bits as 32 hexadecimal digits: an id for anything but a call.
std::string random_id(Entropy& entropy);
std::array<std::uint8_t, 32> random_salt(Entropy& entropy);

/// Hexadecimal, lower case.
std::string to_hex(std::span<const std::uint8_t> bytes);
/// to_hex into `out`, which has room for two bytes per byte. Returns the end of the text.
char* write_hex(std::span<const std::uint8_t> bytes, char* out) noexcept;
Result<std::string> from_hex(std::string_view text);  // the bytes

}  // namespace iam
