// Aggregates as tables: for each member where it is, and the functions of its type; and the two functions that read and write every
// aggregate by its table. A record of a program so costs little code, and its codec little time to compile (codec_record.hpp makes the tables).
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/decoder.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace iam {

struct Rules;

/// What is done with a value of one type, wherever it is a member.
struct MemberCodec {
    bool (*decode)(Decoder& in, void* value, const Rules& rules);
    void (*encode)(JsonWriter& out, const void* value);
    bool (*is_absent)(const void* value);  ///< it is not written then; nullptr: it always is
    std::string (*expected)(const Rules& rules);
    bool reads_back;  ///< k_reads_back
};

/// One member.
struct RecordMember {
    std::string_view name;
    const void* (*value_of)(const void* object);
    const MemberCodec* codec;
    const Rules* rules;
    std::uint32_t declared;  ///< where in the table the member is that was declared at this place
    bool is_required;
    bool is_secret;
    bool is_plain;  ///< the name stands in JSON as it is
};

/// In the order of canonical text.
using RecordTable = std::span<const RecordMember>;

/// In it an object of a variant says which of the alternatives it is.
inline constexpr std::string_view k_tag_member = "type";

enum class Unknown : std::uint8_t {
    refuse,  ///< a member that is not in the table is an error
    skip,    ///< it is passed over unread
};

/// `known`: a member that is passed over, whatever `unknown` says.
bool decode_record(Decoder& in, void* object, RecordTable table, Unknown unknown = Unknown::refuse,
                   std::string_view known = {});
/// With the tag, unless it is empty, where it belongs between the members.
void encode_record(JsonWriter& out, const void* object, RecordTable table,
                   std::string_view tag = {});

/// Order of members in canonical text (UTF-16 code units), for valid UTF-8 and at compile time. It differs from the order of bytes
/// only where a surrogate pair meets a unit above the surrogates.
constexpr bool member_before(std::string_view a, std::string_view b) noexcept {
    std::size_t i = 0;
    while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
    if (i == a.size() || i == b.size()) return a.size() < b.size();
    const auto unit = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0xF0 ? 0xED * 2 + 1 : byte * 2;  // behind U+D7FF, before U+E000
    };
    const int left = unit(a[i]);
    const int right = unit(b[i]);
    return left != right ? left < right
                         : static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[i]);
}

/// A name that stands in JSON as it is.
constexpr bool is_plain_name(std::string_view name) noexcept {
    for (const char c : name)
        if (c < ' ' || c > '~' || c == '"' || c == '\\') return false;
    return true;
}

}  // namespace iam
