// Declares the source of random bytes that callers hand to the runtime. So tests are repeatable.
#pragma once

#include <iam/core/result.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
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

/// The kernel's generator, getrandom(2). Bytes are fetched a page at a time and wiped as they are
/// given out. A fork wipes the child's page (MADV_WIPEONFORK), so it repeats no bytes; a copy of a
/// running virtual machine can repeat those of one page.
class SystemEntropy final : public Entropy {
 public:
    SystemEntropy() = default;
    SystemEntropy(const SystemEntropy&) = delete;
    SystemEntropy& operator=(const SystemEntropy&) = delete;
    void fill(std::span<std::uint8_t> bytes) override;

 private:
    struct Page;
    struct Unmap {
        void operator()(Page* page) const noexcept;
    };
    std::mutex mutex_;
    std::unique_ptr<Page, Unmap> page_{};  // nullptr before the first fill()
};

/// 128 random bits as 32 hexadecimal digits: an id for anything but a call.
std::string random_id(Entropy& entropy);
std::array<std::uint8_t, 32> random_salt(Entropy& entropy);

/// Hexadecimal, lower case.
std::string to_hex(std::span<const std::uint8_t> bytes);
/// to_hex into `out`. The caller provides room for two bytes per byte. Returns the end of the text.
char* write_hex(std::span<const std::uint8_t> bytes, char* out) noexcept;
Result<std::string> from_hex(std::string_view text);  // the bytes

}  // namespace iam
