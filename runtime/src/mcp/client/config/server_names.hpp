// Names of servers: made from other texts, and told apart without regard to case.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace iam::mcp {

/// A name of the allowed letters that is near the text: "GitHub (work)" becomes "GitHub-work".
std::string server_name_like(std::string_view text);

std::string ascii_lower(std::string_view text);

/// Names that are taken, without regard to case.
class ServerNames {
 public:
    /// False if the name is taken.
    bool take(std::string_view name);
    /// Takes this name; if it is taken, the name with the first free number behind it.
    std::string take_like(const std::string& name);

 private:
    std::set<std::string, std::less<>> lower_{};
};

}  // namespace iam::mcp
