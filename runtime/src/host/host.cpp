// Makes an Environment of the process: its streams, its user, and the few relevant variables.
#include "iam/host/host.hpp"

#include "host/commands/command_line.hpp"
#include "host/session/failed_writes.hpp"
#include "host/terminal/terminal.hpp"
#include <iam/default_store/default_store.hpp>
#include <iam/host/exit_codes.hpp>
#include <iam/mcp/stdio.hpp>
#include <iam/question/escape.hpp>

#include <pwd.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <string_view>
#include <system_error>
#include <vector>

namespace iam::host {

using question::escape_for_display;

namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

/// The system's home and name of the user. The variable HOME goes before the system's home.
void fill_user(Environment& environment) {
    passwd facts{};
    passwd* found = nullptr;
    std::vector<char> buffer(std::size_t{1} << 14U);
    const int problem = ::getpwuid_r(::getuid(), &facts, buffer.data(), buffer.size(), &found);
    const bool known = problem == 0 && found != nullptr;
    environment.login = known ? found->pw_name : std::to_string(::getuid());
    environment.home = variable("HOME");
    if (environment.home.empty() && known) environment.home = found->pw_dir;
}

/// The language of messages as POSIX defines it.
std::string locale_of_messages() {
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        if (std::string value = variable(name); !value.empty()) return value;
    }
    return {};
}

std::map<std::string, std::string> all_variables() {
    std::map<std::string, std::string> variables;
    for (char** at = ::environ; at != nullptr && *at != nullptr; ++at) {
        const std::string_view text(*at);
        const std::size_t end = text.find('=');
        if (end != std::string_view::npos)
            variables.emplace(text.substr(0, end), text.substr(end + 1));
    }
    return variables;
}

int run_here(int argc, char** argv, const RegisterTools& register_tools,
             const store::Backend& backend, bool has_servers = false) {
    const SystemClock clock;
    SystemEntropy entropy;
    Environment environment{
        .in = std::cin, .out = std::cout, .err = std::cerr, .clock = clock, .entropy = entropy};
    environment.backend = backend;
    fill_user(environment);
    environment.iam_state = variable("IAM_STATE");
    environment.xdg_state_home = variable("XDG_STATE_HOME");
    environment.xdg_config_home = variable("XDG_CONFIG_HOME");
    std::error_code nowhere;
    environment.working_folder = std::filesystem::current_path(nowhere).string();
    environment.variables = all_variables();
    environment.has_servers = has_servers;
    const std::string terminal = variable("TERM");
    environment.marks_pastes = !terminal.empty() && terminal != "dumb";
    environment.plain = !environment.marks_pastes || !variable("NO_COLOR").empty();
    environment.in_is_terminal = ::isatty(STDIN_FILENO) == 1;
    environment.out_is_terminal = ::isatty(STDOUT_FILENO) == 1;
    environment.err_columns = columns_of(STDERR_FILENO);
    environment.locale = locale_of_messages();
    environment.owns_interrupts = true;
    environment.reader_is_gone = reader_is_gone;
    environment.program_file = std::filesystem::read_symlink("/proc/self/exe", nowhere).string();
    environment.default_model = IAM_DEFAULT_MODEL;
    environment.claim_streams = &mcp::ClaimedStreams::claim;
    return run_in(environment, argc, argv, register_tools);
}

/// Keeps exceptions of `program` from main().
template <class Program>
int run_guarded(const Program& program) {
    hold_standard_descriptors();
    outlive_failed_writes();
    try {
        return program();
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "The program failed inside: %s\n",
                     escape_for_display(failure.what()).c_str());
    } catch (...) {
        std::fprintf(stderr, "The program failed inside.\n");
    }
    return static_cast<int>(ExitCode::broken_program);
}

}  // namespace

int run(int argc, char** argv, const RegisterTools& register_tools) {
    return run_guarded(
        [&] { return run_here(argc, argv, register_tools, default_store::backend()); });
}

int run(int argc, char** argv, const RegisterTools& register_tools, const store::Backend& backend) {
    return run_guarded([&] { return run_here(argc, argv, register_tools, backend); });
}

int run_with_servers(int argc, char** argv) {
    const RegisterTools name = [](Registry& registry) -> Result<void> {
        registry.name_application("iam");
        return {};
    };
    return run_guarded([&] { return run_here(argc, argv, name, default_store::backend(), true); });
}

}  // namespace iam::host
