// Makes JSON schemas of types. The schema and the generated decoder accept the same values.
#include "generator/emit/schema.hpp"

#include <generator/emit/literals.hpp>
#include <generator/model/alternatives.hpp>
#include <generator/model/integer_pattern.hpp>
#include <generator/model/reach.hpp>
#include <generator/model/text_pattern.hpp>
#include <iam/core/assert.hpp>
#include <iam/core/exact_number.hpp>

#include <algorithm>
#include <limits>
#include <set>

namespace iam::gen {
namespace {

class SchemaMaker {
 public:
    SchemaMaker(const Model& model, EnumeratorTexts texts) : model_(model), texts_(texts) {}

    /// Adds the definitions for references in `schema`, and for references in these definitions.
    void define(OrderedJson& schema) {
        for (std::size_t i = 0; i < definitions_.size(); ++i) {
            const Definition definition = definitions_[i];
            schema["$defs"][definition.name] = body(*definition.record, {}, definition.tag);
        }
    }

    // An object stands at the root as itself, since no reference is accepted there.
    OrderedJson root(const Type& type, const std::string& text) {
        OrderedJson schema = type.kind == TypeKind::record
                                 ? body(model_.records.at(type.name), text)
                                 : element(type, text);
        define(schema);
        return schema;
    }

    OrderedJson object(const std::vector<Member>& members, const std::string& tag = {}) {
        OrderedJson properties = object_for(members.size() + 1);
        OrderedJson required = OrderedJson::array();
        if (!tag.empty()) {
            properties["type"] = OrderedJson{{"type", "string"}, {"const", tag}};
            required.push_back("type");
        }
        for (const Member& member : members) {
            add(properties, member.json_name, this->member(member));
            if (member.required()) required.push_back(member.json_name);
        }
        OrderedJson schema = object_for(6);
        add(schema, "type", "object");
        add(schema, "properties", std::move(properties));
        if (!required.empty()) add(schema, "required", std::move(required));
        add(schema, "additionalProperties", false);
        return schema;
    }

    // The schema of a type, with a text before its own. `own` are the constraints of the value
    // itself.
    OrderedJson type(const Type& type, const Constraints& own, const std::string& text) {
        return type.rules ? plain(type, type.rules->constraints, with_alias(text, *type.rules))
                          : plain(type, own, text);
    }

    static std::string with_alias(const std::string& text, const TypeRules& rules) {
        const auto& stated = rules.constraints.description;
        const std::string& own = stated ? stated->value : rules.description;
        const auto& unit = rules.constraints.unit;
        return with_unit(text.empty() ? own : text, unit ? unit->value : std::string());
    }

    // The same without aliases.
    OrderedJson plain(const Type& type, const Constraints& rules, const std::string& text) {
        OrderedJson schema = object_for(8);
        switch (type.kind) {
            case TypeKind::boolean:
                schema["type"] = "boolean";
                break;
            case TypeKind::integer:
                if (type.is_decimal)
                    decimal(schema, type, rules);
                else
                    integer(schema, type, rules);
                break;
            case TypeKind::floating:
                floating(schema, type, rules);
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
            case TypeKind::converted:
                return this->type(*type.element, rules, text);
            case TypeKind::json:
                break;
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
            case TypeKind::variant:
                variant(schema, type);
                break;
            case TypeKind::null:
                schema["type"] = "null";
                break;
            case TypeKind::record:
                return record(type, text);
            default:
                formed_text(schema, type);
        }
        describe(schema, with_unit(text, type.unit));
        return schema;
    }

    // Inside lists and maps, and as a whole result, an empty optional is null.
    OrderedJson element(const Type& type, const std::string& text = {}) {
        if (!is_nullable(type)) return this->type(type, Constraints{}, text);
        OrderedJson nullable = object_for(2);
        OrderedJson null = object_for(1);
        null["type"] = "null";
        nullable["anyOf"] =
            OrderedJson::array({this->type(type, Constraints{}, {}), std::move(null)});
        describe(nullable, text);
        return nullable;
    }

