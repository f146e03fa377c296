// The formats of JSON Schema 2020-12 (§7.3 of its Validation part), each as a function that judges the form of a text: not whether a host
// answers or a mailbox exists.
//
// All are asserted as the JSON Schema Test Suite wants them. What is not asked for:
//   idn-hostname   that a label is in Unicode's normal form C (RFC 5891 §4.2.1): it would need tables of decompositions
//   idn-email      that the labels of the domain are ones of IDNA: RFC 6531 takes any character beyond ASCII there
//   uri, iri       what a scheme asks of its own addresses
#pragma once

#include <span>
#include <string_view>

namespace iam::schema {

struct Format {
    std::string_view name;     ///< "date-time"
    std::string_view example;  ///< a text that has it, for texts of errors
    /// One pass, or few, over the text; no exception, no locale, no table of the outside world.
    bool (*matches)(std::string_view utf8);
};

/// All formats, ordered by name.
std::span<const Format> formats() noexcept;

/// The format of that name; nullptr for one that is not among them, which an annotation may be.
const Format* find_format(std::string_view name) noexcept;

}  // namespace iam::schema
