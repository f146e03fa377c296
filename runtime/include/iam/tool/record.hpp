// Describes aggregates as tables: for each member its place and the functions of its type. Two
// functions read and write every aggregate by its table. So a record costs a program little code,
// and its codec compiles fast (codecs/record.hpp makes the tables).
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

/// The functions for a value of one type, wherever it is a member.
struct MemberCodec {
    bool (*decode)(Decoder& in, void* value, const Rules& rules);
    void (*encode)(JsonWriter& out, const void* value);
    /// if true, the value is not written; nullptr: it always is
    bool (*is_absent)(const void* value);
    std::string (*expected)(const Rules& rules);
    bool reads_back;  ///< k_reads_back
};

/// One member.
struct RecordMember {
    std::string_view name;
    const void* (*value_of)(const void* object);
    const MemberCodec* codec;
    const Rules* rules;
    /// index in the table of the member declared at this position
    std::uint32_t declared;
    bool is_required;
    bool is_secret;
    bool is_plain;  ///< the name needs no escape in JSON
};

/// Members in the order of canonical text.
using RecordTable = std::span<const RecordMember>;

/// The member of an object of a variant with the name of its alternative.
inline constexpr std::string_view k_tag_member = "type";

enum class Unknown : std::uint8_t {
    refuse,  ///< a member missing in the table is an error
    skip,    ///< the member is skipped unread
};

/// `known` names a member. It is skipped for every value of `unknown`.
bool decode_record(Decoder& in, void* object, RecordTable table, Unknown unknown = Unknown::refuse,
                   std::string_view known = {});
/// Writes the tag, unless it is empty, in its place among the members.
void encode_record(JsonWriter& out, const void* object, RecordTable table,
                   std::string_view tag = {});

/// Tells the order of members in canonical text (UTF-16 code units), for valid UTF-8 and at compile
/// time. It differs from the order of bytes only if a surrogate pair meets a unit above the
/// surrogates.
constexpr bool member_before(std::string_view a, std::string_view b) noexcept {
    std::size_t i = 0;
    while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
    if (i == a.size() || i == b.size()) return a.size() < b.size();
    const auto unit = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0xF0 ? 0xED * 2 + 1 : byte * 2;  // after U+D7FF, before U+E000
    };
    const int left = unit(a[i]);
    const int right = unit(b[i]);
    return left != right ? left < right
                         : static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[i]);
}

/// True for a name that needs no escape in JSON.
constexpr bool is_plain_name(std::string_view name) noexcept {
    for (const char c : name)
        if (c < ' ' || c > '~' || c == '"' || c == '\\') return false;
    return true;
}

}  // namespace iam
