// A server that refuses a list keeps its connection: its tools do not depend on its offers.
#include "mcp/client/connection/offer_lists.hpp"

#include <utility>

namespace iam::mcp {

void OfferLists::begin(const ServerFacts& facts, const PassedParts& passed) {
    stop();
    if (facts.has_resources && passed.resources)
        listed_ = {OfferKind::resources, OfferKind::templates};
    if (facts.has_prompts && passed.prompts) listed_.insert(OfferKind::prompts);
    offers_.has_resources = facts.has_resources && passed.resources;
    offers_.completes = facts.completes;
    if (listed_.find(OfferKind::resources) == listed_.end()) {
        offers_.resources.clear();
        offers_.templates.clear();
    }
    if (listed_.find(OfferKind::prompts) == listed_.end()) offers_.prompts.clear();
    diagnostics_.clear();
    waiting_ = listed_;
    go_on();
}

void OfferLists::list_again(OfferKind kind) {
    if (listed_.find(kind) == listed_.end()) return;
    waiting_.insert(kind);
    if (!now_) go_on();
}

void OfferLists::stop() {
    ++turn_;
    listed_.clear();
    waiting_.clear();
    now_.reset();
    listing_.reset();
    offers_.is_listed = false;
}

void OfferLists::go_on() {
    if (waiting_.empty()) {
        offers_.is_listed = true;
        std::vector<std::string> all;
        for (const auto& [kind, sentences] : diagnostics_)
            all.insert(all.end(), sentences.begin(), sentences.end());
        return parts_.on_lists(offers_, std::move(all));
    }
    now_ = *waiting_.begin();
    waiting_.erase(waiting_.begin());
    listing_.emplace(*now_);
    ask_for_page({});
}

void OfferLists::ask_for_page(const std::string& cursor) {
    parts_.ask(list_method(*now_), cursor, [this, turn = ++turn_](const rpc::Outcome& outcome) {
        if (turn == turn_) take_page(outcome);
    });
}

void OfferLists::take_page(const rpc::Outcome& outcome) {
    const std::string method(list_method(*now_));
    if (outcome.kind != rpc::Outcome::Kind::result)
        return finish({method + " has no answer: " + outcome.error.message});
    const auto cursor = listing_->add(outcome.result);
    if (!cursor)
        return finish({"The answer to " + method + " is wrong: " + cursor.error().message});
    if (*cursor) return ask_for_page(**cursor);
    listing_->move_into(offers_);
    finish(listing_->diagnostics());
}

void OfferLists::finish(std::vector<std::string> diagnostics) {
    diagnostics_[*now_] = std::move(diagnostics);
    now_.reset();
    listing_.reset();
    go_on();
}

}  // namespace iam::mcp
