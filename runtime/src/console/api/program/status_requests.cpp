#include "console/api/program/status_requests.hpp"

#include "console/api/api.hpp"
#include "console/api/asked.hpp"
#include "console/api/program/tool_health.hpp"
#include "console/http/answers.hpp"
#include <iam/core/json_writer.hpp>
#include <iam/ledger/store.hpp>

#include <array>
#include <string>
#include <utility>

namespace iam::console {
namespace {

constexpr std::size_t k_status_entries = 1000;

Result<std::string> status_of_program(const Parts& parts) {
    ToolHealth health;
    IAM_CHECK(parts.store.visit({.limit = k_status_entries, .with_payloads = false},
                                [&](const ledger::StoredEntry& entry) {
                                    health.add(entry);
                                    return true;
                                }));
    IAM_TRY(broken, parts.store.broken());
    JsonWriter out;
    out.begin_object();
    out.key("broken_records");
    out.integer(std::uint64_t{broken.size()});
    health.put(out);
    if (parts.status) {
        IAM_TRY(program, parts.status());
        out.key("program");
        out.raw(program);
    }
    out.end_object();
    return out.take();
}

net::Response show_status(const ApiParts& api, const Asked& /*asked*/) {
    auto status = status_of_program(api.parts);
    return status ? json_answer(*std::move(status)) : refusal(status.error());
}

constexpr std::array k_status_routes{
    Route{.method = "GET",
          .path = "/api/status",
          .respond = show_status,
          .summary = "Sums up the newest 1000 entries by tool, and the state's health.",
          .answer = "tools, broken_records, program (rules, store)"}};

}  // namespace

std::span<const Route> status_routes() noexcept {
    return k_status_routes;
}

}  // namespace iam::console
