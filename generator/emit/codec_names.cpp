// Codecs of the user's own types.
#include "generator/emit/codec_names.hpp"

#include <generator/emit/writer.hpp>
#include <iam/core/assert.hpp>

#include <algorithm>

namespace iam::gen {
namespace {

std::string last_component(const std::string& qualified) {
    // "ns::Page<ns::User>" ends where its arguments begin.
    const std::size_t end = std::min(qualified.find('<'), qualified.size());
    const std::size_t colon = qualified.rfind(':', end);
    const std::size_t start = colon == qualified.npos ? 0 : colon + 1;
    return pascal_case(qualified.substr(start));
}

std::string format_enumerator(std::string name) {
    std::replace(name.begin(), name.end(), '-', '_');
    return "iam::Format::" + name;
}

std::string rule(const char* name, const std::string& value) {
    return "." + std::string(name) + " = " + value;
}

}  // namespace

std::string rules_text(const Constraints& constraints) {
    std::vector<std::string> rules;
    const auto add_bounds = [&](const std::optional<Bounds>& bounds, const char* low,
                                const char* high) {
        if (bounds && bounds->low) rules.push_back(rule(low, number_literal(*bounds->low)));
        if (bounds && bounds->high) rules.push_back(rule(high, number_literal(*bounds->high)));
    };
    add_bounds(constraints.range, "low", "high");
    if (constraints.multiple_of)
        rules.push_back(rule("multiple_of", number_literal(constraints.multiple_of->value)));
    add_bounds(constraints.length, "length_min", "length_max");
    if (constraints.pattern)
        rules.push_back(rule("pattern", string_literal(constraints.pattern->value)));
    if (constraints.format)
        rules.push_back(rule("format", format_enumerator(constraints.format->value)));
    return rules.empty() ? std::string() : "{" + join(rules, ", ") + "}";
}

std::string tuple_text(const std::vector<std::string>& fields) {
    if (fields.empty()) return "std::make_tuple()";
    return "std::make_tuple(\n        " + join(fields, ",\n        ") + ")";
}

void CodecNames::add(const Type& type) {
    if (type.element) add(*type.element);
    const bool named = type.kind == TypeKind::enumeration || type.kind == TypeKind::record;
    if (!named || names_.count(type.name) != 0) return;
    if (type.kind == TypeKind::record) add(model_.records.at(type.name).fields);
    names_[type.name] = namer_.unique(last_component(type.name) + "Codec");
    order_.emplace_back(type.kind, type.name);
}

void CodecNames::add(const std::vector<Member>& members) {
    for (const Member& member : members) add(member.type);
}

bool CodecNames::is_standard(const Type& type) const {
    if (type.element) return is_standard(*type.element);
    return type.kind != TypeKind::enumeration && type.kind != TypeKind::record;
}

std::string CodecNames::of(const Type& type) const {
    switch (type.kind) {
        case TypeKind::boolean:
            return "iam::BooleanCodec";
        case TypeKind::integer:
            return "iam::IntegerCodec<" + type.cpp + ">";
        case TypeKind::floating:
            return "iam::FloatCodec<" + type.cpp + ">";
        case TypeKind::string:
            return "iam::StringCodec";
        case TypeKind::string_view:
            return "iam::StringViewCodec";
        case TypeKind::enumeration:
        case TypeKind::record:
            return names_.at(type.name);
        case TypeKind::optional:
        case TypeKind::vector:
        case TypeKind::map: {
            const char* family = type.kind == TypeKind::optional ? "iam::OptionalCodec"
                                 : type.kind == TypeKind::vector ? "iam::VectorCodec"
                                                                 : "iam::MapCodec";
            return family + ("<" + of(*type.element)) + ", " + type.element->cpp + ">";
        }
        case TypeKind::void_:
        case TypeKind::unsupported:
            break;
    }
    const bool type_has_a_codec = false;
    IAM_ASSERT(type_has_a_codec);
}

std::string CodecNames::field(const Member& member, const std::string& class_cpp, const Type& type,
                              bool with_rules) const {
    const bool required = member.required();
    std::string text = required ? "iam::required" : "iam::defaulted";
    if (!is_standard(type)) text += "<" + of(type) + ">";
    text += "(" + string_literal(member.json_name) + ", &" + class_cpp + "::" + member.name;
    const std::string rules = with_rules ? rules_text(member.constraints) : std::string();
    if (!rules.empty()) text += ", " + rules;
    text += ")";
    if (member.constraints.secret) text += ".secret()";
    return text;
}

std::string CodecNames::enum_definition(const Enum& type, const std::string& name) const {
    std::vector<std::string> names;
    std::vector<std::string> values;
    for (const Enumerator& enumerator : type.enumerators) {
        names.push_back(string_literal(enumerator.name));
        values.push_back(type.cpp + "::" + enumerator.name);
    }
    return fill({{"codec", name},
                 {"type", type.cpp},
                 {"count", std::to_string(names.size())},
                 {"names", join(names, ", ")},
                 {"values", join(values, ", ")}},
                R"glue(
struct $codec$ : iam::EnumCodec<$codec$, $type$> {
    static constexpr std::array<std::string_view, $count$> k_names{$names$};
    static constexpr std::array<$type$, $count$> k_values{$values$};
};

)glue");
}

std::string CodecNames::record_definition(const Record& type, const std::string& name) const {
    std::vector<std::string> fields;
    for (const Member& member : type.fields)
        fields.push_back(field(member, type.cpp, member.type, true));
    return fill({{"codec", name}, {"type", type.cpp}, {"fields", tuple_text(fields)}}, R"glue(
struct $codec$ : iam::RecordCodec<$codec$, $type$> {
    static constexpr auto k_fields = $fields$;
};

)glue");
}

std::string CodecNames::definitions() const {
    std::string text;
    for (const auto& [kind, key] : order_)
        text += kind == TypeKind::record ? record_definition(model_.records.at(key), names_.at(key))
                                         : enum_definition(model_.enums.at(key), names_.at(key));
    return text;
}

}  // namespace iam::gen
