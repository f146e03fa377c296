// The shared parts of commands: their common options, the tools, the state, and the output.
#pragma once

#include "host/session/environment.hpp"
#include "host/terminal/checking_sign.hpp"
#include "host/terminal/interrupt_watch.hpp"
#include "host/terminal/progress_line.hpp"
#include <iam/core/json_writer.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/host/exit_codes.hpp>
#include <iam/host/rule_files.hpp>
#include <iam/mcp/server_config.hpp>
#include <iam/store/backend.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {
struct TrafficEvent;
}

namespace iam::chat {
class TaintGuard;
}

namespace iam::host {

struct TerminalPrompterOptions;
class ServerTools;
class LineFile;

/// How long a command waits for servers. Those that take longer are said to be missing.
inline constexpr std::chrono::seconds k_servers_wait{10};

struct CommonOptions {
    bool json = false;
    bool plain = false;
    std::string state{};
    std::string servers{};  ///< the file of MCP servers; empty: see Session::servers_path()
    std::string user{};
    std::string workspace{};
    std::string session{};
    std::string call_log{};  ///< the file of --log-calls; empty: no log
    std::string traffic{};   ///< the file of --record-traffic; empty: no record
};

/// A Runtime and its parts, in the order of their making.
struct Desk {
    std::unique_ptr<ledger::Store> store{};
    std::unique_ptr<consent::Prompter> prompter{};
    std::unique_ptr<RuleFiles> rules{};
    std::unique_ptr<CheckingSign> sign{};  ///< if a person waits at the terminal
    std::unique_ptr<gate::Runtime> runtime{};
    std::shared_ptr<void> decided{};  ///< ends the sign
};

/// The way in which a call asks. leave_open: it asks nobody here, and the question stays open for
/// other processes. terminal: it asks the person there. wait_for_others: it waits for another
/// process.
enum class Asking { leave_open, terminal, wait_for_others };

class Session {
 public:
    Session(Environment& environment, std::string program);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    Environment& environment() const { return environment_; }
    CommonOptions& options() { return options_; }
    const CommonOptions& options() const { return options_; }
    Registry& registry() { return registry_; }
    const Registry& registry() const { return registry_; }

    /// The subject of all calls and records of this command line.
    Subject subject() const;
    const store::Backend& backend() const { return environment_.backend; }
    Entropy& entropy() const { return environment_.entropy; }
    /// Names the state to the back end: the text of --state or IAM_STATE, or the state folder.
    Result<std::string> place() const;
    /// The folder of this host's own files beside the state: the state folder, unless the state is
    /// elsewhere.
    Result<std::filesystem::path> host_folder() const;
    /// False if nothing is stored yet or place() fails. If the back end cannot tell, it is true,
    /// and opening the state says why.
    bool has_ledger() const;
    Result<std::unique_ptr<ledger::Store>> open_store(store::Mode mode) const;
    /// Requires a writable state.
    Result<Desk> open_desk(
        Asking asking = Asking::leave_open,
        std::size_t open_questions_max = gate::Settings().open_questions_max,
        std::chrono::milliseconds approval_lifetime = gate::Settings().approval_lifetime);
    /// The file of MCP servers: --servers, or for a program that has servers always
    /// $XDG_CONFIG_HOME/<application>/servers.json (~/.config/…). Empty: there is none.
    std::filesystem::path servers_path() const;
    /// Connects to the servers, once, and brings their tools into the registry. Waits at most so
    /// long for them, and says which ones are missing; 0: it does neither. `is_gateway`: clients of
    /// this program get the servers' offers. `only`: connects to this server alone; empty: to all.
    /// Error: of load_servers().
    Result<void> import_tools(std::chrono::milliseconds longest, bool is_gateway = false,
                              std::string_view only = {});
    /// Connects to the server that is the origin of a tool, and says why it has none. Empty: there
    /// is no such server.
    Result<void> import_tools_of(const std::string& origin);
    /// Reads the file of servers again, ends all connections and opens them anew. Waits for none.
    /// Not at once with itself or with import_tools(). Errors: of load_servers(), and of
    /// Servers::connect_all().
    Result<void> reconnect_servers();
    /// Calls `hear` with each address that a person has to open for a server, on any thread. Before
    /// import_tools().
    void on_agreement(std::function<void(const std::string& server, const std::string& url)> hear) {
        on_agreement_ = std::move(hear);
    }
    /// Calls `hear` with each message between this program and a server, on any thread, also after
    /// the command. Before import_tools().
    void on_traffic(std::function<void(const mcp::TrafficEvent&)> hear) {
        on_traffic_ = std::move(hear);
    }
    /// Opens the files of --log-calls and --record-traffic. Errors: of LineFile::open().
    Result<void> open_logs();
    /// Keeps a file named by an option of the command out of the sandboxes of servers. Before
    /// import_tools(). Empty: there is none.
    void close_to_servers(const std::string& file);
    /// nullptr before import_tools(), and without servers.
    ServerTools* server_tools() { return server_tools_.get(); }
    /// The file of lines that a person typed in chats; empty: there is no state folder.
    std::filesystem::path chat_history_path() const;
    /// From now on each Runtime of this command line asks about calls of chats that have read
    /// untrusted text. Lives as long as this object.
    chat::TaintGuard& guard_taint();
    /// The files of rules of this program, in force or not.
    std::unique_ptr<RuleFiles> rule_files() const;
    /// For commands that decide, spend and record nothing. Requires no state.
    Desk open_stateless_desk();
    /// For commands that read the state and the rules and change nothing. Makes no state.
    Result<Desk> open_reading_desk();
    bool has_terminal() const;
    /// The options of questions on this command line's terminal.
    TerminalPrompterOptions terminal_options();
    /// Stopped by Ctrl-C, at a question or during a watched call, and by the environment.
    std::stop_token interrupted() const { return interrupt_.get_token(); }
    /// Watches Ctrl-C during a call: the first asks the call to stop, a second one ends the
    /// program. Must outlive the Desk, since the Desk's end may wait for tools. nullptr: signals
    /// are not this command line's.
    std::unique_ptr<InterruptWatch> watch_interrupts();
    /// The same, with another reaction to the first one.
    std::unique_ptr<InterruptWatch> watch_interrupts(std::function<void()> on_first) const;
    /// From now on Ctrl-C at a question calls `run`, in the place of the stop of interrupted().
    /// On the thread of the question.
    void on_interrupt(std::function<void()> run) { on_interrupt_ = std::move(run); }

