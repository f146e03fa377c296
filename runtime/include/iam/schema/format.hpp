// Lists the formats of JSON Schema 2020-12 (§7.3 of its Validation part). Each is a function. It
// judges the form of a text, not whether a host answers or a mailbox exists.
//
// All are asserted as the JSON Schema Test Suite wants them. Three rules are not checked:
// - idn-hostname: that a label is in Unicode's normal form C (RFC 5891 §4.2.1). It would need
//   tables of decompositions.
// - idn-email: that the labels of the domain are labels of IDNA. RFC 6531 takes any character
//   beyond ASCII there.
// - uri, iri: the rules of a scheme for its own addresses.
#pragma once

#include <span>
#include <string_view>

namespace iam::schema {

struct Format {
    std::string_view name;     ///< "date-time"
    std::string_view example;  ///< a text of this format, for texts of errors
    /// Reads the text in one pass or a few. Throws nothing and uses no locale and no table from
    /// outside.
    bool (*matches)(std::string_view utf8);
};

/// All formats, ordered by name.
std::span<const Format> formats() noexcept;

/// The format of this name; nullptr for an unknown name. An annotation may have an unknown name.
const Format* find_format(std::string_view name) noexcept;

}  // namespace iam::schema
