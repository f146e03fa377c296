// The states of a server and of its sessions.
#pragma once

#include "mcp/server/calls/active_calls.hpp"
#include "mcp/server/calls/call_threads.hpp"
#include "mcp/server/calls/waiting_calls.hpp"
#include "mcp/server/client.hpp"
#include "mcp/server/stateless/rounds.hpp"
#include "mcp/server/stateless/subscriptions.hpp"
#include "mcp/server/tool_list.hpp"
#include <iam/mcp/server.hpp>
#include <iam/rpc/peer.hpp>
#include <iam/tool/log.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// The members after `settings` are thread-safe, or under the mutex.
struct ServerCore {
    ServerCore(Parts given, Settings set);

    const Parts parts;
    const Settings settings;
    const std::string info_text;  ///< the server's info in JSON
    ToolList tools;

    std::mutex mutex;
    std::vector<std::weak_ptr<SessionCore>> sessions;  // open sessions, and some ended ones

    Rounds rounds;
    // Their threads use the members above, so they end first.
    WaitingCalls waiting;
    CallThreads threads;
    std::shared_ptr<void> hears_tools;
    std::shared_ptr<void> hears_offers;
};

/// `server`, `name`, `subject`, `credential` and `peer` do not change once the session is open.
struct SessionCore : std::enable_shared_from_this<SessionCore> {
    std::shared_ptr<ServerCore> server;
    /// Random, and in each record of a call. It is no part of the subject, so a returning client
    /// finds its answers.
    std::string name{};
    Subject subject{};
    std::string peer_name{};                           ///< as SessionParts::peer
    std::string credential{};                          ///< as SessionParts::credential
    std::function<bool(std::string_view)> has_tool{};  ///< as SessionParts::has_tool
    std::unique_ptr<rpc::Peer> peer{};
    ActiveCalls calls{};
    Subscriptions streams{};                         ///< of clients without a session
    bool is_stateless = false;                       ///< as SessionParts::is_stateless
    std::stop_source client_gone{std::nostopstate};  ///< as SessionParts::client_gone

    mutable std::mutex mutex{};
    std::optional<Client> client{};  ///< nothing until initialize has come
    bool operates = false;           ///< notifications/initialized has come
    LogLevel log_level = LogLevel::info;
    bool ends = false;             ///< nothing begins any more
    bool waits_for_people = true;  ///< false: calls return at once if they need an answer
    std::set<std::string, std::less<>> subscriptions{};

    std::function<bool(std::function<void()>&)> takes_job{};

    /// Runs a function of a request where the transport says, or on a thread of the server.
    void run(std::function<void()> job) const;
    Revision revision() const;
    bool offers(std::string_view tool) const { return !has_tool || has_tool(tool); }
    void tell(std::string_view method, std::string_view params = {},
              rpc::Channel channel = 0) const;
    /// Tells streams of notifications. `uri` names the changed content, else it is empty.
    void tell_streams(std::string_view method, std::string_view uri = {});
};

/// The least level wanted by an open session that has begun; `info` if there is none.
LogLevel least_log_level(ServerCore& server);

/// How many resources one session may subscribe to.
inline constexpr std::size_t k_subscriptions_max = 1000;

}  // namespace iam::mcp
