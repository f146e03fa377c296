// The connection to one server: it is opened, kept, opened anew after failures, and used for calls.
#pragma once

#include "mcp/client/connection/call_wait.hpp"
#include "mcp/client/connection/handshake.hpp"
#include "mcp/client/connection/link.hpp"
#include "mcp/client/connection/offer_lists.hpp"
#include "mcp/client/connection/tool_headers.hpp"
#include "mcp/client/health/call_health.hpp"
#include "mcp/client/imported/tool_listing.hpp"
#include "mcp/client/timers.hpp"
#include "mcp/client/traffic/secret_mask.hpp"
#include "mcp/client/transport.hpp"
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/mcp/servers.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// References outlive the Connection.
struct ConnectionParts {
    const Clock& clock;
    Entropy& entropy;
    Timers& timers;
    ServerConfig config{};
    ServersSettings settings{};
    /// Opens a way to the server. On the thread of the timers, as its events' ends.
    std::function<Result<std::unique_ptr<Transport>>(
        TransportEvents, std::function<net::Fields(const Json& params)> parameter_fields)>
        open{};
    /// Gets ready for open(); `done` is called once, on the thread of the timers. May be empty.
    std::function<void(std::function<void()> done)> prepare{};
    /// Turns to an older transport for the next ways. False: there is none. May be empty.
    std::function<bool()> turn_to_older{};
    /// True if a server that ends during the question for its revisions may be started anew, and a
    /// silent one goes on with the handshake: it is a process or a socket.
    bool is_stream = true;
    /// Keeps the server's secrets out of its words. Results stay as they are. May be empty.
    std::shared_ptr<const SecretMask> mask{};
    /// The state, the tools or the offers have changed. On the thread of the timers.
    std::function<void()> on_change{};
    /// A log message that belongs to no call. On a thread of the way. May be empty.
    std::function<void(const LogMessage&)> on_message{};
};

