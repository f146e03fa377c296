// Packs an entry's values into bytes. A value is the size of its name and the size of its bytes (8
// bytes each, little endian), its salt, its name and its bytes. An erasure leaves zeros. No value
// is all zeros, since it has a name.
#include "iam/store/packed_values.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

namespace iam::store {
namespace {

constexpr std::size_t k_size_bytes = 8;
constexpr std::size_t k_salt_bytes = std::tuple_size_v<decltype(ledger::Payload::salt)>;

void put_size(std::string& out, std::uint64_t size) {
    for (std::size_t i = 0; i < k_size_bytes; ++i, size >>= 8U)
        out.push_back(static_cast<char>(size & 0xFFU));
}

/// Takes parts off the front of a text.
class Unpacker {
 public:
    explicit Unpacker(std::string_view packed) noexcept : rest_(packed) {}
    bool at_end() const noexcept { return rest_.empty(); }

    std::optional<std::string_view> take(std::uint64_t size) noexcept {
        if (size > rest_.size()) return std::nullopt;
        const std::string_view part = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return part;
    }
    std::optional<std::uint64_t> take_size() noexcept {
        const auto bytes = take(k_size_bytes);
        if (!bytes) return std::nullopt;
        std::uint64_t size = 0;
        for (std::size_t i = k_size_bytes; i-- > 0;)
            size = size << 8U | static_cast<unsigned char>((*bytes)[i]);
        return size;
    }

 private:
    std::string_view rest_;
};

bool take_value(Unpacker& in, ledger::Payload& value) {
    const auto name_size = in.take_size();
    const auto bytes_size = in.take_size();
    const auto salt = in.take(k_salt_bytes);
    if (!name_size || !bytes_size || !salt) return false;
    const auto name = in.take(*name_size);
    const auto bytes = name ? in.take(*bytes_size) : std::nullopt;
    if (!bytes) return false;
    std::memcpy(value.salt.data(), salt->data(), value.salt.size());
    value.name = *name;
    value.bytes = *bytes;
    return true;
}

}  // namespace

std::string pack_values(const std::vector<ledger::Payload>& values) {
    std::size_t size = 0;
    for (const ledger::Payload& value : values)
        size += 2 * k_size_bytes + k_salt_bytes + value.name.size() + value.bytes.size();
    std::string packed;
    packed.reserve(size);
    for (const ledger::Payload& value : values) {
        put_size(packed, value.name.size());
        put_size(packed, value.bytes.size());
        packed.append(value.salt.begin(), value.salt.end());
        packed += value.name;
        packed += value.bytes;
    }
    return packed;
}

void unpack_values(std::string_view packed, std::vector<ledger::Payload>& values) {
    if (packed.find_first_not_of('\0') == std::string_view::npos) return values.clear();
    std::size_t count = 0;
    for (Unpacker in(packed); !in.at_end(); ++count) {
        if (count == values.size()) values.emplace_back();
        if (take_value(in, values[count])) continue;
        values.assign(1, {});
        values.front().bytes = packed;
        return;
    }
    values.resize(count);
}

}  // namespace iam::store
