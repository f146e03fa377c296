// Removes secret members from a value before it is stored or shown.
#pragma once

#include <iam/annotations.hpp>
#include <iam/tool/call.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::gate {

enum class Marker {
    plain,        ///< "[secret]": for records
    descriptive,  ///< "[secret string, 12 characters]": for the asked person
};

/// The secret texts of one call, plain and as JSON writes them. They must appear nowhere else.
using SecretTexts = std::vector<std::string>;

struct Redaction {
    std::string text{};     ///< canonical, secret members replaced
    std::string secrets{};  ///< canonical object of pointer and value; empty without secrets
    SecretTexts texts{};
};

/// `pointers` as in Contract::secret_arguments. An unreadable text is replaced as a whole.
Redaction redact(std::string_view canonical, const std::vector<std::string>& pointers,
                 Marker marker);

/// Replaces every occurrence of a secret in plain text.
std::string scrub_text(std::string text, const SecretTexts& secrets);
bool holds_secret(std::string_view text, const SecretTexts& secrets) noexcept;
/// The same in the strings and member names of a canonical value; the result is canonical. If names
/// of an object would become equal, the object is replaced as a whole.
std::string scrub_value(std::string canonical, const SecretTexts& secrets);

/// Scrubs a JSON value as a value and any other text as text.
std::string scrub_any(std::string text, const SecretTexts& secrets);

/// The same in every text of errors.
void scrub_errors(std::vector<ValueError>& errors, const SecretTexts& secrets);

/// The same in every text of a preview.
void scrub_preview(Preview& preview, const SecretTexts& secrets);

}  // namespace iam::gate
