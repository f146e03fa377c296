// Holds the list of formats.
#include "iam/schema/format.hpp"

#include "schema/formats/format_parts.hpp"

#include <algorithm>
#include <array>

namespace iam::schema {
namespace {

constexpr std::array<Format, 19> k_formats{{
    {"date", "2024-05-17", format::is_date},
    {"date-time", "2024-05-17T09:30:00Z", format::is_date_time},
    {"duration", "PT45M", format::is_duration},
    {"email", "ada@example.org", format::is_email},
    {"hostname", "www.example.org", format::is_hostname},
    {"idn-email", "zoë@example.org", format::is_idn_email},
    {"idn-hostname", "bücher.example", format::is_idn_hostname},
    {"ipv4", "192.0.2.1", format::is_ipv4},
    {"ipv6", "2001:db8::1", format::is_ipv6},
    {"iri", "https://example.org/é", format::is_iri},
    {"iri-reference", "/é?q=1", format::is_iri_reference},
    {"json-pointer", "/a/0", format::is_json_pointer},
    {"regex", "^[a-z]+$", format::is_regex},
    {"relative-json-pointer", "1/a", format::is_relative_json_pointer},
    {"time", "09:30:00Z", format::is_time},
    {"uri", "https://example.org/a", format::is_uri},
    {"uri-reference", "/a?q=1", format::is_uri_reference},
    {"uri-template", "/users/{id}", format::is_uri_template},
    {"uuid", "123e4567-e89b-12d3-a456-426614174000", format::is_uuid},
}};

}  // namespace

std::span<const Format> formats() noexcept {
    return k_formats;
}

const Format* find_format(std::string_view name) noexcept {
    const auto* const found = std::lower_bound(
        k_formats.begin(), k_formats.end(), name,
        [](const Format& format, std::string_view wanted) { return format.name < wanted; });
    return found != k_formats.end() && found->name == name ? found : nullptr;
}

}  // namespace iam::schema
