// Schemas of the shapes that iam-gen publishes, others near them, and values near both.
#pragma once

#include <iam/core/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace iam::contract::test {

class Shapes {
 public:
    explicit Shapes(std::uint64_t seed) : random_(seed) {}

    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    bool rarely() { return below(5) == 0; }

    /// What stands behind a parameter.
    Json schema(int depth) {
        switch (below(depth > 0 ? 11 : 5)) {
            case 0:
                return {{"type", "boolean"}};
            case 1:
                return integer();
            case 2:
                return number();
            case 3:
                return text();
            case 4:
                return choice();
            case 5:
                return list(depth);
            case 6:
                return map(depth);
            case 7: {
                Json optional{{"anyOf", Json::array({schema(depth - 1), {{"type", "null"}}})}};
                if (below(2) == 0) optional["default"] = nullptr;
                return optional;
            }
            case 8:
                return {{"anyOf", Json::array({tagged("circle", depth), tagged("line", depth)})}};
            case 9:
                return tuple(depth);
            default:
                return object(depth);
        }
    }

    Json object(int depth) {
        Json properties = Json::object();
        Json required = Json::array();
        for (std::uint64_t i = 0, count = below(4); i < count; ++i) {
            const std::string name = names()[i];
            properties[name] = schema(depth - 1);
            if (below(2) == 0) required.push_back(name);
        }
        Json result{
            {"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
        if (!required.empty()) result["required"] = required;
        return result;
    }

    /// An object whose members have one schema.
    Json map(int depth) {
        Json schema = bounded({{"type", "object"},
                               {"properties", Json::object()},
                               {"additionalProperties", this->schema(depth - 1)}},
                              "minProperties", "maxProperties", 0);
        if (rarely()) schema["propertyNames"] = {{"pattern", rarely() ? "^[a-c]" : "^[a-g]+$"}};
        return schema;
    }

    /// An object that holds a list of its kind.
    Json recursive() {
        Json node = object(1);
        node["properties"]["omega"] = {
            {"anyOf", Json::array({{{"$ref", "#/$defs/node"}}, {{"type", "null"}}})}};
        return {{"type", "object"},
                {"properties", {{"first", {{"$ref", "#/$defs/node"}}}}},
                {"additionalProperties", false},
                {"$defs", {{"node", node}}}};
    }

    /// The same with an edit of what it holds.
    Json edited_recursive(Json schema) {
        Json& members = schema["$defs"]["node"]["properties"];
        const std::string name = names()[below(3)];
        members[name] = members.contains(name) ? edit(members[name]) : this->schema(1);
        return schema;
    }

    Json recursive_value(const Json& schema) {
        Json value{{"first", this->value(schema["$defs"]["node"])}};
        Json* last = &value["first"];
        for (std::uint64_t length = below(3); length > 0 && last->is_object(); --length) {
            (*last)["omega"] = this->value(schema["$defs"]["node"]);
            last = &(*last)["omega"];
        }
        return value;
    }

    /// The schema after an edit or two.
    Json edited(const Json& schema) {
        Json result = edit(schema);
        return rarely() ? edit(result) : result;
    }

    /// A value that the schema may accept, or nearly so.
    Json value(const Json& schema) {
        if (rarely() && rarely()) return stranger();
        if (schema.contains("anyOf")) return value(schema["anyOf"][below(schema["anyOf"].size())]);
        if (schema.contains("const")) return schema["const"];
        if (schema.contains("enum")) return schema["enum"][below(schema["enum"].size())];
        const std::string type = schema.value("type", "null");
        if (type == "boolean") return below(2) == 0;
        if (type == "integer" || type == "number") return number_near(schema);
        if (type == "string") return text_near(schema);
        if (type == "array") return list_of(schema);
        if (type == "object") return object_of(schema);
        return nullptr;
    }

 private:
    static const std::array<std::string, 5>& names() {
        static const std::array<std::string, 5> k_names{"alpha", "beta", "gamma", "delta", "omega"};
        return k_names;
    }

    Json bounded(Json schema, const char* low, const char* high, std::int64_t from) {
        if (below(2) == 0) schema[low] = from + static_cast<std::int64_t>(below(4));
        if (below(2) == 0) schema[high] = from + 2 + static_cast<std::int64_t>(below(5));
        return schema;
    }
    Json integer() {
        Json schema = bounded({{"type", "integer"}}, "minimum", "maximum", -3);
        if (rarely()) {
            schema["minimum"] = std::numeric_limits<std::int32_t>::min();
            schema["maximum"] = std::numeric_limits<std::int32_t>::max();
        }
        if (rarely()) schema["maximum"] = 18446744073709551615U;
        if (rarely()) schema["minimum"] = std::numeric_limits<std::int64_t>::min();
        if (below(3) == 0) schema["multipleOf"] = 1 + below(4);
        return schema;
    }
    Json number() {
        Json schema = bounded({{"type", "number"}}, "minimum", "maximum", -2);
        if (rarely()) {
            schema["minimum"] = -static_cast<double>(std::numeric_limits<float>::max());
            schema["maximum"] = static_cast<double>(std::numeric_limits<float>::max());
        }
        if (rarely()) schema["minimum"] = -0.5;
        if (below(3) == 0)
            schema["multipleOf"] = std::array<double, 4>{0.5, 0.1, 0.25, 2.0}.at(below(4));
        return schema;
    }
    Json text() {
        static const std::array<const char*, 8> k_patterns{
            "^[a-z]+$", "^a", "b$", "^[a-c]*$", "^(ab)*$", "^[a-z]{2,4}$", "^(a|bc)+$", "^.*$"};
        Json schema = bounded({{"type", "string"}}, "minLength", "maxLength", 0);
        if (below(2) == 0) schema["pattern"] = k_patterns.at(below(k_patterns.size()));
        if (rarely()) schema["format"] = "date";
        return schema;
    }
    Json choice() {
        static const std::array<const char*, 5> k_words{"red", "green", "blue", "a", "ab"};
        Json values = Json::array();
        for (std::size_t i = 0; i < k_words.size(); ++i)
            if (below(2) == 0) values.push_back(k_words.at(i));
        if (values.empty()) values.push_back("red");
        return {{"type", "string"}, {"enum", values}};
    }
    Json list(int depth) {
        Json schema = bounded({{"type", "array"}, {"items", this->schema(depth - 1)}}, "minItems",
                              "maxItems", 0);
        if (rarely()) schema["maxItems"] = schema["minItems"] = 4 + below(9);
        if (rarely()) schema = {{"type", "array"}, {"items", integer()}, {"uniqueItems", true}};
        return schema;
    }
    Json tuple(int depth) {
        return {{"type", "array"},
                {"prefixItems", Json::array({schema(depth - 1), schema(depth - 1)})},
                {"items", false},
                {"minItems", 2},
                {"maxItems", 2}};
    }
    Json tagged(const char* tag, int depth) {
        Json schema = object(depth - 1);
        schema["properties"]["kind"] = {{"type", "string"}, {"const", tag}};
        schema["required"].push_back("kind");
        return schema;
    }

    Json edit(Json schema) {
        if (schema.contains("properties") && !schema["properties"].empty() && below(3) != 0) {
            auto at = schema["properties"].begin();
            std::advance(at, static_cast<std::ptrdiff_t>(below(schema["properties"].size())));
            if (rarely()) {
                const std::string name = at.key();
                schema["properties"].erase(name);
                schema["properties"]["omega"] = this->schema(1);
                schema.erase("required");
            } else {
                *at = edit(*at);
            }
            return schema;
        }
        if (schema.contains("additionalProperties") && rarely()) {
            schema["properties"]["omega"] = this->schema(1);
            return schema;
        }
        for (const char* inner : {"anyOf", "prefixItems"})
            if (schema.contains(inner) && below(3) != 0) {
                Json& part = schema[inner][below(schema[inner].size())];
                part = edit(part);
                return schema;
            }
        for (const char* inner : {"items", "additionalProperties"})
            if (schema.contains(inner) && schema[inner].is_object() && below(2) == 0) {
                schema[inner] = edit(schema[inner]);
                return schema;
            }
        if (schema.contains("properties") && schema.contains("required") && below(2) == 0) {
            schema["required"].erase(0);
            if (schema["required"].empty()) schema.erase("required");
            return schema;
        }
        const Json other = this->schema(1);
        if (!schema.contains("type") || rarely()) return other;
        // The same type with other bounds.
        for (int i = 0; i < 20; ++i) {
            Json next = this->schema(1);
            if (next.value("type", "") == schema["type"]) return next;
        }
        return other;
    }

    Json stranger() {
        static const std::array<Json, 8> k_values{nullptr, false, 1e30,          "zzz",
                                                  1.25,    -7,    Json::array(), Json::object()};
        return k_values.at(below(k_values.size()));
    }
    Json number_near(const Json& schema) {
        const Json step = schema.value("multipleOf", Json(1));
        const double unit = step.get<double>() / (rarely() ? 2 : 1);
        if (rarely() && schema.contains("minimum")) return schema["minimum"];
        if (rarely() && schema.contains("maximum")) return schema["maximum"];
        const double value = unit * (static_cast<double>(below(16)) - 6);
        // Read again, so that an integer is one.
        return parse_json(canonical_json(Json(value)).value()).value();
    }
    Json text_near(const Json& schema) {
        const std::size_t length = below(schema.value("maxLength", 5U) + 2);
        std::string text;
        for (std::size_t i = 0; i < length; ++i)
            text += static_cast<char>('a' + below(rarely() ? 26 : 3));
        return text;
    }
    Json list_of(const Json& schema) {
        Json list = Json::array();
        if (schema.contains("prefixItems")) {
            for (const Json& part : schema["prefixItems"]) list.push_back(value(part));
            return list;
        }
        const std::uint64_t least = schema.value("minItems", 0U);
        const std::uint64_t length = least + below(schema.value("maxItems", least + 3) - least + 2);
        for (std::uint64_t i = 0; i < length; ++i) list.push_back(value(schema["items"]));
        return list;
    }
    Json object_of(const Json& schema) {
        Json object = Json::object();
        for (const auto& item : schema["properties"].items()) {
            const Json name = item.key();
            const Json required = schema.value("required", Json::array());
            const bool is_required =
                std::any_of(required.begin(), required.end(),
                            [&](const Json& other) { return json_equal(other, name); });
            if (is_required ? !rarely() : below(2) == 0) object[item.key()] = value(item.value());
        }
        const Json& others = schema["additionalProperties"];
        if (!others.is_object()) {
            if (rarely() && rarely()) object["omega"] = 1;
            return object;
        }
        const std::uint64_t count = below(schema.value("maxProperties", 3U) + 2);
        for (std::uint64_t i = 0; i < count; ++i) object[names()[i % 5]] = value(others);
        return object;
    }

    std::mt19937_64 random_;
};

}  // namespace iam::contract::test
