// A schema and a value, made of any bytes: a small world of names, numbers and words, so that
// keywords meet and both verdicts come up.
#pragma once

#include <iam/core/json.hpp>
#include <iam/schema/schema.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace iam::test {

/// Decisions read from bytes; when they are used up, the first choice each time.
class Choices {
 public:
    explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    std::size_t pick(std::size_t count) { return at_ < bytes_.size() ? bytes_[at_++] % count : 0; }
    template <typename T, std::size_t N>
    const T& one_of(const std::array<T, N>& list) {
        return list[pick(N)];
    }

 private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

struct SchemaPair {
    schema::Draft draft = schema::Draft::draft2020_12;
    Json schema{};
    Json value{};
};

class SchemaPairMaker {
 public:
    explicit SchemaPairMaker(std::span<const std::uint8_t> bytes) : choices_(bytes) {}

    SchemaPair make() {
        SchemaPair pair;
        newer_ = choices_.pick(4) != 0;
        pair.draft = newer_ ? schema::Draft::draft2020_12 : schema::Draft::draft7;
        pair.schema = object_schema(k_depth);
        // Draft 7 hides everything beside a "$ref", also the definitions.
        if (!newer_) pair.schema.erase("$ref");
        Json& definitions = pair.schema[newer_ ? "$defs" : "definitions"];
        definitions["p"] = object_schema(k_depth - 1);
        definitions["q"] = object_schema(k_depth - 1);
        if (newer_) {
            // Two resources with one dynamic anchor each; in draft 7 a "$ref" beside would hide
            // "$id".
            pair.schema["$id"] = "https://example.org/root";
            pair.schema["$dynamicAnchor"] = "node";
            definitions["p"]["$id"] = "https://example.org/p";
            definitions["p"]["$dynamicAnchor"] = "node";
        }
        pair.value = value(3);
        return pair;
    }

 private:
    static constexpr int k_depth = 3;
    using Make = Json (SchemaPairMaker::*)(int);
    struct Keyword {
        const char* name;
        Make make;
    };

    // Values.

    Json scalar(int) {
        static const std::array<Json, 16> k_values{nullptr, true, false, 0,   1,  2,   3,   -1,
                                                   10,      0.5,  1.5,   1.0, "", "a", "b", "abc"};
        return choices_.one_of(k_values);
    }
    std::string name() {
        static const std::array<std::string, 5> k_names{"a", "b", "c", "ab", "x"};
        return choices_.one_of(k_names);
    }
    Json value(int depth) {
        const std::size_t kind = depth == 0 ? 0 : choices_.pick(4);
        if (kind < 2) return kind == 0 ? scalar(0) : object_value(depth);
        Json list = Json::array();
        for (std::size_t left = choices_.pick(4); left > 0; --left)
            list.push_back(value(depth - 1));
        return kind == 2 ? list : object_value(depth);
    }
    Json object_value(int depth) {
        Json object = Json::object();
        for (std::size_t left = choices_.pick(4); left > 0; --left) {
            const std::string key = name();
            object[key] = value(depth - 1);
        }
        return object;
    }

    // What stands behind a keyword.

    Json small(int) { return choices_.pick(4); }
    Json yes_no(int) { return choices_.pick(2) == 0; }
    Json bound(int) {
        static const std::array<Json, 6> k_bounds{0, 1, 2, -1, 1.5, 0.5};
        return choices_.one_of(k_bounds);
    }
    Json divisor(int) {
        static const std::array<Json, 4> k_divisors{1, 2, 3, 0.5};
        return choices_.one_of(k_divisors);
    }
    std::string pattern_text() {
        static const std::array<std::string, 6> k_patterns{"^a", "b$", "^[a-c]+$",
                                                           "^$", "a",  "^x?$"};
        return choices_.one_of(k_patterns);
    }
    Json pattern(int) { return pattern_text(); }
    Json type(int) {
        static const std::array<const char*, 7> k_types{"object", "array",   "string", "integer",
                                                        "number", "boolean", "null"};
        if (choices_.pick(3) != 0) return choices_.one_of(k_types);
        const char* first = choices_.one_of(k_types);
        const char* second = choices_.one_of(k_types);
        return first == second ? Json::array({first}) : Json::array({first, second});
    }
    Json any_value(int) { return value(2); }
    Json some_values(int) {
        Json list = Json::array();
        for (std::size_t left = 1 + choices_.pick(3); left > 0; --left) {
            Json next = value(1);
            const auto is_same = [&](const Json& other) { return json_equal(other, next); };
            if (std::none_of(list.begin(), list.end(), is_same)) list.push_back(std::move(next));
        }
        return list;
    }
    Json names(int) {
        Json list = Json::array();
        if (const std::size_t count = choices_.pick(3); count > 0) {
            list.push_back(name());
            if (std::string second = name(); count == 2 && list[0] != second)
                list.push_back(second);
        }
        return list;
    }
    Json names_by_name(int) {
        Json object = Json::object();
        object[name()] = names(0);
        return object;
    }
    Json reference(int) {
        static const std::array<const char*, 3> k_new{"https://example.org/p",
                                                      "https://example.org/root#/$defs/q",
                                                      "https://example.org/root"};
        static const std::array<const char*, 3> k_old{"#/definitions/p", "#/definitions/q", "#"};
        return newer_ ? choices_.one_of(k_new) : choices_.one_of(k_old);
    }
    Json dynamic_reference(int) { return "#node"; }

