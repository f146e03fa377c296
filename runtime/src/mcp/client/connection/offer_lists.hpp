// Asks a server for the lists of its offers: one list after another, each page by page.
#pragma once

#include "mcp/client/connection/handshake.hpp"
#include "mcp/client/offers/offer_listing.hpp"
#include <iam/mcp/servers.hpp>
#include <iam/rpc/peer.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// Of the thread of the timers. Its functions are its owner's and outlive it.
class OfferLists {
 public:
    struct Parts {
        /// Asks for the page behind a cursor; empty: the first one. `then` is not called after the
        /// end of the connection.
        std::function<void(std::string_view method, const std::string& cursor,
                           std::function<void(const rpc::Outcome&)> then)>
            ask{};
        /// Lists have changed.
        std::function<void(const ServerOffers& offers, std::vector<std::string> diagnostics)>
            on_lists{};
    };
    explicit OfferLists(Parts parts) : parts_(std::move(parts)) {}

    /// Lists everything that a server of a new connection has and `passed` allows.
    void begin(const ServerFacts& facts, const PassedParts& passed);
    /// Lists it anew if begin() has listed it.
    void list_again(OfferKind kind);
    /// The connection has ended. The offers stay.
    void stop();

 private:
    void go_on();
    void ask_for_page(const std::string& cursor);
    void take_page(const rpc::Outcome& outcome);
    void finish(std::vector<std::string> diagnostics);

    Parts parts_;
    std::set<OfferKind> listed_{};   // of this connection
    std::set<OfferKind> waiting_{};  // to be listed
    std::optional<OfferKind> now_{};
    std::uint64_t turn_ = 0;  // of the question that is open; answers to others are late
    std::optional<OfferListing> listing_{};
    ServerOffers offers_{};
    std::map<OfferKind, std::vector<std::string>> diagnostics_{};
};

}  // namespace iam::mcp
