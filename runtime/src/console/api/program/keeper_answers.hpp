// Answers requests by an object that the host may have (ServerKeeper and the like).
#pragma once

#include "console/http/answers.hpp"
#include <iam/core/result.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace iam::console {

class ProfileKeeper;
class ServerKeeper;
class TaskKeeper;

constexpr std::string_view things_of(const ProfileKeeper* /*keeper*/) noexcept {
    return "profiles";
}

constexpr std::string_view things_of(const ServerKeeper* /*keeper*/) noexcept {
    return "servers";
}

constexpr std::string_view things_of(const TaskKeeper* /*keeper*/) noexcept {
    return "tasks";
}

inline net::Response answer_of(Result<std::string> text) {
    return text ? json_answer(*std::move(text)) : refusal(text.error());
}

inline net::Response answer_of(const Result<void>& done) {
    return done ? json_answer(R"({"done":true})") : refusal(done.error());
}

/// The answer of `ask(*keeper)`. nullptr: the program has no such things.
template <class Keeper, class Ask>
net::Response ask_keeper(Keeper* keeper, Ask ask) {
    if (keeper == nullptr)
        return not_here("This program has no " + std::string(things_of(keeper)) +
                        " on its console.");
    return answer_of(ask(*keeper));
}

/// The same for a list: without a keeper it says so.
template <class Keeper>
net::Response list_of_keeper(Keeper* keeper) {
    return keeper == nullptr ? json_answer(R"({"is_here":false})") : answer_of(keeper->list());
}

}  // namespace iam::console
