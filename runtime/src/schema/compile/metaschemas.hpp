// The documents that every compilation may refer to.
#pragma once

#include <string_view>

namespace iam::schema {

/// JSON text of the metaschema with that URI (without fragment); empty where there is none.
std::string_view metaschema_text(std::string_view uri) noexcept;

}  // namespace iam::schema
