// A ready-made interceptor: tells the steps in the life of each call, as values or as JSON lines.
#pragma once

#include <iam/core/clock.hpp>
#include <iam/gate/interceptor.hpp>

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace iam::gate {

/// A step of a call, without its values: no arguments, no results, no messages.
struct CallStep {
    enum class Kind {
        requested,  ///< the call came to the gate
        decided,    ///< by the policies, rules and grants, or by the answer to a question
        executing,  ///< the function is about to run
        outcome,    ///< the call has ended: it was run, or refused with a code
    };
    Kind kind = Kind::requested;
    std::chrono::sys_time<std::chrono::milliseconds> time{};
    std::string call_id{};
    ToolId tool{};
    bool is_undo = false;
    std::optional<Proposer::Kind> proposer{};
    std::optional<Policy> effect{};           ///< of decided
    std::optional<consent::Source> source{};  ///< of decided
    std::string source_id{};                  ///< of decided: the rule, grant or interceptor
    std::string answer{};                     ///< of decided: a person's answer
    std::optional<bool> success{};            ///< of outcome; false: it failed or was refused
    std::string code{};                       ///< of outcome: of a failure or refusal
    std::optional<std::chrono::microseconds> duration{};  ///< of outcome: of the function
    std::string entry{};                                  ///< "0.12"; empty: no entry yet
};
std::string_view to_string(CallStep::Kind kind) noexcept;
/// One line of JSON without a line end. Members without a value are left out.
std::string to_json(const CallStep& step);

/// Calls back on the thread of the call: pass the step on, do not wait. Exceptions are ignored.
/// Register it last, so that it hears of the last word of the decision. The end of a call is told
/// from the record: there is none without audit, nor for a refusal that is only counted
/// (Settings::repeated_refusal_window).
class CallLog final : public Interceptor {
 public:
    /// The clock outlives the CallLog.
    CallLog(const Clock& clock, std::function<void(const CallStep&)> on_step);

    std::string name() const override { return "call_log"; }
    std::optional<consent::Decision> on_resolve(const CallView& call,
                                                const consent::Decision& upstream) override;
    void on_audit(const ledger::StoredEntry& entry) override;

 private:
    void tell(const CallStep& step) const;
    /// True if the call is new here.
    bool note(const std::string& call_id);
    void forget(const std::string& call_id);

    const Clock& clock_;
    const std::function<void(const CallStep&)> on_step_;
    std::mutex mutex_{};
    std::set<std::string> open_calls_{};  // by mutex_; were told as requested
};

}  // namespace iam::gate
