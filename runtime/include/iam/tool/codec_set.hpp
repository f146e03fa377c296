// Sets: arrays in which no value is given twice.
#pragma once

#include <iam/tool/codec_container.hpp>
#include <iam/tool/seen_values.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam {

/// std::set, std::unordered_set. What is given twice is refused as JSON sees it; values that only the program takes for one (texts
/// that its order does not tell apart, numbers that a float rounds to the same) are one.
template <class Element, class Set>
struct SetCodec {
    using T = typename Set::value_type;

    static bool decode(Decoder& in, Set& value, const Rules& rules = {}) {
        value.clear();
        SeenValues seen;
        return read_elements<Element, T>(in, rules, [&](T element, std::size_t start) {
            const std::string_view text = in.text_since(start);
            if (value.insert(std::move(element)).second) {
                seen.note(text);
                return true;
            }
            return check_unseen(in, seen, start);
        });
    }
    /// Marks `out` as bad where two values have one text, as two long doubles may: no reader would take that for a set.
    static void encode(JsonWriter& out, const Set& value) {
        if (!may_nest(out)) return;
        const std::vector<std::string> texts = texts_of(out, value);
        std::vector<std::string_view> sorted(texts.begin(), texts.end());
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            out.fail("a set in which two values have one text");
        out.begin_array();
        // What has no order of its own is written in that of its texts, so that one set is one text.
        if constexpr (requires { typename Set::key_compare; }) {
            for (const std::string& text : texts) out.raw(text);
        } else {
            for (const std::string_view text : sorted) out.raw(text);
        }
        out.end_array();
    }
    static std::string expected(const Rules& rules) {
        return describe_count("array", "elements", rules) + ", each once";
    }

 private:
    static std::vector<std::string> texts_of(JsonWriter& out, const Set& value) {
        std::vector<std::string> texts;
        texts.reserve(value.size());
        for (const auto& element : value) {
            JsonWriter one(out.depth() + 1);
            Element::encode(one, element);
            if (!one.ok()) out.fail(one.why());
            texts.push_back(one.take());
        }
        return texts;
    }
};

}  // namespace iam
