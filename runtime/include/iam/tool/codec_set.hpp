// Sets: arrays in which no value is given twice.
#pragma once

#include <iam/tool/codec_container.hpp>

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
            if (in.has_all_errors()) return false;
            return seen.add(text) || in.refuse(start, "is given twice", "each value once");
        });
    }
    static void encode(JsonWriter& out, const Set& value) {
        if constexpr (requires { typename Set::key_compare; }) {
            write_elements<Element>(out, value);
        } else {
            encode_sorted(out, value);
        }
    }
    static std::string expected(const Rules& rules) {
        return describe_count("array", "elements", rules) + ", each once";
    }

 private:
    // What has no order of its own is written in that of its texts, so that one set is one text.
    static void encode_sorted(JsonWriter& out, const Set& value) {
        std::vector<std::string> texts;
        for (const auto& element : value) {
            JsonWriter one;
            Element::encode(one, element);
            if (!one.ok()) out.fail(one.why());
            texts.push_back(one.take());
        }
        std::sort(texts.begin(), texts.end());
        out.begin_array();
        for (const std::string& text : texts) out.raw(text);
        out.end_array();
    }
};

}  // namespace iam
