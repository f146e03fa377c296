// Codec of nlohmann::json. It takes any value unchanged.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/rules.hpp>

#include <string>

namespace iam {

struct JsonCodec {
    static bool decode(Decoder& in, Json& value, const Rules& = {});
    /// Marks `out` as bad if the value has no canonical form, or is too deep for a reader at its
    /// place.
    static void encode(JsonWriter& out, const Json& value);
    static std::string expected(const Rules&) { return "any value"; }
};

}  // namespace iam
