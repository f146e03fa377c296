// Random bytes as a dependency, so that tests are repeatable.
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
    /// Fills all of `bytes` with unpredictable bytes. Thread-safe. Stops the program if the system
    /// has none to give.
    virtual void fill(std::span<std::uint8_t> bytes) = 0;
};

/// The kernel's generator, getrandom(2): nothing of it is kept in the program, so that a fork cannot repeat it.
class SystemEntropy final : public Entropy {
 public:
    void fill(std::span<std::uint8_t> bytes) override;
};

/// 128 random bits as 32 hexadecimal digits: ids of what is no call.
std::string random_id(Entropy& entropy);
std::array<std::uint8_t, 32> random_salt(Entropy& entropy);

/// Hexadecimal, lower case.
std::string to_hex(std::span<const std::uint8_t> bytes);
/// The same to where there is room for it; gives back its end.
char* write_hex(std::span<const std::uint8_t> bytes, char* out) noexcept;
Result<std::string> from_hex(std::string_view text);  // the bytes

}  // namespace iam
