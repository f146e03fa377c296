// Codec of sets: arrays without repeated values.
#pragma once

#include <iam/tool/codecs/container.hpp>
#include <iam/tool/codecs/seen_values.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace iam {

/// Codec of std::set and std::unordered_set. A value repeated as JSON sees it is refused. If only
/// the program takes values for equal, they become one: texts equal in its order, or numbers
/// rounded to the same float.
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
    /// Marks `out` as bad if two values have the same text, as two long doubles may. No reader
    /// would accept the text as a set.
    static void encode(JsonWriter& out, const Set& value) {
        if (!may_nest(out)) return;
        const std::vector<std::string> texts = texts_of(out, value);
        std::vector<std::string_view> sorted(texts.begin(), texts.end());
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            out.fail("a set in which two values have one text");
        out.begin_array();
        // A set without an order of its own is written in the order of its values, or else of their
        // texts. So one set has one text.
        if constexpr (k_is_ordered || k_has_ordered_values) {
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
    static constexpr bool k_is_ordered = requires { typename Set::key_compare; };
    static constexpr bool k_has_ordered_values = std::is_arithmetic_v<T> || std::is_enum_v<T> ||
                                                 std::is_same_v<T, std::string> ||
                                                 std::is_same_v<T, std::u8string>;

    /// NaN compares with nothing and goes after the numbers.
    static bool is_before(const T* left, const T* right) {
        if constexpr (std::is_floating_point_v<T>) {
            const bool is_number = !(std::isnan)(*left);
            if (!is_number || (std::isnan)(*right)) return is_number && (std::isnan)(*right);
        }
        return *left < *right;
    }
    static std::vector<const T*> elements_of(const Set& value) {
        std::vector<const T*> elements;
        elements.reserve(value.size());
        for (const T& element : value) elements.push_back(std::addressof(element));
        if constexpr (!k_is_ordered && k_has_ordered_values)
            std::sort(elements.begin(), elements.end(), &is_before);
        return elements;
    }
    static std::vector<std::string> texts_of(JsonWriter& out, const Set& value) {
        std::vector<std::string> texts;
        texts.reserve(value.size());
        for (const T* element : elements_of(value)) {
            JsonWriter one(out.depth() + 1);
            Element::encode(one, *element);
            if (!one.ok()) out.fail(one.why());
            texts.push_back(one.take());
        }
        return texts;
    }
};

}  // namespace iam
