// Opens only the parts needed by a command: listing tools works without a state.
#include "host/session/session.hpp"

#include "host/output/json_member.hpp"
#include "host/output/line_file.hpp"
#include "host/session/server_tools.hpp"
#include "host/session/servers_path.hpp"
#include "host/session/state_folder.hpp"
#include "host/terminal/terminal.hpp"
#include "host/terminal/terminal_turn.hpp"
#include "host/terminal/waiting_prompter.hpp"
#include <iam/chat/taint_guard.hpp>
#include <iam/core/build_id.hpp>
#include <iam/gate/call_log.hpp>
#include <iam/gate/judge_change.hpp>
#include <iam/gate/records.hpp>
#include <iam/host/terminal_prompter.hpp>
#include <iam/mcp/servers_file.hpp>
#include <iam/question/escape.hpp>
#include <iam/store/memory_store.hpp>
#include <iam/words/catalogue.hpp>

#include <signal.h>

#include <algorithm>
#include <ostream>
#include <system_error>
#include <utility>

namespace iam::host {

using question::escape_for_display;
using question::json_without_controls;
using words::Id;
using words::text_of;

namespace {

constexpr std::string_view k_safe_in_shells =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";

/// A word in a shell's spelling, for a person to copy.
std::string quoted_word(const std::string& word) {
    if (!word.empty() && word.find_first_not_of(k_safe_in_shells) == std::string::npos) return word;
    std::string quoted = "'";
    for (const char c : word) {
        if (c == '\'') {
            quoted += "'\\''";
        } else {
            quoted += c;
        }
    }
    return quoted + "'";
}

bool has_origin(const Registry& registry, const std::string& origin) {
    const auto catalogue = registry.snapshot();
    const auto& contracts = catalogue->contracts();
    return std::any_of(contracts.begin(), contracts.end(),
                       [&](const Contract* one) { return one->id.origin == origin; });
}

}  // namespace

Session::Session(Environment& environment, std::string program)
    : environment_(environment),
      program_(std::move(program)),
      stopped_with_environment_(environment.stop, [this] { interrupt_.request_stop(); }) {}

Session::~Session() = default;

std::filesystem::path Session::servers_path() const {
    if (!options_.servers.empty()) {
        // References to secrets in it must not depend on the working folder.
        return std::filesystem::path(environment_.working_folder) / options_.servers;
    }
    if (!environment_.has_servers) return {};
    std::filesystem::path folder = environment_.xdg_config_home;
    // As its specification wants: else the working folder would choose the servers.
    if (!folder.is_absolute()) {
        if (environment_.home.empty()) return {};
        folder = std::filesystem::path(environment_.home) / ".config";
    }
    return folder / registry_.application() / "servers.json";
}

void Session::close_to_servers(const std::string& file) {
    if (file.empty()) return;
    closed_files_.push_back((std::filesystem::path(environment_.working_folder) / file).string());
}

std::vector<std::string> Session::own_paths(const std::filesystem::path& servers,
                                            const std::vector<mcp::ServerConfig>& configs) const {
    const std::filesystem::path folder = servers.parent_path();
    std::vector<std::string> paths{servers.string(), (folder / "secrets").string(),
                                   (folder / "tokens").string()};
    for (std::string& file : mcp::files_of_servers(configs)) paths.push_back(std::move(file));
    paths.insert(paths.end(), closed_files_.begin(), closed_files_.end());
    if (auto state = place()) paths.push_back(*std::move(state));
    RulePlaces places;
    places.xdg_config_home = environment_.xdg_config_home;
    places.home = environment_.home;
    for (const RuleFile& rules : rule_file_paths(places, registry_.application()))
        paths.push_back(rules.path.string());
    for (const std::string& log : {options_.call_log, options_.traffic}) {
        if (!log.empty())
            paths.push_back((std::filesystem::path(environment_.working_folder) / log).string());
    }
    return paths;
}

Result<void> Session::open_logs() {
    const auto open = [this](const std::string& name, std::shared_ptr<LineFile>& file) {
        if (name.empty()) return Result<void>();
        auto opened = LineFile::open(std::filesystem::path(environment_.working_folder) / name);
        if (!opened) return Result<void>(tl::unexpected(std::move(opened).error()));
        file = *std::move(opened);
        return Result<void>();
    };
    IAM_CHECK(open(options_.call_log, call_log_));
    return open(options_.traffic, traffic_);
}

Result<std::optional<std::vector<mcp::ServerConfig>>> Session::servers() const {
    const std::filesystem::path path = servers_path();
    if (path.empty()) return std::nullopt;
    auto servers = load_servers(path);
    const bool is_chosen = !options_.servers.empty();
    if (!servers && servers.error().code == Errc::not_found && !is_chosen) return std::nullopt;
    if (!servers) return tl::unexpected(std::move(servers).error());
    return *std::move(servers);
}

Result<void> Session::import_tools(std::chrono::milliseconds longest, bool is_gateway,
                                   std::string_view only) {
    if (server_tools_) return {};
    IAM_TRY(found, servers());
    if (!found) return {};
    const std::filesystem::path path = servers_path();
    // Files of the other servers are closed to this one, too.
    std::vector<std::string> own = own_paths(path, *found);
    if (!only.empty()) std::erase_if(*found, [&](const auto& one) { return one.name != only; });
    server_tools_ = std::make_unique<ServerTools>(
        ServerToolsParts{.environment = environment_,
                         .registry = registry_,
                         .file = path,
                         .own_paths = std::move(own),
                         .is_gateway = is_gateway,
                         .say = [this](std::string_view sentence) { say(sentence); },
                         .on_traffic = traffic_recorder(),
                         .on_agreement = on_agreement_});
    IAM_CHECK(server_tools_->connect(*std::move(found)));
    if (longest.count() > 0) server_tools_->wait(longest);
    return {};
}

Result<void> Session::reconnect_servers() {
    if (!server_tools_) return import_tools(std::chrono::milliseconds{0});
    IAM_TRY(found, servers());
    std::vector<mcp::ServerConfig> configs = found.value_or(std::vector<mcp::ServerConfig>());
    std::vector<std::string> own = own_paths(servers_path(), configs);
    return server_tools_->reconnect(std::move(configs), std::move(own));
}

Result<void> Session::import_tools_of(const std::string& origin) {
    IAM_TRY(found, servers());
    if (!found || origin.empty()) return {};
    const auto named = std::find_if(found->begin(), found->end(),
                                    [&](const auto& one) { return one.name == origin; });
    const bool is_own = origin == registry_.application() || has_origin(registry_, origin);
    if (named == found->end()) {
        if (is_own) return {};
        say("There is no server \"" + origin +
            "\"; list the servers with: " + command("servers list") + ".");
        return {};
    }
    if (!named->is_enabled) {
        say("Server " + origin + " is switched off; take \"enabled\": false out of " +
            servers_path().string() + ".");
    }
    return import_tools(k_servers_wait, false, origin);
}

std::function<void(const mcp::TrafficEvent&)> Session::traffic_recorder() const {
    if (!traffic_) return on_traffic_;
    return [file = traffic_, hear = on_traffic_](const mcp::TrafficEvent& event) {
        file->add(to_json(event));
        if (hear) hear(event);
    };
}

Subject Session::subject() const {
    Subject subject;
    subject.user = options_.user.empty() ? environment_.login : options_.user;
    if (options_.workspace != k_no_workspace) subject.workspace = options_.workspace;
    subject.session = options_.session;
    return subject;
}

Result<std::string> Session::place() const {
    StatePlaces places;
    places.asked_for = options_.state;
    places.iam_state = environment_.iam_state;
    places.xdg_state_home = environment_.xdg_state_home;
    places.home = environment_.home;
    IAM_TRY(folder, state_folder(places, registry_.application()));
    return folder.string();
}

Result<std::filesystem::path> Session::host_folder() const {
    IAM_TRY(named, place());
    IAM_TRY(key, backend().signing_key(named));
    return key.parent_path();
}

std::filesystem::path Session::chat_history_path() const {
    const auto folder = host_folder();
    return folder ? *folder / "chat_history" : std::filesystem::path();
}

bool Session::has_ledger() const {
    const auto named = place();
    return named && backend().has_state(*named);
}

Result<std::unique_ptr<ledger::Store>> Session::open_store(store::Mode mode) const {
    IAM_TRY(named, place());
    return backend().open(named, mode, environment_.entropy);
}

std::unique_ptr<consent::Prompter> Session::make_prompter(Asking asking, ledger::Store& store) {
    switch (asking) {
        case Asking::leave_open:
            return nullptr;
        case Asking::wait_for_others:
            return std::make_unique<WaitingPrompter>(
                store, interrupted(), [this](const std::string& approval) {
                    say("Waiting for an answer. In another terminal: " +
                        command("approvals answer " + approval));
                });
        case Asking::terminal:
            break;
    }
    TerminalPrompterOptions options = terminal_options();
    options.answer_elsewhere = command("approvals answer");
    return std::make_unique<TerminalPrompter>(std::move(options));
}

TerminalPrompterOptions Session::terminal_options() {
    TerminalPrompterOptions options;
    options.device = environment_.terminal;
    options.plain = options_.plain || environment_.plain;
    options.marks_pastes = environment_.marks_pastes;
    options.locale = environment_.locale;
    options.arming_delay = environment_.arming_delay;
    options.clock = &environment_.clock;
    options.on_interrupt = [this] {
        if (on_interrupt_) return on_interrupt_();
        interrupt_.request_stop();
    };
    options.complain = [this](std::string_view sentence) { say(sentence); };
    return options;
}

chat::TaintGuard& Session::guard_taint() {
    if (!taint_guard_) taint_guard_ = std::make_shared<chat::TaintGuard>();
    return *taint_guard_;
}

std::unique_ptr<gate::Runtime> Session::make_runtime(const Desk& desk, gate::Settings settings) {
    settings.watch_for_freeze = true;
    gate::Parts parts{.registry = registry_, .store = *desk.store};
    parts.clock = &environment_.clock;
    parts.entropy = &environment_.entropy;
    parts.prompter = desk.prompter.get();
    parts.rules = desk.rules.get();
    parts.judge_change = &gate::judge_change;
    parts.build = build_id();
    if (taint_guard_) parts.interceptors.push_back(taint_guard_);
    if (call_log_) {
        parts.interceptors.push_back(std::make_shared<gate::CallLog>(
            environment_.clock,
            [file = call_log_](const gate::CallStep& step) { file->add(to_json(step)); }));
    }
    return std::make_unique<gate::Runtime>(std::move(parts), std::move(settings));
}

Result<Desk> Session::open_desk(Asking asking, std::size_t open_questions_max,
                                std::chrono::milliseconds approval_lifetime) {
    Desk desk;
    IAM_TRY(store, open_store(store::Mode::read_write));
    desk.store = std::move(store);
    desk.prompter = make_prompter(asking, *desk.store);
    desk.rules = rule_files();
    gate::Settings settings;
    settings.open_questions_max = open_questions_max;
    settings.approval_lifetime = approval_lifetime;
    desk.runtime = make_runtime(desk, settings);
    if (asking == Asking::terminal) add_sign(desk);
    return desk;
}

void Session::add_sign(Desk& desk) {
    const bool plain = options_.plain || environment_.plain;
    const auto words = text_of(Id::checking, words::locale_of(environment_.locale));
    std::string line = (plain ? "" : "\x1b[2m") + std::string(words) + (plain ? "\n" : "\x1b[0m\n");
    desk.sign = std::make_unique<CheckingSign>(
        environment_.wait, [device = environment_.terminal, line = std::move(line)] {
            const auto terminal = Terminal::open(device);
            if (terminal && is_terminal_free(device)) terminal->write(line);
        });
    // The first entry of a call means: the call was decided, or a person will be asked.
    desk.decided = desk.runtime->records().listen(
        [sign = desk.sign.get()](const ledger::StoredEntry&) { sign->end(); });
}

std::unique_ptr<RuleFiles> Session::rule_files() const {
    RulePlaces places;
    places.managed = environment_.managed_folder;
    places.xdg_config_home = environment_.xdg_config_home;
    places.home = environment_.home;
    places.working_folder = environment_.working_folder;
    return std::make_unique<RuleFiles>(registry_, environment_.clock,
                                       rule_file_paths(places, registry_.application()),
                                       environment_.managed_owner);
}

Desk Session::open_stateless_desk() {
    Desk desk;
    desk.store = store::make_memory_store(environment_.entropy);
    desk.runtime = make_runtime(desk);
    return desk;
}

Result<Desk> Session::open_reading_desk() {
    Desk desk;
    if (has_ledger()) {
        IAM_TRY(store, open_store(store::Mode::read_only));
        desk.store = std::move(store);
    } else {
        desk.store = store::make_memory_store(environment_.entropy);
    }
    desk.rules = rule_files();
    desk.runtime = make_runtime(desk);
    return desk;
}

std::unique_ptr<InterruptWatch> Session::watch_interrupts() {
    return watch_interrupts([this] {
        // Comes first: a standard error that nobody reads must not keep the tool running.
        interrupt_.request_stop();
        say("Stopping: waiting for the tool to end. Ctrl-C again ends the program at once; the "
            "outcome is then unknown.");
    });
}

std::unique_ptr<InterruptWatch> Session::watch_interrupts(std::function<void()> on_first) const {
    if (!environment_.owns_interrupts) return nullptr;
    return std::make_unique<InterruptWatch>(std::move(on_first));
}

std::unique_ptr<InterruptWatch> Session::watch_ends() {
    if (!environment_.owns_interrupts) return nullptr;
    return std::make_unique<InterruptWatch>([this] { interrupt_.request_stop(); },
                                            std::vector<int>{SIGINT, SIGTERM, SIGHUP});
}

std::shared_ptr<ProgressLine> Session::progress_of(std::string tool) const {
    const std::size_t columns = environment_.err_columns;
    // A file or a pipe gets progress only if plain lines are asked for.
    ProgressStyle style = options_.plain ? ProgressStyle::lines : ProgressStyle::none;
    if (columns > 0 && !options_.plain)
        style = environment_.plain ? ProgressStyle::lines : ProgressStyle::updating;
    return std::make_shared<ProgressLine>(
        environment_.err, environment_.clock, style, columns, std::move(tool),
        [device = environment_.terminal] { return is_terminal_free(device); });
}

bool Session::has_terminal() const {
    return host::has_terminal(environment_.terminal);
}

std::string Session::command(std::string_view words) const {
    std::string text = quoted_word(program_);
    if (!options_.state.empty()) text += " --state " + quoted_word(options_.state);
    if (!options_.servers.empty()) text += " --servers " + quoted_word(options_.servers);
    return escape_for_display(text) + " " + std::string(words);
}

void Session::print(const JsonWriter& json) const {
    out() << json_without_controls(json.text()) << '\n';
}

void Session::say(std::string_view sentence) const {
    environment_.err << escape_for_display(sentence) << '\n';
}

void Session::note_done(const ToolResult& result) {
    if (result.success && !result.entry.empty()) done_.push_back(result.entry);
}

void Session::say_result_lost() const {
    if (done_.empty()) {
        if (environment_.reader_is_gone && environment_.reader_is_gone()) return;
        return say(
            "The results could not be written to standard output. A change that this "
            "command made stands.");
    }
    std::string entries;
    for (const std::string& entry : done_) entries += (entries.empty() ? "" : ", ") + entry;
    say("It happened and is recorded (entry " + entries +
        "), but its result could not be written to standard output. Do not repeat it; read the "
        "result with: " +
        command("audit show " + done_.back()));
}

ExitCode Session::report(const Error& error) const {
    return report(error, exit_code_of(error));
}

ExitCode Session::report(const Error& error, ExitCode code) const {
    const std::string where = error.pointer.empty() ? "" : " (at " + error.pointer + ")";
    say(error.message + where);
    if (options_.json) {
        JsonWriter out;
        out.begin_object();
        put(out, "code", to_string(error.code));
        put(out, "message", error.message);
        put_unless_empty(out, "pointer", error.pointer);
        out.key("success");
        out.boolean(false);
        out.end_object();
        print(out);
    }
    return code;
}

}  // namespace iam::host
