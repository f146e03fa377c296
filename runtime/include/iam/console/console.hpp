// Defines Console, a server for the browser of this person: on its pages they answer the open
// questions of a state, chat, call tools, set consent, read the ledger and take calls back.
//
//   auto console = console::Console::start({.runtime = runtime, .registry = registry, …});
//   std::cout << (*console)->login_url();
#pragma once

#include <iam/consent/records.hpp>
#include <iam/consent/rules_file.hpp>
#include <iam/console/chats.hpp>
#include <iam/console/profile_keeper.hpp>
#include <iam/console/server_keeper.hpp>
#include <iam/console/task_keeper.hpp>
#include <iam/console/traffic.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/result.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/ledger/store.hpp>
#include <iam/net/http_server.hpp>
#include <iam/tool/registry.hpp>
#include <iam/words/locale.hpp>

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::console {

/// A place beside this machine's own addresses. Other machines reach it, so it has TLS. No process
/// stands behind a client of another machine, so Parts::check_peer is not asked.
struct RemotePlace {
    std::string address{};  ///< IPv4 or IPv6 in text
    std::string host{};     ///< the name in the browser's address
    net::ServerTls tls{};
};

struct SessionLimits {
    std::chrono::milliseconds idle_time{std::chrono::minutes{30}};
    std::chrono::milliseconds code_time{std::chrono::seconds{60}};
    std::size_t codes_max = 16;     ///< unused ones; beyond it the oldest ends
    std::size_t sessions_max = 32;  ///< beyond it the one with the longest idle time ends
    std::size_t wrong_logins_max = 5;
    std::chrono::milliseconds login_pause{std::chrono::seconds{60}};
};

struct EventLimits {
    std::chrono::milliseconds sign_of_life{std::chrono::seconds{15}};
    std::size_t streams_max = 16;
    /// For a client that comes back. Beyond it the oldest event is forgotten.
    std::size_t kept_events_max = 256;
    /// Of the events for one client at once. Beyond it a snapshot takes their place. Smaller than
    /// `unsent_bytes_max` of the HTTP server, so that a client that comes back is not cut again.
    std::size_t told_bytes_max = std::size_t{1} << 20U;
};

struct Settings {
    unsigned port = 0;  ///< 0: the system chooses one
    /// False: the pages stand at http://127.0.0.1:PORT, for browsers that do not find names below
    /// localhost. Such a browser sends cookies of other servers at 127.0.0.1, which are ignored.
    bool has_own_name = true;
    /// True: requests of this process itself are taken, for a window with a browser inside. A
    /// tool's function then reaches the console, too, though without a session.
    bool allows_own_process = false;
    std::optional<RemotePlace> remote{};
    SessionLimits sessions{};
    EventLimits events{};
    /// The limits of the HTTP server.
    net::ServerLimits limits{.body_bytes_max = std::size_t{1} << 20U,
                             .connections_max = 32,
                             .unsent_bytes_max = std::size_t{4} << 20U};
};

/// A file of rules, as the host has read it.
struct RuleFileState {
    consent::RuleScope scope = consent::RuleScope::user;
    std::string file{};
    bool is_there = false;
    bool last_good_in_force = false;
    std::vector<consent::RuleFinding> findings{};
};

struct RulesNow {
    std::vector<RuleFileState> files{};
    std::shared_ptr<const consent::RuleBook> book{};  ///< in force; nullptr: there are no rules
};

/// The text for one model API that describes a tool.
struct ToolForm {
    std::string name{};  ///< of the API: "openai"
    /// On any thread. Error: the API does not take the tool, with the way out.
    std::function<Result<std::string>(const Contract&)> text{};
};

/// The references outlive the Console.
struct Parts {
    gate::Runtime& runtime;
    const Registry& registry;
    ledger::Store& store;  ///< of the runtime
    const Clock& clock;
    Entropy& entropy;
    /// The person who answers: uid, login. The console adds its channel "web" and the language.
    consent::Approver approver{};
    words::Locale locale = words::Locale::en_us;
    /// The subject of this person's own calls and undos, whose consent the pages show and set. For
    /// consent an empty user is `approver.login`.
    Subject subject{};
    /// Reads the files of rules anew, on any thread. Empty: this program has no files of rules.
    std::function<RulesNow()> rules{};
    /// Empty: the pages show the schemas alone.
    std::vector<ToolForm> tool_forms{};
    /// A model's tokens for so many bytes of JSON, on any thread. Empty: the pages tell none.
    std::function<std::uint64_t(std::size_t bytes)> estimate_tokens{};
    /// Connects to the servers, so that their tools are in the registry; waits for them, on any
    /// thread. Its error is told on the page. Empty: there are none, or they are connected.
    std::function<Result<void>()> connect_servers{};
    /// Called before a question about this tool is shown or allowed, on any thread: it may bring
    /// the tool into the registry. Empty: all tools are there.
    std::function<void(const ToolId&)> know_tool{};
    /// The chats on the pages; nullptr: this program has none. It outlives the Console.
    Chats* chats = nullptr;
    /// The MCP servers of the program; nullptr: it has none. It outlives the Console.
    ServerKeeper* servers = nullptr;
    /// The messages with these servers; nullptr: no page shows them. It outlives the Console.
    Traffic* traffic = nullptr;
    /// The profiles and the tasks of its chats; nullptr: it has none. They outlive the Console.
    ProfileKeeper* profiles = nullptr;
    TaskKeeper* tasks = nullptr;
    /// The health of the program's rules and of its state as JSON text: an object with "rules" and
    /// "store" (docs/console.md). Empty: the page shows none. On any thread; may block. Its error
    /// is told on the page.
    std::function<Result<std::string>()> status{};
    /// Judges the process behind a connection to `port`, on any thread; an error refuses it. Empty:
    /// the user must be this process' own, and the process neither this one nor one started by it,
    /// but for browsers (Console::note_browser).
    std::function<Result<void>(const net::PeerAddress& peer, unsigned port)> check_peer{};
};

/// Serves on threads of its own. Questions, answers and entries need a session, which begins with a
/// code of login_url(). Sessions end with the Console. Thread-safe.
class Console {
 public:
    /// Begins to listen on 127.0.0.1 and, where the machine has it, on [::1], under one port.
    /// Errors: invalid_argument (the remote place), unavailable (the port is in use).
    static Result<std::unique_ptr<Console>> start(Parts parts, Settings settings = {});
    ~Console();
    Console(const Console&) = delete;
    Console& operator=(const Console&) = delete;

    /// "http://iam-0123456789abcdef.localhost:4711/", which is harmless to print.
    const std::string& url() const noexcept;
    /// url() with "#" and a new code. The code begins one session, within
    /// SessionLimits::code_time. A program that has it can answer as this person, so never put it
    /// into the arguments of a program: other users can read these.
    std::string login_url();
    /// Names a child of this process that is a browser, or starts one.
    void note_browser(pid_t process);
    /// True once a session has begun with the code of this login_url().
    bool is_used(const std::string& login_url) const;

 private:
    class Core;
    explicit Console(std::unique_ptr<Core> core) noexcept;
    std::unique_ptr<Core> core_;
};

}  // namespace iam::console
