// Schemas of types. What one of them states, the generated decoder holds to, and the other way round.
#include "generator/emit/schema.hpp"

#include <generator/model/integer_pattern.hpp>
#include <generator/model/text_pattern.hpp>
#include <iam/core/assert.hpp>
#include <iam/core/exact_number.hpp>

#include <limits>

namespace iam::gen {
namespace {

class SchemaMaker {
 public:
    explicit SchemaMaker(const Model& model) : model_(model) {}

    OrderedJson object(const std::vector<Member>& members) const {
        OrderedJson properties = OrderedJson::object();
        OrderedJson required = OrderedJson::array();
        for (const Member& member : members) {
            properties[member.json_name] = this->member(member);
            if (member.required()) required.push_back(member.json_name);
        }
        OrderedJson schema = OrderedJson::object();
        schema["type"] = "object";
        schema["properties"] = std::move(properties);
        if (!required.empty()) schema["required"] = std::move(required);
        schema["additionalProperties"] = false;
        return schema;
    }

    // The schema of a type with the text that goes before its own; `rules` speak of the value itself.
    OrderedJson type(const Type& type, const Constraints& rules, const std::string& text) const {
        OrderedJson schema = OrderedJson::object();
        switch (type.kind) {
            case TypeKind::boolean:
                schema["type"] = "boolean";
                break;
            case TypeKind::integer:
                integer(schema, type, rules);
                break;
            case TypeKind::floating:
                floating(schema, type, rules);
                break;
            case TypeKind::character:
                bounded_text(schema, 1, 1);
                schema["pattern"] = text_pattern(type);
                break;
            case TypeKind::char_array:
                bounded_text(schema, 0, *type.extent - 1);
                break;
            case TypeKind::string:
            case TypeKind::string_view:
            case TypeKind::c_string:
            case TypeKind::path:
                string(schema, rules);
                break;
            case TypeKind::enumeration:
                return enumeration(model_.enums.at(type.name), text);
            case TypeKind::optional:
            case TypeKind::pointer:
                return this->type(*type.element, rules, text);
            case TypeKind::sequence:
            case TypeKind::array:
            case TypeKind::set:
                list(schema, type, rules);
                break;
            case TypeKind::map:
                map(schema, type, rules);
                break;
            case TypeKind::tuple:
                tuple(schema, type);
                break;
            case TypeKind::bytes:
                patterned(schema, type);
                schema["contentEncoding"] = "base64";
                break;
            case TypeKind::bitset:
            case TypeKind::time_of_day:
                patterned(schema, type);
                break;
            case TypeKind::moment:
                patterned(schema, type);
                schema["format"] = "date-time";
                break;
            case TypeKind::date:
                schema["type"] = "string";
                schema["format"] = "date";
                break;
            case TypeKind::record:
                return record(model_.records.at(type.name), text);
            default: {
                const bool type_has_a_schema = false;
                IAM_ASSERT(type_has_a_schema);
            }
        }
        describe(schema, with_unit(text, type.unit));
        return schema;
    }

    // Inside lists and maps, and as a whole result, an empty optional is null.
    OrderedJson element(const Type& type, const std::string& text = {}) const {
        if (!is_nullable(type)) return this->type(type, Constraints{}, text);
        OrderedJson nullable = OrderedJson::object();
        OrderedJson null = OrderedJson::object();
        null["type"] = "null";
        nullable["anyOf"] =
            OrderedJson::array({this->type(type, Constraints{}, {}), std::move(null)});
        describe(nullable, text);
        return nullable;
    }

 private:
    OrderedJson member(const Member& member) const {
        const std::string unit =
            member.constraints.unit ? member.constraints.unit->value : std::string();
        OrderedJson schema =
            type(member.type, member.constraints, with_unit(member.description, unit));
        // What a secret is by default must not stand in a published file.
        if (member.constraints.secret) return schema;
        if (member.fallback.kind == Default::Kind::value) {
            OrderedJson value = parsed(member.fallback.json);
            if (!value.is_null()) schema["default"] = std::move(value);
        }
        if (member.constraints.example)
            schema["examples"] = OrderedJson::array({parsed(member.constraints.example->value)});
        return schema;
    }

