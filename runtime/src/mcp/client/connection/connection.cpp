#include "mcp/client/connection/connection.hpp"

#include "mcp/client/stdio/sandbox_hints.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace iam::mcp {
namespace {

using std::chrono::milliseconds;

// A connection that has lived so long starts its waits anew.
constexpr milliseconds k_stable{30'000};

/// Up to a quarter more, by chance: servers that fail together are not asked together.
milliseconds with_jitter(milliseconds wait, Entropy& entropy) {
    std::array<std::uint8_t, 1> byte{};
    entropy.fill(byte);
    return wait + wait * byte.front() / 1024;
}

}  // namespace

std::string_view to_string(ConnectionState state) noexcept {
    switch (state) {
        case ConnectionState::disconnected:
            return "disconnected";
        case ConnectionState::connecting:
            return "connecting";
        case ConnectionState::connected:
            return "connected";
        case ConnectionState::failed:
            break;
    }
    return "failed";
}

Connection::Connection(ConnectionParts parts)
    : parts_(std::move(parts)),
      abilities_(abilities_for(parts_.config, parts_.settings.abilities)),
      call_health_(parts_.clock, parts_.config),
      era_(parts_.config.era),
      offer_lists_(make_offer_lists()),
      wait_(parts_.settings.retry_first) {
    status_.name = parts_.config.name;
    status_.is_enabled = parts_.config.is_enabled;
}

Connection::~Connection() {
    drop_link();
}

void Connection::connect() {
    {
        const std::lock_guard lock(mutex_);
        if (status_.state != ConnectionState::connected)
            status_.state = ConnectionState::connecting;
    }
    parts_.timers.after(milliseconds{0}, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        self->is_wanted_ = true;
        ++self->attempt_;
        if (!self->link_) self->begin();
    });
}

void Connection::disconnect() {
    // The way ends on the thread of the timers, so this object lives until then.
    parts_.timers.after(milliseconds{0}, [self = shared_from_this()] {
        self->is_wanted_ = false;
        self->drop_link();
        {
            const std::lock_guard lock(self->mutex_);
            self->tools_.clear();
            self->status_.tools = 0;
            self->next_attempt_at_.reset();
            self->current_offers_ = {};
        }
        self->set_state(ConnectionState::disconnected);
    });
}

ServerStatus Connection::status() const {
    const milliseconds now = parts_.clock.boot();
    ServerStatus status;
    {
        const std::lock_guard lock(mutex_);
        status = status_;
        for (const std::string& sentence : offer_diagnostics_) {
            if (status.diagnostics.size() < ServerStatus::k_diagnostics_max)
                status.diagnostics.push_back(sentence);
        }
        ServerHealth& health = status.health;
        health.era = parts_.config.era;
        if (!status.revision.empty()) {
            const bool is_latest = status.revision == to_string(Revision::of_2026_07_28);
            health.era = is_latest ? ServerEra::stateless : ServerEra::sessions;
        }
        health.opening = opening_took_;
        if (heartbeat_at_) health.heartbeat_ago = now - *heartbeat_at_;
        if (next_attempt_at_)
            health.next_attempt_in = std::max(milliseconds{0}, *next_attempt_at_ - now);
    }
    call_health_.describe(status.health);
    return status;
}

std::vector<std::string> Connection::tools() const {
    const std::lock_guard lock(mutex_);
    return tools_;
}

ServerOffers Connection::offers() const {
    const std::lock_guard lock(mutex_);
    return current_offers_;
}

std::string Connection::meta() const {
    const std::lock_guard lock(mutex_);
    return stateless_meta(parts_.settings.client, abilities_, log_level_);
}

void Connection::set_state(ConnectionState state) {
    {
        const std::lock_guard lock(mutex_);
        status_.state = state;
        if (state == ConnectionState::connected) status_.last_error.clear();
    }
    if (parts_.on_change) parts_.on_change();
}

std::string Connection::masked(std::string text) const {
    return parts_.mask ? parts_.mask->masked(text) : std::move(text);
}

void Connection::drop_link() {
    std::shared_ptr<Link> link;
    {
        const std::lock_guard lock(mutex_);
        link = std::exchange(link_, nullptr);
        facts_.reset();
        is_list_current_ = false;
        current_offers_.is_listed = false;
    }
    is_discovering_ = false;
    is_listing_ = false;
    offer_lists_.stop();
    if (link) link->close();
}

void Connection::link_ended(const Link* link, const Error& why) {
    if (link != link_.get()) return;
    if (is_discovering_ && parts_.is_stream && era_ == ServerEra::detect) {
        // Some servers end at a request before initialize.
        era_ = ServerEra::sessions;
        drop_link();
        return begin();
    }
    fail(why.message);
}

void Connection::fail(const std::string& why) {
    drop_link();
    {
        const std::lock_guard lock(mutex_);
        status_.last_error = masked(why);
        if (status_.state == ConnectionState::connecting)
            status_.last_error += failure_hint(parts_.config.endpoint, why);
    }
    set_state(ConnectionState::failed);
    if (!is_wanted_) return;
    if (connected_at_.count() > 0 && parts_.clock.boot() - connected_at_ >= k_stable)
        wait_ = parts_.settings.retry_first;
    connected_at_ = milliseconds{0};
    const milliseconds wait = with_jitter(wait_, parts_.entropy);
    wait_ = std::min(wait_ * 2, parts_.settings.retry_last);
    {
        const std::lock_guard lock(mutex_);
        next_attempt_at_ = parts_.clock.boot() + wait;
    }
    parts_.timers.after(wait, [weak = weak_from_this(), attempt = attempt_] {
        const auto self = weak.lock();
        if (self && self->is_wanted_ && self->attempt_ == attempt && !self->link_) self->begin();
    });
}

bool Connection::is_stateless() const {
    const std::lock_guard lock(mutex_);
    return facts_ && facts_->revision == Revision::of_2026_07_28;
}

void Connection::ask(std::string_view method, std::string_view params, milliseconds timeout,
                     Then then) {
    const Link* const link = link_.get();
    auto on_outcome = [weak = weak_from_this(), link, then = std::move(then),
                       timers = &parts_.timers](rpc::Outcome outcome) {
        timers->after(milliseconds{0}, [weak, link, then, outcome = std::move(outcome)] {
            const auto self = weak.lock();
            if (self && self->link_.get() == link) then(outcome);
        });
    };
    const auto id = link->peer->call(method, params, std::move(on_outcome),
                                     {.timeout = timeout, .tells_cancel = method != "initialize"});
    if (!id) fail("\"" + std::string(method) + "\" was not sent: " + id.error().message);
}

}  // namespace iam::mcp
