// Writes the texts of messages. Pure.
#pragma once

#include <iam/rpc/message.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace iam::rpc {

// The texts given to these functions have been checked. The texts they make are one line.

std::string request_text(const Id& id, std::string_view method, std::string_view params);
std::string notification_text(std::string_view method, std::string_view params);
std::string result_text(const Id& id, std::string_view result);
/// Without an id, `writes_null_id` decides between null and no member. Data is left out if it is
/// empty, and a message with invalid UTF-8 is replaced.
std::string error_text(const std::optional<Id>& id, bool writes_null_id, const ErrorObject& error);

/// The error in place of an answer without room in its batch.
std::string batch_error_text(const std::optional<Id>& id, bool writes_null_id);
/// The most bytes of batch_error_text() for an id, and a comma.
std::size_t batch_error_room(const std::optional<Id>& id);

// A reason or a message is left out if it is not UTF-8, or if the text with it has more than
// `bytes_max` bytes. Without it the text may still have more.
std::string cancellation_text(const CancelNames& names, const Id& id, std::string_view reason,
                              std::size_t bytes_max);
std::string progress_text(const ProgressNames& names, const Id& token, const Progress& progress,
                          std::size_t bytes_max);

// The limits are a message's.

/// True if the text is one JSON value within the limits. It stands `levels` deep in its message.
bool is_value(std::string_view json, const iam::Limits& limits, std::size_t levels);
/// Empty, or an object or an array within the limits; otherwise the error is invalid_argument.
Result<void> check_params(std::string_view params, const iam::Limits& limits);
/// The parameters with the token of their progress in them, in place of another one if there is
/// one. They must be empty or an object; otherwise the error is invalid_argument.
Result<std::string> with_token(std::string_view params, const ProgressNames& names, const Id& token,
                               const iam::Limits& limits);

}  // namespace iam::rpc
