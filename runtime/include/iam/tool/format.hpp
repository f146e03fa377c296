// Lists the formats for strings of tools, as constants for rules and generated code. They are the
// formats of iam/schema/format.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace iam {

/// After `none` in the order of schema::formats(), by name.
enum class Format : std::uint8_t {
    none,
    date,       ///< RFC 3339 full-date; the day exists in its month
    date_time,  ///< RFC 3339 date-time
    duration,   ///< RFC 3339 appendix A: P1DT12H, P2W
    email,      ///< RFC 5321 mailbox: dot-atom or quoted local part, hostname or address literal
    /// RFC 1123: labels of letters, digits and hyphens, at most 253 bytes; "xn--" labels must be
    /// valid (RFC 5891)
    hostname,
    idn_email,  ///< RFC 6531 mailbox: like email, with characters beyond ASCII
    /// RFC 5890: a hostname with or without U-labels of Unicode 15.0, in any normal form
    idn_hostname,
    ipv4,           ///< RFC 2673 dotted quad, no leading zeros
    ipv6,           ///< RFC 4291, no zone
    iri,            ///< RFC 3987 with a scheme
    iri_reference,  ///< RFC 3987
    json_pointer,   ///< RFC 6901, as a string
    regex,  ///< ECMA-262 with the flag u, also where a search in linear time is not possible
    relative_json_pointer,  ///< draft-bhutton-relative-json-pointer-00
    time,           ///< RFC 3339 full-time with offset; second 60 only if a leap second is possible
    uri,            ///< RFC 3986 with a scheme
    uri_reference,  ///< RFC 3986
    uri_template,   ///< RFC 6570, any level
    uuid,           ///< RFC 9562: 8-4-4-4-12 hexadecimal digits
};

/// "date-time"; "" for none.
std::string_view to_string(Format format) noexcept;
/// The format of this name; nothing if it is unknown.
std::optional<Format> format_named(std::string_view name) noexcept;
/// A text of the format, for texts of errors: "2024-05-17".
std::string_view example_of(Format format) noexcept;
bool has_format(Format format, std::string_view text);

}  // namespace iam
