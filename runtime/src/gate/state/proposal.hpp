// The proposed call and its way of entry: made when a call enters the Runtime.
#pragma once

#include <iam/core/boxed.hpp>
#include <iam/core/digest.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/ledger/store.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace iam::gate {

/// The recorded call to undo.
struct UndoPlan {
    ledger::EntryId original{};  ///< the outcome
    std::string result{};        ///< the function's own result; empty for void
    Digest arguments_digest{};   ///< of the original call: exact grants are bound to it
    /// The end of the tool's undo window. Nothing: it has none.
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> until{};
    /// The outcome, if it names the call's changes and later calls may stand in the way.
    std::optional<ledger::StoredEntry> touching{};
    /// The newest entry, per chain, of the search for later calls. The commit of the intent expects
    /// no change behind them.
    std::vector<ledger::EntryId> looked_to{};
    std::string within_call{};                    ///< UndoRequest::within_call
    std::optional<consent::Approver> approver{};  ///< UndoRequest::approver
    /// The states left by the call, as recorded (Context::touch with a state).
    std::string states{};
    /// The text kept by the call (Context::keep_for_undo).
    std::optional<std::string> kept{};
};

/// Where the id of a call comes from.
enum class IdSource {
    made,     ///< the Runtime made it
    host,     ///< the host gave it: a repetition is answered from the record
    resumed,  ///< an earlier call goes on under its id, after waiting for input
};

struct Proposal {
    /// The arguments are as proposed until the value is read, then they are its canonical text.
    Call call{};
    CallOptions options{};
    IdSource id_source = IdSource::made;
    Boxed<UndoPlan> undo{};
    int edits = 0;     ///< changes by a person, up to this call
    int rewrites = 0;  ///< changes by hooks since then
};

}  // namespace iam::gate
