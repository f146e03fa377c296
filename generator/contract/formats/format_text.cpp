// Writes reports for people: several lines for each finding in a terminal, or one line.
#include <generator/contract/formats/formats.hpp>
#include <generator/model/text.hpp>

#include <algorithm>

namespace iam::gen::contract {
namespace {

std::string place_prefix(const Place& place) {
    return place.file.empty() ? std::string() : place_text(place) + ": ";
}

const char* colour_of(Level level) {
    switch (level) {
        case Level::error:
            return "1;31";
        case Level::warning:
            return "1;35";
        case Level::info:
        case Level::silent:
            break;
    }
    return "1;36";
}

std::string painted(const std::string& text, const char* code, Colours colours) {
    if (colours == Colours::never) return text;
    return std::string("\x1b[") + code + "m" + text + "\x1b[0m";
}

std::string head(const Item& item, Colours colours) {
    return painted(on_one_line(place_prefix(item.place)), "1", colours) +
           painted(std::string(to_string(item.finding.level)) + ":", colour_of(item.finding.level),
                   colours) +
           " ";
}

}  // namespace

bool is_shown(const Item& item) {
    return item.finding.level != Level::silent || item.fails;
}

std::string on_one_line(const std::string& text) {
    std::string line = visible(text);
    std::replace(line.begin(), line.end(), '\n', ' ');
    return line;
}

std::string place_text(const Place& place) {
    return place.line == 0 ? place.file : place.file + ":" + std::to_string(place.line);
}

std::string acceptance_text(const Item& item) {
    if (!item.accepted) return {};
    const Acceptance& who = *item.accepted;
    const std::string people =
        who.approved_by.empty() ? who.owner : who.owner + " and " + who.approved_by;
    return "ignored until " + who.expires + ", " + people + ": " + who.reason;
}

std::string subject_of(const Item& item) {
    std::string text = item.tool;
    if (!item.finding.pointer.empty()) text += (text.empty() ? "" : ": ") + item.finding.pointer;
    return text;
}

std::string message_of(const Item& item) {
    const Finding& finding = item.finding;
    std::string text(finding.rule->name);
    if (!item.release.empty()) text += " (compared with " + item.release + ")";
    // The values are whole tools, too long to be read here.
    if (finding.rule->id == "T01" || finding.rule->id == "T02") return text;
    return text + values_text(finding);
}

std::string witness_json(const Item& item) {
    if (!item.finding.witness) return {};
    return canonical_json(*item.finding.witness).value_or(std::string());
}

std::string witness_text(const Item& item) {
    if (!item.finding.witness) return {};
    const bool lost = item.finding.shows == iam::contract::WitnessKind::lost;
    return (lost ? "only before: " : "only after: ") + iam::contract::shortened(witness_json(item));
}

std::string usage_text(const Item& item) {
    if (!item.usage) return {};
    const Usage& usage = *item.usage;
    std::string text =
        "calls in " + std::to_string(k_usage_days) + " days: " + std::to_string(usage.calls);
    if (usage.breaking) text += ", would break: " + std::to_string(*usage.breaking);
    if (usage.untold > 0) text += ", cannot be told: " + std::to_string(usage.untold);
    if (item.finding.grants != iam::contract::GrantEffect::keep)
        text += ", standing permissions: " + std::to_string(usage.permissions);
    return text;
}

std::string effect_text(const Item& item) {
    const std::string usage = usage_text(item);
    return std::string(to_string(item.finding.change)) + "; standing permissions are " +
           std::string(grants_text(item.finding)) + (usage.empty() ? "" : "; " + usage);
}

std::string summary(const Report& report) {
    const auto number = counts(report);
    std::string text;
    for (std::size_t i = 0; i < number.size(); ++i) {
        if (number[i] == 0) continue;
        text += (text.empty() ? "" : ", ") + std::to_string(number[i]) + " " +
                std::string(to_string(static_cast<ChangeClass>(i)));
    }
    return text.empty() ? "no change" : text;
}

std::string to_text(const Report& report, Colours colours) {
    std::string out;
    for (const Item& item : report.items) {
        if (!is_shown(item)) continue;
        const std::string subject = subject_of(item);
        out += head(item, colours) + on_one_line(subject) + (subject.empty() ? "" : ": ") +
               on_one_line(message_of(item)) + " [" + std::string(item.finding.rule->id) + "]\n";
        out += "    " + effect_text(item) + "\n";
        if (item.finding.witness) out += "    " + on_one_line(witness_text(item)) + "\n";
        if (item.accepted) out += "    " + on_one_line(acceptance_text(item)) + "\n";
        out += "    " + std::string(item.finding.rule->explanation) + "\n";
    }
    return out + on_one_line(report.before) + " → " + on_one_line(report.after) + ": " +
           summary(report) + "; next version: " + std::string(version_advice(report)) + "\n";
}

std::string to_lines(const Report& report) {
    std::string out;
    for (const Item& item : report.items) {
        if (!is_shown(item)) continue;
        const std::string line =
            place_prefix(item.place) + std::string(to_string(item.finding.level)) + ": " +
            subject_of(item) + ": " + message_of(item) + " [" + std::string(item.finding.rule->id) +
            " " + std::string(to_string(item.finding.change)) + ", " +
            std::string(grants_text(item.finding)) +
            (item.usage ? "; " + usage_text(item) : std::string()) +
            (item.accepted ? ", ignored]" : "]");
        out += on_one_line(line) + "\n";
    }
    return out;
}

}  // namespace iam::gen::contract
