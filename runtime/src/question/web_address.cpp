// Stricter than the URL parsers of browsers: an address that they would mend is none here.
#include "iam/question/web_address.hpp"

#include <iam/question/escape.hpp>

#include <unicode/uidna.h>

#include <algorithm>
#include <array>
#include <memory>

namespace iam::question {
namespace {

constexpr std::size_t k_host_bytes_max = 253;
constexpr std::size_t k_port_digits_max = 5;
constexpr unsigned k_web_port_max = 65535;
constexpr std::size_t k_numbers_of_ipv4 = 4;

bool is_digit(char sign) {
    return sign >= '0' && sign <= '9';
}

bool is_hex_digit(char sign) {
    return is_digit(sign) || (sign >= 'a' && sign <= 'f');
}

std::string in_lower_case(std::string_view text) {
    std::string out(text);
    for (char& sign : out)
        if (sign >= 'A' && sign <= 'Z') sign = static_cast<char>(sign - 'A' + 'a');
    return out;
}

bool is_port(std::string_view text) {
    if (text.empty() || text.size() > k_port_digits_max) return false;
    unsigned port = 0;
    for (const char sign : text) {
        if (!is_digit(sign)) return false;
        port = port * 10 + static_cast<unsigned>(sign - '0');
    }
    return port <= k_web_port_max;
}

/// A host whose last part is a number is an IPv4 address to browsers, in many spellings. One of
/// them counts here: four decimal numbers.
bool is_ipv4(std::string_view host) {
    std::size_t count = 0;
    while (true) {
        const std::string_view part = host.substr(0, host.find('.'));
        if (part.empty() || part.size() > 3 || (part.size() > 1 && part[0] == '0')) return false;
        unsigned number = 0;
        for (const char sign : part) {
            if (!is_digit(sign)) return false;
            number = number * 10 + static_cast<unsigned>(sign - '0');
        }
        if (number > 255 || ++count > k_numbers_of_ipv4) return false;
        if (part.size() == host.size()) return count == k_numbers_of_ipv4;
        host.remove_prefix(part.size() + 1);
    }
}

bool ends_with_number(std::string_view host) {
    if (host.ends_with('.')) host.remove_suffix(1);
    const std::string_view last = host.substr(host.rfind('.') + 1);
    return !last.empty() && (is_digit(last[0]));
}

bool is_ipv6(std::string_view text) {
    return text.size() >= 4 && text.front() == '[' && text.back() == ']' &&
           std::all_of(text.begin() + 1, text.end() - 1,
                       [](char sign) { return is_hex_digit(sign) || sign == ':' || sign == '.'; });
}

/// The name as browsers ask for it: UTS 46, not transitional, with the characters of host names.
std::optional<std::string> name_in_ascii(std::string_view name) {
    UErrorCode code = U_ZERO_ERROR;
    const std::unique_ptr<UIDNA, decltype(&uidna_close)> idna(
        uidna_openUTS46(UIDNA_USE_STD3_RULES | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ |
                            UIDNA_NONTRANSITIONAL_TO_ASCII,
                        &code),
        uidna_close);
    if (U_FAILURE(code)) return std::nullopt;
    std::array<char, k_host_bytes_max + 1> out{};
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    const auto size =
        uidna_nameToASCII_UTF8(idna.get(), name.data(), static_cast<std::int32_t>(name.size()),
                               out.data(), static_cast<std::int32_t>(out.size()), &info, &code);
    if (U_FAILURE(code) || info.errors != 0 || size <= 0 ||
        static_cast<std::size_t>(size) > k_host_bytes_max)
        return std::nullopt;
    return std::string(out.data(), static_cast<std::size_t>(size));
}

std::optional<std::string> host_in_ascii(std::string_view host) {
    if (host.starts_with('[')) {
        std::string lower = in_lower_case(host);
        return is_ipv6(lower) ? std::optional(std::move(lower)) : std::nullopt;
    }
    auto name = name_in_ascii(host);
    if (!name || (ends_with_number(*name) && !is_ipv4(*name))) return std::nullopt;
    return name;
}

/// The bytes of the scheme with "://"; 0: another scheme.
std::size_t scheme_size(std::string_view text) {
    const std::string begin = in_lower_case(text.substr(0, 8));
    if (begin == "https://") return 8;
    return begin.starts_with("http://") ? 7 : 0;
}

bool is_plain(std::string_view text) {
    return text.find_first_of("\\ ") == std::string_view::npos && escape_for_display(text) == text;
}

}  // namespace

std::optional<WebAddress> read_web_address(std::string_view text) {
    const std::size_t scheme = scheme_size(text);
    if (scheme == 0 || text.size() > k_web_address_bytes_max || !is_plain(text))
        return std::nullopt;
    const std::string_view rest = text.substr(scheme);
    const std::string_view place = rest.substr(0, rest.find_first_of("/?#"));
    if (place.find_first_of("@%") != std::string_view::npos) return std::nullopt;
    const std::size_t behind_brackets = place.starts_with('[') ? place.find(']') : 0;
    const std::size_t colon = place.find(':', std::min(behind_brackets, place.size()));
    const std::string_view port =
        colon == std::string_view::npos ? std::string_view() : place.substr(colon + 1);
    if (colon != std::string_view::npos && !is_port(port)) return std::nullopt;
    const auto name = host_in_ascii(place.substr(0, colon));
    if (!name) return std::nullopt;
    WebAddress found;
    found.host = *name + (port.empty() ? "" : ":" + std::string(port));
    found.address =
        in_lower_case(text.substr(0, scheme)) + found.host + std::string(rest.substr(place.size()));
    return found;
}

}  // namespace iam::question
