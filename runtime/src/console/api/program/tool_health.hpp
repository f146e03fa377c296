// Sums up the newest entries of a ledger: how the calls of each tool ended. Pure.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/ledger/entry.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace iam::console {

/// Entries come the newest first, as Store::visit() passes them.
class ToolHealth {
 public:
    void add(const ledger::StoredEntry& entry);

    /// The member "tools": tool, calls, failures, latency_p50_us, latency_p95_us, and last_error
    /// with code, entry and time.
    void put(JsonWriter& out) const;

 private:
    struct LastError {
        std::string code{};
        std::string entry{};
        std::string time{};
    };
    struct Tool {
        std::uint64_t calls = 0;
        std::uint64_t failures = 0;
        std::vector<std::chrono::microseconds> durations{};
        std::optional<LastError> last_error{};
    };
    static void put_tool(JsonWriter& out, const std::string& name, const Tool& tool);

    std::map<std::string, Tool> tools_{};
};

}  // namespace iam::console
