// console: serves the pages on which a person answers questions and reads the ledger.
#include "host/commands/chat/model_options.hpp"
#include "host/commands/commands.hpp"
#include "host/commands/console/browser.hpp"
#include "host/commands/console/chats/console_chats.hpp"
#include "host/commands/console/consent_parts.hpp"
#include "host/commands/console/console_place.hpp"
#include "host/commands/console/console_status.hpp"
#include "host/commands/console/profiles/console_profiles.hpp"
#include "host/commands/console/redirect_file.hpp"
#include "host/commands/console/servers/console_servers.hpp"
#include "host/commands/console/tasks/console_tasks.hpp"
#include "host/session/added_tools.hpp"
#include "host/terminal/terminal.hpp"
#include <iam/console/console.hpp>

#include <unistd.h>

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

namespace iam::host {
namespace {

struct ConsoleWords {
    bool opens = false;
    bool by_address = false;
    unsigned port = 0;
    ChatWords chat{};
};

constexpr unsigned k_console_port_max = 65535;
// Between two looks whether the browser has begun its session.
constexpr std::chrono::milliseconds k_login_tick{250};

/// Waits for a stop, or for so long; true: the stop came.
bool wait_for_stop(const std::stop_token& stop, std::optional<std::chrono::milliseconds> time) {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    const auto never = [] { return false; };
    if (time) {
        changed.wait_for(lock, stop, *time, never);
    } else {
        changed.wait(lock, stop, never);
    }
    return stop.stop_requested();
}

/// A folder for a short-lived file of this user.
std::filesystem::path runtime_folder(const Environment& environment) {
    for (const char* name : {"XDG_RUNTIME_DIR", "TMPDIR"}) {
        const auto found = environment.variables.find(name);
        if (found == environment.variables.end()) continue;
        if (std::filesystem::path folder = found->second; folder.is_absolute()) return folder;
    }
    return "/tmp";
}

/// The servers, profiles and tasks of this command line for the pages. The session and the desk
/// outlive it.
struct Keepers {
    std::shared_ptr<console::Traffic> traffic;  ///< the session's servers have it, too
    ConsoleServers servers;
    ConsoleProfiles profiles;
    ConsoleTasks tasks;
};

/// The messages of the session's servers, from now on.
std::shared_ptr<console::Traffic> hear_traffic(Session& session) {
    auto traffic = std::make_shared<console::Traffic>();
    session.on_traffic([traffic](const mcp::TrafficEvent& event) {
        traffic->add({.time = event.time,
                      .server = event.server,
                      .kind = std::string(to_string(event.kind)),
                      .text = event.text,
                      .bytes = event.bytes});
    });
    return traffic;
}

/// A chat goes on with the tools of those servers that are there.
void connect(const Session& session, ConsoleServers& servers) {
    if (const auto connected = servers.connect(); !connected)
        session.say(connected.error().message);
}

console::Parts parts_of(Session& session, const Desk& desk, Keepers& keepers,
                        console::Chats& chats) {
    const Environment& environment = session.environment();
    console::Parts parts{.runtime = *desk.runtime,
                         .registry = session.registry(),
                         .store = *desk.store,
                         .clock = environment.clock,
                         .entropy = environment.entropy};
    parts.approver.uid = std::to_string(::getuid());
    parts.approver.login = environment.login;
    parts.locale = words::locale_of(environment.locale);
    parts.chats = &chats;
    parts.know_tool = [&servers = keepers.servers](const ToolId& tool) { servers.know(tool); };
    add_consent_parts(parts, session, desk);
    parts.status = [&session, rules = desk.rules.get()] { return console_status(session, *rules); };
    parts.profiles = &keepers.profiles;
    if (session.backend().open_tasks) parts.tasks = &keepers.tasks;
    if (!session.servers_path().empty()) {
        parts.servers = &keepers.servers;
        parts.traffic = keepers.traffic.get();
        parts.connect_servers = [&servers = keepers.servers] { return servers.connect(); };
    }
    return parts;
}

/// The login of this run. Its file ends with it.
struct Login {
    std::string url{};
    std::optional<RedirectFile> file{};
    std::optional<Browser> browser{};
};

Result<void> open_browser(const Session& session, console::Console& console, Login& login) {
    const Environment& environment = session.environment();
    IAM_TRY(file, RedirectFile::make(runtime_folder(environment), login.url, environment.entropy));
    login.file.emplace(std::move(file));
    IAM_TRY(browser, Browser::open(login.file->path()));
    console.note_browser(browser.process());
    login.browser.emplace(std::move(browser));
    return {};
}

/// The address has the code of the login, so it goes to the terminal alone: no pipe and no file
/// gets it.
Result<void> tell_address(const Session& session, const std::string& url) {
    const auto terminal = Terminal::open(session.environment().terminal);
    if (!terminal)
        return fail(Errc::unavailable,
                    "The console's address is told on a terminal alone; run this command in one, "
                    "or with --open.");
    terminal->write("Open this address in a browser of this machine, within a minute:\n" + url +
                    "\n");
    return {};
}

void wait_for_login(const std::stop_token& stop, const console::Console& console,
                    const std::string& url) {
    auto left = console::SessionLimits().code_time;
    for (; left.count() > 0 && !console.is_used(url); left -= k_login_tick)
        if (wait_for_stop(stop, k_login_tick)) return;
}

/// Tells `serve` where the console is. A second console of a state is not told of.
std::optional<ConsolePlace> told_place(Session& session, const console::Console& console) {
    const auto folder = session.host_folder();
    std::error_code unknown;
    // Not every back end has a folder.
    if (!folder || !std::filesystem::is_directory(*folder, unknown)) return std::nullopt;
    auto place = ConsolePlace::tell(*folder, console.url());
    if (place) return std::optional<ConsolePlace>(std::move(*place));
    if (place.error().code != Errc::conflict) session.say(place.error().message);
    return std::nullopt;
}

ExitCode serve_console(Session& session, const ConsoleWords& words) {
    const auto watch = session.watch_ends();
    chat::TaintGuard& taint_guard = session.guard_taint();
    auto desk = session.open_desk();
    if (!desk) return session.report(desk.error());
    know_added_tools(session, *desk);
    Keepers keepers{.traffic = hear_traffic(session),
                    .servers = {session, *desk},
                    .profiles = ConsoleProfiles(session),
                    .tasks = ConsoleTasks(session)};
    const auto chats =
        ConsoleChats::open({.session = session,
                            .desk = *desk,
                            .words = words.chat,
                            .taint_guard = taint_guard,
                            .import_tools = [&] { connect(session, keepers.servers); }});
    if (!chats) return session.report(chats.error());
    Login login;  // its browser keeps its process id until the console has ended
    console::Settings settings;
    settings.port = words.port;
    settings.has_own_name = !words.by_address;
    const auto console =
        console::Console::start(parts_of(session, *desk, keepers, **chats), settings);
    if (!console) return session.report(console.error());
    const auto place = told_place(session, **console);
    login.url = (*console)->login_url();
    const auto told =
        words.opens ? open_browser(session, **console, login) : tell_address(session, login.url);
    if (!told) return session.report(told.error());
    session.out() << "The console is at " << (*console)->url() << " until it is stopped (Ctrl-C).\n"
                  << std::flush;
    wait_for_login(session.interrupted(), **console, login.url);
    login.file.reset();
    wait_for_stop(session.interrupted(), std::nullopt);
    return ExitCode::done;
}

}  // namespace

void add_console_command(const Commands& commands) {
    auto words = std::make_shared<ConsoleWords>();
    CLI::App* command = add_command(
        commands, commands.app, "console",
        "Serves pages for this person's browser: questions of all programs on this state, chats,\n"
        "tools, consent, servers, profiles, tasks, and the ledger with undo.\n"
        "Only this machine reaches them. The address on the terminal, or the browser that --open "
        "opens,\n"
        "logs in once, within a minute",
        [words](Session& session) { return serve_console(session, *words); });
    command->add_flag("--open", words->opens, "Opens the console in the browser (xdg-open)");
    command->add_option("--port", words->port, "The port; without it a free one")
        ->type_name("PORT")
        ->check(CLI::Range(1U, k_console_port_max));
    command->add_flag("--by-address", words->by_address,
                      "Stands at 127.0.0.1, for browsers that find no names below localhost");
    add_model_options(*command, words->chat.model);
    command
        ->add_option("--profile", words->chat.profile,
                     "Model, instructions, tools and budgets of this profile for the chats on the\n"
                     "pages; without it, each chat keeps its own")
        ->type_name("NAME|FILE");
    give_examples(
        *command, commands.session,
        {"console --open", "console --open --model ollama/qwen3:8b", "console --port 4711"});
}

}  // namespace iam::host
