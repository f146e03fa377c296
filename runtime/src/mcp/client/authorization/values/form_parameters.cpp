#include "mcp/client/authorization/values/form_parameters.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_form_hex = "0123456789ABCDEF";

bool is_unescaped(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '-' || letter == '.' || letter == '_';
}

std::optional<unsigned> form_hex_value(char letter) {
    if (letter >= '0' && letter <= '9') return static_cast<unsigned>(letter - '0');
    if (letter >= 'a' && letter <= 'f') return static_cast<unsigned>(letter - 'a') + 10;
    if (letter >= 'A' && letter <= 'F') return static_cast<unsigned>(letter - 'A') + 10;
    return std::nullopt;
}

std::optional<std::string> form_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += text[i] == '+' ? ' ' : text[i];
            continue;
        }
        if (text.size() - i < 3) return std::nullopt;
        const auto high = form_hex_value(text[i + 1]);
        const auto low = form_hex_value(text[i + 2]);
        if (!high || !low) return std::nullopt;
        decoded += static_cast<char>(static_cast<unsigned char>(*high << 4U | *low));
        i += 2;
    }
    return decoded;
}

}  // namespace

std::string form_encoded(std::string_view text) {
    std::string encoded;
    for (const char letter : text) {
        if (is_unescaped(letter)) {
            encoded += letter;
            continue;
        }
        const auto byte = static_cast<unsigned char>(letter);
        encoded += '%';
        encoded += k_form_hex[byte >> 4U];
        encoded += k_form_hex[byte & 15U];
    }
    return encoded;
}

void append_parameter(std::string& to, std::string_view name, std::string_view value) {
    if (!to.empty() && to.back() != '?' && to.back() != '&') to += '&';
    to += form_encoded(name) + "=" + form_encoded(value);
}

Result<FormParameters> read_form(std::string_view text) {
    const auto broken = [] {
        return fail(Errc::invalid_argument,
                    "The parameters are broken: a name is there twice, an escape is none, or they "
                    "are too long; begin again.");
    };
    if (text.size() > k_parameters_bytes_max) return broken();
    FormParameters parameters;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('&'), text.size());
        const std::string_view pair = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (pair.empty()) continue;
        const std::size_t sign = std::min(pair.find('='), pair.size());
        auto name = form_decoded(pair.substr(0, sign));
        auto value = form_decoded(pair.substr(std::min(sign + 1, pair.size())));
        if (!name || !value || !parameters.emplace(*std::move(name), *std::move(value)).second)
            return broken();
    }
    return parameters;
}

}  // namespace iam::mcp
