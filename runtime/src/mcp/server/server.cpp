#include "iam/mcp/server.hpp"

#include "mcp/server/core.hpp"
#include "mcp/server/methods.hpp"
#include "mcp/server/stateless/results.hpp"
#include <iam/core/json_writer.hpp>
#include <iam/core/utf8.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace iam::mcp {
namespace {

std::vector<std::shared_ptr<SessionCore>> open_sessions(ServerCore& server) {
    std::vector<std::shared_ptr<SessionCore>> open;
    const std::lock_guard lock(server.mutex);
    for (const auto& weak : server.sessions) {
        if (auto session = weak.lock()) open.push_back(std::move(session));
    }
    return open;
}

/// True if the client expects notifications.
bool operates(const SessionCore& session) {
    const std::lock_guard lock(session.mutex);
    return session.operates;
}

bool is_subscribed(const SessionCore& session, std::string_view uri) {
    const std::lock_guard lock(session.mutex);
    return session.operates && session.subscriptions.find(uri) != session.subscriptions.end();
}

void tell_all(ServerCore& server, std::string_view method) {
    for (const auto& session : open_sessions(server)) {
        if (operates(*session)) session->tell(method);
        session->tell_streams(method);
    }
}

void tell_subscribers(ServerCore& server, std::string_view uri) {
    constexpr std::string_view k_method = "notifications/resources/updated";
    JsonWriter params;
    params.begin_object();
    params.plain_key("uri");
    params.string(uri);
    params.end_object();
    for (const auto& session : open_sessions(server)) {
        if (is_subscribed(*session, uri)) session->tell(k_method, params.text());
        session->tell_streams(k_method, uri);
    }
}

void tell_change_of_offers(ServerCore& server, Offers::Change change, std::string_view uri) {
    switch (change) {
        case Offers::Change::resources:
            return tell_all(server, "notifications/resources/list_changed");
        case Offers::Change::prompts:
            return tell_all(server, "notifications/prompts/list_changed");
        case Offers::Change::content:
            return tell_subscribers(server, uri);
    }
}

void keep(ServerCore& server, const std::shared_ptr<SessionCore>& session) {
    const std::lock_guard lock(server.mutex);
    auto& all = server.sessions;
    all.erase(
        std::remove_if(all.begin(), all.end(), [](const auto& weak) { return weak.expired(); }),
        all.end());
    all.push_back(session);
}

Settings checked(Settings settings) {
    settings.page_size = std::max<std::size_t>(settings.page_size, 1);
    return settings;
}

}  // namespace

ServerCore::ServerCore(Parts given, Settings set)
    : parts(std::move(given)),
      settings(checked(std::move(set))),
      info_text(server_info_text(parts.info)),
      tools(settings.full_schemas),
      rounds({.clock = parts.clock, .entropy = parts.entropy, .patience = settings.client_answer}),
      waiting({.store = parts.store,
               .clock = parts.clock,
               .sign_of_life = settings.sign_of_life,
               .on_end = &go_on_after_wait}),
      threads(settings.threads_max) {}

Server::Server(Parts parts, Settings settings)
    : core_(std::make_shared<ServerCore>(std::move(parts), std::move(settings))) {
    // A listener may still be called when its handle is gone.
    const std::weak_ptr<ServerCore> weak = core_;
    core_->hears_tools = core_->parts.registry.listen([weak](std::uint64_t) {
        if (const auto core = weak.lock()) tell_all(*core, "notifications/tools/list_changed");
    });
    if (core_->parts.offers == nullptr) return;
    core_->hears_offers =
        core_->parts.offers->listen([weak](Offers::Change change, std::string_view uri) {
            if (const auto core = weak.lock()) tell_change_of_offers(*core, change, uri);
        });
}

Server::~Server() {
    core_->hears_tools.reset();
    core_->hears_offers.reset();
    // Threads end here: afterwards the core may die on a thread of the Runtime.
    core_->rounds.end();
    core_->waiting.end();
    core_->threads.end();
}

LogLevel least_log_level(ServerCore& server) {
    std::optional<LogLevel> least;
    for (const auto& session : open_sessions(server)) {
        const std::lock_guard lock(session->mutex);
        if (session->client)
            least = std::min(least.value_or(session->log_level), session->log_level);
    }
    return least.value_or(LogLevel::info);
}

void Server::log(const LogMessage& message) {
    if (!is_valid_utf8(message.message) || !is_valid_utf8(message.logger)) return;
    const std::string params = log_params(message, message.logger);
    for (const auto& session : open_sessions(*core_)) {
        std::unique_lock lock(session->mutex);
        const bool hears = session->operates && message.level >= session->log_level;
        lock.unlock();
        if (hears) session->tell("notifications/message", params);
    }
}

std::unique_ptr<Session> Server::open(SessionParts parts) {
    auto session = std::make_shared<SessionCore>();
    session->server = core_;
    session->subject = std::move(parts.subject);
    session->peer_name = std::move(parts.peer);
    session->credential = std::move(parts.credential);
    session->has_tool = std::move(parts.has_tool);
    session->is_stateless = parts.is_stateless;
    session->client_gone = std::move(parts.client_gone);
    session->takes_job = std::move(parts.run);
    session->name = random_id(core_->parts.entropy);
    session->peer =
        std::make_unique<rpc::Peer>(rpc::Parts{.clock = &core_->parts.clock,
                                               .methods = methods_of(*session),
                                               .send = std::move(parts.send),
                                               .on_wake = std::move(parts.on_wake),
                                               .on_report = std::move(parts.on_report),
                                               .limits = core_->settings.limits,
                                               .protocol = protocol_of(k_latest_revision)});
    keep(*core_, session);
    return std::make_unique<Session>(std::move(session));
}

const Clock& Server::clock() const noexcept {
    return core_->parts.clock;
}

Entropy& Server::entropy() const noexcept {
    return core_->parts.entropy;
}

Eras Server::eras() const noexcept {
    return core_->settings.eras;
}

std::size_t Server::message_bytes_max() const noexcept {
    return core_->settings.limits.json.bytes_max;
}

}  // namespace iam::mcp
