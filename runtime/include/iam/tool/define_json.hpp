// Defines the plain form with a Json in place of text, for tools with open objects.
#pragma once

#include <iam/core/json.hpp>
#include <iam/tool/call.hpp>
#include <iam/tool/handler.hpp>

#include <functional>
#include <string_view>
#include <utility>

namespace iam {

/// For Define::call_text: reads the canonical text into a Json.
inline std::function<Reply(std::string_view, Context&)> with_json(
    std::function<Reply(const Json& arguments, Context&)> function) {
    return [function = std::move(function)](std::string_view text, Context& context) {
        const Result<Json> arguments = parse_json(text);
        if (!arguments) return Reply::failed(code::tool_failed, arguments.error().message);
        return function(*arguments, context);
    };
}

}  // namespace iam
