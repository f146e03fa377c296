// Spells values in C++: exactly, and the same for every compiler's character set.
#include "generator/emit/literals.hpp"

#include <iam/core/assert.hpp>
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <limits>

namespace iam::gen {
namespace {

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

std::string real_literal(double value) {
    JsonWriter out;
    out.number(value);
    std::string text = out.take();
    return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

std::string integer_literal(std::int64_t value) {
    // The least value has no negative literal: its positive part is too large.
    if (value == std::numeric_limits<std::int64_t>::min()) return "(-9223372036854775807 - 1)";
    return std::to_string(value);
}

std::string integer_literal(std::uint64_t value) {
    const bool needs_suffix = value > std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    return std::to_string(value) + (needs_suffix ? "U" : "");
}

class ValueWriter {
 public:
    ValueWriter(const Model& model, const CodecName& codec) : model_(model), codec_(codec) {}

    std::string write(const Type& type, const Json& value) const {
        switch (type.kind) {
            case TypeKind::boolean:
                return value.get<bool>() ? "true" : "false";
            case TypeKind::integer:
                return type.is_decimal ? parsed(type, value) : integer(type, value);
            case TypeKind::floating:
                return real(type, value.get<double>());
            case TypeKind::string:
            case TypeKind::string_view:
                if (type.cpp != "::std::u8string") return text(type, value.get<std::string>());
                return parsed(type, value);
            case TypeKind::c_string:
                return string_literal(value.get<std::string>());
            case TypeKind::enumeration:
                if (value.is_array()) return parsed(type, value);
                return bare_name(model_.enums.at(type.name).cpp) + "::" + value.get<std::string>();
            case TypeKind::optional:
                return value.is_null() ? "::std::nullopt" : write(*type.element, value);
            case TypeKind::sequence:
                return list(type, value);
            case TypeKind::map:
                return type.key->kind == TypeKind::string ? map(type, value) : parsed(type, value);
            default:
                return parsed(type, value);
        }
    }

 private:
    // Casts without the syntax of a call, if the type's name has a keyword.
    static std::string cast(const Type& type, const std::string& literal) {
        return bare_name(type.cpp) == type.cpp ? type.cpp + "(" + literal + ")"
                                               : "static_cast<" + type.cpp + ">(" + literal + ")";
    }

    static std::string integer(const Type& type, const Json& value) {
        const std::string literal = value.is_number_unsigned()
                                        ? integer_literal(value.get<std::uint64_t>())
                                        : integer_literal(value.get<std::int64_t>());
        return type.form == NumberForm::plain ? literal : cast(type, literal);
    }

    static std::string real(const Type& type, double value) {
        const std::string literal = real_literal(value);
        if (type.form != NumberForm::plain) return cast(type, literal);
        if (type.cpp == "long double") return literal + "L";
        return literal + (type.bits == 32 ? "F" : "");
    }

    static std::string text(const Type& type, const std::string& value) {
        const std::string literal = string_literal(value);
        if (value.find('\0') == value.npos) return literal;
        return type.cpp + "(" + literal + ", " + std::to_string(value.size()) + ")";
    }

    std::string list(const Type& type, const Json& values) const {
        std::string text = type.cpp + "{";
        for (std::size_t i = 0; i < values.size(); ++i)
            text += (i > 0 ? ", " : "") + element(type, values[i]);
        return text + "}";
    }

    std::string map(const Type& type, const Json& values) const {
        std::string text = type.cpp + "{";
        bool first = true;
        for (const auto& [name, value] : values.items()) {
            text +=
                (first ? "{" : ", {") + string_literal(name) + ", " + element(type, value) + "}";
            first = false;
        }
        return text + "}";
    }

    // Spelled with its type: two bare texts in braces would be taken for a pair of iterators.
    std::string element(const Type& type, const Json& value) const {
        return "static_cast<" + type.element->cpp + ">(" + write(*type.element, value) + ")";
    }

    std::string parsed(const Type& type, const Json& value) const {
        Result<std::string> json = canonical_json(value);
        const bool default_has_a_canonical_form = json.has_value();
        IAM_ASSERT(default_has_a_canonical_form);
        return "iam::glue::parsed<" + codec_(type) + ", " + type.cpp + ">(" +
               string_literal(*json) + ")";
    }

    const Model& model_;
    const CodecName& codec_;
};

}  // namespace

std::string string_literal(std::string_view text) {
    constexpr std::string_view k_digits = "01234567";
    std::string result;
    result.reserve(text.size() + 2);
    result += '"';
    const auto needs_none = [](char c) {
        return c >= ' ' && c < 0x7F && c != '"' && c != '\\' && c != '?';
    };
    const std::size_t plain = static_cast<std::size_t>(
        std::find_if_not(text.begin(), text.end(), needs_none) - text.begin());
    result.append(text.substr(0, plain));
    for (const char c : text.substr(plain)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\' || c == '?') {
            result += {'\\', c};  // a question mark could begin a trigraph
        } else if (c == '\n') {
            result += "\\n";
        } else if (byte < 0x20 || byte >= 0x7F) {
            // An octal escape has at most three digits, so the next character cannot extend it.
            result +=
                {'\\', k_digits[byte >> 6U], k_digits[(byte >> 3U) & 7U], k_digits[byte & 7U]};
        } else {
            result += c;
        }
    }
    result += '"';
    return result;
}

std::string raw_literal(std::string_view text) {
    std::string delimiter = "json";
    while (text.find(")" + delimiter + "\"") != text.npos) delimiter += '_';
    std::string out;
    out.reserve(text.size() + 2 * delimiter.size() + 5);
    out.append("R\"").append(delimiter).append("(").append(text);
    return out.append(")").append(delimiter).append("\"");
}

std::string number_literal(const Number& number) {
    return std::visit(
        [](auto value) {
            if constexpr (std::is_same_v<decltype(value), double>)
                return real_literal(value);
            else
                return integer_literal(value);
        },
        number);
}

std::string value_literal(const Model& model, const Type& type, const std::string& json,
                          const CodecName& codec) {
    Limits limits;
    limits.allow_nul = true;
    const Result<Json> value = parse_json(json, limits);
    const bool model_holds_canonical_json = value.has_value();
    IAM_ASSERT(model_holds_canonical_json);
    return ValueWriter(model, codec).write(type, *value);
}

std::string identifier(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (!is_word(c)) c = '_';
    if (result.empty() || (result.front() >= '0' && result.front() <= '9')) result = "_" + result;
    return result;
}

std::string pascal_case(std::string_view text) {
    std::string result;
    bool start = true;
    for (const char c : text) {
        if (!is_word(c)) {
            start = true;
            continue;
        }
        result += start ? upper(c) : c;
        start = false;
    }
    const bool starts_badly = result.empty() || (result.front() >= '0' && result.front() <= '9');
    return starts_badly ? "Tool" + result : result;
}

std::string Namer::unique(const std::string& name) {
    std::string candidate = name;
    for (int i = 2; !taken_.insert(candidate).second; ++i) candidate = name + std::to_string(i);
    return candidate;
}

}  // namespace iam::gen
