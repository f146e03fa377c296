// Recognises equal refusals and counts them.
#include "gate/record/repeated_refusals.hpp"

#include "gate/state/call_state.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace iam::gate {
namespace {

// A model might invent arguments without end; they must not fill the memory.
constexpr std::size_t k_remembered_max = 1024;

void add(Hasher& hasher, const Subject& subject) {
    hasher.update_framed(subject.user).update_framed(subject.workspace);
    hasher.update_framed(subject.session).update_framed(subject.agent);
}

}  // namespace

std::optional<Digest> identity_of(const CallState& call, const Refusal& refusal) {
    constexpr std::array k_of_people{code::user_denied, code::no_decision,
                                     code::confirmation_required, code::stale_approval,
                                     code::cancelled};
    const bool was_asked =
        call.question.approval || !refusal.approval.empty() || call.caller.replaces ||
        std::find(k_of_people.begin(), k_of_people.end(), refusal.code) != k_of_people.end();
    if (was_asked || call.proposal.undo || call.proposal.id_source == IdSource::resumed ||
        call.question.passes > 0)
        return std::nullopt;
    Hasher hasher(domain_tag("iam/refusal/1"), call.basis.parts.store.key());
    hasher.update_framed(refusal.code);
    add(hasher, call.proposal.call.subject);
    // A session over its quota records no arguments, so they do not matter here.
    if (refusal.code == code::quota_exceeded) return hasher.finish();
    const consent::Decision& decision =
        refusal.decision ? *refusal.decision : call.standing.decision();
    hasher.update_framed(call.proposal.call.tool.origin)
        .update_framed(call.proposal.call.tool.name);
    hasher.update_framed(to_string(call.proposal.call.proposer.kind))
        .update_framed(call.proposal.call.proposer.model);
    hasher.update_framed(to_string(decision.source)).update_framed(decision.source_id);
    if (call.tool) hasher.update(call.tool.contract->digests.consent);
    hasher.update_framed(call.proposal.call.arguments);
    // For a malformed call the message names the bad part (an id, perhaps), which may be none of
    // the fields above. Other messages do not count: "try again in 3 seconds" differs every second.
    if (refusal.code == code::invalid_arguments) hasher.update_framed(refusal.message);
    return hasher.finish();
}

std::optional<ledger::EntryId> RepeatedRefusals::count(const Digest& what,
                                                       std::chrono::milliseconds now,
                                                       Window window) {
    const std::lock_guard lock(mutex_);
    const auto place = known_.find(what);
    if (place == known_.end() || now - place->second.begin >= window) return std::nullopt;
    ++place->second.count;
    place->second.last = now;
    return place->second.first;
}

void RepeatedRefusals::remember(Repetition first) {
    const std::lock_guard lock(mutex_);
    if (known_.size() < k_remembered_max) known_.emplace(first.what, std::move(first));
}

std::vector<Repetition> RepeatedRefusals::take_over(std::chrono::milliseconds now, Window window) {
    const std::lock_guard lock(mutex_);
    std::vector<Repetition> over;
    for (auto place = known_.begin(); place != known_.end();) {
        if (now - place->second.begin < window) {
            ++place;
            continue;
        }
        if (place->second.count > 0) over.push_back(std::move(place->second));
        place = known_.erase(place);
    }
    return over;
}

std::vector<Repetition> RepeatedRefusals::take_all() {
    const std::lock_guard lock(mutex_);
    std::vector<Repetition> all;
    for (auto& [what, repetition] : std::exchange(known_, {})) {
        if (repetition.count > 0) all.push_back(std::move(repetition));
    }
    return all;
}

}  // namespace iam::gate
