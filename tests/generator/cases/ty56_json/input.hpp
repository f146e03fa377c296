#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

namespace desk {

struct Note {
    /// Whatever belongs to it.
    [[iam::example("{\"a\":[1]}")]] nlohmann::json about;
    [[iam::example("a text")]] nlohmann::json text;
    [[iam::example("null")]] std::variant<std::monostate, int> none;
};

/// Gives it back.
/// @param value  anything
[[iam::tool({.read_only = true})]] nlohmann::json same(const nlohmann::json& value, Note note,
                                                       std::map<std::string, nlohmann::json> more = {});

}  // namespace desk
