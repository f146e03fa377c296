// Reads any value as strictly as the text around it.
#include "iam/tool/codecs/json.hpp"

#include <cstddef>

namespace iam {
namespace {

/// The limits of a value inside `depth` objects and arrays.
Limits limits_at(std::size_t depth) {
    Limits limits;
    limits.depth_max = depth < limits.depth_max ? limits.depth_max - depth : 0;
    return limits;
}

}  // namespace

bool JsonCodec::decode(Decoder& in, Json& value, const Rules&) {
    const std::size_t start = in.reader().offset();
    if (!in.reader().skip()) return false;
    Result<Json> parsed = parse_json(in.text_since(start));
    if (!parsed) return in.refuse(start, "cannot be read: " + parsed.error().message, "any value");
    value = *std::move(parsed);
    return true;
}

void JsonCodec::encode(JsonWriter& out, const Json& value) {
    const Result<std::string> text = canonical_json(value);
    std::string problem = text ? "" : text.error().message;
    if (text) {
        // The written value must be readable again at its place.
        if (const auto read = parse_json(*text, limits_at(out.depth())); !read)
            problem = read.error().message;
    }
    if (problem.empty()) return out.raw(*text);
    out.fail(problem);
    out.null();
}

}  // namespace iam
