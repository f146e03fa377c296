// Codecs of lists and maps.
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/converted.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/codecs/nesting.hpp>
#include <iam/tool/codecs/optional.hpp>
#include <iam/tool/codecs/seen_values.hpp>
#include <iam/tool/rules.hpp>
#include <iam/tool/schema_text.hpp>

#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace iam {

/// Words the expected list or map: "array of 1 to 5 elements".
std::string describe_count(std::string_view noun, std::string_view counted, const Rules& rules);
/// Reports the list or map just read if its size is wrong. True if the size is right.
bool check_count(Decoder& in, std::size_t count, std::string_view noun, std::string_view counted,
                 const Rules& rules);

/// The rules of a list of exactly `count` elements.
constexpr Rules exactly(std::size_t count, Rules rules = {}) {
    rules.length_min = rules.length_max = count;
    return rules;
}

/// Reports the element just read from byte `start` if it equals one before it.
bool check_unseen(Decoder& in, SeenValues& seen, std::size_t start);

/// Reads the elements of a list one by one. `take` gets each correct element and its first byte's
/// place, and returns whether it may stay. True if nothing was wrong, the number of elements
/// included.
template <class Element, class T, class Take>
bool read_elements(Decoder& in, const Rules& rules, Take take) {
    if (!in.expect(JsonKind::array, "array", false) || !in.reader().begin_array()) return false;
    bool good = true;
    std::size_t count = 0;
    SeenValues seen;
    for (; in.reader().next_element(); ++count) {
        const std::size_t start = in.reader().offset();
        T element{};
        const bool right = decode_element<Element>(in, element);
        if (right && rules.unique && in.checks_rules())
            good = check_unseen(in, seen, start) && good;
        good = right && take(std::move(element), start) && good;
    }
    if (in.reader().failed()) return false;
    return check_count(in, count, "array", "elements", rules) && good;
}

template <class Element, class Range>
void write_elements(JsonWriter& out, const Range& values) {
    if (!may_nest(out)) return;
    out.begin_array();
    for (const auto& element : values) Element::encode(out, element);
    out.end_array();
}

/// Codec of std::vector, std::deque, std::list and std::forward_list.
template <class Element, class Sequence>
struct SequenceCodec {
    using T = typename Sequence::value_type;

    static bool decode(Decoder& in, Sequence& value, const Rules& rules = {}) {
        value.clear();
        if constexpr (requires(T element) { value.push_back(std::move(element)); }) {
            return read_elements<Element, T>(in, rules, [&](T element, std::size_t) {
                value.push_back(std::move(element));
                return true;
            });
        } else {
            auto last = value.before_begin();
            return read_elements<Element, T>(in, rules, [&](T element, std::size_t) {
                last = value.insert_after(last, std::move(element));
                return true;
            });
        }
    }
    static void encode(JsonWriter& out, const Sequence& value) {
        write_elements<Element>(out, value);
    }
    static std::string expected(const Rules& rules) {
        return describe_count("array", "elements", rules);
    }
    static void schema(SchemaText& out, const Rules& rules) {
        out.set("type", "\"array\"");
        out.set("items", element_schema_text<Element>());
        if (rules.length_min > 0) out.set("minItems", std::to_string(rules.length_min));
        if (rules.length_max != k_no_length_limit)
            out.set("maxItems", std::to_string(rules.length_max));
        if (rules.unique) out.set("uniqueItems", "true");
    }
};

/// True for a name that canonical text orders differently than the map does by bytes.
bool needs_other_order(std::string_view key) noexcept;
/// Puts members into the order of canonical text.
void sort_members(std::vector<std::pair<std::string_view, std::size_t>>& members);

/// Keys of texts of the program. codecs/key.hpp has other keys.
struct StringKey {
    static bool decode(Decoder&, std::string_view name, std::string& key) {
        key = name;
        return true;
    }
    static std::string_view text(JsonWriter&, const std::string& key) noexcept { return key; }
};

/// Codec of std::map and std::unordered_map. Key is a class with two static functions. decode(in,
/// name, key) reports and skips a member if its name is no key. text(out, key) marks `out` as bad
/// if the key has no text.
template <class Key, class Element, class Map>
struct MapCodec {
    static bool decode(Decoder& in, Map& value, const Rules& rules = {}) {
        value.clear();
        if (!in.expect(JsonKind::object, "object", false) || !in.reader().begin_object())
            return false;
        bool good = true;
        std::size_t count = 0;
        std::string_view name;
        for (; in.reader().next_member(name); ++count) {
            typename Map::key_type key{};
            if (Key::decode(in, name, key))
                good = decode_element<Element>(in, value[std::move(key)]) && good;
            else
                good = false;
        }
        if (in.reader().failed()) return false;
        return check_count(in, count, "object", "members", rules) && good;
    }
    static void encode(JsonWriter& out, const Map& value) {
        if (!may_nest(out)) return;
        out.begin_object();
        encode_members(out, value);
        out.end_object();
    }
    static std::string expected(const Rules& rules) {
        return describe_count("object", "members", rules);
    }
    static void schema(SchemaText& out, const Rules& rules) {
        out.set("type", "\"object\"");
        out.set("properties", "{}");
        out.set("additionalProperties", element_schema_text<Element>());
        if (rules.length_min > 0) out.set("minProperties", std::to_string(rules.length_min));
        if (rules.length_max != k_no_length_limit)
            out.set("maxProperties", std::to_string(rules.length_max));
    }

 private:
    using Value = typename Map::mapped_type;

    // A map in the order of bytes is written as it is, except for rare names.
    static void encode_members(JsonWriter& out, const Map& value) {
        if constexpr (std::is_same_v<Map, std::map<std::string, Value>>) {
            bool other_order = false;
            for (const auto& [key, element] : value) other_order |= needs_other_order(key);
            if (other_order) return encode_sorted(out, value);
            for (const auto& [key, element] : value) encode_member(out, key, element);
        } else {
            encode_sorted(out, value);
        }
    }
    static void encode_member(JsonWriter& out, std::string_view key, const Value& element) {
        out.key(key);
        Element::encode(out, element);
    }
    static void encode_sorted(JsonWriter& out, const Map& value) {
        using Text = decltype(Key::text(out, value.begin()->first));
        std::vector<Text> texts;
        std::vector<const Value*> elements;
        for (const auto& [key, element] : value) {
            texts.push_back(Key::text(out, key));
            elements.push_back(&element);
        }
        std::vector<std::pair<std::string_view, std::size_t>> order;
        for (std::size_t i = 0; i < texts.size(); ++i) order.emplace_back(texts[i], i);
        sort_members(order);
        for (const auto& [key, index] : order) encode_member(out, key, *elements[index]);
    }
};

template <class T>
struct codec<std::vector<T>> : SequenceCodec<codec_of<T>, std::vector<T>> {};
template <class T>
struct codec<std::map<std::string, T>>
    : MapCodec<StringKey, codec_of<T>, std::map<std::string, T>> {};

}  // namespace iam
