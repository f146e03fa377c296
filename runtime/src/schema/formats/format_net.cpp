// Judges mailboxes and addresses of the Internet protocol.
#include "schema/formats/format_parts.hpp"
#include <iam/core/json.hpp>

#include <algorithm>

namespace iam::schema::format {
namespace {

constexpr std::size_t k_local_part_max = 64;

/// The characters beyond ASCII allowed in a mailbox: none (RFC 5321) or all (RFC 6531).
enum class Beyond : bool { refused, taken };

bool is_atom_character(char c, Beyond beyond) noexcept {
    constexpr std::string_view k_more = "!#$%&'*+-/=?^_`{|}~";
    if (!is_ascii(c)) return beyond == Beyond::taken;
    return is_letter(c) || is_digit(c) || k_more.find(c) != k_more.npos;
}

bool is_dot_atom(std::string_view text, Beyond beyond) noexcept {
    char before = '.';
    for (const char c : text) {
        if (c == '.' ? before == '.' : !is_atom_character(c, beyond)) return false;
        before = c;
    }
    return before != '.';
}

bool is_quoted_local_part(std::string_view text, Beyond beyond) noexcept {
    if (text.size() < 2 || text.front() != '"' || text.back() != '"') return false;
    text = text.substr(1, text.size() - 2);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') return false;  // a quote inside is escaped
        if (text[i] == '\\' && ++i == text.size()) return false;
        if (!is_ascii(text[i]) ? beyond == Beyond::refused : text[i] < ' ' || text[i] > '~')
            return false;
    }
    return true;
}

bool is_address_literal(std::string_view text) noexcept {
    constexpr std::string_view k_ipv6 = "IPv6:";
    if (text.size() < 2 || text.front() != '[' || text.back() != ']') return false;
    text = text.substr(1, text.size() - 2);
    if (text.substr(0, k_ipv6.size()) == k_ipv6) return is_ipv6(text.substr(k_ipv6.size()));
    return is_ipv4(text);
}

// RFC 6531 takes labels of any characters beyond ASCII. idn-hostname judges whether a registry
// would take them.
bool is_wide_domain(std::string_view text) noexcept {
    while (true) {
        const std::size_t dot = std::min(text.find('.'), text.size());
        const std::string_view label = text.substr(0, dot);
        if (label.empty() || label.front() == '-' || label.back() == '-' ||
            !std::all_of(label.begin(), label.end(), [](char c) {
                return !is_ascii(c) || is_letter(c) || is_digit(c) || c == '-';
            }))
            return false;
        if (dot == text.size()) return true;
        text.remove_prefix(dot + 1);
    }
}

bool is_mailbox(std::string_view text, Beyond beyond) {
    const std::size_t at = text.rfind('@');
    if (at == text.npos || at == 0 || at > k_local_part_max) return false;
    const std::string_view local = text.substr(0, at);
    const std::string_view host = text.substr(at + 1);
    if (beyond == Beyond::taken && !is_valid_utf8(text)) return false;
    if (!is_dot_atom(local, beyond) && !is_quoted_local_part(local, beyond)) return false;
    return is_hostname(host) || is_address_literal(host) ||
           (beyond == Beyond::taken && !is_ascii(host) && is_wide_domain(host));
}

}  // namespace

bool is_email(std::string_view text) {
    return is_mailbox(text, Beyond::refused);
}

bool is_idn_email(std::string_view text) {
    return is_mailbox(text, Beyond::taken);
}

bool is_ipv4(std::string_view text) {
    Cursor at(text);
    for (int part = 0; part < 4; ++part) {
        if (part > 0 && !at.take('.')) return false;
        const bool zero = at.front() == '0';
        int value = 0;
        int digits = 0;
        for (int digit = 0; is_digit(at.front()); ++digits) {
            if (digits == 3) return false;
            at.take_digits(1, digit);
            value = value * 10 + digit;
        }
        if (digits == 0 || value > 255 || (zero && digits > 1)) return false;
    }
    return at.over();
}

bool is_ipv6(std::string_view text) {
    std::size_t groups = 0;
    bool gap = false;
    while (!text.empty()) {
        if (text.substr(0, 2) == "::") {
            if (gap) return false;
            gap = true;
            text.remove_prefix(2);
            continue;
        }
        // A single colon stands between groups only; after "::" a group follows at once.
        const std::size_t end = std::min(text.find(':'), text.size());
        const std::string_view group = text.substr(0, end);
        if (group.find('.') != group.npos)
            return end == text.size() && is_ipv4(group) && (gap ? groups <= 5 : groups == 6);
        if (group.empty() || group.size() > 4 || !std::all_of(group.begin(), group.end(), is_hex))
            return false;
        ++groups;
        text.remove_prefix(end);
        if (text.empty() || text.substr(0, 2) == "::") continue;
        text.remove_prefix(1);
        if (text.empty()) return false;
    }
    return gap ? groups <= 7 : groups == 8;
}

}  // namespace iam::schema::format
