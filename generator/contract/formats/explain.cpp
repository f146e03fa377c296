// Writes the table of rules for terminals, pages and programs.
#include <generator/contract/formats/explain.hpp>
#include <iam/core/json.hpp>

#include <array>

namespace iam::gen::contract {
namespace {

using iam::contract::GrantEffect;
using iam::contract::Side;
using iam::contract::WitnessKind;

std::string_view witness_word(WitnessKind kind) {
    switch (kind) {
        case WitnessKind::none:
            return "none";
        case WitnessKind::lost:
            return "lost";
        case WitnessKind::gained:
            return "gained";
        case WitnessKind::either:
            break;
    }
    return "either";
}

std::string_view witness_sentence(WitnessKind kind) {
    switch (kind) {
        case WitnessKind::none:
            return "No value shows it.";
        case WitnessKind::lost:
            return "A value shows it that only the old schema accepts.";
        case WitnessKind::gained:
            return "A value shows it that only the new schema accepts.";
        case WitnessKind::either:
            break;
    }
    return "A value shows it that only one of the schemas accepts, and decides how bad it is.";
}

std::string_view grants_sentence(GrantEffect effect) {
    switch (effect) {
        case GrantEffect::keep:
            return "Standing permissions are kept.";
        case GrantEffect::suspend:
            return "Standing permissions are suspended: people are asked again.";
        case GrantEffect::revoke:
            break;
    }
    return "Standing permissions are revoked.";
}

std::string title_line(const Rule& rule) {
    return std::string(rule.id) + " " + std::string(rule.name) + " (" +
           std::string(to_string(rule.side)) + ", " + std::string(to_string(rule.change)) + ")";
}

std::string body(const Rule& rule) {
    return std::string(rule.explanation) + " " + std::string(grants_sentence(rule.grants)) + " " +
           std::string(witness_sentence(rule.witness));
}

std::string padded(std::string_view text, std::size_t width) {
    return std::string(text) + std::string(text.size() < width ? width - text.size() : 1, ' ');
}

std::string_view heading(Side side) {
    static constexpr std::array<std::string_view, 7> k_headings{"Tools",
                                                                "Arguments",
                                                                "Results",
                                                                "Hints and titles",
                                                                "Policy, preview and undo",
                                                                "Texts",
                                                                "Schemas and the document as such"};
    return k_headings.at(static_cast<std::size_t>(side));
}

}  // namespace

std::string explanation_text(const Rule& rule) {
    return title_line(rule) + "\n\n" + body(rule) + "\n\nExample: " + std::string(rule.example) +
           "\n";
}

std::string explanation_markdown(const Rule& rule) {
    return body(rule) + "\n\nExample: `" + std::string(rule.example) + "`\n";
}

std::string list_of_rules() {
    std::string out;
    for (const Rule& rule : iam::contract::rules())
        out += padded(rule.id, 5) + padded(to_string(rule.change), 11) +
               padded(to_string(rule.grants), 8) + std::string(rule.name) + "\n";
    return out;
}

std::string rules_json() {
    OrderedJson document = OrderedJson::object();
    document["iam"] = 1;
    document["rules"] = OrderedJson::array();
    for (const Rule& rule : iam::contract::rules()) {
        OrderedJson object = OrderedJson::object();
        object["id"] = rule.id;
        object["name"] = rule.name;
        object["side"] = to_string(rule.side);
        object["class"] = to_string(rule.change);
        object["grants"] = to_string(rule.grants);
        object["level"] = to_string(rule.level);
        object["witness"] = witness_word(rule.witness);
        object["explanation"] = rule.explanation;
        object["example"] = rule.example;
        document["rules"].push_back(std::move(object));
    }
    return document.dump(2) + "\n";
}

std::string page_of_rules() {
    std::string page =
        "# Rules of iam-schema\n\n"
        "`iam-schema explain --page` wrote this page; `iam-schema explain I26` prints one of its "
        "rows. An id is never given to\n"
        "something else. What the columns mean is in [contracts.md](contracts.md).\n";
    std::string_view last;
    for (const Rule& rule : iam::contract::rules()) {
        const std::string_view side = heading(rule.side);
        if (side != last)
            page += "\n## " + std::string(side) +
                    "\n\n| Rule | Change | Class | Permissions | Level | What it means | Example "
                    "|\n|---|---|---|---|---|---|---|\n";
        last = side;
        page += "| <a id=\"" + std::string(rule.id) + "\"></a>" + std::string(rule.id) + " | " +
                std::string(rule.name) + " | " + std::string(to_string(rule.change)) + " | " +
                std::string(to_string(rule.grants)) + " | " + std::string(to_string(rule.level)) +
                " | " + std::string(rule.explanation) + " | `" + std::string(rule.example) +
                "` |\n";
    }
    page +=
        "\n## Not yet\n\nIds that are kept for rules which there are not yet. What they would "
        "name is S07 or S06 where it is published all the same.\n\n| Id | What, and why "
        "not |\n|---|---|\n";
    for (const auto& later : iam::contract::later_rules())
        page += "| " + std::string(later.id) + " | " + std::string(later.why) + " |\n";
    return page;
}

}  // namespace iam::gen::contract
