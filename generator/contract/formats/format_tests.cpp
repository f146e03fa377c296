// Writes reports for collectors of test results. Each tool is a case. It fails if one of its
// findings fails.
#include <generator/contract/formats/formats.hpp>
#include <generator/model/text.hpp>

#include <algorithm>
#include <set>

namespace iam::gen::contract {
namespace {

/// The findings of one tool; "" is the catalogue as a whole.
struct Case {
    std::string name;
    std::vector<const Item*> failing;
    std::vector<const Item*> others;
};

std::vector<Case> cases_of(const Report& report) {
    std::set<std::string> names(report.tools.begin(), report.tools.end());
    // Findings may concern the catalogue as a whole, or a tool of an earlier release, absent on
    // both sides.
    for (const Item& item : report.items) names.insert(item.tool);
    std::vector<Case> cases;
    for (const std::string& name : names) {
        Case one{name, {}, {}};
        for (const Item& item : report.items) {
            if (item.tool != name || !is_shown(item)) continue;
            const bool fails =
                item.fails || (item.finding.change == ChangeClass::unknown && !item.accepted);
            (fails ? one.failing : one.others).push_back(&item);
        }
        if (name.empty() && one.failing.empty() && one.others.empty()) continue;
        cases.push_back(std::move(one));
    }
    return cases;
}

std::string label_of(const Case& one) {
    return on_one_line(one.name.empty() ? "all tools" : one.name);
}

std::string xml(const std::string& text) {
    std::string out;
    for (const char c : visible(text)) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string details(const Item& item) {
    std::string text = (item.place.file.empty() ? "" : place_text(item.place) + ": ") +
                       message_of(item) + "\n" + effect_text(item);
    if (item.finding.witness) text += "\n" + witness_text(item);
    if (item.accepted) text += "\n" + acceptance_text(item);
    return text;
}

std::string xml_case(const Case& one) {
    std::string out = "    <testcase classname=\"contracts\" name=\"" + xml(label_of(one)) + "\"";
    if (one.failing.empty() && one.others.empty()) return out + "/>\n";
    out += ">\n";
    for (const Item* item : one.failing) {
        const std::string place = item->finding.pointer.empty() ? "" : item->finding.pointer + ": ";
        out += "      <failure type=\"" + std::string(item->finding.rule->id) + "\" message=\"" +
               xml(on_one_line(place + std::string(item->finding.rule->name))) + "\">" +
               xml(details(*item)) + "</failure>\n";
    }
    if (!one.others.empty()) {
        out += "      <system-out>";
        for (const Item* item : one.others)
            out += xml(std::string(item->finding.rule->id) + " " + details(*item) + "\n");
        out += "</system-out>\n";
    }
    return out + "    </testcase>\n";
}

/// A YAML scalar in single quotes.
std::string yaml(const std::string& text) {
    std::string out = "'";
    for (const char c : on_one_line(text)) {
        if (c == '\'') out += '\'';
        out += c;
    }
    return out + "'";
}

/// A test description with its special characters escaped.
std::string tap_name(const std::string& name) {
    std::string out;
    for (const char c : name) {
        if (c == '#' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

}  // namespace

std::string to_junit(const Report& report) {
    const std::vector<Case> cases = cases_of(report);
    const auto failures = std::count_if(cases.begin(), cases.end(),
                                        [](const Case& one) { return !one.failing.empty(); });
    const std::string counted = " tests=\"" + std::to_string(cases.size()) + "\" failures=\"" +
                                std::to_string(failures) + "\"";
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counted +
                      ">\n  <testsuite name=\"iam-schema\"" + counted + " errors=\"0\">\n";
    for (const Case& one : cases) out += xml_case(one);
    return out + "  </testsuite>\n</testsuites>\n";
}

std::string to_tap(const Report& report) {
    const std::vector<Case> cases = cases_of(report);
    std::string out = "TAP version 14\n1.." + std::to_string(cases.size()) + "\n";
    std::size_t number = 0;
    for (const Case& one : cases) {
        out += std::string(one.failing.empty() ? "ok " : "not ok ") + std::to_string(++number) +
               " - " + tap_name(label_of(one)) + "\n";
        if (one.failing.empty() && one.others.empty()) continue;
        out += "  ---\n  findings:\n";
        for (const auto* list : {&one.failing, &one.others})
            for (const Item* item : *list)
                out += "    - rule: " + std::string(item->finding.rule->id) +
                       "\n      pointer: " + yaml(item->finding.pointer) +
                       "\n      message: " + yaml(details(*item)) + "\n";
        out += "  ...\n";
    }
    return out;
}

}  // namespace iam::gen::contract
