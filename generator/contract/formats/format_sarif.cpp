// Writes reports as SARIF, with the writer of iam-gen's diagnostics.
#include <generator/contract/formats/explain.hpp>
#include <generator/contract/formats/formats.hpp>
#include <generator/model/text.hpp>
#include <generator/report/report.hpp>

namespace iam::gen::contract {
namespace {

Severity severity_of(Level level) {
    switch (level) {
        case Level::error:
            return Severity::error;
        case Level::warning:
            return Severity::warning;
        case Level::info:
        case Level::silent:
            break;
    }
    return Severity::note;
}

std::optional<SarifRule> sarif_rule(const std::string& id, const std::string& rules_page) {
    const Rule* rule = iam::contract::find_rule(id);
    if (rule == nullptr) return std::nullopt;
    return SarifRule{.name = "",
                     .title = std::string(rule->name),
                     .why = std::string(rule->explanation),
                     .help = explanation_text(*rule),
                     .help_markdown = explanation_markdown(*rule),
                     .level = severity_of(rule->level),
                     .address = rules_page.empty() ? "" : rules_page + "#" + id};
}

SarifResult sarif_result(const Item& item) {
    const Finding& finding = item.finding;
    const std::string subject = subject_of(item);
    std::string message =
        (subject.empty() ? "" : subject + ": ") + message_of(item) + " (" + effect_text(item) + ")";
    if (finding.witness) message += "; " + witness_text(item);
    SarifResult result;
    result.diagnostic.severity = severity_of(finding.level);
    result.diagnostic.id = std::string(finding.rule->id);
    result.diagnostic.message = std::move(message);
    result.diagnostic.span.file = item.place.file;
    result.diagnostic.span.line = item.place.line;
    // A finding is new since the baseline. An ignored finding was there before.
    result.more["baselineState"] = item.accepted ? "unchanged" : "new";
    result.more["partialFingerprints"] = OrderedJson{{"iamFinding/v1", item.fingerprint}};
    if (item.accepted)
        result.more["suppressions"] =
            OrderedJson::array({{{"kind", "external"},
                                 {"status", "accepted"},
                                 {"justification", visible(acceptance_text(item))}}});
    result.more["properties"] = OrderedJson{{"tool", item.tool},
                                            {"pointer", finding.pointer},
                                            {"class", to_string(finding.change)},
                                            {"grants", to_string(finding.grants)},
                                            {"fails", item.fails}};
    return result;
}

}  // namespace

std::string to_sarif(const Report& report, const Program& program) {
    std::vector<SarifResult> results;
    for (const Item& item : report.items)
        if (is_shown(item)) results.push_back(sarif_result(item));
    return to_sarif_text(results, {program.version, "", "iam-schema"},
                         [&](const std::string& id) { return sarif_rule(id, program.rules_page); });
}

}  // namespace iam::gen::contract
