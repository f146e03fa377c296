#include "mcp/client/config/import_references.hpp"

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

bool is_shell_name(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    });
}

ImportReference reference_of(std::string_view inside) {
    using Kind = ImportReference::Kind;
    constexpr std::string_view k_input_prefix = "input:";
    constexpr std::string_view k_environment_prefix = "env:";
    if (inside.starts_with(k_input_prefix))
        return {Kind::input, std::string(inside.substr(k_input_prefix.size())), {}};
    if (inside.starts_with(k_environment_prefix))
        return {Kind::environment, std::string(inside.substr(k_environment_prefix.size())), {}};
    const std::size_t mark = inside.find(":-");
    const std::string_view name = inside.substr(0, mark);
    // A word of the editor, like ${workspaceFolderBasename}, has the form of a variable's name.
    if (!is_shell_name(name) || name.starts_with("workspaceFolder") || name == "userHome" ||
        name == "cwd") {
        return {Kind::other, std::string(name), {}};
    }
    ImportReference reference{Kind::environment, std::string(name), {}};
    if (mark != std::string_view::npos) reference.fallback = inside.substr(mark + 2);
    return reference;
}

/// The text for a reference whose value is known here; empty: not known.
std::string known_text(std::string_view inside, const ImportFolders& folders) {
    if (inside == "workspaceFolder") return folders.workspace;
    if (inside == "userHome") return folders.home;
    return inside == "/" || inside == "pathSeparator" ? "/" : "";
}

}  // namespace

ReferencedText find_references(std::string_view text, const ImportFolders& folders) {
    ReferencedText found;
    std::size_t at = 0;
    for (;;) {
        const std::size_t begin = text.find("${", at);
        const std::size_t end = begin == std::string_view::npos ? begin : text.find('}', begin);
        if (end == std::string_view::npos) break;
        const std::string_view inside = text.substr(begin + 2, end - begin - 2);
        found.text += text.substr(at, begin - at);
        const std::string known = known_text(inside, folders);
        if (known.empty()) {
            found.text += text.substr(begin, end + 1 - begin);
            found.references.push_back(reference_of(inside));
            found.is_one = begin == 0 && end + 1 == text.size();
        }
        found.text += known;
        at = end + 1;
    }
    found.text += text.substr(at);
    return found;
}

}  // namespace iam::mcp
