// Refuses every unknown word: an ignored filter would show too much or hide too much.
#include "iam/question/filter_words.hpp"

#include <iam/core/clock.hpp>
#include <iam/question/duration.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/tool_name.hpp>

#include <utility>

namespace iam::question {
namespace {

Result<consent::Risk> read_risk(const std::string& text) {
    for (const consent::Risk risk :
         {consent::Risk::low, consent::Risk::medium, consent::Risk::high}) {
        if (to_string(risk) == text) return risk;
    }
    return fail(Errc::invalid_argument,
                "\"" + escape_for_display(text) + "\" is no risk; write low, medium or high.");
}

}  // namespace

Result<FilterTime> read_moment(std::string_view text, FilterTime now) {
    if (auto moment = from_rfc3339(text)) return *moment;
    if (auto midnight = from_rfc3339(std::string(text) + "T00:00:00Z")) return *midnight;
    if (const auto ago = parse_duration(text)) return now - *ago;
    return fail(
        Errc::invalid_argument,
        "\"" + escape_for_display(text) +
            "\" is no time; write 2026-01-02T03:04:05Z, a day in UTC such as 2026-01-02, or "
            "how long ago: 90s, 15m, 2h, 7d.");
}

Result<ledger::Filter> read_filter(const FilterWords& words, FilterTime now,
                                   const Registry& registry) {
    ledger::Filter filter;
    if (!words.since.empty()) {
        IAM_TRY(since, read_moment(words.since, now));
        filter.since = since;
    }
    if (!words.until.empty()) {
        IAM_TRY(until, read_moment(words.until, now));
        filter.until = until;
    }
    if (!words.tool.empty()) {
        IAM_TRY(tool, tool_named(words.tool, registry));
        filter.tool = std::move(tool);
    }
    if (!words.risk.empty()) {
        IAM_TRY(risk, read_risk(words.risk));
        filter.risk = risk;
    }
    filter.subject = words.subject;
    filter.outcome = words.outcome;
    filter.text = words.text;
    return filter;
}

}  // namespace iam::question
