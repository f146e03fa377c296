// Connects this program to other MCP servers, revisions 2024-11-05 to 2025-11-25 and 2026-07-28, to
// list and call their tools. Nothing here asks a person: imported_tools.hpp brings the tools behind
// the gate.
//
//   iam::mcp::Servers servers({.clock = clock, .entropy = entropy, .client = {.name = "desk"}});
//   servers.connect_all(configs);                          // returns at once
//   servers.wait_until_settled(std::chrono::seconds{5});
//   for (const auto& tool : servers.list_tools()) …
#pragma once

#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/result.hpp>
#include <iam/mcp/offers.hpp>
#include <iam/mcp/server_config.hpp>
#include <iam/mcp/server_health.hpp>
#include <iam/mcp/traffic.hpp>
#include <iam/net/http_client.hpp>
#include <iam/rpc/message.hpp>
#include <iam/tool/client.hpp>
#include <iam/tool/log.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// This program as servers see it.
struct ClientInfo {
    std::string name{};     ///< for programs
    std::string title{};    ///< for people; may be empty
    std::string version{};  ///< of the application; "0" if empty
};

/// The questions of servers that this program answers. Each server hears of them at the beginning,
/// as far as its ServerConfig::pass_on allows them.
struct ClientAbilities {
    bool answers_forms = false;     ///< elicitation/create
    bool answers_urls = false;      ///< elicitation/create with an address
    bool answers_sampling = false;  ///< sampling/createMessage
    bool has_roots = false;         ///< roots/list
    std::vector<Root> roots{};      ///< the answer to roots/list
};

enum class ConnectionState {
    disconnected,  ///< not asked for, or ended by disconnect_all()
    connecting,
    connected,  ///< its tools are known
    failed,     ///< the last attempt failed; another one follows
};
/// The name of the enumerator.
std::string_view to_string(ConnectionState state) noexcept;

/// A server at a moment. Its texts are its own words: escape them before a person sees them.
struct ServerStatus {
    std::string name{};
    bool is_enabled = true;  ///< false: its configuration keeps it away
    ConnectionState state = ConnectionState::disconnected;
    std::string revision{};  ///< empty before it is known
    std::string server_name{};
    std::string server_version{};
    std::string instructions{};
    std::size_t tools = 0;
    std::string last_error{};  ///< kept until the next success; empty: none
    /// Departures from the protocol that were put up with, the first ones.
    std::vector<std::string> diagnostics{};
    ServerHealth health{};
    static constexpr std::size_t k_diagnostics_max = 32;
};

struct ServerTool {
    std::string server{};
    std::string document{};  ///< JSON text of the tool object, as the server wrote it
    std::string endpoint{};  ///< endpoint_text() of the server that listed it
};

/// The offers of a server besides its tools, as the server names them. Its texts are its own words.
struct ServerOffers {
    std::vector<Resource> resources{};
    std::vector<ResourceTemplate> templates{};
    std::vector<Prompt> prompts{};
    bool has_resources = false;  ///< it answers resources/read, and passes it on
    bool completes = false;      ///< it answers completion/complete
    bool is_listed = false;      ///< the lists of the present connection are here
};

/// A log message of a server. Its texts are the server's own words.
struct ServerMessage {
    std::string server{};
    LogMessage message{};
};

struct RemoteReply {
    enum class Kind {
        result,    ///< the server's result; it may say that the tool failed (isError)
        error,     ///< the server's JSON-RPC error
        not_sent,  ///< nothing has happened; error.message says why
        unknown,   ///< the request was sent and has no answer; error.message says why
    };
    Kind kind = Kind::not_sent;
    std::string result{};      ///< JSON text of the result, as the server wrote it
    rpc::ErrorObject error{};  ///< for all others
};

/// The functions run on the calling thread, before call() returns. Each may be empty.
struct RemoteCallOptions {
    /// The tool object that the call was decided on, as list_tools() gave it. The call is sent only
    /// while the server's list has it; else the reply is `not_sent`. Empty: any.
    std::string document{};
    /// ServerTool::endpoint of the call's tool. The call is sent only while the server's name
    /// stands for this endpoint; else the reply is `not_sent`. Empty: any.
    std::string endpoint{};
    std::stop_token stop{};                      ///< cancels the call at the server
    std::chrono::milliseconds timeout{0};        ///< 0: the server's ServerTimes::call
    std::chrono::milliseconds timeout_total{0};  ///< 0: the server's ServerTimes::call_total
    std::function<void(const rpc::Progress&)> on_progress{};
    std::function<void(const LogMessage&)> on_log{};
    /// Answers the server's questions within this call (ClientAbilities). The results are texts as
    /// the protocol has them; missing defaults of a form are filled in.
    AskClient answer{};
};

struct ServersSettings {
    ClientInfo client{};
    ClientAbilities abilities{};
    std::size_t message_bytes_max = std::size_t{16} << 20U;  ///< of a server
    std::size_t tools_max = 10'000;                          ///< of a server
    std::size_t calls_max = 256;                             ///< of a server, at once
    /// Servers are asked for resources and prompts, too (imported_offers.hpp).
    bool lists_offers = false;
    /// How long a server may take to say which revisions it speaks, if it is silent. Then the
    /// handshake of older revisions follows.
    std::chrono::milliseconds detect{std::chrono::seconds{3}};
    /// Between attempts: the first wait, doubled each time up to the last, and up to a quarter more
    /// by chance.
    std::chrono::milliseconds retry_first{std::chrono::seconds{1}};
    std::chrono::milliseconds retry_last{std::chrono::seconds{30}};
};

