// Lists, and maps whose keys are strings.
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/tool/codec_optional.hpp>
#include <iam/tool/decoder.hpp>
#include <iam/tool/rules.hpp>
#include <iam/tool/schema_text.hpp>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam {

/// What of a list or map: "array of 1 to 5 elements".
std::string describe_count(std::string_view noun, std::string_view counted, const Rules& rules);
/// Reports a list or map of the wrong size that began at `start` and has been read. True if the size is right.
bool check_count(Decoder& in, std::size_t count, std::string_view noun, std::string_view counted,
                 const Rules& rules);

template <class Element, class T>
struct VectorCodec {
    static bool decode(Decoder& in, std::vector<T>& value, const Rules& rules = {}) {
        value.clear();
        if (!in.expect(JsonKind::array, "array", false) || !in.reader().begin_array()) return false;
        bool good = true;
        std::size_t count = 0;
        for (; in.reader().next_element(); ++count) {
            T element{};
            good = decode_element<Element>(in, element) && good;
            if (good) value.push_back(std::move(element));
        }
        if (in.reader().failed()) return false;
        return check_count(in, count, "array", "elements", rules) && good;
    }
    static void encode(JsonWriter& out, const std::vector<T>& value) {
        out.begin_array();
        for (const auto& element : value) Element::encode(out, element);
        out.end_array();
    }
    static std::string expected(const Rules& rules) {
        return describe_count("array", "elements", rules);
    }
    static void schema(SchemaText& out, const Rules& rules) {
        out.set("type", "\"array\"");
        out.set("items", element_schema_text<Element>(out.profile()));
        if (rules.length_min > 0) out.set("minItems", std::to_string(rules.length_min));
        if (rules.length_max != k_no_length_limit)
            out.set("maxItems", std::to_string(rules.length_max));
    }
};

/// True where the order of bytes, which is the map's, is not the order of members in canonical text.
bool needs_other_order(std::string_view key) noexcept;
/// Puts members into the order of canonical text.
void sort_members(std::vector<std::pair<std::string_view, std::size_t>>& members);

template <class Element, class T>
struct MapCodec {
    static bool decode(Decoder& in, std::map<std::string, T>& value, const Rules& rules = {}) {
        value.clear();
        if (!in.expect(JsonKind::object, "object", false) || !in.reader().begin_object())
            return false;
        bool good = true;
        std::size_t count = 0;
        std::string_view name;
        for (; in.reader().next_member(name); ++count) {
            T& element = value[std::string(name)];
            good = decode_element<Element>(in, element) && good;
        }
        if (in.reader().failed()) return false;
        return check_count(in, count, "object", "members", rules) && good;
    }
    static void encode(JsonWriter& out, const std::map<std::string, T>& value) {
        bool other_order = false;
        for (const auto& [key, element] : value) other_order |= needs_other_order(key);
        out.begin_object();
        if (other_order) {
            encode_sorted(out, value);
        } else {
            for (const auto& [key, element] : value) encode_member(out, key, element);
        }
        out.end_object();
    }
    static std::string expected(const Rules& rules) {
        return describe_count("object", "members", rules);
    }
    static void schema(SchemaText& out, const Rules& rules) {
        out.set("type", "\"object\"");
        out.set("properties", "{}");
        out.set("additionalProperties", element_schema_text<Element>(out.profile()));
        if (rules.length_min > 0) out.set("minProperties", std::to_string(rules.length_min));
        if (rules.length_max != k_no_length_limit)
            out.set("maxProperties", std::to_string(rules.length_max));
    }

 private:
    static void encode_member(JsonWriter& out, std::string_view key, const T& element) {
        out.key(key);
        Element::encode(out, element);
    }
    static void encode_sorted(JsonWriter& out, const std::map<std::string, T>& value) {
        std::vector<std::pair<std::string_view, std::size_t>> order;
        std::vector<const T*> elements;
        for (const auto& [key, element] : value) {
            order.emplace_back(key, elements.size());
            elements.push_back(&element);
        }
        sort_members(order);
        for (const auto& [key, index] : order) encode_member(out, key, *elements[index]);
    }
};

template <class T>
struct codec<std::vector<T>> : VectorCodec<codec<T>, T> {};
template <class T>
struct codec<std::map<std::string, T>> : MapCodec<codec<T>, T> {};

}  // namespace iam
