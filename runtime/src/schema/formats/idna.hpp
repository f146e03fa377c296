// Judges internationalised labels (IDNA 2008: RFC 5890 to 5893).
#pragma once

#include <string_view>

namespace iam::schema {

/// Checks the rules of RFC 5891 §4.2 and the contextual rules of RFC 5892 appendix A, for a label
/// with characters beyond ASCII. keeps_bidi_rule() judges whether it goes with the other labels of
/// its name.
bool is_u_label(std::u32string_view label);

/// True if the label has characters written from right to left. RFC 5893 then applies to every
/// label of the name.
bool is_right_to_left(std::u32string_view label) noexcept;
/// Checks the rule of RFC 5893 §2.
bool keeps_bidi_rule(std::u32string_view label) noexcept;

}  // namespace iam::schema
