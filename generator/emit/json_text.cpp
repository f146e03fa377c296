// Writes JSON values of the model as text: numbers in canonical form, members in their given order.
#include <generator/emit/schema.hpp>
#include <generator/model/text.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
#include <utility>

namespace iam::gen {
namespace {

constexpr std::size_t k_usual_bytes = 2000;  // of a tool object

void append_line(std::string& out, std::size_t depth) {
    constexpr std::string_view k_line = "\n                                        ";
    const std::size_t length = 1 + 2 * depth;
    out.append(k_line.substr(0, length));
    if (length > k_line.size()) out.append(length - k_line.size(), ' ');
}

/// The position behind the closing quote of the string at `begin`.
std::size_t end_of_string(std::string_view json, std::size_t begin) {
    for (std::size_t end = begin + 1;; ++end) {
        end = json.find('"', end);
        std::size_t escapes = end;
        while (json[escapes - 1] == '\\') --escapes;
        if ((end - escapes) % 2 == 0) return end + 1;
    }
}

void append_unit(std::string& out, unsigned unit) {
    constexpr std::string_view k_digits = "0123456789abcdef";
    out += "\\u";
    for (unsigned shift = 16; shift > 0; shift -= 4) out += k_digits[(unit >> (shift - 4)) & 0xFU];
}

/// True if every byte is below 0x7F.
bool is_plain_ascii(std::string_view text) {
    constexpr std::uint64_t k_ones = 0x0101010101010101U;
    constexpr std::uint64_t k_tops = k_ones * 0x80U;
    std::uint64_t tops = 0;
    std::uint64_t word = 0;
    for (; text.size() >= sizeof word; text.remove_prefix(sizeof word)) {
        std::memcpy(&word, text.data(), sizeof word);
        tops |= word | (word + k_ones);
    }
    return (tops & k_tops) == 0 && std::all_of(text.begin(), text.end(), [](char byte) {
               return static_cast<unsigned char>(byte) < 0x7FU;
           });
}

}  // namespace

OrderedJson object_for(std::size_t members) {
    OrderedJson object = OrderedJson::object();
    object.get_ref<OrderedJson::object_t&>().reserve(members);
    return object;
}

void add(OrderedJson& object, std::string_view name, OrderedJson value) {
    object.get_ref<OrderedJson::object_t&>().emplace_back(name, std::move(value));
}

OrderedJson to_json(const Number& number) {
    if (const auto* integer = std::get_if<std::int64_t>(&number)) {
        // Equal values have one JSON kind, since schemas are compared by it.
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

std::string json_text(const OrderedJson& value) {
    JsonWriter out;
    if (value.is_structured()) out.reserve(k_usual_bytes);
    write_json(out, value);
    return out.take();
}

// JSON text may have invisible characters, or characters that turn the text around them. Here they
// can only come from the program's own values: a default or an example. As escapes they are the
// same values, and readers of the file see them.
std::string visible(std::string json) {
    const auto is_other = [](char byte) { return static_cast<unsigned char>(byte) >= 0x7FU; };
    if (is_plain_ascii(json)) return json;
    std::string out;
    out.reserve(json.size());
    std::string_view rest = json;
    while (!rest.empty()) {
        // Nearly all of it is ASCII. ASCII is copied in one piece.
        const auto* const other = std::find_if(rest.begin(), rest.end(), is_other);
        const auto plain = static_cast<std::size_t>(other - rest.begin());
        out.append(rest.substr(0, plain));
        rest.remove_prefix(plain);
        if (rest.empty()) break;
        const Character character = first_character(rest);
        const char32_t code = character.code.value_or(0xFFFD);
        if (!is_hidden(code)) {
            out.append(rest.substr(0, character.length));
        } else if (code < 0x10000) {
            append_unit(out, static_cast<unsigned>(code));
        } else {
            append_unit(out, 0xD800U + (static_cast<unsigned>(code - 0x10000) >> 10U));
            append_unit(out, 0xDC00U + (static_cast<unsigned>(code - 0x10000) & 0x3FFU));
        }
        rest.remove_prefix(character.length);
    }
    return out;
}

std::string compact(const OrderedJson& value) {
    return visible(json_text(value));
}

std::string indented(std::string_view json, std::size_t depth) {
    std::string out;
    out.reserve(2 * json.size());
    for (std::size_t at = 0; at < json.size(); ++at) {
        const char sign = json[at];
        if (sign == '"') {
            const std::size_t end = end_of_string(json, at);
            out.append(json.substr(at, end - at));
            at = end - 1;
        } else if (sign == ',') {
            out += sign;
            append_line(out, depth);
        } else if (sign == ':') {
            out.append(": ");
        } else if (sign == '{' || sign == '[') {
            out += sign;
            const char next = json[at + 1];
            if (next == '}' || next == ']')
                out += json[++at];
            else
                append_line(out, ++depth);
        } else if (sign == '}' || sign == ']') {
            append_line(out, --depth);
            out += sign;
        } else {  // of a number, true, false or null
            out += sign;
        }
    }
    return out;
}

std::string pretty(const OrderedJson& value) {
    return indented(compact(value));
}

}  // namespace iam::gen
