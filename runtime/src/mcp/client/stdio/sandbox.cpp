#include "mcp/client/stdio/sandbox.hpp"

#include "mcp/client/config/environment_names.hpp"
#include "mcp/client/run_program.hpp"
#include "mcp/client/stdio/sandbox_folders.hpp"
#include "mcp/client/stdio/sandbox_program.hpp"
#include <iam/core/json.hpp>
#include <iam/mcp/servers.hpp>
#include <iam/process/find_program.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

namespace iam::mcp {
namespace {

using Variables = std::map<std::string, std::string>;

constexpr std::string_view k_usual_path = "/usr/local/bin:/usr/bin:/bin";

/// The files of /etc that programs need to start, to resolve names and to trust certificates. None
/// holds a secret: /etc/ssl/private, /etc/shadow and /etc/ssh are not here.
constexpr std::array<std::string_view, 19> k_settings{
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/ca-certificates.conf",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/pki/ca-trust/extracted",
    "/etc/pki/tls/certs",
    "/etc/resolv.conf",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/timezone",
};

/// The variables of the process: a few of this program's, and those of its configuration.
Result<Variables> variables_of(const StdioEndpoint& endpoint, const Variables& secrets,
                               const ProgramSurroundings& surroundings) {
    Variables all;
    for (const char* name : {"PATH", "HOME", "LANG", "TERM", "TMPDIR", "USER"}) {
        const auto found = surroundings.environment.find(name);
        if (found != surroundings.environment.end()) all.insert(*found);
    }
    if (endpoint.sandbox.is_on) all["TMPDIR"] = "/tmp";
    all.try_emplace("PATH", k_usual_path);
    for (const auto& [name, value] : endpoint.environment) all[name] = value;
    for (const auto& [name, reference] : endpoint.secrets) {
        std::string pointer = "/env";
        append_pointer(pointer, std::string_view(name));
        const auto found = secrets.find(name);
        if (found == secrets.end()) {
            return fail(Errc::invalid_argument, "the variable " + name + " has no value yet.",
                        pointer);
        }
        if (is_loader_variable(name)) {
            return fail(Errc::invalid_argument,
                        "the loader of programs reads " + name +
                            ", so it cannot be a secret; write its value.",
                        pointer);
        }
        all[name] = found->second;
    }
    all[std::string(k_depth_variable)] = std::to_string(depth_in(surroundings.environment) + 1);
    for (const auto& [name, value] : all) {
        if (is_variable_name(name) && value.find('\0') == std::string::npos) continue;
        return fail(Errc::invalid_argument,
                    "no variable can have this name, or a NUL in its value; correct it.", "/env");
    }
    return all;
}

std::string home_of(const Variables& variables) {
    const auto found = variables.find("HOME");
    return found == variables.end() ? "" : found->second;
}

/// The user's home, in whose place the sandbox has an empty one.
std::string home_in_sandbox(const Variables& variables) {
    const std::string home = home_of(variables);
    const auto is_taken = [&](std::string_view kept) {
        return is_within(home, kept) || is_within(kept, home);
    };
    static constexpr std::array<std::string_view, 4> k_kept{"/etc", "/proc", "/dev", "/sys"};
    const bool is_usable = home.starts_with("/") && home.find("..") == std::string::npos &&
                           !home.ends_with('/') &&
                           std::none_of(k_kept.begin(), k_kept.end(), is_taken) &&
                           std::none_of(k_system_folders.begin(), k_system_folders.end(), is_taken);
    return is_usable ? home : "/home";
}

/// The words of bwrap, in the order in which it obeys them.
class SandboxWords {
 public:
    SandboxWords(const StdioEndpoint& endpoint, const OpenedFolders& opened, std::string home)
        : endpoint_(endpoint), opened_(opened), home_(std::move(home)) {}

    std::vector<std::string> make(const std::string& bwrap) {
        words_ = {bwrap,           "--die-with-parent",
                  "--new-session", "--unshare-user-try",
                  "--unshare-ipc", "--unshare-pid",
                  "--unshare-uts", "--unshare-cgroup-try",
                  "--cap-drop",    "ALL"};
        if (!endpoint_.sandbox.has_network) put({"--unshare-net"});
        put_system();
        put({"--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", home_});
        put_folders();
        put({"--remount-ro", "/"});
        return std::move(words_);
    }

