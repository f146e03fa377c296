#include "console/api/program/tool_health.hpp"

#include "console/http/json_members.hpp"
#include <iam/core/clock.hpp>
#include <iam/tool/contract.hpp>

#include <algorithm>

namespace iam::console {
namespace {

void put_number(JsonWriter& out, std::string_view name, std::uint64_t number) {
    out.key(name);
    out.integer(number);
}

/// The smallest duration that so many percent of all do not exceed.
std::uint64_t percentile(const std::vector<std::chrono::microseconds>& sorted,
                         std::size_t percent) {
    const std::size_t rank = (sorted.size() * percent + 99) / 100;
    return static_cast<std::uint64_t>(sorted[std::max<std::size_t>(rank, 1) - 1].count());
}

}  // namespace

void ToolHealth::add(const ledger::StoredEntry& entry) {
    const auto decoded = ledger::decode(entry.text);
    if (!decoded || decoded->entry.kind != ledger::EntryKind::outcome || !decoded->entry.tool)
        return;
    const ledger::Entry& outcome = decoded->entry;
    Tool& tool = tools_[display_name(*outcome.tool)];
    ++tool.calls;
    if (outcome.duration) tool.durations.push_back(*outcome.duration);
    if (outcome.success.value_or(false)) return;
    ++tool.failures;
    if (!tool.last_error)
        tool.last_error = {outcome.code, to_string(entry.id), to_rfc3339(outcome.time)};
}

void ToolHealth::put_tool(JsonWriter& out, const std::string& name, const Tool& tool) {
    out.begin_object();
    put_number(out, "calls", tool.calls);
    put_number(out, "failures", tool.failures);
    if (tool.last_error) {
        out.key("last_error");
        out.begin_object();
        console::put(out, "code", tool.last_error->code);
        console::put(out, "entry", tool.last_error->entry);
        console::put(out, "time", tool.last_error->time);
        out.end_object();
    }
    if (!tool.durations.empty()) {
        auto sorted = tool.durations;
        std::sort(sorted.begin(), sorted.end());
        put_number(out, "latency_p50_us", percentile(sorted, 50));
        put_number(out, "latency_p95_us", percentile(sorted, 95));
    }
    console::put(out, "tool", name);
    out.end_object();
}

void ToolHealth::put(JsonWriter& out) const {
    out.key("tools");
    out.begin_array();
    for (const auto& [name, tool] : tools_) put_tool(out, name, tool);
    out.end_array();
}

}  // namespace iam::console
