// A ready-made interceptor: reports each call's end, duration and decision to a callback.
#pragma once

#include <iam/gate/interceptor.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace iam::gate {

/// An entry without its values: no arguments, no results, no messages.
struct CallEvent {
    ledger::EntryKind kind = ledger::EntryKind::note;
    std::string entry{};  ///< "0.12"
    std::chrono::sys_time<std::chrono::milliseconds> time{};
    std::string call_id{};
    ToolId tool{};
    std::optional<Proposer::Kind> proposer{};
    std::optional<Policy> effect{};           ///< if there was a decision
    std::optional<consent::Source> source{};  ///< the source of the decision
    std::string source_id{};
    std::optional<consent::Risk> risk{};
    std::string answer{};                                 ///< of a question
    std::optional<bool> success{};                        ///< if a function ran
    std::string code{};                                   ///< of a failure or refusal
    std::optional<std::chrono::microseconds> duration{};  ///< of the function
    bool late = false;                                    ///< the caller had its reply, timed_out
};

/// Calls back after each durable entry about a tool, on the thread of its writer: pass it on, do
/// not wait. Exceptions are ignored. A program without audit reports nothing.
class Telemetry final : public Interceptor {
 public:
    explicit Telemetry(std::function<void(const CallEvent&)> on_event);

    std::string name() const override { return "telemetry"; }
    void on_audit(const ledger::StoredEntry& entry) override;

 private:
    std::function<void(const CallEvent&)> on_event_;
};

}  // namespace iam::gate