/// Make it as a shared_ptr. Its state changes on the thread of the timers alone; all functions may
/// be called on any thread.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
    explicit Connection(ConnectionParts parts);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    const ServerConfig& config() const noexcept { return parts_.config; }
    /// Opens it now, and keeps it open.
    void connect();
    /// Ends it, soon. Running calls return as `unknown`.
    void disconnect();

    ServerStatus status() const;
    std::vector<std::string> tools() const;
    ServerOffers offers() const;
    void set_log_level(LogLevel level);
    /// As Servers::request(). The health of the server does not count it.
    RemoteReply request(std::string_view method, std::string_view params,
                        const RemoteCallOptions& options);
    RemoteReply call(std::string_view tool, std::string_view arguments,
                     const RemoteCallOptions& options);

 private:
    /// Between two lists that a server asks for by telling changes.
    static constexpr std::chrono::milliseconds k_list_floor{1'000};
    using Then = std::function<void(rpc::Outcome)>;
    /// A request of a caller, who waits. A call of a tool may be asked questions, and gets log
    /// messages.
    struct OpenCall {
        std::shared_ptr<CallWait> wait{};
        const RemoteCallOptions* options = nullptr;  // of the waiting thread
        bool is_of_tool = false;
    };
    class OpenCallScope {
     public:
        OpenCallScope(Connection& connection, OpenCall call);
        ~OpenCallScope();
        OpenCallScope(const OpenCallScope&) = delete;
        OpenCallScope& operator=(const OpenCallScope&) = delete;

     private:
        Connection& connection_;
        const CallWait* wait_;
    };

    // Opening, in this order. connection.cpp, opening.cpp.
    void begin();
    void open_link();
    std::shared_ptr<Link> make_link();
    void discover(bool is_second);
    void take_discovery(const rpc::Outcome& outcome, bool is_second);
    void initialize();
    void take_initialized(const rpc::Outcome& outcome);
    void take_facts(ServerFacts facts);
    void list_tools();
    /// Lists the tools after a change, now or when the server may be asked again.
    void list_changed_tools();
    void ask_for_page(const std::string& cursor);
    void take_page(const rpc::Outcome& outcome);
    void finish_list();
    OfferLists make_offer_lists();
    void list_offers();
    /// Lists offers of `changed_offers_`, now or when the server may be asked again.
    void list_changed_offers();
    void send_log_level();
    net::Fields fields_of(const Json& params) const;
    void subscribe();
    void note_connected();
    // Signs of life: heartbeat.cpp.
    void beat_later(std::chrono::milliseconds wait);
    void beat();
    bool has_open_calls() const;
    void take_heartbeat(const rpc::Outcome& outcome);
    // Ends.
    void link_ended(const Link* link, const Error& why);
    void fail(const std::string& why);
    void drop_link();

    /// Sends a request on the link in use; `then` runs on the thread of the timers, unless the link
    /// has ended.
    void ask(std::string_view method, std::string_view params, std::chrono::milliseconds timeout,
             Then then);
    void keep_time(const std::shared_ptr<Link>& link);
    void set_state(ConnectionState state);
    /// The text without the server's secrets.
    std::string masked(std::string text) const;
    bool is_stateless() const;
    /// The members of _meta in the revision without sessions.
    std::string meta() const;

    // The server's messages: server_requests.cpp.
    std::shared_ptr<const rpc::Methods> methods();
    void take_question(ClientQuestion::Kind kind, rpc::Request request, rpc::Reply reply);
    void take_log(const rpc::Notification& notification);
    /// Runs it on the thread of the only call of a tool. False: there is none, or there are
    /// several.
    bool post_to_call(std::function<void(const RemoteCallOptions&)> event);

    // Calls: calls.cpp.
    struct CallPlace {
        std::shared_ptr<Link> link{};
        bool is_stateless = false;
    };
    /// `document`: as RemoteCallOptions::document.
    Result<CallPlace> place_for_call(std::string_view document) const;
    /// A request, with the parameters of its method: members of an object, without its braces.
    struct Wish {
        std::string_view method{};
        std::string members{};
    };
    /// Sends the wish and answers the server's questions, round by round. `pass`: of a call that
    /// the health of the server counts; empty: it does not count.
    RemoteReply converse(const Wish& wish, const RemoteCallOptions& options,
                         std::optional<Breaker::Pass> pass = {});
    Result<rpc::Outcome> call_once(const CallPlace& place, const Wish& wish,
                                   const std::string& params, const RemoteCallOptions& options);

    ConnectionParts parts_;
    const ClientAbilities abilities_;  // as the server hears of them
    CallHealth call_health_;

    mutable std::mutex mutex_;
    std::optional<LogLevel> log_level_;           // by mutex_
    ServerOffers current_offers_;                 // by mutex_
    std::vector<std::string> offer_diagnostics_;  // by mutex_
    ServerStatus status_;                         // by mutex_
    // By mutex_. The tools are of this link, and no change was told since they were asked for.
    bool is_list_current_ = false;
    std::uint64_t told_changes_ = 0;
    bool is_list_due_ = false;  // list_changed_tools() will run
    std::set<OfferKind>
        changed_offers_;              // by mutex_; if there are any, list_changed_offers() will run
    std::vector<std::string> tools_;  // by mutex_
    std::shared_ptr<Link> link_;      // by mutex_; set on the thread of the timers
    std::optional<ServerFacts> facts_;  // by mutex_
    ToolHeaders tool_headers_;          // by mutex_
    std::vector<OpenCall> open_calls_;  // by mutex_
    // By mutex_, by boot() of the clock.
    std::optional<std::chrono::milliseconds> opening_took_;
    std::optional<std::chrono::milliseconds> heartbeat_at_;
    std::optional<std::chrono::milliseconds> next_attempt_at_;

    // Of the thread of the timers.
    bool is_wanted_ = false;
    ServerEra era_;  // detect: not known yet
    bool is_discovering_ = false;
    bool is_listing_ = false;
    std::uint64_t changes_at_list_ = 0;  // told_changes_ when the list was asked for
    bool must_list_again_ = false;
    std::optional<std::chrono::milliseconds> changes_listed_at_;
    std::optional<std::chrono::milliseconds> offer_changes_listed_at_;
    std::optional<ToolListing> listing_;
    OfferLists offer_lists_;
    std::uint64_t attempt_ = 0;
    std::uint64_t begun_ = 0;            // calls of begin()
    std::chrono::milliseconds wait_{0};  // before the next attempt
    std::chrono::milliseconds begun_at_{0};
    std::chrono::milliseconds connected_at_{0};
};

}  // namespace iam::mcp
