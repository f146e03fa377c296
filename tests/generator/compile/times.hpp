// Tuples, pointers, times, paths and bytes that a tool may take and give back; and bit-fields.
#pragma once

#include <iam/annotations.hpp>

#include <bitset>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace times {

struct Register {
    unsigned mode : 3;
    int shift : 5 = -2;
    bool enabled : 1 = true;
    int sign : 1 = 0;
};

/// Gives it back.
[[iam::tool({.read_only = true})]] Register set_register(Register value);

/// The second, then the first.
[[iam::tool({.read_only = true})]] std::tuple<std::string, int, std::optional<bool>> swapped(
    std::pair<int, std::string> pair);

struct Part {
    int size = 1;
    std::shared_ptr<const std::string> label;
};

/// Their sizes.
[[iam::tool({.read_only = true})]] int sizes(std::unique_ptr<Part> part,
                                             std::vector<std::unique_ptr<Part>> more);

/// Gives it back, if it is there.
[[iam::tool({.read_only = true})]] std::unique_ptr<Part> renamed(std::unique_ptr<Part> part);

/// Twice as long.
[[iam::tool({.read_only = true})]] std::chrono::milliseconds doubled(
    std::chrono::milliseconds time = std::chrono::seconds(2),
    std::chrono::duration<double, std::ratio<60>> more = {});

/// Gives it back.
[[iam::tool({.read_only = true})]] std::chrono::sys_seconds second(std::chrono::sys_seconds at);

/// Gives it back.
[[iam::tool({.read_only = true})]] std::chrono::system_clock::time_point exactly(
    std::chrono::system_clock::time_point at);

/// The day after.
[[iam::tool({.read_only = true})]] std::chrono::year_month_day tomorrow(
    std::chrono::year_month_day today, std::optional<std::chrono::sys_days> until);

/// Gives it back.
[[iam::tool({.read_only = true})]] std::chrono::hh_mm_ss<std::chrono::milliseconds> tea_time(
    std::chrono::hh_mm_ss<std::chrono::milliseconds> at);

/// Its name, behind a folder.
[[iam::tool({.read_only = true})]] std::filesystem::path moved(const std::filesystem::path& path);

/// Turned around.
[[iam::tool({.read_only = true})]] std::vector<std::byte> reversed(
    std::span<const std::byte> bytes, const std::vector<std::byte>& more);

struct Blob {
    [[iam::base64]] std::vector<std::uint8_t> bytes;
    std::vector<std::uint8_t> numbers;
};

/// Its bytes, as numbers too.
[[iam::tool({.read_only = true})]] Blob both_forms(
    [[iam::base64]] std::span<const unsigned char> a,
    [[iam::base64]] std::optional<std::vector<std::uint8_t>> b);

/// Every bit turned.
[[iam::tool({.read_only = true})]] std::bitset<5> flipped(std::bitset<5> bits);

}  // namespace times
