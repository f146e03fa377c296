// Ids as canonical text, and texts as values.
#include "iam/rpc/message.hpp"

#include <iam/core/json_writer.hpp>

namespace iam::rpc {

std::optional<Id> Id::of(std::string_view text) {
    JsonWriter writer;
    if (!writer.try_string(text)) return std::nullopt;
    return Id(writer.take());
}

Result<Json> value_of(std::string_view json) {
    if (json.empty()) return Json(nullptr);
    return parse_json(json, limits_of_own_text(json.size()));
}

}  // namespace iam::rpc
