#include "mcp/client/stdio/sandbox_hints.hpp"

#include "mcp/client/stdio/sandbox_folders.hpp"
#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>
#include <iam/mcp/servers_file.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <span>
#include <sstream>

namespace iam::mcp {
namespace {

using HintPath = std::filesystem::path;

constexpr std::size_t k_first_line_bytes_max = 256;

bool has_one_of(std::string_view text, std::span<const std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return text.find(word) != std::string_view::npos;
    });
}

/// True for a folder that belongs to one program or one kind of programs.
bool is_narrow(const HintPath& folder, const std::string& home) {
    constexpr std::ptrdiff_t k_names_min = 3;  // with the root: /opt/build
    if (std::distance(folder.begin(), folder.end()) < k_names_min) return false;
    if (home.empty()) return true;
    static constexpr std::array<std::string_view, 6> k_shared{
        "", "/.local", "/.local/bin", "/.local/share", "/.config", "/bin"};
    return !is_within(home, folder.string()) &&
           std::none_of(k_shared.begin(), k_shared.end(), [&](std::string_view one) {
               return folder.string() == home + std::string(one);
           });
}

/// The folder of a program with its libraries beside: the one above "bin".
std::string folder_of(const HintPath& program, const std::string& home) {
    HintPath folder = program.parent_path();
    if (folder.filename() == "bin" && is_narrow(folder.parent_path(), home))
        folder = folder.parent_path();
    return is_narrow(folder, home) ? folder.string() : program.string();
}

HintPath common_folder(const HintPath& a, const HintPath& b) {
    HintPath common;
    for (auto in_a = a.begin(), in_b = b.begin(); in_a != a.end() && in_b != b.end();
         ++in_a, ++in_b) {
        if (*in_a != *in_b) break;
        common /= *in_a;
    }
    return common;
}

}  // namespace

bool fetches_programs(std::string_view command) noexcept {
    static constexpr std::array<std::string_view, 4> k_fetching{"npx", "uvx", "bunx", "pipx"};
    const std::string_view base = command.substr(command.rfind('/') + 1);
    return std::find(k_fetching.begin(), k_fetching.end(), base) != k_fetching.end();
}

std::string sandbox_warning(const ServerConfig& server) {
    const auto* process = std::get_if<StdioEndpoint>(&server.endpoint);
    if (process == nullptr || !process->sandbox.is_on) return {};
    const std::string_view command = process->command;
    const std::string_view base = command.substr(command.rfind('/') + 1);
    if (base == "docker" || base == "podman") {
        return quoted_name(base) +
               " makes a sandbox of its own and cannot run in ours; write \"sandbox\": false.";
    }
    if (!fetches_programs(base) || process->sandbox.has_network) return {};
    return quoted_name(base) +
           " fetches programs from the network, which the sandbox has not. Install the server, or "
           "write \"sandbox\": {\"network\": true}.";
}

std::string interpreter_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::string line(k_first_line_bytes_max, '\0');
    in.read(line.data(), static_cast<std::streamsize>(line.size()));
    line.resize(static_cast<std::size_t>(in.gcount()));
    if (!line.starts_with("#!")) return {};
    std::istringstream words(line.substr(2, line.find('\n') - 2));
    std::string program;
    words >> program;
    if (!program.ends_with("/env")) return program;
    while (words >> program) {
        const bool is_setting = program.starts_with('-') || program.find('=') != std::string::npos;
        if (!is_setting) return program;
    }
    return {};
}

std::string readable_for(const std::string& path, const std::string& target,
                         const std::string& home) {
    std::set<std::string> folders;
    const HintPath common = common_folder(HintPath(path).parent_path(), target);
    if (path == target) {
        folders.insert(folder_of(path, home));
    } else if (is_narrow(common, home)) {
        folders.insert(common.string());
    } else {
        folders = {path, folder_of(target, home)};
    }
    OrderedJson members;
    members["readable"] = OrderedJson::array();
    for (const std::string& folder : folders) members["readable"].push_back(folder);
    return members.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

std::string failure_hint(const std::variant<StdioEndpoint, UrlEndpoint, SocketEndpoint>& endpoint,
                         std::string_view why) {
    const auto* process = std::get_if<StdioEndpoint>(&endpoint);
    if (process == nullptr || !process->sandbox.is_on) return {};
    static constexpr std::array<std::string_view, 6> k_no_network{
        "ENOTFOUND",       "EAI_AGAIN",   "getaddrinfo", "Network is unreachable",
        "name resolution", "resolve host"};
    static constexpr std::array<std::string_view, 9> k_no_file{"No such file or directory",
                                                               "not found",
                                                               "ENOENT",
                                                               "Cannot find module",
                                                               "No module named",
                                                               "Permission denied",
                                                               "EACCES",
                                                               "Read-only file system",
                                                               "EROFS"};
    if (!process->sandbox.has_network) {
        constexpr const char* k_way_out =
            "add \"network\": true to its \"sandbox\" in servers.json";
        if (fetches_programs(process->command)) {
            return " The program fetches the server from the network, which its sandbox has not: "
                   "install the server, or " +
                   std::string(k_way_out) + ".";
        }
        if (has_one_of(why, k_no_network))
            return " The server's sandbox has no network: " + std::string(k_way_out) + ".";
    }
    if (!has_one_of(why, k_no_file)) return {};
    return " The server sees only what its sandbox opens: if it misses a file, add that to "
           "\"readable\" or \"writable\" of its \"sandbox\" in servers.json.";
}

}  // namespace iam::mcp
