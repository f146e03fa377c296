#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace desk {

struct Word {
    std::string_view text;
};

/// Says a word.
[[iam::tool({.read_only = true})]] std::string_view say(int index);  // iam-error: std::string
/// Takes words.
[[iam::tool({.read_only = true})]] void take(std::vector<std::string_view> words);  // iam-error: std::string
/// Gives a reference.
[[iam::tool({.read_only = true})]] const std::string& name(int index);  // iam-error: std::string
/// Takes a word.
[[iam::tool({.read_only = true})]] void put(Word word);  // iam-error: std::string_view

}  // namespace desk
