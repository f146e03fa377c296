// The JSON of chats.
#pragma once

#include <iam/console/chats.hpp>
#include <iam/core/json_writer.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace iam::console {

// Of one call; the rest is in its entry.
inline constexpr std::size_t k_chat_arguments_max = std::size_t{16} << 10U;
inline constexpr std::size_t k_chat_result_max = std::size_t{64} << 10U;
// Of one answer of the API. It has one message at least.
inline constexpr std::size_t k_messages_max = 100;
inline constexpr std::size_t k_messages_bytes_max = std::size_t{2} << 20U;

void put_call(JsonWriter& out, const ChatCall& call);

/// The newest messages before this one. Answers of the model are trees of Markdown where they fit
/// (markdown_tree); other texts are visible. `draft` is the text that the model is writing.
std::string chat_json(const std::string& id, const ChatShown& chat,
                      std::optional<std::uint64_t> before, const std::string& draft);

}  // namespace iam::console
