#pragma once

#include <iam/annotations.hpp>

#include <future>
#include <string>
#include <string_view>
#include <vector>

namespace desk {

struct Word {
    std::string_view text;
};

/// Says a word, later.
[[iam::tool({.read_only = true})]] std::future<std::string_view> say(int index);  // iam-error: std::string
/// Takes words.
[[iam::tool({.read_only = true})]] void take(std::vector<std::string_view> words);  // iam-error: std::string
/// Gives what is gone.
[[iam::tool({.read_only = true})]] std::string&& name(int index);  // iam-error: return the value itself
/// Takes a word.
[[iam::tool({.read_only = true})]] void put(Word word);  // iam-error: std::string_view
/// Gives letters that can be changed.
[[iam::tool({.read_only = true})]] char* letters();  // iam-error: return the value itself

}  // namespace desk
