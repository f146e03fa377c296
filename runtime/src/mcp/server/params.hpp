// Reads the parameters of requests. Each error names the member by its JSON Pointer.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>
#include <iam/mcp/offers.hpp>
#include <iam/rpc/message.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// The parameters as an object; none are an empty one.
Result<Json> read_params(std::string_view params);

/// A required string.
Result<std::string> text_member(const Json& object, std::string_view name,
                                std::string_view pointer = {});
/// An optional string; nothing if it is left out.
Result<std::optional<std::string>> optional_text(const Json& object, std::string_view name,
                                                 std::string_view pointer = {});
/// An optional object; nullptr if it is left out.
Result<const Json*> optional_object(const Json& object, std::string_view name,
                                    std::string_view pointer = {});
/// An object of strings; empty if it is left out.
Result<Values> text_values(const Json& object, std::string_view name,
                           std::string_view pointer = {});

/// The error of a request with wrong parameters.
rpc::ErrorObject invalid_params(const Error& error);
rpc::ErrorObject invalid_params(std::string message);

/// The parameters of tools/call.
struct CallParams {
    std::string name{};
    std::string arguments = "{}";          ///< JSON text of an object, as it came
    std::optional<std::string> call_id{};  ///< _meta["iam/call_id"]
};
Result<CallParams> read_call_params(std::string_view params);

}  // namespace iam::mcp
