// The words of "pass_on" in servers.json.
#pragma once

#include <iam/mcp/server_config.hpp>

#include <array>
#include <string_view>

namespace iam::mcp {

struct PassedWord {
    std::string_view word;
    bool PassedParts::*part;
};

inline constexpr std::array k_passed_words{
    PassedWord{"resources", &PassedParts::resources},
    PassedWord{"prompts", &PassedParts::prompts},
    PassedWord{"logging", &PassedParts::logging},
    PassedWord{"elicitation", &PassedParts::elicitation},
    PassedWord{"url_elicitation", &PassedParts::url_elicitation},
    PassedWord{"sampling", &PassedParts::sampling},
};

/// Nothing passes.
inline constexpr PassedParts k_no_part{.resources = false, .prompts = false, .logging = false};

}  // namespace iam::mcp
