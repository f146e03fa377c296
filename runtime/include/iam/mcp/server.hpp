// Serves the tools of a Runtime over the Model Context Protocol, revisions 2024-11-05 to
// 2025-11-25 and 2026-07-28, on any channel of messages. Every call passes the gate; the client
// approves nothing.
//
//   iam::mcp::Server server({.runtime = runtime, .registry = registry, .store = store,
//                            .clock = clock, .entropy = entropy, .info = {.name = "desk"}});
//   iam::mcp::serve_stdio(server, {.subject = subject});     // <iam/mcp/stdio.hpp>
#pragma once

#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/mcp/form_clients.hpp>
#include <iam/mcp/offers.hpp>
#include <iam/rpc/peer.hpp>
#include <iam/tool/log.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// The server as its clients show it.
struct ServerInfo {
    std::string name{};          ///< for programs
    std::string title{};         ///< for people; may be empty
    std::string version{};       ///< of the application; "0" if empty
    std::string instructions{};  ///< for models: how to use the tools; may be empty
};

/// References and pointers outlive the Server.
struct Parts {
    gate::Runtime& runtime;
    Registry& registry;
    ledger::Store& store;  ///< the Runtime's
    const Clock& clock;
    Entropy& entropy;
    ServerInfo info{};
    Offers* offers = nullptr;  ///< nullptr: the server has no resources and no prompts
    /// Says to the model where a person answers the question of this approval: one sentence. Empty:
    /// the reply names the approval only. An exception counts as empty.
    std::function<std::string(const std::string& approval)> how_to_answer{};
    /// The URL of the page for a person's answer to the question of this approval. If a client
    /// opens addresses for its person (elicitation.url), it is asked to open the page; its answer
    /// is no consent. Empty, or an empty result: there is no page. An exception counts as none.
    std::function<std::string(const std::string& approval)> page_of{};
    /// Called when the least level of log messages has changed that a client with a session wants
    /// (logging/setLevel). On any thread; must not block. May be empty.
    std::function<void(LogLevel least)> on_log_level{};
};

/// The clients of a server: with a session (until 2025-11-25), without one (2026-07-28), or both.
enum class Eras { sessions, stateless, both };

struct Settings {
    Eras eras = Eras::both;
    /// How long a call waits until a person has answered its question elsewhere. Then it returns
    /// confirmation_required, and the same call made later takes up the answer. 0: at once.
    std::chrono::milliseconds wait{std::chrono::minutes{2}};
    /// While a call waits, its client hears so at this interval, if it asked for progress.
    std::chrono::milliseconds sign_of_life{std::chrono::seconds{5}};
    /// How long a client without a session may keep a list.
    std::chrono::milliseconds list_life{std::chrono::seconds{30}};
    /// How long a function waits for its client's answer (Context::elicit, sample, list_roots).
    std::chrono::milliseconds client_answer{std::chrono::minutes{10}};
    std::size_t page_size = 100;  ///< of lists, at least 1
    /// Threads for functions, over all sessions; started when they are needed. One session uses
    /// Limits::running_max of them at most.
    std::size_t threads_max = 128;
    /// Lists the schemas of the `full` profile instead of the published ones.
    bool full_schemas = false;
    /// A call may name itself in _meta["iam/call_id"], 1 to 128 bytes. A repetition under the same
    /// name by the same user and workspace is answered from the record and runs no function.
    bool clients_name_calls = false;
    /// Clients whose word about their own person counts. If a question is not of high risk and has
    /// no page, they are asked by a form. Their answer allows one call, or refuses it, and is
    /// recorded as client_asserted. A client can answer for its person.
    std::vector<FormClient> form_clients{};
    rpc::Limits limits{.running_max = 32};
};

struct SessionParts {
    Subject subject{};  ///< of all calls
    /// The client's end of the channel, for the record of its calls; may be empty.
    std::string peer{};
    /// The client's credential, as known to the transport, as FormClient::credential.
    std::string credential{};
    /// True if the tool exists for this client; empty: all exist. Called on any thread.
    std::function<bool(std::string_view tool)> has_tool{};
    /// The channel carries requests of the revision without sessions alone (2026-07-28). Other
    /// channels carry both kinds.
    bool is_stateless = false;
    /// Asked to stop when the client can no longer answer the questions of its functions; then
    /// functions that wait for it are asked to stop. A channel of its own asks at its end. If
    /// `is_stateless`, all channels of the transport share one source, and the transport asks.
    std::stop_source client_gone{};
    /// As rpc::Parts::send, on_wake and on_report.
    std::function<bool(rpc::Output&)> send{};
    std::function<void()> on_wake{};
    std::function<void(const rpc::Report&)> on_report{};
    /// Takes the function of a request to run it soon, or returns false; then a thread of the
    /// server runs it. Called on any thread. May be empty.
    std::function<bool(std::function<void()>& job)> run{};
};

struct ServerCore;   // private to runtime/src/mcp/server
struct SessionCore;  // private to runtime/src/mcp/server

/// One client's conversation. Thread-safe. As rpc::Peer, it has no thread and no timer of its own.
class Session {
 public:
    /// Made by Server::open().
    explicit Session(std::shared_ptr<SessionCore> core) noexcept;
    /// close().
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // As the functions of rpc::Peer.
    rpc::Taken receive(std::string_view message, rpc::Channel channel = 0);
    void poll();
    std::optional<std::chrono::milliseconds> next_deadline() const;
    void writable();

    rpc::Load load() const;
    /// The revision of the conversation; nothing before initialize has been answered.
    std::optional<std::string_view> revision() const;
    /// Answers the calls waiting for a person: their questions stay open. Later ones do not wait.
    void stop_waiting();
    /// Asks all running functions to stop. Their calls are answered as they end.
    void stop_calls();
    /// Ends the conversation: running functions are asked to stop, nobody is answered any more.
    void close();

 private:
    std::shared_ptr<SessionCore> core_;
};

/// Serves any number of clients at once. Thread-safe. Its end waits for running functions of the
/// sessions, so close all sessions before. It ends before the Runtime does.
class Server {
 public:
    explicit Server(Parts parts, Settings settings = {});
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::unique_ptr<Session> open(SessionParts parts);
    /// Tells a message that belongs to no call to the clients with a session that want its level.
    /// Clients without a session hear messages of their own calls only. Text that is not UTF-8 is
    /// told to nobody.
    void log(const LogMessage& message);

    // For transports.
    const Clock& clock() const noexcept;
    Entropy& entropy() const noexcept;
    Eras eras() const noexcept;
    std::size_t message_bytes_max() const noexcept;

 private:
    std::shared_ptr<ServerCore> core_;
};

}  // namespace iam::mcp