    static OrderedJson parsed(const std::string& json) {
        Limits limits;
        limits.allow_nul = true;
        Result<OrderedJson> value = parse_ordered_json(json, limits);
        const bool model_holds_canonical_json = value.has_value();
        IAM_ASSERT(model_holds_canonical_json);
        return *std::move(value);
    }

    static void integer(OrderedJson& schema, const Type& type, const Constraints& rules) {
        schema["type"] = "integer";
        const std::uint64_t high = greatest_integer(type.bits, type.is_signed);
        if (type.is_signed)
            schema["minimum"] = ~static_cast<std::int64_t>(high);
        else
            schema["minimum"] = 0;
        schema["maximum"] = high;
        bounds(schema, rules);
    }

    static void floating(OrderedJson& schema, const Type& type, const Constraints& rules) {
        schema["type"] = "number";
        if (type.bits == 32) {
            const auto high = static_cast<double>(std::numeric_limits<float>::max());
            schema["minimum"] = -high;
            schema["maximum"] = high;
        }
        bounds(schema, rules);
    }

    static void bounds(OrderedJson& schema, const Constraints& rules) {
        if (rules.range && rules.range->low) schema["minimum"] = to_json(*rules.range->low);
        if (rules.range && rules.range->high) schema["maximum"] = to_json(*rules.range->high);
        if (rules.multiple_of) schema["multipleOf"] = to_json(rules.multiple_of->value);
    }

    static void length(OrderedJson& schema, const Constraints& rules, const char* least,
                       const char* most) {
        if (!rules.length) return;
        const bool states_least = rules.length->low && compact(to_json(*rules.length->low)) != "0";
        if (states_least) schema[least] = to_json(*rules.length->low);
        if (rules.length->high) schema[most] = to_json(*rules.length->high);
    }

    static void string(OrderedJson& schema, const Constraints& rules) {
        schema["type"] = "string";
        length(schema, rules, "minLength", "maxLength");
        if (rules.pattern) schema["pattern"] = rules.pattern->value;
        if (rules.format) schema["format"] = rules.format->value;
    }

    static std::string with_unit(const std::string& text, const std::string& unit) {
        if (unit.empty()) return text;
        return text.empty() ? "unit: " + unit : text + " (unit: " + unit + ")";
    }

    static void patterned(OrderedJson& schema, const Type& type) {
        schema["type"] = "string";
        schema["pattern"] = text_pattern(type);
    }

    void tuple(OrderedJson& schema, const Type& type) const {
        OrderedJson parts = OrderedJson::array();
        for (const Type& part : type.parts) parts.push_back(element(part));
        schema["type"] = "array";
        schema["prefixItems"] = std::move(parts);
        schema["items"] = false;
        schema["minItems"] = type.parts.size();
        schema["maxItems"] = type.parts.size();
    }

    static void bounded_text(OrderedJson& schema, std::uint64_t least, std::uint64_t most) {
        schema["type"] = "string";
        if (least > 0) schema["minLength"] = least;
        schema["maxLength"] = most;
    }

    void list(OrderedJson& schema, const Type& type, const Constraints& rules) const {
        schema["type"] = "array";
        schema["items"] = element(*type.element);
        if (type.extent) {
            schema["minItems"] = *type.extent;
            schema["maxItems"] = *type.extent;
        } else {
            length(schema, rules, "minItems", "maxItems");
        }
        if (type.kind == TypeKind::set) schema["uniqueItems"] = true;
    }

    void map(OrderedJson& schema, const Type& type, const Constraints& rules) const {
        schema["type"] = "object";
        schema["properties"] = OrderedJson::object();
        key_names(schema, *type.key);
        schema["additionalProperties"] = element(*type.element);
        length(schema, rules, "minProperties", "maxProperties");
    }

    void key_names(OrderedJson& schema, const Type& key) const {
        if (key.kind == TypeKind::integer) {
            schema["propertyNames"]["pattern"] = integer_pattern(key.bits, key.is_signed);
        } else if (key.kind == TypeKind::enumeration) {
            OrderedJson names = OrderedJson::array();
            for (const Enumerator& enumerator : model_.enums.at(key.name).enumerators)
                if (!enumerator.is_alias) names.push_back(enumerator.name);
            schema["propertyNames"]["enum"] = std::move(names);
        }
    }

