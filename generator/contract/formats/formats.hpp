// A report as text for people and for other programs. Pure.
#pragma once

#include <generator/contract/report.hpp>
#include <generator/model/source.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace iam::gen::contract {

enum class Format : std::uint8_t {
    text,      ///< several lines for each finding
    one_line,  ///< one
    json,      ///< docs/iam-schema-report.schema.json describes it
    jsonl,     ///< the findings of it, one a line
    sarif,     ///< 2.1.0
    github,    ///< workflow commands, shown beside the lines of a pull request
    gitlab,    ///< code quality
    markdown,  ///< a table, for a comment
    junit,     ///< a case for each tool
    tap,       ///< 14; a test point for each tool
};

std::optional<Format> parse_format(std::string_view name);
/// "text, one-line, …", for messages.
std::string format_names();

/// What a report says about this program.
struct Program {
    std::string version;
    std::string
        rules_page{};  ///< where its rules can be read, with an anchor for each; empty: nowhere
};

/// Findings of level silent that fail nothing stand in json and jsonl only.
std::string formatted(const Report& report, Format format, const Program& program,
                      Colours colours = Colours::never);

// One function for each; formatted() calls them.
std::string to_text(const Report& report, Colours colours);
std::string to_lines(const Report& report);
std::string to_json(const Report& report);
std::string to_jsonl(const Report& report);
std::string to_sarif(const Report& report, const Program& program);
std::string to_github(const Report& report);
std::string to_gitlab(const Report& report);
std::string to_markdown(const Report& report);
std::string to_junit(const Report& report);
std::string to_tap(const Report& report);

// What they share.

/// "2 breaking, 1 consent", or "no change".
std::string summary(const Report& report);
/// One line: "maximum raised or removed: was {"maximum":10}, is {"maximum":20}", long values cut.
std::string message_of(const Item& item);
/// "only before: …", "only after: …", or nothing.
std::string witness_text(const Item& item);
std::string witness_json(const Item& item);
OrderedJson witness_value(const Item& item);
/// "src/mail.hpp:12", as far as there is a file and a line.
std::string place_text(const Place& place);
/// Visible characters, and none that ends a line: what somebody else wrote must not look like another line of ours.
std::string on_one_line(const std::string& text);
/// What a ledger says of it: "calls in 90 days: 12, would break: 3, standing permissions: 2"; empty where none was asked.
std::string usage_text(const Item& item);
/// What is said of the item in one sentence about consent: "consent; standing permissions are suspended".
std::string effect_text(const Item& item);
/// "ignored until 2026-12-31, ana: reason", or nothing.
std::string acceptance_text(const Item& item);
bool is_shown(const Item& item);
/// "tool: /pointer", as far as there are these.
std::string subject_of(const Item& item);

}  // namespace iam::gen::contract
