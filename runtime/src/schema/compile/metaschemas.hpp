// Gives the metaschemas, to which every schema may refer.
#pragma once

#include <string_view>

namespace iam::schema {

/// The JSON text of the metaschema with that URI (without fragment); empty if there is none.
std::string_view metaschema_text(std::string_view uri) noexcept;

}  // namespace iam::schema
