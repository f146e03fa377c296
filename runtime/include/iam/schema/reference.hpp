// Follows a reference inside one document, for use without a compiled schema.
#pragma once

#include <iam/core/json.hpp>

#include <string>
#include <string_view>

namespace iam::schema {

/// The fragment of a reference (the part after its `#`), percent-decoded. It is a JSON Pointer, the
/// name of an anchor, or empty, and not always UTF-8.
std::string fragment_in(std::string_view reference);

/// The value at a JSON Pointer (RFC 6901; "" or a text beginning with `/`); nullptr if there is
/// none.
const Json* at_pointer(const Json& document, std::string_view pointer);

}  // namespace iam::schema
