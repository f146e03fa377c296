// Reads the script of a ScriptedModel from a file, for demonstrations and tests of whole programs.
//
//   {"turns": [
//     {"expect": "alarm", "text": "I will.", "calls": [{"tool": "alarm", "arguments": {"hour":
//     7}}]},
//     {"text": "It is set."}]}
#pragma once

#include <iam/chat/scripted_model.hpp>
#include <iam/core/result.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace iam::chat {

inline constexpr std::size_t k_script_bytes_max = std::size_t{1} << 20U;

/// One turn for each request, in order. A turn has `text`, `calls` (then it waits for their
/// results) or both. `expect` is a part of the request's last message; another request is a fault.
/// `error` ends the answer as a broken one. Error: invalid_argument that names the place: unknown
/// members, wrong types, a turn that says nothing, more than k_script_bytes_max.
Result<std::vector<ScriptedModel::Turn>> read_script(std::string_view text);

}  // namespace iam::chat
