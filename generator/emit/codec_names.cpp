// Names the codec of every type in a glue file, and writes the definitions of codecs for the user's
// own types.
#include "generator/emit/codec_names.hpp"

#include <generator/emit/writer.hpp>
#include <generator/model/alternatives.hpp>
#include <iam/core/assert.hpp>

#include <algorithm>

namespace iam::gen {
namespace {

std::string last_component(const std::string& qualified) {
    // In "ns::Page<ns::User>" the name ends where the arguments begin.
    const std::size_t end = std::min(qualified.find('<'), qualified.size());
    const std::size_t colon = qualified.rfind(':', end);
    const std::size_t start = colon == qualified.npos ? 0 : colon + 1;
    return pascal_case(qualified.substr(start));
}

std::string bits_codec(const Type& type) {
    if (type.kind == TypeKind::boolean) return "iam::BooleanCodec";
    if (type.is_decimal) return "iam::DecimalCodec<" + type.cpp + ">";
    return "iam::IntegerCodec<" + type.cpp + ", " + std::to_string(type.bits) + ">";
}

/// The functions to read and write a bit-field: no pointer can point to it.
std::string bit_access(const Member& member, const std::string& class_cpp, const Type& type) {
    const std::string field = "object." + member.name;
    return "[](const " + class_cpp + "& object) -> " + type.cpp + " { return " + field +
           "; }, [](" + class_cpp + "& object, " + type.cpp + " value) { " + field + " = value; }";
}

std::string format_enumerator(std::string name) {
    std::replace(name.begin(), name.end(), '-', '_');
    return "iam::Format::" + name;
}

/// The library header with the codec of the type; nullptr if iam/tool/glue.hpp has it.
const char* header_of(const Type& type) {
    switch (type.kind) {
        case TypeKind::character:
        case TypeKind::char_array:
        case TypeKind::c_string:
            return "iam/tool/codecs/text.hpp";
        case TypeKind::string:
            return type.cpp == "::std::string" ? nullptr : "iam/tool/codecs/text.hpp";
        case TypeKind::integer:
        case TypeKind::floating:
            if (type.is_decimal) return "iam/tool/codecs/decimal.hpp";
            if (type.form == NumberForm::strong) return "iam/tool/codecs/enum.hpp";
            return type.form == NumberForm::duration ? "iam/tool/codecs/chrono.hpp" : nullptr;
        case TypeKind::moment:
        case TypeKind::date:
        case TypeKind::time_of_day:
            return "iam/tool/codecs/chrono.hpp";
        case TypeKind::path:
            return "iam/tool/codecs/path.hpp";
        case TypeKind::bytes:
            return "iam/tool/codecs/bytes.hpp";
        case TypeKind::bitset:
            return "iam/tool/codecs/bitset.hpp";
        case TypeKind::pointer:
            return "iam/tool/codecs/pointer.hpp";
        case TypeKind::tuple:
            return "iam/tool/codecs/tuple.hpp";
        case TypeKind::variant:
            return "iam/tool/codecs/variant.hpp";
        case TypeKind::converted:
            return "iam/tool/codecs/converted.hpp";
        case TypeKind::json:
            return "iam/tool/codecs/json.hpp";
        case TypeKind::array:
            return "iam/tool/codecs/array.hpp";
        case TypeKind::set:
            return "iam/tool/codecs/set.hpp";
        case TypeKind::optional:
            return "iam/tool/codecs/optional.hpp";
        case TypeKind::enumeration:
            return "iam/tool/codecs/enum.hpp";
        case TypeKind::sequence:
        case TypeKind::map:
            return "iam/tool/codecs/container.hpp";
        default:
            return nullptr;
    }
}

std::string rule(const char* name, const std::string& value) {
    return "." + std::string(name) + " = " + value;
}

/// The rules of a type's aliases as rules_text(); empty if they have none for a decoder.
std::string alias_rules(const Type& type) {
    return type.rules ? rules_text(type.rules->constraints) : std::string();
}

/// A text. Types with the same codec have the same text.
std::string identity(const Type& type) {
    std::string text = type.cpp + alias_rules(type) + (type.is_decimal ? "#" : "") +
                       (type.has_named_parts ? "{}" : "");
    if (type.kind == TypeKind::enumeration) text += type.name;  // may be read as flags
    for_each_part(type, [&](const Type& part) { text += "|" + identity(part); });
    return text;
}

}  // namespace

std::string rules_text(const Constraints& constraints) {
    std::vector<std::string> rules;
    const auto add_bounds = [&](const Boxed<Bounds>& bounds, const char* low, const char* high) {
        if (bounds && bounds->low) rules.push_back(rule(low, number_literal(*bounds->low)));
        if (bounds && bounds->high) rules.push_back(rule(high, number_literal(*bounds->high)));
    };
    add_bounds(constraints.range, "low", "high");
    if (constraints.multiple_of)
        rules.push_back(rule("multiple_of", number_literal(constraints.multiple_of->value)));
    add_bounds(constraints.length, "length_min", "length_max");
    if (constraints.unique) rules.push_back(rule("unique", "true"));
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
    for_each_part(type, [&](const Type& part) { add(part); });
    add_rules(type);
    if (const char* header = header_of(type)) headers_.insert(header);
    if (type.kind == TypeKind::map && type.key->kind != TypeKind::string)
        headers_.insert("iam/tool/codecs/key.hpp");
    if (type.kind == TypeKind::variant) return add_variant(type);
    const bool named = type.kind == TypeKind::enumeration || type.kind == TypeKind::record;
    if (!named || names_.count(type.name) != 0) return;
    names_[type.name] = namer_.unique(last_component(type.name) + "Codec");
    if (type.kind == TypeKind::record) add(model_.records.at(type.name).fields);
    order_.emplace_back(type.kind, type.name);
}

void CodecNames::add_variant(const Type& type) {
    const std::string key = identity(type);
    if (!variants_.emplace(key, type).second) return;
    names_[key] = namer_.unique("AnyOfCodec");
    order_.emplace_back(type.kind, key);
}

void CodecNames::add_rules(const Type& type) {
    const std::string rules = alias_rules(type);
    if (rules.empty()) return;
    headers_.insert("iam/tool/codecs/ruled.hpp");
    if (rule_names_.count(rules) != 0) return;
    rule_names_[rules] = namer_.unique(pascal_case(type.rules->alias) + "Rules");
    rules_.push_back(rules);
}

void CodecNames::add(const std::vector<Member>& members) {
    for (const Member& member : members) {
        add(member.type);
        has_bit_fields_ = has_bit_fields_ || member.is_bit_field;
    }
}

bool CodecNames::is_standard(const Type& type) const {
    if (!alias_rules(type).empty()) return false;
    switch (type.kind) {
        case TypeKind::boolean:
        case TypeKind::string_view:
            return true;
        case TypeKind::integer:
        case TypeKind::floating:
            return type.form == NumberForm::plain && !type.is_decimal;
        case TypeKind::string:
            return type.cpp == "::std::string";
        case TypeKind::optional:
            return is_standard(*type.element);
        case TypeKind::sequence:
            return type.cpp.rfind("::std::vector<", 0) == 0 && is_standard(*type.element);
        case TypeKind::map:
            return type.cpp == "::std::map<::std::string, " + type.element->cpp + ">" &&
                   is_standard(*type.element);
        default:
            return false;
    }
}

std::string CodecNames::number(const Type& type) const {
    if (type.is_decimal) return "iam::DecimalCodec<" + type.cpp + ">";
    if (type.form == NumberForm::strong) return "iam::StrongCodec<" + type.cpp + ">";
    if (type.form == NumberForm::duration) return "iam::DurationCodec<" + type.cpp + ">";
    return (type.kind == TypeKind::integer ? "iam::IntegerCodec<" : "iam::FloatCodec<") + type.cpp +
           ">";
}

std::string CodecNames::key(const Type& type) const {
    if (type.kind == TypeKind::integer) return "iam::IntegerKey<" + type.cpp + ">";
    if (type.kind == TypeKind::enumeration)
        return "iam::EnumKey<" + of(type) + ", " + type.cpp + ">";
    return "iam::StringKey";
}

std::string CodecNames::around(const char* family, const Type& type) const {
    return "iam::" + std::string(family) + "<" + of(*type.element) + ", " + type.cpp + ">";
}

std::string CodecNames::of(const Type& type) const {
    const std::string rules = alias_rules(type);
    if (rules.empty()) return plain(type);
    return "iam::RuledCodec<" + plain(type) + ", " + rule_names_.at(rules) + ">";
}

std::string CodecNames::plain(const Type& type) const {
    switch (type.kind) {
        case TypeKind::boolean:
            return "iam::BooleanCodec";
        case TypeKind::integer:
        case TypeKind::floating:
            return number(type);
        case TypeKind::character:
            return "iam::CharacterCodec";
        case TypeKind::string:
            return type.cpp == "::std::string" ? "iam::StringCodec" : "iam::U8StringCodec";
        case TypeKind::string_view:
            return "iam::StringViewCodec";
        case TypeKind::c_string:
            return "iam::CStringCodec";
        case TypeKind::char_array:
            return "iam::CharArrayCodec<" + std::to_string(*type.extent) + ">";
        case TypeKind::enumeration:
        case TypeKind::record:
            return names_.at(type.name);
        case TypeKind::optional:
            return "iam::OptionalCodec<" + of(*type.element) + ", " + type.element->cpp + ">";
        case TypeKind::sequence:
            return around("SequenceCodec", type);
        case TypeKind::array:
            return around("ArrayCodec", type);
        case TypeKind::set:
            return around("SetCodec", type);
        case TypeKind::pointer:
            return around("PointerCodec", type);
        case TypeKind::tuple: {
            std::string parts;
            for (const Type& part : type.parts) parts += ", " + of(part);
            if (!is_mixed(type)) return "iam::TupleCodec<" + type.cpp + parts + ">";
            return (type.has_named_parts ? "iam::NamedTupleCodec<" : "iam::MixedTupleCodec<") +
                   type.cpp + parts + ">";
        }
        case TypeKind::variant:
            return names_.at(identity(type));
        case TypeKind::null:
            return "iam::NullCodec";
        case TypeKind::converted:
            return around("ConvertedCodec", type);
        case TypeKind::json:
            return "iam::JsonCodec";
        case TypeKind::path:
            return "iam::PathCodec";
        case TypeKind::bytes:
            return "iam::BytesCodec";
        case TypeKind::bitset:
            return "iam::BitsetCodec<" + std::to_string(*type.extent) + ">";
        case TypeKind::date:
            return "iam::DateCodec<" + type.cpp + ">";
        case TypeKind::moment:
            return "iam::MomentCodec<" + type.cpp + "::duration>";
        case TypeKind::time_of_day:
            return "iam::TimeOfDayCodec<" + type.cpp + ">";
        case TypeKind::map:
            return "iam::MapCodec<" + key(*type.key) + ", " + of(*type.element) + ", " + type.cpp +
                   ">";
        default:
            break;
    }
    const bool type_has_a_codec = false;
    IAM_ASSERT(type_has_a_codec);
}

std::string CodecNames::field(const Member& member, const std::string& class_cpp, const Type& type,
                              bool with_rules) const {
    const bool required = member.required();
    std::string text = required ? "iam::required" : "iam::defaulted";
    if (member.is_bit_field)
        text += "_bits<" + class_cpp + ", " + bits_codec(type) + ", " + type.cpp + ">(" +
                string_literal(member.json_name) + ", " + bit_access(member, class_cpp, type);
    else
        text += (is_standard(type) ? "" : "<" + of(type) + ">") + "(" +
                string_literal(member.json_name) + ", &" + bare_name(class_cpp) +
                "::" + member.name;
    const std::string rules = with_rules ? rules_text(member.constraints) : std::string();
    if (!rules.empty()) text += ", " + rules;
    text += ")";
    if (member.constraints.secret) text += ".secret()";
    return text;
}

std::string CodecNames::variant_definition(const Type& type, const std::string& name) const {
    const std::vector<std::string> tags = tags_of(model_, type);
    std::string codecs;
    std::vector<std::string> alternatives;
    for (std::size_t i = 0; i < type.parts.size(); ++i) {
        codecs += ", " + of(type.parts[i]);
        const std::string tag = tags[i].empty() ? "" : ", " + string_literal(tags[i]);
        alternatives.push_back("{iam::JsonKind::" + *json_kind(model_, type.parts[i]) + tag + "}");
    }
    return fill({{"codec", name},
                 {"type", type.cpp},
                 {"codecs", codecs},
                 {"count", std::to_string(alternatives.size())},
                 {"alternatives", join(alternatives, ", ")}},
                R"glue(
struct $codec$ : iam::VariantCodec<$codec$, $type$$codecs$> {
    static constexpr std::array<iam::Alternative, $count$> k_alternatives{{$alternatives$}};
};

)glue");
}

std::string CodecNames::enum_definition(const Enum& type, const std::string& name) const {
    std::vector<std::string> names;
    std::vector<std::string> values;
    for (const Enumerator& enumerator : type.enumerators) {
        names.push_back(string_literal(enumerator.name));
        values.push_back(bare_name(type.cpp) + "::" + enumerator.name);
    }
    return fill({{"codec", name},
                 {"family", type.is_flags ? "FlagsCodec" : "EnumCodec"},
                 {"type", type.cpp},
                 {"count", std::to_string(names.size())},
                 {"names", join(names, ", ")},
                 {"values", join(values, ", ")}},
                R"glue(
struct $codec$ : iam::$family$<$codec$, $type$> {
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
    for (const std::string& rules : rules_)
        text += "struct " + rule_names_.at(rules) + " {\n    static constexpr iam::Rules k_rules" +
                rules + ";\n};\n\n";
    // A recursive record is declared before the definitions.
    std::string declarations;
    for (const auto& [kind, key] : order_)
        if (kind == TypeKind::record && model_.records.at(key).is_recursive)
            declarations += "struct " + names_.at(key) + ";\n";
    if (!declarations.empty()) text += declarations + "\n";
    for (const auto& [kind, key] : order_) {
        const std::string& name = names_.at(key);
        if (kind == TypeKind::record)
            text += record_definition(model_.records.at(key), name);
        else if (kind == TypeKind::variant)
            text += variant_definition(variants_.at(key), name);
        else
            text += enum_definition(model_.enums.at(key), name);
    }
    return text;
}

}  // namespace iam::gen
