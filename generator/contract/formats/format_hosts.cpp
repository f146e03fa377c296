// Writes reports for hosts of code: GitHub shows findings beside lines, GitLab in a widget, and
// both take a table as a comment.
#include <generator/contract/formats/formats.hpp>
#include <generator/model/text.hpp>

#include <algorithm>

namespace iam::gen::contract {
namespace {

/// Text in GitHub's workflow commands. `also`: the characters at the end of a property.
std::string command_text(const std::string& text, std::string_view also = {}) {
    return percent_encoded(text, [&](char c) {
        return c != '%' && c != '\r' && c != '\n' && also.find(c) == std::string_view::npos;
    });
}

const char* command_of(Level level) {
    switch (level) {
        case Level::error:
            return "error";
        case Level::warning:
            return "warning";
        case Level::info:
        case Level::silent:
            break;
    }
    return "notice";
}

const char* gitlab_severity(Level level) {
    switch (level) {
        case Level::error:
            return "critical";
        case Level::warning:
            return "major";
        case Level::info:
        case Level::silent:
            break;
    }
    return "info";
}

std::string sentence_of(const Item& item) {
    const std::string subject = subject_of(item);
    std::string text =
        (subject.empty() ? "" : subject + ": ") + message_of(item) + "\n" + effect_text(item);
    if (item.finding.witness) text += "\n" + witness_text(item);
    return visible(text);
}

/// A cell of a Markdown table. It shows its text unchanged.
std::string cell(const std::string& text) {
    std::string out;
    for (const char c : visible(text)) {
        if (c == '\n' || c == '\r') {
            out += ' ';
            continue;
        }
        if (std::string_view("\\`*_{}[]<>()#+!|~&@").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

/// The same as code. A text with backticks gets a longer run of them around it.
std::string code_cell(const std::string& text) {
    if (text.empty()) return {};
    std::string inner;
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : on_one_line(text)) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
        if (c == '|') inner += '\\';
        inner += c;
    }
    const std::string fence(longest + 1, '`');
    const char* const space = longest == 0 ? "" : " ";
    return fence + space + inner + space + fence;
}

}  // namespace

std::string to_github(const Report& report) {
    std::string out;
    for (const Item& item : report.items) {
        if (!is_shown(item) || item.accepted) continue;
        out += std::string("::") + command_of(item.finding.level) + " ";
        if (!item.place.file.empty())
            out += "file=" + command_text(visible(item.place.file), ":,") + ",";
        if (item.place.line != 0) out += "line=" + std::to_string(item.place.line) + ",";
        out += "title=" +
               command_text(
                   std::string(item.finding.rule->id) + " " + std::string(item.finding.rule->name),
                   ":,") +
               "::" + command_text(sentence_of(item)) + "\n";
    }
    return out;
}

std::string to_gitlab(const Report& report) {
    OrderedJson list = OrderedJson::array();
    for (const Item& item : report.items) {
        if (!is_shown(item) || item.accepted) continue;
        OrderedJson object = OrderedJson::object();
        object["description"] = sentence_of(item);
        object["check_name"] = item.finding.rule->id;
        object["fingerprint"] = item.fingerprint;
        object["severity"] = gitlab_severity(item.finding.level);
        object["location"] =
            OrderedJson{{"path", item.place.file.empty() ? "stdin" : visible(item.place.file)},
                        {"lines", {{"begin", std::max(item.place.line, 1U)}}}};
        list.push_back(std::move(object));
    }
    return list.dump(2) + "\n";
}

std::string to_markdown(const Report& report) {
    std::string out = "### Contracts: " + summary(report) + "\n\n";
    out += "Next version: **" + std::string(version_advice(report)) +
           "**. Compared: " + code_cell(report.before) + " → " + code_cell(report.after) + "\n";
    std::string rows;
    for (const Item& item : report.items) {
        if (!is_shown(item)) continue;
        rows += std::string("| ") + (item.fails ? "**" : "") + std::string(item.finding.rule->id) +
                (item.fails ? "**" : "") + " | " + cell(item.tool) + " | " +
                cell(place_text(item.place)) + " | " + code_cell(item.finding.pointer) + " | " +
                cell(message_of(item) + (item.usage ? "; " + usage_text(item) : std::string()) +
                     (item.accepted ? " (" + acceptance_text(item) + ")" : "")) +
                " | " + std::string(to_string(item.finding.change)) + " | " +
                std::string(grants_text(item.finding)) + " | " + cell(witness_text(item)) + " |\n";
    }
    if (rows.empty()) return out;
    return out +
           "\n| Rule | Tool | Where | Pointer | Change | Class | Permissions | Example "
           "|\n|---|---|---|---|---|---|---|---|\n" +
           rows;
}

}  // namespace iam::gen::contract
