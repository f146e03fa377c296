// Reads and writes any aggregate by its table.
#include "iam/tool/record.hpp"

#include <iam/tool/codecs/nesting.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace iam {
namespace {

// The members seen in a text. Nearly every record has few members.
class SeenMembers {
 public:
    explicit SeenMembers(std::size_t count) : others_(count > k_few ? count : 0) {}
    void add(std::size_t member) {
        if (others_.empty())
            few_ |= std::uint64_t{1} << member;
        else
            others_[member] = true;
    }
    bool has(std::size_t member) const {
        return others_.empty() ? (few_ >> member & 1U) != 0 : others_[member];
    }

 private:
    static constexpr std::size_t k_few = 64;
    std::uint64_t few_ = 0;
    std::vector<bool> others_;
};

/// Finds a member. Canonical text has the members in the order of the table; a reader of the schema
/// writes them in the order of declaration. `next` is the index after the member before; `given` is
/// the number of members so far.
std::size_t find_member(RecordTable table, std::string_view name, std::size_t next,
                        std::size_t given) {
    if (next < table.size() && table[next].name == name) return next;
    if (given < table.size()) {
        const std::size_t declared = table[given].declared;
        if (table[declared].name == name) return declared;
    }
    const auto found = std::find_if(table.begin(), table.end(), [&](const RecordMember& member) {
        return member.name == name;
    });
    return static_cast<std::size_t>(found - table.begin());
}

bool refuse_unknown(Decoder& in, std::string_view name, RecordTable table) {
    std::vector<std::string_view> names;
    for (const RecordMember& place : table) names.push_back(table[place.declared].name);
    return in.refuse_unknown(name, names);
}

// Reports every missing member, in the order of declaration, without a short cut.
bool check_present(Decoder& in, const void* object, RecordTable table, const SeenMembers& seen) {
    bool good = true;
    for (const RecordMember& place : table) {
        if (seen.has(place.declared)) continue;
        const RecordMember& member = table[place.declared];
        const void* value = member.value_of(object);
        if (member.codec->is_absent == nullptr || !member.codec->is_absent(value))
            in.note_filled_in();
        if (member.is_required)
            good = in.refuse_missing(member.name, member.codec->expected(*member.rules));
    }
    return good;
}

bool decode_member(Decoder& in, void* object, const RecordMember& member) {
    const HiddenScope scope(in, member.is_secret);
    // The object is not const, so no value in it is.
    return member.codec->decode(in, const_cast<void*>(member.value_of(object)), *member.rules);
}

void encode_member(JsonWriter& out, const void* object, const RecordMember& member) {
    const void* value = member.value_of(object);
    if (member.codec->is_absent != nullptr && member.codec->is_absent(value)) return;
    if (member.is_plain)
        out.plain_key(member.name);
    else
        out.key(member.name);
    member.codec->encode(out, value);
}

void encode_tag(JsonWriter& out, std::string_view& tag) {
    out.key(k_tag_member);
    out.string(std::exchange(tag, {}));
}

}  // namespace

bool decode_record(Decoder& in, void* object, RecordTable table, Unknown unknown,
                   std::string_view known) {
    if (!in.expect(JsonKind::object, "object", false) || !in.reader().begin_object()) return false;
    SeenMembers seen(table.size());
    bool good = true;
    std::size_t next = 0;
    std::size_t given = 0;  // each name counts once: the reader refuses a repeated name
    std::string_view name;
    while (in.reader().next_member(name)) {
        const std::size_t found = find_member(table, name, next, given);
        if (found < table.size()) {
            next = found + 1;
            ++given;
            seen.add(found);
            good = decode_member(in, object, table[found]) && good;
        } else if (unknown == Unknown::skip || (!known.empty() && name == known)) {
            good = in.reader().skip() && good;
        } else {
            good = refuse_unknown(in, name, table);
        }
    }
    if (in.reader().failed()) return false;
    return (given == table.size() || check_present(in, object, table, seen)) && good;
}

void encode_record(JsonWriter& out, const void* object, RecordTable table, std::string_view tag) {
    if (!may_nest(out)) return;
    out.begin_object();
    for (const RecordMember& member : table) {
        if (!tag.empty() && member_before(k_tag_member, member.name)) encode_tag(out, tag);
        encode_member(out, object, member);
    }
    if (!tag.empty()) encode_tag(out, tag);
    out.end_object();
}

}  // namespace iam