 private:
    OrderedJson member(const Member& member) {
        const std::string unit =
            member.constraints.unit ? member.constraints.unit->value : std::string();
        OrderedJson schema =
            type(member.type, member.constraints, with_unit(member.description, unit));
        // The default of a secret must not stand in a published file.
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
        add(schema, "type", "integer");
        const std::uint64_t high = greatest_integer(type.bits, type.is_signed);
        if (type.is_signed)
            schema["minimum"] = ~static_cast<std::int64_t>(high);
        else
            schema["minimum"] = 0;
        schema["maximum"] = high;
        bounds(schema, rules);
    }

    static void floating(OrderedJson& schema, const Type& type, const Constraints& rules) {
        add(schema, "type", "number");
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
        add(schema, "type", "string");
        length(schema, rules, "minLength", "maxLength");
        if (rules.pattern) schema["pattern"] = rules.pattern->value;
        if (rules.format) schema["format"] = rules.format->value;
    }

    static std::string with_unit(const std::string& text, const std::string& unit) {
        if (unit.empty()) return text;
        return text.empty() ? "unit: " + unit : text + " (unit: " + unit + ")";
    }

    static void decimal(OrderedJson& schema, const Type& type, const Constraints& rules) {
        add(schema, "type", "string");
        schema["pattern"] = decimal_pattern(type, rules);
    }

    static void patterned(OrderedJson& schema, const Type& type) {
        add(schema, "type", "string");
        schema["pattern"] = text_pattern(type);
    }

    void variant(OrderedJson& schema, const Type& type) {
        const auto tags = tags_of(model_, type);
        schema["anyOf"] = OrderedJson::array();
        for (std::size_t i = 0; i < type.parts.size(); ++i)
            schema["anyOf"].push_back(tags[i].empty() ? element(type.parts[i])
                                                      : record(type.parts[i], {}, tags[i]));
    }

    void tuple(OrderedJson& schema, const Type& type) {
        if (type.has_named_parts) return named_parts(schema, type);
        OrderedJson parts = OrderedJson::array();
        for (const Type& part : type.parts) parts.push_back(element(part));
        schema["type"] = "array";
        schema["prefixItems"] = std::move(parts);
        schema["items"] = false;
        schema["minItems"] = type.parts.size();
        schema["maxItems"] = type.parts.size();
    }

    void named_parts(OrderedJson& schema, const Type& type) {
        OrderedJson properties = OrderedJson::object();
        OrderedJson required = OrderedJson::array();
        for (std::size_t i = 0; i < type.parts.size(); ++i) {
            const std::string name = part_name(type, i);
            properties[name] = this->type(type.parts[i], Constraints{}, {});
            if (!is_nullable(type.parts[i])) required.push_back(name);
        }
        schema["type"] = "object";
        schema["properties"] = std::move(properties);
        if (!required.empty()) schema["required"] = std::move(required);
        schema["additionalProperties"] = false;
    }

    // Schemas of texts in place of values of other types.
    static void formed_text(OrderedJson& schema, const Type& type) {
        switch (type.kind) {
            case TypeKind::character:
                bounded_text(schema, 1, 1);
                schema["pattern"] = text_pattern(type);
                break;
            case TypeKind::char_array:
                bounded_text(schema, 0, *type.extent - 1);
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
                add(schema, "type", "string");
                schema["format"] = "date";
                break;
            default: {
                const bool type_has_a_schema = false;
                IAM_ASSERT(type_has_a_schema);
            }
        }
    }

    static void bounded_text(OrderedJson& schema, std::uint64_t least, std::uint64_t most) {
        add(schema, "type", "string");
        if (least > 0) schema["minLength"] = least;
        schema["maxLength"] = most;
    }

