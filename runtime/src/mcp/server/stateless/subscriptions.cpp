#include "mcp/server/stateless/subscriptions.hpp"

#include "mcp/server/core.hpp"
#include "mcp/server/offers/find_space.hpp"
#include "mcp/server/params.hpp"
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <optional>
#include <stop_token>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::string_view k_tools = "notifications/tools/list_changed";
constexpr std::string_view k_prompts = "notifications/prompts/list_changed";
constexpr std::string_view k_resources = "notifications/resources/list_changed";
constexpr std::string_view k_updated = "notifications/resources/updated";

Result<bool> flag(const Json& filter, const char* name) {
    const auto found = filter.find(name);
    if (found == filter.end()) return false;
    if (found->is_boolean()) return found->get<bool>();
    return fail(Errc::invalid_argument, "\"" + std::string(name) + "\" must be true or false.",
                "/notifications/" + std::string(name));
}

Result<std::set<std::string, std::less<>>> uris_in(const Json& filter) {
    std::set<std::string, std::less<>> uris;
    const auto found = filter.find("resourceSubscriptions");
    if (found == filter.end()) return uris;
    const bool is_list =
        found->is_array() && found->size() <= k_subscriptions_max &&
        std::all_of(found->begin(), found->end(), [](const Json& uri) { return uri.is_string(); });
    if (!is_list) {
        return fail(Errc::invalid_argument,
                    "\"resourceSubscriptions\" must be a list of at most " +
                        std::to_string(k_subscriptions_max) + " URIs.",
                    "/notifications/resourceSubscriptions");
    }
    for (const Json& uri : *found) uris.insert(uri.get<std::string>());
    return uris;
}

Result<SubscriptionFilter> read_filter(std::string_view text, const OfferList* offers) {
    IAM_TRY(params, read_params(text));
    IAM_TRY(filter, optional_object(params, "notifications"));
    if (filter == nullptr)
        return fail(Errc::invalid_argument, "\"notifications\" is missing.", "/notifications");
    SubscriptionFilter read;
    IAM_TRY(tools, flag(*filter, "toolsListChanged"));
    IAM_TRY(prompts, flag(*filter, "promptsListChanged"));
    IAM_TRY(resources, flag(*filter, "resourcesListChanged"));
    IAM_TRY(uris, uris_in(*filter));
    read.tools = tools;
    if (offers == nullptr) return read;
    read.prompts = prompts;
    read.resources = resources;
    std::erase_if(uris, [&](const auto& uri) { return find_space(*offers, uri) != nullptr; });
    read.uris = std::move(uris);
    return read;
}

void put_meta(JsonWriter& out, const std::string& id) {
    out.plain_key("_meta");
    out.begin_object();
    out.plain_key("io.modelcontextprotocol/subscriptionId");
    out.raw(id);
    out.end_object();
}

std::string acknowledgement(const SubscriptionFilter& filter, const std::string& id) {
    JsonWriter out;
    out.begin_object();
    put_meta(out, id);
    out.plain_key("notifications");
    out.begin_object();
    if (filter.prompts) out.plain_literal("promptsListChanged", "true");
    if (!filter.uris.empty()) {
        out.plain_key("resourceSubscriptions");
        out.begin_array();
        for (const std::string& uri : filter.uris) out.string(uri);
        out.end_array();
    }
    if (filter.resources) out.plain_literal("resourcesListChanged", "true");
    if (filter.tools) out.plain_literal("toolsListChanged", "true");
    out.end_object();
    out.end_object();
    return out.take();
}

std::string notification_params(const std::string& id, std::string_view uri) {
    JsonWriter out;
    out.begin_object();
    put_meta(out, id);
    if (!uri.empty()) {
        out.plain_key("uri");
        out.string(uri);
    }
    out.end_object();
    return out.take();
}

bool wants(const SubscriptionFilter& filter, std::string_view method, std::string_view uri) {
    if (method == k_tools) return filter.tools;
    if (method == k_prompts) return filter.prompts;
    if (method == k_resources) return filter.resources;
    return method == k_updated && filter.uris.find(uri) != filter.uris.end();
}

}  // namespace

