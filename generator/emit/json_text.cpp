// JSON values of the model as text: numbers as the canonical form has them, members in the order they were given.
#include <generator/emit/schema.hpp>
#include <generator/model/text.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <cmath>

namespace iam::gen {
namespace {

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
        case OrderedJson::value_t::string:
            out.string(value.get_ref<const std::string&>());
            break;
        default:
            out.null();
            break;
    }
    return out.take();
}

std::string quoted(const std::string& text) {
    JsonWriter out;
    out.string(text);
    return out.take();
}

// `indentation` < 0: everything on one line.
void append(std::string& out, const OrderedJson& value, int indentation) {
    if (!value.is_structured() || value.empty()) {
        out += value.is_array() ? "[]" : value.is_object() ? "{}" : scalar(value);
        return;
    }
    const bool lines = indentation >= 0;
    const int inner = lines ? indentation + 2 : indentation;
    const auto new_line = [&](int depth) {
        if (lines) out.append("\n").append(static_cast<std::size_t>(depth), ' ');
    };
    bool first = true;
    out += value.is_array() ? '[' : '{';
    for (const auto& [name, member] : value.items()) {
        if (!first) out += ',';
        first = false;
        new_line(inner);
        if (value.is_object()) out += quoted(name) + (lines ? ": " : ":");
        append(out, member, inner);
    }
    new_line(indentation);
    out += value.is_array() ? ']' : '}';
}

void append_unit(std::string& out, unsigned unit) {
    constexpr std::string_view k_digits = "0123456789abcdef";
    out += "\\u";
    for (unsigned shift = 16; shift > 0; shift -= 4) out += k_digits[(unit >> (shift - 4)) & 0xFU];
}

// JSON text lets through characters that do not show or that turn the text around them. They can only be the program's own values
// here, a default or an example; as escapes they are the same values, and whoever reads the file sees them.
std::string with_visible_characters(std::string_view json) {
    std::string out;
    out.reserve(json.size());
    while (!json.empty()) {
        // Nearly all of it is ASCII, which is taken over in one piece.
        const auto* const other = std::find_if(json.begin(), json.end(), [](char byte) {
            return static_cast<unsigned char>(byte) >= 0x7FU;
        });
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
    return with_visible_characters(out);
}

std::string compact(const OrderedJson& value) {
    std::string out;
    append(out, value, -1);
    return with_visible_characters(out);
}

}  // namespace iam::gen
