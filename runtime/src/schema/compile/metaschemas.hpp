// Gives the metaschemas: every schema may refer to them.
#pragma once

#include <string_view>

namespace iam::schema {

/// The JSON text of the metaschema with this URI (without fragment); empty if there is none.
std::string_view metaschema_text(std::string_view uri) noexcept;

}  // namespace iam::schema
