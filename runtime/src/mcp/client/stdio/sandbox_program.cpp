#include "mcp/client/stdio/sandbox_program.hpp"

#include "mcp/client/stdio/sandbox_hints.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

namespace iam::mcp {
namespace {

bool is_program(const std::string& path) {
    return ::access(path.c_str(), X_OK) == 0;
}

/// A program as the sandbox would show it.
struct ShownProgram {
    std::string path;    ///< links among its folders are followed, a link that is the program stays
    std::string target;  ///< all links are followed
    bool is_there = false;
};

Result<ShownProgram> shown_program(const std::string& program, const OpenedFolders& opened) {
    IAM_TRY(target, resolved_path(program, "/command"));
    const std::filesystem::path named(program);
    IAM_TRY(folder, resolved_path(named.parent_path().string(), "/command"));
    const auto is_there = [&](const std::string& path) {
        return is_in_system(path) || opened.covers(path);
    };
    ShownProgram shown{(std::filesystem::path(folder) / named.filename()).string(), target, false};
    shown.is_there = is_there(shown.target) && is_there(shown.path);
    return shown;
}

tl::unexpected<Error> is_outside(const std::string& name, const ShownProgram& shown,
                                 const std::string& home) {
    return fail(Errc::invalid_argument,
                name +
                    " is outside of the sandbox; add to \"sandbox\" of the server in "
                    "servers.json: " +
                    readable_for(shown.path, shown.target, home) + ".",
                "/command");
}

/// A script needs its interpreter inside as well. A missing one is left to the server's own words.
Result<void> check_interpreter(const std::string& script, const OpenedFolders& opened,
                               const std::string& path, const std::string& home) {
    const std::string interpreter = interpreter_of(script);
    if (interpreter.empty()) return {};
    std::optional<ShownProgram> outside;
    const auto is_shown = [&](const std::string& candidate) {
        if (!is_program(candidate)) return false;
        auto shown = shown_program(candidate, opened);
        if (shown && !shown->is_there && !outside) outside = *shown;
        return shown && shown->is_there;
    };
    if (interpreter.starts_with('/')) {
        if (is_shown(interpreter) || !outside) return {};
    } else {
        for (std::size_t at = 0; at <= path.size();) {
            const std::size_t end = std::min(path.find(':', at), path.size());
            if (is_shown(path.substr(at, end - at) + "/" + interpreter)) return {};
            at = end + 1;
        }
        if (!outside) return {};
    }
    return is_outside("the program " + interpreter + ", which runs the script " + script + ",",
                      *outside, home);
}

}  // namespace

bool is_in_system(std::string_view path) {
    return std::any_of(k_system_folders.begin(), k_system_folders.end(),
                       [&](std::string_view one) { return is_within(path, one); });
}

// Python and others find their libraries by a link that is the program. A program outside of the
// sandbox would only give bwrap's own complaint on the server's log.
Result<std::string> program_in_sandbox(const std::string& program, const OpenedFolders& opened,
                                       const ProgramVariables& variables) {
    IAM_TRY(shown, shown_program(program, opened));
    if (!shown.is_there) return is_outside("the program " + program, shown, variables.home);
    IAM_CHECK(check_interpreter(program, opened, variables.path, variables.home));
    return std::move(shown.path);
}

}  // namespace iam::mcp