    void list(OrderedJson& schema, const Type& type, const Constraints& rules) {
        schema["type"] = "array";
        schema["items"] = element(*type.element);
        if (type.extent) {
            schema["minItems"] = *type.extent;
            schema["maxItems"] = *type.extent;
        } else {
            length(schema, rules, "minItems", "maxItems");
        }
        if (type.kind == TypeKind::set || rules.unique) schema["uniqueItems"] = true;
    }

    void map(OrderedJson& schema, const Type& type, const Constraints& rules) {
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

    // The names; their meanings are added to the text.
    static OrderedJson enumerators(const Enum& type, std::string& text) {
        OrderedJson names = OrderedJson::array();
        for (const Enumerator& enumerator : type.enumerators) {
            names.push_back(enumerator.name);
            if (enumerator.description.empty()) continue;
            if (!text.empty()) text += '\n';
            text += "- " + enumerator.name + ": " + enumerator.description;
        }
        OrderedJson schema = object_for(3);
        add(schema, "type", "string");
        schema["enum"] = std::move(names);
        return schema;
    }

    // Each name with its meaning, for enumerations with described names.
    static OrderedJson titled_enumerators(const Enum& type) {
        OrderedJson choices = OrderedJson::array();
        for (const Enumerator& enumerator : type.enumerators) {
            OrderedJson choice = OrderedJson{{"const", enumerator.name}};
            if (!enumerator.description.empty()) choice["title"] = enumerator.description;
            choices.push_back(std::move(choice));
        }
        return OrderedJson{{"type", "string"}, {"oneOf", std::move(choices)}};
    }

    bool has_titles(const Enum& type) const {
        return texts_ == EnumeratorTexts::beside_names && !type.is_flags &&
               std::any_of(
                   type.enumerators.begin(), type.enumerators.end(),
                   [](const Enumerator& enumerator) { return !enumerator.description.empty(); });
    }

    OrderedJson enumeration(const Enum& type, const std::string& text) const {
        std::string description = text.empty() ? type.description : text;
        OrderedJson schema =
            has_titles(type) ? titled_enumerators(type) : enumerators(type, description);
        if (type.is_flags) {
            OrderedJson flags = object_for(4);
            flags["type"] = "array";
            flags["items"] = std::move(schema);
            flags["uniqueItems"] = true;
            schema = std::move(flags);
        }
        describe(schema, description);
        return schema;
    }

    OrderedJson record(const Type& type, const std::string& text, const std::string& tag = {}) {
        const Record& record = model_.records.at(type.name);
        if (!record.is_recursive) return body(record, text, tag);
        OrderedJson schema = object_for(2);
        schema["$ref"] = "#/$defs/" + definition_of(record, tag);
        describe(schema, text);
        return schema;
    }

    /// The name of the aggregate's definition: its short name. If another aggregate has this name,
    /// the namespaces stand before it. If the long name is taken too, a number stands behind it.
    const std::string& definition_of(const Record& record, const std::string& tag) {
        const auto known = std::find_if(
            definitions_.begin(), definitions_.end(),
            [&](const Definition& other) { return other.record == &record && other.tag == tag; });
        if (known != definitions_.end()) return known->name;
        const std::string suffix = tag.empty() ? "" : "_tagged";
        const std::string name = short_name(record.name) + suffix;
        const bool is_taken =
            std::any_of(definitions_.begin(), definitions_.end(),
                        [&](const Definition& other) { return other.name == name; });
        definitions_.push_back(
            {names_.unique(is_taken ? identifier(record.name) + suffix : name), &record, tag});
        return definitions_.back().name;
    }

    /// With a tag: the aggregate as one of several structs of a variant.
    OrderedJson body(const Record& type, const std::string& text, const std::string& tag = {}) {
        OrderedJson schema = object(type.fields, tag);
        describe(schema, text.empty() ? type.description : text);
        return schema;
    }

    static void describe(OrderedJson& schema, const std::string& text) {
        if (!text.empty()) add(schema, "description", text);
    }

    /// A definition under $defs.
    struct Definition {
        std::string name;
        const Record* record = nullptr;
        std::string tag;
    };

    const Model& model_;
    EnumeratorTexts texts_;
    std::vector<Definition> definitions_;
    Namer names_;
};

// Walks through all possible contents of values of some types. A recursive type is entered once,
// since it is the same further inside.
template <class Visit>
class Walk {
 public:
    Walk(const Model& model, const Visit& visit) : model_(model), visit_(visit) {}

