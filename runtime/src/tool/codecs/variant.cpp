// Finds the alternative of a variant for a value.
#include "iam/tool/codecs/variant.hpp"

#include <iam/tool/codecs/enum.hpp>
#include <iam/tool/codecs/record.hpp>

#include <algorithm>
#include <vector>

namespace iam {
namespace {

/// The tag of the next object; nothing if it has no text as tag. The object stays unread.
std::optional<std::string> tag_ahead(const Decoder& in) {
    JsonReader ahead = in.ahead();
    if (!ahead.begin_object()) return std::nullopt;
    std::string_view name;
    while (ahead.next_member(name)) {
        std::string tag;
        if (name == k_tag_member && ahead.peek() == JsonKind::string)
            return ahead.read_string(tag) ? std::optional(std::move(tag)) : std::nullopt;
        if (!ahead.skip()) break;
    }
    return std::nullopt;
}

/// Reads an object without a valid tag, and reports it.
void refuse_tag(Decoder& in, std::span<const std::string_view> tags) {
    if (!in.reader().begin_object()) return;
    bool has_tag = false;
    std::string_view name;
    while (in.reader().next_member(name)) {
        if (name == k_tag_member) {
            has_tag = true;
            static_cast<void>(read_name(in, tags));
        } else {
            in.reader().skip();
        }
    }
    if (!has_tag && !in.reader().failed()) in.refuse_missing(k_tag_member, describe_names(tags));
}

}  // namespace

std::optional<std::size_t> choose_alternative(Decoder& in, std::span<const Alternative> all) {
    const JsonKind kind = in.reader().peek();
    std::vector<std::string_view> tags;
    std::vector<std::size_t> tagged;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].kind != kind) continue;
        if (all[i].tag.empty()) return i;
        tags.push_back(all[i].tag);
        tagged.push_back(i);
    }
    if (tags.empty()) {
        in.expect(all.front().kind, describe_alternatives(all), false);
        return std::nullopt;
    }
    const std::optional<std::string> tag = tag_ahead(in);
    const auto found = tag ? std::find(tags.begin(), tags.end(), *tag) : tags.end();
    if (found != tags.end()) return tagged[static_cast<std::size_t>(found - tags.begin())];
    refuse_tag(in, tags);
    return std::nullopt;
}

std::string describe_alternatives(std::span<const Alternative> all) {
    std::string text;
    std::vector<JsonKind> seen;
    for (const Alternative& alternative : all) {
        if (std::find(seen.begin(), seen.end(), alternative.kind) != seen.end()) continue;
        seen.push_back(alternative.kind);
        text += (text.empty() ? "" : " or ") + std::string(to_string(alternative.kind));
    }
    return text;
}

}  // namespace iam
