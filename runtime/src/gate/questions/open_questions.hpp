// The list of open questions. Overdue ones end, and their number is bounded.
#pragma once

#include "gate/state/refusal.hpp"
#include <iam/consent/records.hpp>
#include <iam/tool/call.hpp>

#include <optional>
#include <vector>

namespace iam::gate {

struct RecordWriter;

/// Ends a question after its deadline, with an entry. A suspended deadline keeps it open. A
/// read-only store keeps it as well; nothing can be allowed there.
Result<void> end_if_overdue(RecordWriter& writer, const consent::Approval& approval,
                            const Moment& now);

/// Ends every overdue question and every overdue unused answer, with an entry each. Returns the
/// questions that can still be answered, oldest first.
Result<std::vector<consent::Approval>> open_questions(RecordWriter& writer, const Moment& now);

/// Refuses (quota_exceeded) if this user has `Settings::open_questions_max` open questions in this
/// workspace. Overdue ones end first.
std::optional<Refusal> check_room_for_question(RecordWriter& writer, const Subject& subject,
                                               const Moment& now);

}  // namespace iam::gate
