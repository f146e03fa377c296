// What a reference names inside of one document, for everybody who follows one without compiling the schema.
#pragma once

#include <iam/core/json.hpp>

#include <string>
#include <string_view>

namespace iam::schema {

/// What stands behind the `#` of a reference, percent-decoded: a JSON Pointer, the name of an anchor, or nothing. Not always UTF-8.
std::string fragment_in(std::string_view reference);

/// The value that a JSON Pointer (RFC 6901; "" or one that begins with `/`) leads to; null where nothing is.
const Json* at_pointer(const Json& document, std::string_view pointer);

}  // namespace iam::schema