    // Calls `visit(type, rules, pointer)`, and goes on inside if it returns true.
    void type(const Type& type, const Constraints& own, const std::string& base) {
        if (!visit_(type, rules_of(type, own), base)) return;
        if (type.kind == TypeKind::record) return record(type.name, base);
        std::size_t index = 0;
        for_each_part(type, [&](const Type& part) {
            std::string pointer = base;
            if (type.has_named_parts)
                append_pointer(pointer, part_name(type, index++));
            else if (type.kind == TypeKind::tuple)  // its parts differ
                append_pointer(pointer, index++);
            else if (!is_nullable(type) && type.kind != TypeKind::variant &&
                     type.kind != TypeKind::converted)
                pointer += "/*";
            this->type(part, Constraints{}, pointer);
        });
    }

    void members(const std::vector<Member>& members, const std::string& base) {
        for (const Member& member : members) {
            std::string pointer = base;
            append_pointer(pointer, member.json_name);
            type(member.type, member.constraints, pointer);
        }
    }

 private:
    void record(const std::string& name, const std::string& base) {
        if (!open_.insert(name).second) return;
        members(model_.records.at(name).fields, base);
        open_.erase(name);
    }

    const Model& model_;
    const Visit& visit_;
    std::set<std::string> open_;
};

auto secrets_into(std::vector<std::string>& pointers) {
    // A secret covers everything inside of it.
    return [&pointers](const Type&, const Constraints& rules, const std::string& pointer) {
        if (rules.secret) pointers.push_back(pointer);
        return !rules.secret;
    };
}

}  // namespace

OrderedJson input_schema(const Model& model, const std::vector<Member>& parameters,
                         EnumeratorTexts texts) {
    SchemaMaker maker(model, texts);
    OrderedJson schema = maker.object(parameters);
    maker.define(schema);
    return schema;
}

std::optional<OrderedJson> output_schema(const Model& model, const Tool& tool,
                                         EnumeratorTexts texts) {
    const Type& result = tool.function.result;
    if (result.kind == TypeKind::void_) return std::nullopt;
    return SchemaMaker(model, texts).root(result, tool.result_description);
}

std::vector<std::string> secret_pointers(const Model& model, const std::vector<Member>& members) {
    std::vector<std::string> pointers;
    const auto visit = secrets_into(pointers);
    Walk(model, visit).members(members, {});
    return pointers;
}

std::vector<std::string> secret_pointers(const Model& model, const Type& type) {
    std::vector<std::string> pointers;
    const auto visit = secrets_into(pointers);
    Walk(model, visit).type(type, Constraints{}, {});
    return pointers;
}

std::vector<std::string> consent_key_pointers(const Model& model,
                                              const std::vector<Member>& members) {
    std::vector<std::string> pointers;
    const auto visit = [&](const Type&, const Constraints& rules, const std::string& pointer) {
        if (rules.consent_key) pointers.push_back(pointer);
        return true;
    };
    Walk(model, visit).members(members, {});
    return pointers;
}

std::vector<std::pair<std::string, std::string>> units(const Model& model,
                                                       const std::vector<Member>& members) {
    std::vector<std::pair<std::string, std::string>> result;
    const auto visit = [&](const Type& type, const Constraints& rules, const std::string& pointer) {
        if (rules.unit) result.emplace_back(pointer, rules.unit->value);
        if (!type.unit.empty()) result.emplace_back(pointer, type.unit);
        return true;
    };
    Walk(model, visit).members(members, {});
    return result;
}

}  // namespace iam::gen
