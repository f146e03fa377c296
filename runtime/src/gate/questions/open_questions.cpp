#include "gate/questions/open_questions.hpp"

#include "gate/questions/approvals.hpp"
#include "gate/record/record_writer.hpp"
#include "gate/record/records.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace iam::gate {
namespace {

using consent::Approval;
using consent::ApprovalState;
using consent::DeadlineState;

// A larger commit would hold the writer's lock for long.
constexpr std::size_t k_ends_per_commit = 500;

bool is_overdue(const Approval& approval, const Moment& now) {
    return consent::state_at(approval.expires, now) == DeadlineState::ended;
}

bool can_be_answered(const Approval& approval, const Moment& now) {
    return approval.state == ApprovalState::pending &&
           consent::state_at(approval.expires, now) == DeadlineState::running;
}

/// If somebody has answered one of them meanwhile, all of them stay for the next look.
Result<void> end_all(RecordWriter& writer, const std::vector<Approval>& overdue,
                     const Moment& now) {
    for (std::size_t at = 0; at < overdue.size();) {
        ledger::Batch batch;
        for (const std::size_t end = std::min(overdue.size(), at + k_ends_per_commit); at < end;
             ++at)
            add_end(writer, batch, overdue[at], ApprovalState::expired, "", now);
        const auto ended = commit(writer, std::move(batch));
        if (!ended && ended.error().code == Errc::unavailable) return {};
        if (!ended && ended.error().code != Errc::conflict) return tl::unexpected(ended.error());
    }
    return {};
}

Refusal no_room(std::size_t most) {
    return Refusal(code::quota_exceeded,
                   "This user has " + std::to_string(most) +
                       " open questions in this workspace, as many as the application allows "
                       "(open_questions_max); answer or withdraw some of them, then call again.");
}

Refusal cannot_count(const Error& error) {
    return Refusal(
        code::ledger_unavailable,
        "The open questions cannot be counted, so nobody was asked and nothing was run: " +
            error.message);
}

}  // namespace

Result<void> end_if_overdue(RecordWriter& writer, const Approval& approval, const Moment& now) {
    if (!consent::is_open(approval.state) || !is_overdue(approval, now)) return {};
    return end_all(writer, {approval}, now);
}

Result<std::vector<Approval>> open_questions(RecordWriter& writer, const Moment& now) {
    IAM_TRY(open, writer.parts.store.approvals());
    std::vector<Approval> overdue;
    std::copy_if(open.begin(), open.end(), std::back_inserter(overdue),
                 [&](const Approval& one) { return is_overdue(one, now); });
    IAM_CHECK(end_all(writer, overdue, now));
    open.erase(std::remove_if(open.begin(), open.end(),
                              [&](const Approval& one) { return !can_be_answered(one, now); }),
               open.end());
    return std::move(open);
}

std::optional<Refusal> check_room_for_question(RecordWriter& writer, const Subject& subject,
                                               const Moment& now) {
    const std::size_t most = writer.settings.open_questions_max;
    auto count = writer.parts.store.count_pending(subject);
    if (count && *count < most) return std::nullopt;
    if (!count) return cannot_count(count.error());
    const auto open = open_questions(writer, now);
    if (!open) return cannot_count(open.error());
    count = writer.parts.store.count_pending(subject);
    if (!count) return cannot_count(count.error());
    if (*count < most) return std::nullopt;
    return no_room(most);
}

}  // namespace iam::gate
