// Five places where a host may step into a call. All optional; called in the order of registration.
#pragma once

#include <iam/consent/decision.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/tool/call.hpp>
#include <iam/tool/contract.hpp>

#include <optional>
#include <string>
#include <utility>

namespace iam::gate {

/// How often in a row hooks may change the arguments of a call; then it is interceptor_failed.
inline constexpr int k_argument_changes_max = 8;

/// A call whose arguments are final: canonical text, secret members included. Valid during the hook
/// only.
struct CallView {
    const Call& call;
    const Contract* contract = nullptr;  ///< nullptr: no such tool
    bool is_undo =
        false;  ///< the call is the undo of an earlier one; its arguments are as recorded
    std::optional<std::string>* changed = nullptr;  ///< where change_arguments() leaves them

    /// In on_resolve and before_execute: the call shall have these arguments (JSON text) instead. It ends there, and a new call for the same
    /// proposer goes through all steps from the first; nothing that was allowed or approved for the old value holds for it. The record has
    /// both, and which interceptor it was. Without effect elsewhere, where the call is denied or vetoed, and where it is the same value; an
    /// undo, and a call whose function asked for input before, are interceptor_failed. A later text replaces an earlier one of the same hook.
    void change_arguments(std::string arguments) const {
        if (changed != nullptr) *changed = std::move(arguments);
    }
};

/// Must be callable from several threads at once. What a hook throws is caught: on_resolve and
/// before_execute then fail the call (interceptor_failed, the function is not called),
/// after_execute turns the reply into interceptor_failed while the record keeps what the function
/// did, on_audit is ignored.
class Interceptor {
 public:
    virtual ~Interceptor() = default;

    /// Named in the entries that it decided.
    virtual std::string name() const = 0;
    /// True lets on_resolve loosen a decision; never a "deny always", what a managed rule says (Ruling::floor), or managed rules that do
    /// not load. The entry says who did it.
    virtual bool may_loosen() const { return false; }

    /// After the decision, before the gate acts on it; again when the store changed meanwhile. A value replaces it for the next one; one
    /// that loosens without may_loosen is ignored.
    virtual std::optional<consent::Decision> on_resolve(const CallView& call,
                                                        const consent::Decision& upstream);
    /// After the gate, before the intent. A value is a veto: a failure with this code and message;
    /// the first one wins. Asked once per decision. A veto never spends a grant or an approval. A veto that claims success
    /// is refused as interceptor_failed.
    virtual std::optional<ToolResult> before_execute(const CallView& call,
                                                     const consent::Decision& decision);
    /// After the outcome is durable: may rewrite what the caller gets, never the record. Asked again when a repeated call id is answered
    /// from the record; `result` is then what the record has. The secrets of the call are scrubbed from it like
    /// from everything else; a failure without a code of its own, or text that is not UTF-8, is interceptor_failed.
    /// Not asked about a call that was refused, nor about the answer timed_out: the function still runs, and nobody waits for its
    /// outcome any more.
    virtual std::optional<ToolResult> after_execute(const CallView& call, const ToolResult& result);
    /// At recording time: may replace a value before it is committed to and stored (redaction of
    /// the record). `field` is "arguments", "result", "preview", "message". A call whose
    /// arguments or result it replaced by something else cannot be undone (undo_incompatible): an undo function gets the original ones.
    /// The secrets of the call are scrubbed from what it gives.
    virtual std::optional<std::string> on_record(const CallView& call, std::string_view field,
                                                 const std::string& bytes);
    /// After an entry is durable.
    virtual void on_audit(const ledger::StoredEntry& entry);
};

}  // namespace iam::gate
