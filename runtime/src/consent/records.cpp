// Deadlines on two clocks, kept approvals, broken records and changes of earlier contracts.
#include "iam/consent/records.hpp"

#include <iam/consent/changes.hpp>
#include <iam/consent/decision.hpp>

#include <algorithm>

namespace iam::consent {
namespace {

using std::chrono::milliseconds;

/// For durations of zero and more.
milliseconds saturating_sum(milliseconds a, milliseconds b) noexcept {
    return a > milliseconds::max() - b ? milliseconds::max() : a + b;
}

/// True if `wall` is more than the tolerance before `set_at`, computed without overflow.
bool was_set_back(std::chrono::sys_time<milliseconds> set_at,
                  std::chrono::sys_time<milliseconds> wall) noexcept {
    return saturating_add(wall, k_clock_tolerance) < set_at;
}

}  // namespace

Deadline deadline_after(const Moment& now, milliseconds duration) {
    const milliseconds lifetime = std::max(duration, milliseconds(0));
    Deadline deadline;
    deadline.wall = saturating_add(now.wall, lifetime);
    deadline.boot = saturating_sum(now.boot, lifetime);
    deadline.boot_id = now.boot_id.text();
    deadline.set_at = now.wall;
    return deadline;
}

DeadlineState state_at(const Deadline& deadline, const Moment& now) noexcept {
    if (now.wall >= deadline.wall) return DeadlineState::ended;
    if (now.boot_id == deadline.boot_id && now.boot >= deadline.boot) return DeadlineState::ended;
    // While the wall clock is held, only the boot clock tells that time goes on.
    if (now.is_held && now.boot_id != deadline.boot_id) return DeadlineState::suspended;
    // If a clock was set back, it must not lengthen a record's life.
    if (was_set_back(deadline.set_at, now.wall)) return DeadlineState::suspended;
    return DeadlineState::running;
}

std::string subject_scope(std::string_view user, std::string_view workspace) {
    // The length keeps "ab" and "c" apart from "a" and "bc".
    std::string scope = std::to_string(user.size());
    scope.reserve(scope.size() + 1 + user.size() + workspace.size());
    scope += ':';
    scope += user;
    scope += workspace;
    return scope;
}

const ContractChange* find_change(const ContractChanges& changes, const Digest& before) noexcept {
    const auto found = std::find_if(changes.begin(), changes.end(), [&](const ContractChange& one) {
        return one.before == before;
    });
    return found == changes.end() ? nullptr : &*found;
}

OriginTrust origin_trust(const std::string& origin, const std::string& endpoint,
                         const std::optional<ServerTrust>& trust) noexcept {
    if (origin.empty()) return OriginTrust::own;
    if (!trust || trust->server != origin) return OriginTrust::none;
    const bool is_same = !endpoint.empty() && trust->endpoint == endpoint;
    return is_same ? OriginTrust::trusted : OriginTrust::outdated;
}

OriginTrust origin_trust(const Contract& contract,
                         const std::optional<ServerTrust>& trust) noexcept {
    return origin_trust(contract.id.origin, contract.endpoint, trust);
}

bool is_believed(OriginTrust trust) noexcept {
    return trust == OriginTrust::own || trust == OriginTrust::trusted;
}

bool is_open(ApprovalState state) noexcept {
    return state == ApprovalState::pending || state == ApprovalState::given;
}

std::string_view to_string(Match::Kind kind) noexcept {
    switch (kind) {
        case Match::Kind::tool:
            return "tool";
        case Match::Kind::keys:
            return "keys";
        case Match::Kind::exact:
            break;
    }
    return "exact";
}

std::string_view to_string(BrokenRecord::Kind kind) noexcept {
    switch (kind) {
        case BrokenRecord::Kind::policy:
            return "policy";
        case BrokenRecord::Kind::grant:
            return "grant";
        case BrokenRecord::Kind::permission:
            return "permission";
        case BrokenRecord::Kind::approval:
            return "approval";
        case BrokenRecord::Kind::trust:
            return "trust";
    }
    return "record";
}

words::Sentences words_of(const BrokenRecord& record) {
    switch (record.kind) {
        case BrokenRecord::Kind::policy:
            return say(words::Id::broken_policy);
        case BrokenRecord::Kind::grant:
            return say(words::Id::broken_grant, {{"id", record.id}});
        case BrokenRecord::Kind::permission:
            return say(words::Id::broken_permission, {{"id", record.id}});
        case BrokenRecord::Kind::trust:
            return say(words::Id::broken_trust);
        case BrokenRecord::Kind::approval:
            break;
    }
    return say(words::Id::broken_approval, {{"id", record.id}});
}

std::string sentence_about(const BrokenRecord& record) {
    return words_of(record).english() + " of " + display_name(record.tool) +
           " was changed past the program or comes from another state";
}

Approval as_kept(Approval approval) {
    if (!is_open(approval.state)) {
        approval.arguments.clear();
        approval.preview.clear();
    }
    return approval;
}

}  // namespace iam::consent
