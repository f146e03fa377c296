// The answers to requests about chats.
#pragma once

#include "console/api/api.hpp"
#include "console/http/answers.hpp"
#include <iam/core/result.hpp>

#include <string>
#include <utility>

namespace iam::console {

/// The answer of `ask` about the chats of the program.
template <typename Ask>
net::Response about_chats(const ApiParts& api, Ask ask) {
    if (api.parts.chats == nullptr) return not_here("This program has no chats on its console.");
    Result<std::string> answer = ask(*api.parts.chats);
    return answer ? json_answer(*std::move(answer)) : refusal(answer.error());
}

/// The answer to a change that has no other.
inline Result<std::string> chat_done(const Result<void>& result) {
    if (!result) return tl::unexpected(result.error());
    return std::string(R"({"done":true})");
}

}  // namespace iam::console