/// The way to a person's agreement that a server may know this program (OAuth 2.1).
struct Agreements {
    /// Opens a browser at a URL, by a person's word: it shows the URL and asks first. May wait for
    /// the person. An error ends the authorization. Empty: nobody can be asked, and a server that
    /// wants an agreement fails. On a thread of the Servers with all signals blocked.
    std::function<Result<void>(const std::string& server, const std::string& url,
                               std::stop_token stop)>
        open_browser{};
    /// For programs without a person, in the place of a browser: gets the URL, follows no redirect,
    /// and returns its Location. May be empty.
    std::function<Result<std::string>(const std::string& url, std::stop_token stop)> visit{};
    std::string redirect_uri = "http://localhost:4127/callback";  ///< for `visit`
    /// https URL of a document about this client (a Client ID Metadata Document); may be empty.
    std::string client_metadata_url{};
    /// Keeps tokens between two runs, in files that only this user can read. Empty: they end with
    /// the program. Its parent folder must be there.
    std::string token_folder{};
};

/// References outlive the Servers.
struct ServersParts {
    const Clock& clock;
    Entropy& entropy;
    ServersSettings settings{};
    /// Files and folders of this program's own: configuration, secrets, tokens, state. The sandbox
    /// of a server opens none of them, and no folder around or inside one.
    std::vector<std::string> own_paths{};
    /// The variables of this program. Processes get PATH, HOME, LANG, TERM, TMPDIR and USER of
    /// them, and secrets may stand in others.
    std::map<std::string, std::string> environment{};
    Agreements agreements{};
    net::ClientSettings http{};  ///< of servers at URLs; the limits of times are the Servers' own
    /// A problem that stops no server: tokens cannot be kept, or a server departs from the protocol
    /// and is put up with. On a thread of the Servers. May be
    /// empty; must not throw.
    std::function<void(const std::string& server, const std::string& problem)> on_problem{};
    /// Bytes of a server's standard error. On a thread of the Servers; must not block.
    std::function<void(const std::string& server, std::string_view bytes)> on_stderr{};
    /// The messages of all servers, for a recorder. On any thread, several at once; must not block
    /// or throw. May be empty.
    std::function<void(const TrafficEvent&)> on_traffic{};
};

/// Each process of a server gets this variable with the number of programs around it that use
/// servers. Without a bound, a gateway that stands in its own file would start itself for ever.
inline constexpr std::string_view k_depth_variable = "IAM_SERVER_DEPTH";
inline constexpr unsigned k_depth_max = 4;
/// The number of such programs around this one: 0 if it is nobody's server.
unsigned depth_in(const std::map<std::string, std::string>& environment);

class ServersCore;  // private to runtime/src/mcp/client

/// Thread-safe. Throws std::bad_alloc only. Servers do not wait for one another. No thread starts
/// before connect_all().
class Servers {
 public:
    explicit Servers(ServersParts parts);
    /// Ends all connections. Running calls return as `unknown`. Processes may take 4 s to end; then
    /// they are killed.
    ~Servers();
    Servers(const Servers&) = delete;
    Servers& operator=(const Servers&) = delete;

    /// Connects to each enabled server, and ends the connections to others. Returns at once. A
    /// server with an unchanged configuration keeps its connection. Errors: invalid_argument (two
    /// servers of one name, a server without one), conflict (k_depth_max programs with servers
    /// stand around this one); then nothing changes.
    Result<void> connect_all(std::vector<ServerConfig> configs);
    /// Replaces ServersParts::own_paths for the servers that connect_all() takes on from now on.
    void close_paths(std::vector<std::string> own_paths);
    void disconnect_all();
    /// Waits until no server is `connecting`, or this one is not. False: `longest` has passed
    /// before.
    bool wait_until_settled(std::chrono::milliseconds longest, std::string_view server = {}) const;

    /// In the order of the names.
    std::vector<ServerStatus> connection_states() const;
    /// Calls `on_change` when the state or the tools of a server have changed, until the returned
    /// handle is destroyed; a call already under way may still come after it. On a thread of the
    /// Servers; must not block.
    [[nodiscard]] std::shared_ptr<void> listen(
        std::function<void(const std::string& server)> on_change);
    /// The tools known now, of one server or of all. Never waits for a server. A server that is
    /// away for a time keeps its tools; ServerConfig::tools leaves others out.
    std::vector<ServerTool> list_tools(std::string_view server = {}) const;
    /// The recipes of a server's configuration; none of an unknown server.
    ServerRecipes recipes(std::string_view server) const;
    /// The offers known now, as list_tools(); nothing without ServersSettings::lists_offers.
    ServerOffers list_offers(std::string_view server) const;
    /// Asks servers for log messages of this level and above, now and after each connection. Until
    /// then each server chooses.
    void set_log_level(LogLevel level);
    /// Calls `on_message` with each log message that comes while no call of its server runs, as
    /// listen(). Within a call RemoteCallOptions::on_log gets it. While several calls run, nobody
    /// can say which one it belongs to, and it is lost.
    [[nodiscard]] std::shared_ptr<void> listen_to_messages(
        std::function<void(const ServerMessage&)> on_message);
    /// The end of a process's standard error, at most 64 KiB; empty for other servers.
    std::string log(std::string_view server) const;

    /// Calls a tool and waits. `arguments` is the JSON text of an object.
    RemoteReply call(std::string_view server, std::string_view tool, std::string_view arguments,
                     const RemoteCallOptions& options = {});
    /// Sends a request that runs no tool, such as resources/read, and waits. `params` is the JSON
    /// text of an object without _meta.
    RemoteReply request(std::string_view server, std::string_view method, std::string_view params,
                        const RemoteCallOptions& options = {});

 private:
    std::shared_ptr<ServersCore> core_;
};

}  // namespace iam::mcp
