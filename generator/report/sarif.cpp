// Writes diagnostics as a log of SARIF 2.1.0. Hosts of code and editors show it beside the lines.
#include <generator/model/diagnostics.hpp>
#include <generator/model/text.hpp>
#include <generator/report/explain.hpp>
#include <generator/report/report.hpp>
#include <iam/core/json.hpp>

#include <algorithm>
#include <optional>
#include <vector>

namespace iam::gen {
namespace {

constexpr const char* k_root = "PROJECT_ROOT";

OrderedJson text_message(const std::string& text) {
    return OrderedJson{{"text", text}};
}

/// A path as the path of a URI (RFC 3986). Other characters are written as their bytes.
std::string uri_path(std::string_view path) {
    constexpr std::string_view k_plain = "-._~/!$&'()*+,;=@";
    return percent_encoded(path, [&](char c) {
        const bool letter =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        return letter || k_plain.find(c) != std::string_view::npos;
    });
}

/// SARIF counts characters where a compiler counts bytes.
unsigned character_column(const SourceSpan& span, unsigned byte_column) {
    if (span.text.empty()) return byte_column;
    unsigned column = 1 + span.text_characters;
    for (std::size_t at = 0; span.text_offset + at + 1 < byte_column && at < span.text.size();) {
        at += first_character(std::string_view(span.text).substr(at)).length;
        ++column;
    }
    return column;
}

class SarifLog {
 public:
    SarifLog(const SarifRun& run, const SarifRules& describe) : run_(run), describe_(describe) {
        while (run_.project_root.size() > 1 && run_.project_root.back() == '/')
            run_.project_root.pop_back();
    }

    std::string text(const std::vector<SarifResult>& list) {
        OrderedJson results = OrderedJson::array();
        for (const SarifResult& each : list) {
            results.push_back(result(each.diagnostic));
            results.back().update(each.more);
        }
        OrderedJson driver = OrderedJson::object();
        driver["name"] = run_.tool;
        driver["version"] = run_.version;
        driver["rules"] = std::move(rules_);
        OrderedJson run = OrderedJson::object();
        run["tool"] = OrderedJson{{"driver", std::move(driver)}};
        run["columnKind"] = "unicodeCodePoints";
        if (!run_.project_root.empty()) {
            run["originalUriBaseIds"][k_root] =
                OrderedJson{{"uri", "file://" + uri_path(run_.project_root) + "/"}};
        }
        run["results"] = std::move(results);
        OrderedJson log = OrderedJson::object();
        log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
        log["version"] = "2.1.0";
        log["runs"] = OrderedJson::array({std::move(run)});
        return log.dump(2) + "\n";
    }

 private:
    OrderedJson file(const std::string& path) const {
        const std::string below = run_.project_root + "/";
        OrderedJson artifact = OrderedJson::object();
        if (path.empty() || path.front() != '/') {
            artifact["uri"] = uri_path(path);
        } else if (!run_.project_root.empty() && path.rfind(below, 0) == 0) {
            artifact["uri"] = uri_path(std::string_view(path).substr(below.size()));
            artifact["uriBaseId"] = k_root;
        } else {
            artifact["uri"] = "file://" + uri_path(path);
        }
        return artifact;
    }

    OrderedJson location(const SourceSpan& span) const {
        OrderedJson place = OrderedJson::object();
        place["artifactLocation"] = file(span.file);
        if (span.line != 0) {
            OrderedJson region = OrderedJson::object();
            region["startLine"] = span.line;
            if (span.column != 0) region["startColumn"] = character_column(span, span.column);
            if (span.end_column > span.column)
                region["endColumn"] = character_column(span, span.end_column);
            place["region"] = std::move(region);
        }
        return OrderedJson{{"physicalLocation", std::move(place)}};
    }

    OrderedJson result(const Diagnostic& diagnostic) {
        OrderedJson object = OrderedJson::object();
        object["ruleId"] = diagnostic.id;
        object["ruleIndex"] = rule_index(diagnostic.id);
        object["level"] = to_string(diagnostic.severity);
        object["message"] = text_message(visible(diagnostic.message));
        object["locations"] = OrderedJson::array();
        if (!diagnostic.span.file.empty()) object["locations"].push_back(location(diagnostic.span));
        OrderedJson related = OrderedJson::array();
        for (const Note& note : diagnostic.notes) {
            if (note.span.file.empty()) continue;
            OrderedJson place = location(note.span);
            place["message"] = text_message(visible(note.message));
            related.push_back(std::move(place));
        }
        if (!related.empty()) object["relatedLocations"] = std::move(related);
        return object;
    }

    std::size_t rule_index(const std::string& id) {
        const auto known = std::find(rule_ids_.begin(), rule_ids_.end(), id);
        if (known != rule_ids_.end()) return static_cast<std::size_t>(known - rule_ids_.begin());
        rule_ids_.push_back(id);
        rules_.push_back(rule(id));
        return rule_ids_.size() - 1;
    }

    OrderedJson rule(const std::string& id) const {
        OrderedJson object = OrderedJson::object();
        object["id"] = id;
        const std::optional<SarifRule> known = describe_(id);
        if (!known) return object;
        if (!known->name.empty()) object["name"] = known->name;
        object["shortDescription"] = text_message(known->title);
        object["fullDescription"] = text_message(known->why);
        object["help"] = OrderedJson{{"text", known->help}, {"markdown", known->help_markdown}};
        if (!known->address.empty()) object["helpUri"] = known->address;
        object["defaultConfiguration"] = OrderedJson{{"level", to_string(known->level)}};
        return object;
    }

    SarifRun run_;
    const SarifRules& describe_;
    std::vector<std::string> rule_ids_;
    OrderedJson rules_ = OrderedJson::array();
};

std::optional<SarifRule> diagnostic_rule(const std::string& id) {
    const DiagnosticInfo* info = find_diagnostic(id);
    if (info == nullptr) return std::nullopt;
    const Explanation& explanation = explanation_of(info->id);
    return SarifRule{.name = std::string(info->name),
                     .title = std::string(info->title),
                     .why = std::string(explanation.why),
                     .help = to_text(explanation),
                     .help_markdown = to_markdown(explanation),
                     .level = info->severity};
}

}  // namespace

std::string to_sarif_text(const std::vector<SarifResult>& results, const SarifRun& run,
                          const SarifRules& rules) {
    return SarifLog(run, rules).text(results);
}

std::string to_sarif_text(const Diagnostics& diagnostics, const SarifRun& run) {
    std::vector<SarifResult> results;
    for (const Diagnostic& diagnostic : diagnostics) results.push_back({diagnostic});
    return to_sarif_text(results, run, diagnostic_rule);
}

}  // namespace iam::gen