 private:
    void put(std::initializer_list<std::string> words) { words_.insert(words_.end(), words); }
    void put_system() {
        for (const std::string_view path : k_system_folders)
            put({"--ro-bind-try", std::string(path), std::string(path)});
        for (const std::string_view path : k_settings)
            put({"--ro-bind-try", std::string(path), std::string(path)});
    }
    void put_folders() {
        for (const auto& [path, is_writable] : opened_.folders)
            put({is_writable ? "--bind" : "--ro-bind", path, path});
        for (const auto& [link, target] : opened_.links) {
            // There the link is the system's own, stands in a folder that was just bound, or has a
            // folder of the sandbox in its place.
            const bool is_there =
                opened_.covers(link) || is_within(home_, link) || is_within("/tmp", link) ||
                std::any_of(
                    k_system_folders.begin(), k_system_folders.end(),
                    [&, at = std::string_view(link)](auto one) { return is_within(at, one); });
            if (!is_there) put({"--symlink", target, link});
        }
    }

    const StdioEndpoint& endpoint_;
    const OpenedFolders& opened_;
    std::string home_;
    std::vector<std::string> words_{};
};

/// The working folder inside: the configured one, else the home.
Result<std::string> folder_in_sandbox(const StdioEndpoint& endpoint, const OpenedFolders& opened,
                                      const std::string& home) {
    if (endpoint.folder.empty()) return home;
    IAM_TRY(resolved, resolved_path(endpoint.folder, "/cwd"));
    if (is_in_system(resolved) || opened.covers(resolved)) return std::move(resolved);
    return fail(Errc::invalid_argument,
                "the folder " + endpoint.folder +
                    " is outside of the sandbox; add it to \"readable\" or \"writable\" of "
                    "\"sandbox\".",
                "/cwd");
}

std::vector<std::string> as_environment(const Variables& variables) {
    std::vector<std::string> all;
    for (const auto& [name, value] : variables) all.push_back(name + "=" + value);
    return all;
}

Result<std::string> program_of(const StdioEndpoint& endpoint, const Variables& variables) {
    auto found = process::find_program(endpoint.command, variables.at("PATH"));
    if (found) return found;
    return fail(found.error().code, found.error().message, "/command");
}

Result<process::Command> command_in_sandbox(const StdioEndpoint& endpoint, Variables variables,
                                            const ProgramSurroundings& surroundings) {
    IAM_TRY(opened, open_folders(endpoint.sandbox));
    IAM_TRY(found, program_of(endpoint, variables));
    IAM_TRY(program, program_in_sandbox(found, opened, {variables.at("PATH"), home_of(variables)}));
    const std::string home = home_in_sandbox(variables);
    variables["HOME"] = home;
    IAM_TRY(folder, folder_in_sandbox(endpoint, opened, home));
    process::Command command;
    command.arguments = SandboxWords(endpoint, opened, home).make(surroundings.bwrap);
    auto& words = command.arguments;
    for (auto it = variables.begin(); it != variables.end();) {
        if (is_loader_variable(it->first)) {
            words.insert(words.end(), {"--setenv", it->first, it->second});
            it = variables.erase(it);
        } else {
            ++it;
        }
    }
    words.insert(words.end(), {"--chdir", folder, "--", program});
    words.insert(words.end(), endpoint.arguments.begin(), endpoint.arguments.end());
    command.environment = as_environment(variables);
    return command;
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

}  // namespace

Result<process::Command> server_command(const StdioEndpoint& endpoint,
                                        const std::map<std::string, std::string>& secrets,
                                        const ProgramSurroundings& surroundings) {
    IAM_TRY(variables, variables_of(endpoint, secrets, surroundings));
    if (endpoint.sandbox.is_on)
        return command_in_sandbox(endpoint, std::move(variables), surroundings);
    process::Command command;
    IAM_TRY(program, program_of(endpoint, variables));
    command.arguments.push_back(std::move(program));
    command.arguments.insert(command.arguments.end(), endpoint.arguments.begin(),
                             endpoint.arguments.end());
    command.environment = as_environment(variables);
    command.folder = endpoint.folder;
    return command;
}

std::optional<std::string> bwrap_problem(const std::string& bwrap) {
    // The namespaces and mounts of a server's sandbox, around a program that does nothing.
    const auto ended =
        run_program({.arguments = {bwrap, "--unshare-user-try", "--unshare-ipc", "--unshare-pid",
                                   "--unshare-uts", "--unshare-net", "--ro-bind", "/", "/",
                                   "--proc", "/proc", "--dev", "/dev", "true"},
                     .environment = {"PATH=" + std::string(k_usual_path)}});
    constexpr const char* k_way_out =
        ", or start the server without a sandbox (\"sandbox\": false) if you trust it";
    if (!ended && ended.error().code == Errc::not_found) {
        return "The sandbox needs " + bwrap +
               ", which is not here; install the package bubblewrap" + k_way_out + ".";
    }
    if (!ended) return "The sandbox does not start: " + ended.error().message + k_way_out + ".";
    if (ended->exit_code == 0) return std::nullopt;
    return "The sandbox cannot run here (" + first_line(ended->errors) +
           "); let users make user namespaces, as docs/servers.md says" + k_way_out + ".";
}

}  // namespace iam::mcp
