#include "console/api/asked.hpp"

#include <iam/core/json.hpp>
#include <iam/tool/codecs/decimal.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace iam::console {
namespace {

// A body has few members; texts of inputs are the longest.
constexpr Limits k_body_limits{.bytes_max = std::size_t{1} << 20U,
                               .depth_max = 3,
                               .members_max = 256,
                               .elements_max = 0,
                               .string_bytes_max = std::size_t{64} << 10U,
                               .key_bytes_max = 256,
                               .nodes_max = 1024};

std::string names_of(const Route& route) {
    std::string names;
    for (const Member& member : route.members)
        names += (names.empty() ? "" : ", ") + std::string(member.name);
    return names.empty() ? "none" : names;
}

tl::unexpected<Error> unknown_member(const Route& route) {
    return fail(Errc::invalid_argument,
                "The request has a member that it does not know, or one twice; it knows: " +
                    names_of(route) + ".");
}

tl::unexpected<Error> misfit(const Member& member, std::string_view wanted) {
    return fail(Errc::invalid_argument,
                "\"" + std::string(member.name) + "\" must be " + std::string(wanted) + ".");
}

bool is_choice(std::string_view choices, std::string_view text) {
    while (!choices.empty()) {
        const std::string_view word = choices.substr(0, choices.find(' '));
        if (word == text) return true;
        choices.remove_prefix(std::min(word.size() + 1, choices.size()));
    }
    return false;
}

Result<void> take_text(Asked& asked, const Member& member, std::string text) {
    if (!member.choices.empty() && !is_choice(member.choices, text))
        return misfit(member, "one of: " + std::string(member.choices));
    if (text.size() > member.max || !is_valid_utf8(text))
        return misfit(member, "UTF-8 of at most " + std::to_string(member.max) + " bytes");
    asked.texts.emplace(member.name, std::move(text));
    return {};
}

Result<void> take_integer(Asked& asked, const Member& member, std::uint64_t value) {
    if (value < 1 || value > member.max)
        return misfit(member, "a whole number from 1 to " + std::to_string(member.max));
    asked.integers.emplace(member.name, static_cast<std::size_t>(value));
    return {};
}

Result<void> take_json(Asked& asked, const Member& member, const Json& value) {
    switch (member.kind) {
        case Member::Kind::text:
            if (!value.is_string()) return misfit(member, "a text");
            return take_text(asked, member, value.get<std::string>());
        case Member::Kind::integer:
            return take_integer(asked, member,
                                value.is_number_unsigned() ? value.get<std::uint64_t>() : 0);
        case Member::Kind::texts:
            break;
    }
    if (!value.is_object()) return misfit(member, "an object of texts");
    auto& texts = asked.objects[std::string(member.name)];
    for (const auto& [key, text] : value.items()) {
        if (!text.is_string() || text.get_ref<const std::string&>().size() > member.max)
            return misfit(member,
                          "an object of texts of at most " + std::to_string(member.max) + " bytes");
        texts.emplace(key, text.get<std::string>());
    }
    return {};
}

const Member* find_member(const Route& route, std::string_view name) {
    const auto found = std::find_if(route.members.begin(), route.members.end(),
                                    [&](const Member& one) { return one.name == name; });
    return found == route.members.end() ? nullptr : &*found;
}

/// As URLSearchParams writes it; nothing: a bad escape.
std::optional<std::string> unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i] == '+' ? ' ' : text[i];
            continue;
        }
        if (i + 2 >= text.size()) return std::nullopt;
        unsigned byte = 0;
        const char* const digits = text.data() + i + 1;
        if (std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) return std::nullopt;
        out += static_cast<char>(byte);
        i += 2;
    }
    return out;
}

Result<void> take_query_part(Asked& asked, const Route& route, std::string_view part) {
    const std::size_t equals = part.find('=');
    const Member* const member = find_member(route, part.substr(0, equals));
    if (member == nullptr || equals == std::string_view::npos ||
        asked.texts.count(member->name) != 0 || asked.integers.count(member->name) != 0)
        return unknown_member(route);
    auto text = unescaped(part.substr(equals + 1));
    if (!text) return misfit(*member, "escaped as in forms: % and two hexadecimal digits");
    if (member->kind == Member::Kind::text) return take_text(asked, *member, *std::move(text));
    std::uint64_t value = 0;
    return take_integer(asked, *member, read_decimal(*text, value) ? value : 0);
}

bool has(const Asked& asked, std::string_view name) {
    return asked.texts.count(name) + asked.integers.count(name) + asked.objects.count(name) != 0;
}

Result<void> check_required(const Route& route, const Asked& asked) {
    for (const Member& member : route.members) {
        if (member.is_required && !has(asked, member.name))
            return fail(Errc::invalid_argument,
                        "Send \"" + std::string(member.name) + "\", which is required.");
    }
    return {};
}

}  // namespace

std::string Asked::text(std::string_view name) const {
    const auto found = texts.find(name);
    return found == texts.end() ? std::string() : found->second;
}

Result<Asked> read_query(const Route& route, std::string_view query) {
    Asked asked;
    while (!query.empty()) {
        const std::string_view part = query.substr(0, query.find('&'));
        IAM_CHECK(take_query_part(asked, route, part));
        query.remove_prefix(std::min(part.size() + 1, query.size()));
    }
    IAM_CHECK(check_required(route, asked));
    return asked;
}

Result<Asked> read_body(const Route& route, std::string_view body) {
    const auto value = parse_json(body, k_body_limits);
    if (!value || !value->is_object())
        return fail(Errc::invalid_argument,
                    "The body must be one JSON object with the members " + names_of(route) + ".");
    Asked asked;
    for (const auto& [name, member_value] : value->items()) {
        const Member* const member = find_member(route, name);
        if (member == nullptr) return unknown_member(route);
        IAM_CHECK(take_json(asked, *member, member_value));
    }
    IAM_CHECK(check_required(route, asked));
    return asked;
}

}  // namespace iam::console