struct Subscriptions::Stream {
    /// Takes a cancelled stream out, on the cancelling thread.
    struct Leave {
        Subscriptions* streams;
        const Stream* stream;
        void operator()() const { streams->remove(stream); }
    };
    Stream(const rpc::Request& request, rpc::Reply&& to, SubscriptionFilter wanted)
        : id(request.id.json()),
          channel(request.channel),
          is_cancelled(request.stop),
          filter(std::move(wanted)),
          reply(std::move(to)) {}
    const std::string id;  // JSON text
    const rpc::Channel channel;
    const std::stop_token is_cancelled;
    const SubscriptionFilter filter;
    rpc::Reply reply;
    // Under the mutex.
    bool is_acknowledged = false;
    std::vector<std::pair<std::string, std::string>> early{};  // came before the acknowledgement
    // Of the thread that opens the stream. Must not be made or die under the mutex: it may call
    // remove(), or wait for it.
    std::optional<std::stop_callback<Leave>> leave{};
};

void Subscriptions::open(const rpc::Request& request, rpc::Reply reply, const OfferList* offers,
                         const Tell& tell) {
    auto filter = read_filter(request.params, offers);
    if (!filter) {
        reply.error(invalid_params(filter.error()));
        return;
    }
    const std::string first = acknowledgement(*filter, request.id.json());
    const auto stream = add(request, reply, *std::move(filter));
    if (!stream) {
        reply.error(
            invalid_params("This conversation has as many streams of notifications as it "
                           "may have (" +
                           std::to_string(k_subscription_streams_max) + ")."));
        return;
    }
    tell("notifications/subscriptions/acknowledged", first, request.channel);
    for (const auto& [method, params] : acknowledge(*stream)) tell(method, params, stream->channel);
}

/// Takes the reply, or returns nothing if there is no room.
std::shared_ptr<Subscriptions::Stream> Subscriptions::add(const rpc::Request& request,
                                                          rpc::Reply& reply,
                                                          SubscriptionFilter filter) {
    std::shared_ptr<Stream> stream;
    {
        const std::lock_guard lock(mutex_);
        if (ended_ || streams_.size() >= k_subscription_streams_max) return nullptr;
        stream = streams_.emplace_back(
            std::make_shared<Stream>(request, std::move(reply), std::move(filter)));
    }
    stream->leave.emplace(stream->is_cancelled, Stream::Leave{this, stream.get()});
    return stream;
}

void Subscriptions::remove(const Stream* stream) {
    std::shared_ptr<Stream> cancelled;  // dies after the lock
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(streams_.begin(), streams_.end(),
                                    [&](const auto& one) { return one.get() == stream; });
    if (found == streams_.end()) return;
    cancelled = std::move(*found);
    streams_.erase(found);
}

/// Returns the notifications from before the acknowledgement.
std::vector<std::pair<std::string, std::string>> Subscriptions::acknowledge(Stream& stream) {
    const std::lock_guard lock(mutex_);
    stream.is_acknowledged = true;
    return std::move(stream.early);
}

void Subscriptions::tell(std::string_view method, std::string_view uri, const Tell& tell) {
    for (const auto& stream : all()) {
        if (stream->is_cancelled.stop_requested() || !wants(stream->filter, method, uri)) continue;
        const std::string params = notification_params(stream->id, uri);
        if (is_ready(*stream, method, params)) tell(method, params, stream->channel);
    }
}

/// Keeps a notification for later if the stream is not acknowledged yet.
bool Subscriptions::is_ready(Stream& stream, std::string_view method, const std::string& params) {
    const std::lock_guard lock(mutex_);
    if (!stream.is_acknowledged) stream.early.emplace_back(method, params);
    return stream.is_acknowledged;
}

void Subscriptions::end() {
    std::vector<std::shared_ptr<Stream>> streams;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        streams.swap(streams_);
    }
    for (const auto& stream : streams) {
        stream->reply.result(R"({"_meta":{"io.modelcontextprotocol/subscriptionId":)" + stream->id +
                             R"(},"resultType":"complete"})");
    }
}

std::vector<std::shared_ptr<Subscriptions::Stream>> Subscriptions::all() const {
    const std::lock_guard lock(mutex_);
    return streams_;
}

}  // namespace iam::mcp
