// Internationalised labels (IDNA 2008: RFC 5890 to 5893).
#pragma once

#include <string_view>

namespace iam::schema {

/// The rules of RFC 5891 §4.2 and the contextual ones of RFC 5892 appendix A, for a label that is not all ASCII. Whether it goes with the
/// other labels of its name is asked by keeps_bidi_rule.
bool is_u_label(std::u32string_view label);

/// Whether there are characters in it that are written from right to left: then RFC 5893 speaks of every label of the name.
bool is_right_to_left(std::u32string_view label) noexcept;
/// RFC 5893 §2.
bool keeps_bidi_rule(std::u32string_view label) noexcept;

}  // namespace iam::schema