    /// Watches for the signals that end a server: SIGINT, SIGTERM and SIGHUP. The first asks
    /// everything to stop, a second one of its kind ends the program. Lifetime as above.
    std::unique_ptr<InterruptWatch> watch_ends();

    /// The command `words` of this program for a person to type: the name as typed, with the
    /// options for the same state.
    std::string command(std::string_view words) const;

    /// Shows the progress of a call of `tool` on standard error, in its style.
    std::shared_ptr<ProgressLine> progress_of(std::string tool) const;

    std::ostream& out() const { return environment_.out; }
    /// Prints one line on standard output. No control in it acts on a terminal.
    void print(const JsonWriter& json) const;
    /// Prints a sentence for people on standard error, with controls made visible.
    void say(std::string_view sentence) const;
    /// Notes the entry of a successful call or undo, for say_result_lost().
    void note_done(const ToolResult& result);
    /// Reports results not taken by standard output, and names their entries. Says nothing if
    /// nothing was done and nobody reads the output.
    void say_result_lost() const;
    /// Reports a failure; with --json as an object.
    ExitCode report(const Error& error) const;
    ExitCode report(const Error& error, ExitCode code) const;

 private:
    std::unique_ptr<consent::Prompter> make_prompter(Asking asking, ledger::Store& store);
    std::unique_ptr<gate::Runtime> make_runtime(const Desk& desk, gate::Settings settings = {});
    /// The files and folders that no sandbox of a server opens.
    std::vector<std::string> own_paths(const std::filesystem::path& servers,
                                       const std::vector<mcp::ServerConfig>& configs) const;
    void add_sign(Desk& desk);
    /// The servers of the file. Nothing: the usual file is not there.
    Result<std::optional<std::vector<mcp::ServerConfig>>> servers() const;
    std::function<void(const mcp::TrafficEvent&)> traffic_recorder() const;

    Environment& environment_;
    std::string program_;
    CommonOptions options_;
    Registry registry_;
    std::shared_ptr<LineFile> call_log_;  // shared with functions that a time-out has left behind
    std::shared_ptr<LineFile> traffic_;
    std::function<void(const mcp::TrafficEvent&)> on_traffic_{};
    std::vector<std::string> closed_files_{};  // close_to_servers()
    std::unique_ptr<ServerTools> server_tools_;
    std::vector<std::string> done_;  // entries
    std::stop_source interrupt_;
    std::shared_ptr<chat::TaintGuard> taint_guard_{};
    std::function<void()> on_interrupt_{};
    std::function<void(const std::string& server, const std::string& url)> on_agreement_{};
    std::stop_callback<std::function<void()>> stopped_with_environment_;
};

}  // namespace iam::host
