#include "times.hpp"

namespace times {

Register set_register(Register value) {
    return value;
}

std::tuple<std::string, int, std::optional<bool>> swapped(std::pair<int, std::string> pair) {
    return {pair.second, pair.first, std::nullopt};
}

int sizes(std::unique_ptr<Part> part, std::vector<std::unique_ptr<Part>> more) {
    int sum = part ? part->size : 0;
    for (const auto& other : more) sum = sum * 10 + (other ? other->size : 0);
    return sum;
}

std::unique_ptr<Part> renamed(std::unique_ptr<Part> part) {
    return part;
}

std::chrono::milliseconds doubled(std::chrono::milliseconds time,
                                  std::chrono::duration<double, std::ratio<60>> more) {
    return 2 * (time + std::chrono::duration_cast<std::chrono::milliseconds>(more));
}

std::chrono::sys_seconds second(std::chrono::sys_seconds at) {
    return at;
}

std::chrono::system_clock::time_point exactly(std::chrono::system_clock::time_point at) {
    return at;
}

std::chrono::year_month_day tomorrow(std::chrono::year_month_day today,
                                     std::optional<std::chrono::sys_days> until) {
    const std::chrono::sys_days next = std::chrono::sys_days(today) + std::chrono::days(1);
    return until && *until < next ? *until : next;
}

std::chrono::hh_mm_ss<std::chrono::milliseconds> tea_time(
    std::chrono::hh_mm_ss<std::chrono::milliseconds> at) {
    return at;
}

std::filesystem::path moved(const std::filesystem::path& path) {
    return "folder" / path.filename();
}

std::vector<std::byte> reversed(std::span<const std::byte> bytes,
                                const std::vector<std::byte>& more) {
    std::vector<std::byte> all(bytes.rbegin(), bytes.rend());
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

Blob both_forms(std::span<const unsigned char> a, std::optional<std::vector<std::uint8_t>> b) {
    Blob blob{{a.begin(), a.end()}, {}};
    if (b) blob.bytes.insert(blob.bytes.end(), b->begin(), b->end());
    blob.numbers = blob.bytes;
    return blob;
}

std::bitset<5> flipped(std::bitset<5> bits) {
    return bits.flip();
}

}  // namespace times
