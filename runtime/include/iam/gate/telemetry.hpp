// A ready-made interceptor: what happened to each call, how long it took and who decided, to a callback.
#pragma once

#include <iam/gate/interceptor.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace iam::gate {

/// What an entry says without its values: no arguments, no results, no messages.
struct CallEvent {
    ledger::EntryKind kind = ledger::EntryKind::note;
    std::string entry{};  ///< "0.12"
    std::chrono::sys_time<std::chrono::milliseconds> time{};
    std::string call_id{};
    ToolId tool{};
    std::optional<Proposer::Kind> proposer{};
    std::optional<Policy> effect{};           ///< where something was decided
    std::optional<consent::Source> source{};  ///< who decided
    std::string source_id{};
    std::optional<consent::Risk> risk{};
    std::string answer{};                                 ///< of a question
    std::optional<bool> success{};                        ///< of what ran
    std::string code{};                                   ///< of what failed or was refused
    std::optional<std::chrono::microseconds> duration{};  ///< of the function
    bool late = false;  ///< the caller had been told that it timed out
};

/// Is told after each entry that is about a tool is durable, on the thread that wrote it: pass on, do not wait. What the callback throws is ignored.
/// Of a program without audit it hears nothing.
class Telemetry final : public Interceptor {
 public:
    explicit Telemetry(std::function<void(const CallEvent&)> on_event);

    std::string name() const override { return "telemetry"; }
    void on_audit(const ledger::StoredEntry& entry) override;

 private:
    std::function<void(const CallEvent&)> on_event_;
};

}  // namespace iam::gate
