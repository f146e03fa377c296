// Notifications for clients without a session: each stream of them is an open request (MCP
// 2026-07-28, basic/patterns/subscriptions).
#pragma once

#include "mcp/server/caller.hpp"
#include <iam/mcp/offers.hpp>
#include <iam/rpc/reply.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::mcp {

inline constexpr std::size_t k_subscription_streams_max = 16;  ///< of one conversation

/// The notifications wanted by a client.
struct SubscriptionFilter {
    bool tools = false;
    bool prompts = false;
    bool resources = false;
    std::set<std::string, std::less<>> uris{};  ///< of watched resources
};

/// The open streams of one conversation. Thread-safe. A Tell sends a notification on a channel.
class Subscriptions {
 public:
    using Tell =
        std::function<void(std::string_view method, std::string_view params, rpc::Channel)>;

    /// Opens a stream, and acknowledges it first. Or answers with an error. If its request is
    /// cancelled, a stream leaves its place at once. `offers` is nullptr if there are none. URIs in
    /// a space are not watched.
    void open(const rpc::Request& request, rpc::Reply reply, const OfferList* offers,
              const Tell& tell);
    /// Tells the subscribed streams. `uri` names the changed content, else it is empty.
    void tell(std::string_view method, std::string_view uri, const Tell& tell);
    /// Answers all streams and so ends them.
    void end();

 private:
    struct Stream;
    std::vector<std::shared_ptr<Stream>> all() const;
    std::shared_ptr<Stream> add(const rpc::Request& request, rpc::Reply& reply,
                                SubscriptionFilter filter);
    void remove(const Stream* stream);
    std::vector<std::pair<std::string, std::string>> acknowledge(Stream& stream);
    bool is_ready(Stream& stream, std::string_view method, const std::string& params);

    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<Stream>> streams_{};
    bool ended_ = false;
};

}  // namespace iam::mcp