    Json schema(int depth) {
        const std::size_t kind = choices_.pick(8);
        if (kind == 1) return true;
        if (kind == 2) return false;
        return object_schema(depth);
    }
    Json schemas(int depth) {
        Json list = Json::array();
        for (std::size_t left = 1 + choices_.pick(3); left > 0; --left)
            list.push_back(schema(depth - 1));
        return list;
    }
    Json schemas_by_name(int depth) {
        Json object = Json::object();
        for (std::size_t left = 1 + choices_.pick(2); left > 0; --left) {
            const std::string key = name();
            object[key] = schema(depth - 1);
        }
        return object;
    }
    Json schemas_by_pattern(int depth) {
        Json object = Json::object();
        const std::string key = pattern_text();
        object[key] = schema(depth - 1);
        return object;
    }
    Json inner(int depth) { return schema(depth - 1); }
    Json inner_or_list(int depth) {
        return choices_.pick(2) == 0 ? schemas(depth) : schema(depth - 1);
    }
    Json dependencies(int depth) {
        Json object = Json::object();
        const std::string key = name();
        object[key] = choices_.pick(2) == 0 ? names(0) : schema(depth - 1);
        return object;
    }

    Json object_schema(int depth) {
        Json result = Json::object();
        for (std::size_t left = 1 + choices_.pick(4); left > 0; --left) {
            const Keyword& keyword = pick_keyword(depth);
            result[keyword.name] = (this->*keyword.make)(depth);
        }
        return result;
    }

    const Keyword& pick_keyword(int depth) {
        using Self = SchemaPairMaker;
        static const std::array<Keyword, 17> k_plain{{
            {"type", &Self::type},
            {"const", &Self::any_value},
            {"enum", &Self::some_values},
            {"minimum", &Self::bound},
            {"maximum", &Self::bound},
            {"exclusiveMinimum", &Self::bound},
            {"exclusiveMaximum", &Self::bound},
            {"multipleOf", &Self::divisor},
            {"minLength", &Self::small},
            {"maxLength", &Self::small},
            {"pattern", &Self::pattern},
            {"minItems", &Self::small},
            {"maxItems", &Self::small},
            {"uniqueItems", &Self::yes_no},
            {"required", &Self::names},
            {"minProperties", &Self::small},
            {"maxProperties", &Self::small},
        }};
        static const std::array<Keyword, 15> k_both{{
            {"$ref", &Self::reference},
            {"allOf", &Self::schemas},
            {"anyOf", &Self::schemas},
            {"oneOf", &Self::schemas},
            {"not", &Self::inner},
            {"if", &Self::inner},
            {"then", &Self::inner},
            {"else", &Self::inner},
            {"items", &Self::inner},
            {"contains", &Self::inner},
            {"properties", &Self::schemas_by_name},
            {"patternProperties", &Self::schemas_by_pattern},
            {"additionalProperties", &Self::inner},
            {"propertyNames", &Self::inner},
            {"properties", &Self::schemas_by_name},
        }};
        static const std::array<Keyword, 10> k_new{{
            {"$dynamicRef", &Self::dynamic_reference},
            {"prefixItems", &Self::schemas},
            {"minContains", &Self::small},
            {"maxContains", &Self::small},
            {"dependentRequired", &Self::names_by_name},
            {"dependentSchemas", &Self::schemas_by_name},
            {"unevaluatedItems", &Self::inner},
            {"unevaluatedProperties", &Self::inner},
            {"unevaluatedItems", &Self::inner},
            {"unevaluatedProperties", &Self::inner},
        }};
        static const std::array<Keyword, 3> k_old{{
            {"dependencies", &Self::dependencies},
            {"items", &Self::inner_or_list},
            {"additionalItems", &Self::inner},
        }};
        const std::size_t kind = depth == 0 ? 0 : choices_.pick(8);
        if (kind < 3) return choices_.one_of(k_plain);
        if (kind < 6) return choices_.one_of(k_both);
        return newer_ ? choices_.one_of(k_new) : choices_.one_of(k_old);
    }

    Choices choices_;
    bool newer_ = true;
};

}  // namespace iam::test
