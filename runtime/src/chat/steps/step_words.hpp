// The words of steps in their text. They are stored: a word keeps its meaning for ever.
#pragma once

#include <iam/chat/transcript.hpp>

#include <array>
#include <string_view>
#include <utility>

namespace iam::chat {

template <class Value, std::size_t count>
using WordTable = std::array<std::pair<Value, std::string_view>, count>;

inline constexpr WordTable<Source::Kind, 6> k_source_words = {{
    {Source::Kind::person, "person"},
    {Source::Kind::host, "host"},
    {Source::Kind::model, "model"},
    {Source::Kind::tool, "tool"},
    {Source::Kind::file, "file"},
    {Source::Kind::import, "import"},
}};

inline constexpr WordTable<Role, 4> k_role_words = {{
    {Role::user, "user"},
    {Role::system, "system"},
    {Role::assistant, "assistant"},
    {Role::tool, "tool"},
}};

inline constexpr WordTable<AnswerEnd, 7> k_answer_end_words = {{
    {AnswerEnd::whole, "whole"},
    {AnswerEnd::length, "length"},
    {AnswerEnd::filter, "filter"},
    {AnswerEnd::refusal, "refusal"},
    {AnswerEnd::other, "other"},
    {AnswerEnd::broken, "broken"},
    {AnswerEnd::stopped, "stopped"},
}};

inline constexpr WordTable<TurnEnd, 5> k_turn_end_words = {{
    {TurnEnd::done, "done"},
    {TurnEnd::stopped, "stopped"},
    {TurnEnd::failed, "failed"},
    {TurnEnd::budget, "budget"},
    {TurnEnd::awaiting, "awaiting"},
}};

template <class Value, std::size_t count>
constexpr std::string_view word_of(const WordTable<Value, count>& table, Value value) {
    for (const auto& [one, word] : table)
        if (one == value) return word;
    return {};
}

}  // namespace iam::chat
