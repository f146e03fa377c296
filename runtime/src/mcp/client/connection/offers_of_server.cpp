// The parts of a connection beside its tools: the lists of offers, and the level of log messages.
#include "mcp/client/connection/connection.hpp"
#include "mcp/client/connection/tool_pages.hpp"

#include <set>
#include <utility>

namespace iam::mcp {

using std::chrono::milliseconds;

OfferLists Connection::make_offer_lists() {
    return OfferLists(
        {.ask =
             [this](std::string_view method, const std::string& cursor,
                    std::function<void(const rpc::Outcome&)> then) {
                 ask(method, page_params(is_stateless() ? meta() : std::string(), cursor),
                     parts_.config.times.list, std::move(then));
             },
         .on_lists =
             [this](const ServerOffers& offers, std::vector<std::string> diagnostics) {
                 {
                     const std::lock_guard lock(mutex_);
                     current_offers_ = offers;
                     offer_diagnostics_ = std::move(diagnostics);
                 }
                 if (parts_.on_change) parts_.on_change();
             }});
}

void Connection::list_offers() {
    if (parts_.settings.lists_offers && link_ && facts_)
        offer_lists_.begin(*facts_, parts_.config.pass_on);
}

void Connection::list_changed_offers() {
    const std::chrono::milliseconds now = parts_.clock.boot();
    if (offer_changes_listed_at_ && now < *offer_changes_listed_at_ + k_list_floor) {
        parts_.timers.after(*offer_changes_listed_at_ + k_list_floor - now,
                            [weak = weak_from_this()] {
                                if (const auto self = weak.lock()) self->list_changed_offers();
                            });
        return;
    }
    offer_changes_listed_at_ = now;
    std::set<OfferKind> changed;
    {
        const std::lock_guard lock(mutex_);
        changed.swap(changed_offers_);
    }
    for (const OfferKind kind : changed) offer_lists_.list_again(kind);
}

void Connection::set_log_level(LogLevel level) {
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(log_level_, level) == level) return;
    }
    parts_.timers.after(std::chrono::milliseconds{0}, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (self && !self->is_stateless()) self->send_log_level();
    });
}

void Connection::send_log_level() {
    if (!link_ || !facts_) return;
    std::optional<LogLevel> level;
    {
        const std::lock_guard lock(mutex_);
        level = log_level_;
    }
    if (!level || !facts_->logs || !parts_.config.pass_on.logging) return;
    // A server that refuses it chooses the level itself.
    ask("logging/setLevel", "{\"level\":\"" + std::string(to_string(*level)) + "\"}",
        parts_.config.times.list, [](const rpc::Outcome&) {});
}

}  // namespace iam::mcp
