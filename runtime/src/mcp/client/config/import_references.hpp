// References of other programs to values that their files do not hold: ${input:key}, ${env:NAME},
// ${NAME:-default}, ${workspaceFolder}.
#pragma once

#include <iam/mcp/server_import.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

struct ImportReference {
    enum class Kind {
        input,        ///< the program asks a person
        environment,  ///< a variable of the program
        other,        ///< known to the program alone
    };
    Kind kind = Kind::other;
    std::string name{};
    std::optional<std::string> fallback{};  ///< taken if the variable is not set
};

struct ReferencedText {
    std::string text{};  ///< with the references in it that are left
    std::vector<ImportReference> references{};
    /// True if the text is one reference and nothing else.
    bool is_one = false;
};

/// Replaces the folders that are known, and lists the other references.
ReferencedText find_references(std::string_view text, const ImportFolders& folders);

}  // namespace iam::mcp
