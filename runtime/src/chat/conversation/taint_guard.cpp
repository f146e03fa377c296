// Tightens decisions for tainted chats.
#include "iam/chat/taint_guard.hpp"

#include <iam/consent/risk.hpp>

#include <algorithm>
#include <utility>

namespace iam::chat {
namespace {

std::string words_of(const Source& source) {
    const std::string kind(to_string(source.kind));
    return source.origin.empty() ? kind : kind + " '" + source.origin + "'";
}

bool wants_question(const gate::CallView& view, const Taint& taint) {
    if (view.contract == nullptr) return true;
    const std::string& origin = view.call.tool.origin;
    const bool may_leave = view.contract->hints.open_world.value_or(true);
    const bool is_low = consent::risk_of(*view.contract, origin.empty()) == consent::Risk::low;
    return may_leave || !is_low ||
           std::any_of(taint.begin(), taint.end(), [&](const Source& source) {
               return source.kind != Source::Kind::tool || source.origin != origin;
           });
}

}  // namespace

void TaintGuard::set(const std::string& chat, Taint taint) {
    const std::lock_guard lock(mutex_);
    if (taint.empty())
        taints_.erase(chat);
    else
        taints_[chat] = std::move(taint);
}

std::optional<consent::Decision> TaintGuard::on_resolve(const gate::CallView& call,
                                                        const consent::Decision& upstream) {
    if (upstream.effect != Policy::allow) return std::nullopt;
    const std::lock_guard lock(mutex_);
    const auto found = taints_.find(call.call.proposer.conversation_id);
    if (found == taints_.end() || !wants_question(call, found->second)) return std::nullopt;
    std::string sources;
    for (const Source& source : found->second)
        sources += (sources.empty() ? "" : ", ") + words_of(source);
    return consent::Decision{.effect = Policy::confirm,
                             .source = consent::Source::interceptor,
                             .source_id = name(),
                             .reason = "The chat has read untrusted text (" + sources +
                                       "), which may have led to this call."};
}

}  // namespace iam::chat
