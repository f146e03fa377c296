#include "mcp/client/config/environment_names.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace iam::mcp {

bool is_variable_name(std::string_view name) noexcept {
    using namespace std::literals;
    return !name.empty() && name.find_first_of("=\0"sv) == std::string_view::npos;
}

bool is_loader_variable(std::string_view name) noexcept {
    static constexpr std::array<std::string_view, 14> k_names{"GCONV_PATH",
                                                              "GETCONF_DIR",
                                                              "GLIBC_TUNABLES",
                                                              "HOSTALIASES",
                                                              "LOCALDOMAIN",
                                                              "LOCPATH",
                                                              "MALLOC_CHECK_",
                                                              "MALLOC_TRACE",
                                                              "NIS_PATH",
                                                              "NLSPATH",
                                                              "RES_OPTIONS",
                                                              "RESOLV_HOST_CONF",
                                                              "RESOLV_ADD_TRIM_DOMAINS",
                                                              "TZDIR"};
    return name.starts_with("LD_") ||
           std::find(k_names.begin(), k_names.end(), name) != k_names.end();
}

bool chooses_code(std::string_view name) noexcept {
    // Each with a value that is a path or options, and hardly ever a secret.
    static constexpr std::array<std::string_view, 38> k_names{"BASH_ENV",
                                                              "CLASSPATH",
                                                              "CORECLR_PROFILER_PATH",
                                                              "DOTNET_STARTUP_HOOKS",
                                                              "ENV",
                                                              "GEM_HOME",
                                                              "GEM_PATH",
                                                              "HOME",
                                                              "JAVA_HOME",
                                                              "JAVA_TOOL_OPTIONS",
                                                              "JDK_JAVA_OPTIONS",
                                                              "LUA_CPATH",
                                                              "LUA_INIT",
                                                              "LUA_PATH",
                                                              "NODE_OPTIONS",
                                                              "NODE_PATH",
                                                              "PATH",
                                                              "PERL5DB",
                                                              "PERL5LIB",
                                                              "PERL5OPT",
                                                              "PERLLIB",
                                                              "PHPRC",
                                                              "PHP_INI_SCAN_DIR",
                                                              "PYTHONBREAKPOINT",
                                                              "PYTHONEXECUTABLE",
                                                              "PYTHONHOME",
                                                              "PYTHONPATH",
                                                              "PYTHONPLATLIBDIR",
                                                              "PYTHONPYCACHEPREFIX",
                                                              "PYTHONSTARTUP",
                                                              "PYTHONUSERBASE",
                                                              "RUBYLIB",
                                                              "RUBYOPT",
                                                              "SHELL",
                                                              "VIRTUAL_ENV",
                                                              "XDG_CONFIG_HOME",
                                                              "ZDOTDIR",
                                                              "_JAVA_OPTIONS"};
    return is_loader_variable(name) || name.starts_with("DYLD_") ||
           name.starts_with("BASH_FUNC_") ||
           std::find(k_names.begin(), k_names.end(), name) != k_names.end();
}

bool sounds_secret(std::string_view name) noexcept {
    static constexpr std::array<std::string_view, 9> k_ends{
        "KEY", "APIKEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASS", "PAT", "CREDENTIALS"};
    const auto ends_so = [&](std::string_view end) {
        if (name.size() < end.size()) return false;
        const std::string_view tail = name.substr(name.size() - end.size());
        const char before = name.size() == end.size() ? '_' : name[name.size() - end.size() - 1];
        const bool is_hump = before >= 'a' && before <= 'z' && tail[0] == end[0];  // as in apiKey
        const bool begins =
            before == '_' || before == '-' || before == '.' || is_hump || end.size() > 4;
        return begins && std::equal(tail.begin(), tail.end(), end.begin(), [](char a, char b) {
                   return (a >= 'a' && a <= 'z' ? static_cast<char>(a - 'a' + 'A') : a) == b;
               });
    };
    return std::any_of(k_ends.begin(), k_ends.end(), ends_so);
}

}  // namespace iam::mcp
