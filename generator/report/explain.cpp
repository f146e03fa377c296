// Collects the explanations of all families and writes them for terminals and pages.
#include "generator/report/explain.hpp"

#include <generator/report/families.hpp>
#include <iam/core/assert.hpp>
#include <iam/core/json.hpp>

#include <algorithm>

namespace iam::gen {
namespace {

const DiagnosticInfo& info_of(const Explanation& explanation) {
    const auto& list = diagnostic_list();
    const auto found = std::find_if(list.begin(), list.end(), [&](const DiagnosticInfo& info) {
        return info.id == explanation.id;
    });
    const bool the_list_has_every_id = found != list.end();
    IAM_ASSERT(the_list_has_every_id);
    return *found;
}

std::string indented(std::string_view code) {
    std::string out;
    bool at_begin = true;
    for (const char c : code) {
        if (at_begin && c != '\n') out += "    ";
        out += c;
        at_begin = c == '\n';
    }
    return out;
}

std::string title_line(const Explanation& explanation) {
    const DiagnosticInfo& info = info_of(explanation);
    return id_text(info.id) + " " + std::string(info.name) + " (" +
           std::string(to_string(info.severity)) + "): " + std::string(info.title);
}

}  // namespace

std::vector<Explanation> explanations() {
    std::vector<Explanation> all;
    for (auto* family : {explained_attributes, explained_declarations, explained_types,
                         explained_companions, explained_constraints, explained_tools}) {
        const auto part = family();
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

Explanation explanation_of(DiagnosticId id) {
    const std::vector<Explanation> all = explanations();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [id](const Explanation& known) { return known.id == id; });
    const bool every_diagnostic_is_explained = found != all.end();
    IAM_ASSERT(every_diagnostic_is_explained);
    return *found;
}

std::string to_text(const Explanation& explanation) {
    return title_line(explanation) + "\n\n" + std::string(explanation.why) + "\n\nReported:\n\n" +
           indented(explanation.wrong) + "\nNot reported:\n\n" + indented(explanation.right) +
           "\nWay out: " + std::string(explanation.way_out) + "\n";
}

std::string to_markdown(const Explanation& explanation) {
    return std::string(explanation.why) + "\n\nReported:\n\n```cpp\n" +
           std::string(explanation.wrong) + "```\n\nNot reported:\n\n```cpp\n" +
           std::string(explanation.right) + "```\n\nWay out: " + std::string(explanation.way_out) +
           "\n";
}

std::string page_of_explanations() {
    std::string page =
        "# Diagnostics of iam-gen\n\n"
        "`iam-gen explain --page` wrote this page; `iam-gen explain IAM1001` prints one of its "
        "sections. A number is never given to\n"
        "something else. Every example stands behind `#include <iam/annotations.hpp>`.\n";
    for (const Explanation& explanation : explanations())
        page += "\n## " + title_line(explanation) + "\n\n" + to_markdown(explanation);
    return page;
}

std::string to_json_text(const std::vector<Explanation>& list) {
    OrderedJson document = OrderedJson::object();
    document["iam"] = 1;
    document["explanations"] = OrderedJson::array();
    for (const Explanation& explanation : list) {
        const DiagnosticInfo& info = info_of(explanation);
        OrderedJson object = OrderedJson::object();
        object["id"] = id_text(info.id);
        object["name"] = info.name;
        object["severity"] = to_string(info.severity);
        object["title"] = info.title;
        object["why"] = explanation.why;
        object["wrong"] = explanation.wrong;
        object["right"] = explanation.right;
        object["way_out"] = explanation.way_out;
        document["explanations"].push_back(std::move(object));
    }
    return document.dump(2) + "\n";
}

std::string list_of_diagnostics() {
    std::string list;
    for (const DiagnosticInfo& info : diagnostic_list()) {
        const std::string severity(to_string(info.severity));
        list += id_text(info.id) + "  " + severity + std::string(9 - severity.size(), ' ') +
                std::string(info.title) + "\n";
    }
    return list;
}

}  // namespace iam::gen
