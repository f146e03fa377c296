// Five places where a host may step into a call. All are optional; they are called in the order of
// registration.
#pragma once

#include <iam/consent/decision.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/tool/call.hpp>
#include <iam/tool/contract.hpp>

#include <optional>
#include <string>
#include <utility>

namespace iam::gate {

/// How often in a row hooks may change the arguments of a call. One change more is
/// interceptor_failed.
inline constexpr int k_argument_changes_max = 8;

/// A call with its final arguments: canonical text, with secret members. Valid during the hook
/// only.
struct CallView {
    const Call& call;
    const Contract* contract = nullptr;  ///< nullptr: no such tool
    bool is_undo = false;  ///< The call is an undo, and its arguments are as recorded.
    std::optional<std::string>* changed = nullptr;  ///< where change_arguments() puts them

    /// In on_resolve and before_execute: asks for a call with these arguments (JSON text) instead.
    /// The call ends there. A new call of the same proposer goes through all steps from the first,
    /// and no consent to the old value holds for it. The record has both, and the interceptor's
    /// name. Without effect in the other hooks, for a denied or vetoed call, and for the same
    /// value. For an undo, and after the function has asked for input, the call is
    /// interceptor_failed. A later text replaces an earlier one of the same hook.
    void change_arguments(std::string arguments) const {
        if (changed != nullptr) *changed = std::move(arguments);
    }
};

/// Must be callable from several threads at once. Exceptions of a hook are caught. In on_resolve
/// and before_execute they fail the call: interceptor_failed, and the function is not called. In
/// after_execute they turn the reply into interceptor_failed, and the record keeps the outcome. In
/// on_audit they are ignored.
class Interceptor {
 public:
    virtual ~Interceptor() = default;

    /// Recorded in the entries of its decisions.
    virtual std::string name() const = 0;
    /// True lets on_resolve loosen a decision. It never lifts a "deny always", a managed rule
    /// (Ruling::floor), or the denial for managed rules that do not load. The entry names the
    /// interceptor.
    virtual bool may_loosen() const { return false; }

    /// After the decision, before the gate acts on it; again after the store has changed. A value
    /// replaces the decision for the next interceptor. A loosening value without may_loosen is
    /// ignored.
    virtual std::optional<consent::Decision> on_resolve(const CallView& call,
                                                        const consent::Decision& upstream);
    /// After the consent, before the intent. A value is a veto: a failure with this code and
    /// message. The first veto wins. Asked once per decision. A veto spends no grant and no
    /// approval. A veto that claims success is interceptor_failed.
    virtual std::optional<ToolResult> before_execute(const CallView& call,
                                                     const consent::Decision& decision);
    /// After the outcome is durable: may rewrite the caller's reply, never the record. Asked again
    /// when a repeated call id is answered from the record, with the recorded `result`. The secrets
    /// of the call are removed from its text. A failure without a code of its own, or text other
    /// than UTF-8, is interceptor_failed. Not asked about a refused call, nor about the answer
    /// timed_out: the function still runs then, and nobody waits for its outcome.
    virtual std::optional<ToolResult> after_execute(const CallView& call, const ToolResult& result);
    /// At recording time: may replace a value before it is stored. `field` is "arguments",
    /// "result", "preview" or "message". If arguments or result were replaced, the call cannot be
    /// undone (undo_incompatible), since an undo function gets the original ones. The secrets of
    /// the call are removed from its text.
    virtual std::optional<std::string> on_record(const CallView& call, std::string_view field,
                                                 const std::string& bytes);
    /// After an entry is durable.
    virtual void on_audit(const ledger::StoredEntry& entry);
};

}  // namespace iam::gate
