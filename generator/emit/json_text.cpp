// JSON values of the model as text: numbers as the canonical form has them, members in the order they were given.
#include <generator/emit/schema.hpp>
#include <generator/model/text.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace iam::gen {
namespace {

/// A number, a boolean or null.
std::string scalar(const OrderedJson& value) {
    JsonWriter out;
    switch (value.type()) {
        case OrderedJson::value_t::boolean:
            out.boolean(value.get<bool>());
            break;
        case OrderedJson::value_t::number_integer:
            out.integer(value.get<std::int64_t>());
            break;
        case OrderedJson::value_t::number_unsigned:
            out.integer(value.get<std::uint64_t>());
            break;
        case OrderedJson::value_t::number_float:
            out.number(value.get<double>());
            break;
        default:
            out.null();
            break;
    }
    return out.take();
}

void append_quoted(std::string& out, const std::string& text) {
    const bool is_plain = std::all_of(text.begin(), text.end(), [](char byte) {
        return byte >= ' ' && byte < 0x7F && byte != '"' && byte != '\\';
    });
    if (is_plain) {  // as nearly all of them are
        out += '"';
        out += text;
        out += '"';
        return;
    }
    JsonWriter escaped;
    escaped.string(text);
    out += escaped.text();
}

void append_line(std::string& out, int indentation) {
    constexpr std::string_view k_line = "\n                                        ";
    if (indentation < 0) return;
    const auto blanks = static_cast<std::size_t>(indentation);
    out.append(k_line.substr(0, blanks + 1));
    if (blanks + 1 > k_line.size()) out.append(blanks + 1 - k_line.size(), ' ');
}

// `indentation` < 0: everything on one line.
void append(std::string& out, const OrderedJson& value, int indentation) {
    const int inner = indentation >= 0 ? indentation + 2 : indentation;
    if (const auto* text = value.get_ptr<const OrderedJson::string_t*>()) {
        append_quoted(out, *text);
    } else if (!value.is_structured()) {
        out += scalar(value);
    } else if (value.empty()) {
        out += value.is_array() ? "[]" : "{}";
    } else if (const auto* elements = value.get_ptr<const OrderedJson::array_t*>()) {
        char sign = '[';
        for (const OrderedJson& element : *elements) {
            out += std::exchange(sign, ',');
            append_line(out, inner);
            append(out, element, inner);
        }
        append_line(out, indentation);
        out += ']';
    } else if (const auto* members = value.get_ptr<const OrderedJson::object_t*>()) {
        char sign = '{';
        for (const auto& [name, member] : *members) {
            out += std::exchange(sign, ',');
            append_line(out, inner);
            append_quoted(out, name);
            out += indentation >= 0 ? ": " : ":";
            append(out, member, inner);
        }
        append_line(out, indentation);
        out += '}';
    }
}

void append_unit(std::string& out, unsigned unit) {
    constexpr std::string_view k_digits = "0123456789abcdef";
    out += "\\u";
    for (unsigned shift = 16; shift > 0; shift -= 4) out += k_digits[(unit >> (shift - 4)) & 0xFU];
}

// JSON text lets through characters that do not show or that turn the text around them. They can only be the program's own values
// here, a default or an example; as escapes they are the same values, and whoever reads the file sees them.
std::string with_visible_characters(std::string text) {
    const auto is_other = [](char byte) { return static_cast<unsigned char>(byte) >= 0x7FU; };
    if (std::none_of(text.begin(), text.end(), is_other)) return text;
    std::string out;
    out.reserve(text.size());
    std::string_view json = text;
    while (!json.empty()) {
        // Nearly all of it is ASCII, which is taken over in one piece.
        const auto* const other = std::find_if(json.begin(), json.end(), is_other);
        const auto plain = static_cast<std::size_t>(other - json.begin());
        out.append(json.substr(0, plain));
        json.remove_prefix(plain);
        if (json.empty()) break;
        const Character character = first_character(json);
        const char32_t code = character.code.value_or(0xFFFD);
        if (!is_hidden(code)) {
            out.append(json.substr(0, character.length));
        } else if (code < 0x10000) {
            append_unit(out, static_cast<unsigned>(code));
        } else {
            append_unit(out, 0xD800U + (static_cast<unsigned>(code - 0x10000) >> 10U));
            append_unit(out, 0xDC00U + (static_cast<unsigned>(code - 0x10000) & 0x3FFU));
        }
        json.remove_prefix(character.length);
    }
    return out;
}

}  // namespace

OrderedJson object_for(std::size_t members) {
    OrderedJson object = OrderedJson::object();
    object.get_ref<OrderedJson::object_t&>().reserve(members);
    return object;
}

OrderedJson to_json(const Number& number) {
    if (const auto* integer = std::get_if<std::int64_t>(&number)) {
        // The same value has one kind, so that schemas compare by it.
        if (*integer >= 0) return static_cast<std::uint64_t>(*integer);
        return *integer;
    }
    if (const auto* integer = std::get_if<std::uint64_t>(&number)) return *integer;
    const double real = std::get<double>(number);
    constexpr double k_exact = 9007199254740992.0;
    if (std::fabs(real) > k_exact || std::trunc(real) < real || std::trunc(real) > real)
        return real;
    if (real < 0) return static_cast<std::int64_t>(real);
    return static_cast<std::uint64_t>(real);
}

std::string pretty(const OrderedJson& value) {
    std::string out;
    append(out, value, 0);
    return with_visible_characters(std::move(out));
}

std::string compact(const OrderedJson& value) {
    std::string out;
    append(out, value, -1);
    return with_visible_characters(std::move(out));
}

}  // namespace iam::gen
