// The host's parts of a Runtime, and its settings.
#pragma once

#include <iam/consent/changes.hpp>
#include <iam/consent/decision.hpp>
#include <iam/consent/prompter.hpp>
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/interceptor.hpp>
#include <iam/ledger/store.hpp>
#include <iam/tool/registry.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace iam::consent {
class RuleSource;
}

namespace iam::gate {

struct Placement;  // <iam/gate/executor.hpp>, for programs that set Parts::place

/// All objects named here by reference or pointer outlive the Runtime.
struct Parts {
    Registry& registry;
    ledger::Store& store;
    const Clock* clock = nullptr;  ///< nullptr: the clock of the system
    Entropy* entropy = nullptr;    ///< nullptr: random bytes of the system
    /// nullptr: nobody is asked here, and a question leaves a pending approval.
    consent::Prompter* prompter = nullptr;
    std::vector<std::shared_ptr<Interceptor>> interceptors{};
    /// Asked with every call (<iam/consent/rules.hpp>). nullptr: there are no rules.
    consent::RuleSource* rules = nullptr;
    /// Whether this approver may allow this question. Asked once with each allowing answer, from
    /// any place; not about the host's own assertion, nor about a refusal. Empty: every approver
    /// may. A no, or an exception, leaves the question open for others: the waiting call is
    /// confirmation_required. Called from several threads at once.
    std::function<bool(const consent::Approver&, const consent::Approval&)> may_approve{};
    /// The effect of a tool's change on earlier consent. iam::host gives gate::judge_change
    /// (judge_change.hpp). nullptr: every change of the consent digest suspends, and a question
    /// does not name the change.
    consent::JudgeChange judge_change = nullptr;
    /// Where the functions of a tool run, and its undos; asked before each. (Previews run as
    /// Runtime says.) After the intent, the thread of the call waits for its turn and for the
    /// executor. A stop of the host, of a freeze or of a time limit before the function has begun
    /// ends the wait: `cancelled`, recorded, not called. Empty: on the thread of the call, any
    /// number at once. If it throws, or gives no executor for a Contract::executor, the function is
    /// not called. Called from several threads at once.
    std::function<Placement(const Contract&)> place{};
    /// The build of the application, for the record: iam::build_id() of <iam/core/build_id.hpp>, or
    /// a word of the host's own.
    std::string build{};
};

struct Settings {
    consent::Settings consent{};
    std::chrono::milliseconds approval_lifetime{std::chrono::minutes{10}};
    /// How many questions one user, workspace and session is asked while this Runtime lives. One
    /// more leaves its approval pending, as without a prompter, and the reply says how the others
    /// were answered. Nothing: no bound.
    std::optional<std::uint32_t> questions_per_session_max{};
    /// How many questions of one user in one workspace may be open in the store. If a call would
    /// ask one more, it is refused (quota_exceeded). If processes ask at the same moment, each may
    /// exceed it by one.
    std::size_t open_questions_max = 1000;
    /// The approximate bound of the record of one session's calls, in all processes on this store.
    /// A session is Subject::session, if not empty, of one user in one workspace. Further calls are
    /// quota_exceeded; running calls are recorded all the same. Runtimes know of each other by
    /// notes, left by lot, 64 to a quota. Nothing: no bound.
    std::optional<std::uint64_t> record_bytes_per_session_max{std::uint64_t{256} << 20};
    /// If a refusal repeats another one and no person was asked, it is counted for this long and
    /// has no entry. Its reply names the entry of the first. The count is recorded with the next
    /// refusal afterwards, or when the Runtime ends; a crash loses it. 0: each has an entry.
    std::chrono::milliseconds repeated_refusal_window{std::chrono::minutes{1}};
    std::size_t arguments_bytes_max = std::size_t{1} << 20;
    std::size_t result_bytes_max = std::size_t{16} << 20;
    /// The number of entries after a call to search for later changes of the same objects, in an
    /// undo. Also the number of entries read by undoable() at the end of the ledger. If there are
    /// more, the undo of a call with named changes is refused (undo_depends).
    std::size_t later_entries_max = 100'000;
    std::size_t preview_bytes_max = std::size_t{64} << 10;
    /// Threads for tools with a time limit, and as many for their previews. Started at first use.
    unsigned workers_max = 4;
    /// false: nothing is recorded, nothing can be undone (audit_disabled), and a repeated call id
    /// runs again. Consent still holds.
    bool audit = true;
    /// For a store shared by several processes: while functions run, a thread watches it, so
    /// another process's freeze asks them to stop. Without it only Consent::freeze() of this
    /// Runtime does. Stop callbacks then run on the watching thread. It looks at nothing meanwhile:
    /// keep them short. A freeze thawed between two looks stops nobody, but has denied the calls of
    /// its time.
    bool watch_for_freeze = false;
};

}  // namespace iam::gate
