// Taking secret members out of a value before anybody stores or shows it.
#pragma once

#include <iam/annotations.hpp>
#include <iam/tool/call.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::gate {

enum class Marker {
    plain,        ///< "[secret]": for records
    descriptive,  ///< "[secret string, 12 characters]": for the person who is asked
};

/// The secret texts of one call, as they are and as JSON writes them: what must not turn up
/// anywhere else either.
using SecretTexts = std::vector<std::string>;

struct Redaction {
    std::string text{};     ///< canonical, secret members replaced
    std::string secrets{};  ///< canonical object of pointer → value; empty: there were none
    SecretTexts texts{};
};

/// `pointers` as Contract::secret_arguments has them. A text that cannot be read is replaced as a
/// whole.
Redaction redact(std::string_view canonical, const std::vector<std::string>& pointers,
                 Marker marker);

/// Replaces every occurrence of a secret in plain text.
std::string scrub_text(std::string text, const SecretTexts& secrets);
bool holds_secret(std::string_view text, const SecretTexts& secrets) noexcept;
/// The same in the strings and member names of a canonical value, which stays canonical. An object
/// whose names would no longer differ is replaced as a whole.
std::string scrub_value(std::string canonical, const SecretTexts& secrets);

/// As a value where the text reads as one, else as plain text.
std::string scrub_any(std::string text, const SecretTexts& secrets);

/// The same in every text of errors.
void scrub_errors(std::vector<ValueError>& errors, const SecretTexts& secrets);

/// The same in every text of a preview.
void scrub_preview(Preview& preview, const SecretTexts& secrets);

}  // namespace iam::gate
