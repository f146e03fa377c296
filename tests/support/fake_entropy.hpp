// Random bytes that are the same in every run.
#pragma once

#include <iam/core/entropy.hpp>

#include <cstdint>
#include <mutex>
#include <random>
#include <span>

namespace iam::test {

/// Thread-safe. The same seed gives the same bytes; two calls never give the same ones.
class FakeEntropy final : public Entropy {
 public:
    explicit FakeEntropy(std::uint64_t seed = 1) : random_(seed) {}

    void fill(std::span<std::uint8_t> bytes) override {
        const std::lock_guard lock(mutex_);
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random_() >> 56U);
    }

 private:
    std::mutex mutex_;
    std::mt19937_64 random_;
};

}  // namespace iam::test