    // The names, and what they mean behind the text.
    static OrderedJson enumerators(const Enum& type, std::string& text) {
        OrderedJson names = OrderedJson::array();
        for (const Enumerator& enumerator : type.enumerators) {
            names.push_back(enumerator.name);
            if (enumerator.description.empty()) continue;
            if (!text.empty()) text += '\n';
            text += "- " + enumerator.name + ": " + enumerator.description;
        }
        OrderedJson schema = OrderedJson::object();
        schema["type"] = "string";
        schema["enum"] = std::move(names);
        return schema;
    }

    OrderedJson enumeration(const Enum& type, const std::string& text) const {
        std::string description = text.empty() ? type.description : text;
        OrderedJson schema = enumerators(type, description);
        if (type.is_flags) {
            OrderedJson flags = OrderedJson::object();
            flags["type"] = "array";
            flags["items"] = std::move(schema);
            flags["uniqueItems"] = true;
            schema = std::move(flags);
        }
        describe(schema, description);
        return schema;
    }

    OrderedJson record(const Record& type, const std::string& text) const {
        OrderedJson schema = object(type.fields);
        describe(schema, text.empty() ? type.description : text);
        return schema;
    }

    static void describe(OrderedJson& schema, const std::string& text) {
        if (!text.empty()) schema["description"] = text;
    }

    const Model& model_;
};

// Calls `visit(type, rules, pointer)` for everything that a value of these types can hold, and goes on inside where it says so.
template <class Visit>
void walk(const Model& model, const std::vector<Member>& members, const std::string& base,
          const Visit& visit);

template <class Visit>
void walk(const Model& model, const Type& type, const Constraints& rules, const std::string& base,
          const Visit& visit) {
    if (!visit(type, rules, base)) return;
    if (type.kind == TypeKind::record)
        return walk(model, model.records.at(type.name).fields, base, visit);
    std::size_t index = 0;
    for_each_part(type, [&](const Type& part) {
        std::string pointer = base;
        if (type.kind == TypeKind::tuple)  // whose parts differ
            append_pointer(pointer, index++);
        else if (!is_nullable(type))
            pointer += "/*";
        walk(model, part, Constraints{}, pointer, visit);
    });
}

template <class Visit>
void walk(const Model& model, const std::vector<Member>& members, const std::string& base,
          const Visit& visit) {
    for (const Member& member : members) {
        std::string pointer = base;
        append_pointer(pointer, member.json_name);
        walk(model, member.type, member.constraints, pointer, visit);
    }
}

auto secrets_into(std::vector<std::string>& pointers) {
    // What lies inside a secret is covered by it.
    return [&pointers](const Type&, const Constraints& rules, const std::string& pointer) {
        if (rules.secret) pointers.push_back(pointer);
        return !rules.secret;
    };
}

}  // namespace

OrderedJson input_schema(const Model& model, const std::vector<Member>& parameters) {
    return SchemaMaker(model).object(parameters);
}

std::optional<OrderedJson> output_schema(const Model& model, const Tool& tool) {
    const Type& result = tool.function.result;
    if (result.kind == TypeKind::void_) return std::nullopt;
    return SchemaMaker(model).element(result, tool.result_description);
}

std::vector<std::string> secret_pointers(const Model& model, const std::vector<Member>& members) {
    std::vector<std::string> pointers;
    walk(model, members, {}, secrets_into(pointers));
    return pointers;
}

std::vector<std::string> secret_pointers(const Model& model, const Type& type) {
    std::vector<std::string> pointers;
    walk(model, type, Constraints{}, {}, secrets_into(pointers));
    return pointers;
}

std::vector<std::pair<std::string, std::string>> units(const Model& model,
                                                       const std::vector<Member>& members) {
    std::vector<std::pair<std::string, std::string>> result;
    walk(model, members, {},
         [&](const Type& type, const Constraints& rules, const std::string& pointer) {
             if (rules.unit) result.emplace_back(pointer, rules.unit->value);
             if (!type.unit.empty()) result.emplace_back(pointer, type.unit);
             return true;
         });
    return result;
}

}  // namespace iam::gen
