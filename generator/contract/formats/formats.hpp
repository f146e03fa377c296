// Writes a report as text for people or for other programs. Pure.
#pragma once

#include <generator/contract/report.hpp>
#include <generator/model/source.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace iam::gen::contract {

enum class Format : std::uint8_t {
    text,      ///< several lines for each finding
    one_line,  ///< one line for each finding
    json,      ///< docs/iam-schema-report.schema.json describes it
    jsonl,     ///< the findings of json, one a line
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

/// The facts about this program in a report.
struct Program {
    std::string version;
    /// Address of the page of rules, with an anchor for each. Empty: none.
    std::string rules_page{};
};

/// If a silent finding fails nothing, it appears in json and jsonl only.
std::string formatted(const Report& report, Format format, const Program& program,
                      Colours colours = Colours::never);

// The functions for each format; formatted() calls them.
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

// Parts shared by the formats.

/// "2 breaking, 1 consent", or "no change".
std::string summary(const Report& report);
/// One line: "maximum raised or removed: was {"maximum":10}, is {"maximum":20}", long values cut.
std::string message_of(const Item& item);
/// "only before: …", "only after: …", or nothing.
std::string witness_text(const Item& item);
std::string witness_json(const Item& item);
OrderedJson witness_value(const Item& item);
/// "src/mail.hpp:12"; without a line or a file if there is none.
std::string place_text(const Place& place);
/// The text in visible characters without line ends. Text of others must not look like another line
/// of ours.
std::string on_one_line(const std::string& text);
/// The recorded use: "calls in 90 days: 12, would break: 3, standing permissions: 2". Empty if no
/// ledger was asked.
std::string usage_text(const Item& item);
/// The class and the effect on consent: "consent; standing permissions are suspended".
std::string effect_text(const Item& item);
/// "ignored until 2026-12-31, ana: reason", or nothing.
std::string acceptance_text(const Item& item);
bool is_shown(const Item& item);
/// "tool: /pointer", without empty parts.
std::string subject_of(const Item& item);

}  // namespace iam::gen::contract
