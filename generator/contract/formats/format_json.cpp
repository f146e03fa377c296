// Writes reports for programs: one document, or a line for each finding.
#include <generator/contract/formats/formats.hpp>
#include <generator/model/text.hpp>

namespace iam::gen::contract {
namespace {

/// The value of a JSON text. If the text is not JSON, it stays a string.
OrderedJson value_of(const std::string& text) {
    const auto value = parse_ordered_json(text, limits_of_own_text(text.size()));
    return value ? *value : OrderedJson(text);
}

OrderedJson acceptance_json(const Acceptance& accepted) {
    OrderedJson object = OrderedJson::object();
    object["reason"] = accepted.reason;
    object["owner"] = accepted.owner;
    if (!accepted.approved_by.empty()) object["approved_by"] = accepted.approved_by;
    object["expires"] = accepted.expires;
    return object;
}

OrderedJson usage_json(const Usage& usage) {
    OrderedJson object = OrderedJson::object();
    object["days"] = k_usage_days;
    object["calls"] = usage.calls;
    if (usage.breaking) object["breaking"] = *usage.breaking;
    if (usage.untold > 0) object["untold"] = usage.untold;
    object["permissions"] = usage.permissions;
    return object;
}

OrderedJson item_json(const Item& item) {
    const Finding& finding = item.finding;
    OrderedJson object = OrderedJson::object();
    object["rule"] = finding.rule->id;
    object["name"] = finding.rule->name;
    object["tool"] = item.tool;
    object["side"] = to_string(finding.rule->side);
    object["pointer"] = finding.pointer;
    object["class"] = to_string(finding.change);
    object["grants"] = to_string(finding.grants);
    object["level"] = to_string(finding.level);
    object["fails"] = item.fails;
    if (!finding.before.empty()) object["before"] = value_of(finding.before);
    if (!finding.after.empty()) object["after"] = value_of(finding.after);
    if (finding.witness) {
        const bool lost = finding.shows == iam::contract::WitnessKind::lost;
        object["witness"] =
            OrderedJson{{"accepted", lost ? "before" : "after"}, {"value", witness_value(item)}};
    }
    if (item.usage) object["usage"] = usage_json(*item.usage);
    if (!item.release.empty()) object["release"] = visible(item.release);
    if (item.accepted) object["ignored"] = acceptance_json(*item.accepted);
    if (!item.place.file.empty()) object["file"] = visible(item.place.file);
    if (item.place.line != 0) object["line"] = item.place.line;
    object["fingerprint"] = item.fingerprint;
    return object;
}

}  // namespace

OrderedJson witness_value(const Item& item) {
    return value_of(witness_json(item));
}

std::string to_json(const Report& report) {
    OrderedJson document = OrderedJson::object();
    document["iam"] = 1;
    document["before"] = visible(report.before);
    document["after"] = visible(report.after);
    document["tools"] = report.tools;
    OrderedJson by_class = OrderedJson::object();
    const auto number = counts(report);
    for (std::size_t i = 0; i < number.size(); ++i)
        by_class[std::string(to_string(static_cast<ChangeClass>(i)))] = number[i];
    document["counts"] = std::move(by_class);
    document["next_version"] = version_advice(report);
    document["exit_code"] = exit_code(report);
    document["findings"] = OrderedJson::array();
    for (const Item& item : report.items) document["findings"].push_back(item_json(item));
    return document.dump(2) + "\n";
}

std::string to_jsonl(const Report& report) {
    std::string out;
    for (const Item& item : report.items) out += item_json(item).dump() + "\n";
    return out;
}

}  // namespace iam::gen::contract
