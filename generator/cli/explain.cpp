// Prints explanations of diagnostics: one, several, all, or their list.
#include "generator/cli/explain.hpp"

#include <generator/cli/command_line.hpp>
#include <generator/report/explain.hpp>

#include <cstdio>
#include <optional>

namespace iam::gen::cli {
namespace {

/// The explanations of the ids up to the first unknown id. `unknown` receives this id.
std::vector<Explanation> chosen(const std::vector<std::string>& ids,
                                std::optional<std::string>& unknown) {
    if (ids.empty()) return explanations();
    std::vector<Explanation> list;
    for (const std::string& id : ids) {
        const DiagnosticInfo* info = find_diagnostic(id);
        if (info == nullptr) {
            unknown = id;
            return {};
        }
        list.push_back(explanation_of(info->id));
    }
    return list;
}

}  // namespace

int explain(const ExplainArguments& arguments) {
    std::optional<std::string> unknown;
    const std::vector<Explanation> list = chosen(arguments.ids, unknown);
    if (unknown)
        return usage_error("there is no diagnostic '" + *unknown +
                           "'; iam-gen explain lists what there is");
    std::string out;
    if (arguments.page) {
        out = page_of_explanations();
    } else if (arguments.json) {
        out = to_json_text(list);
    } else if (arguments.ids.empty()) {
        out = list_of_diagnostics();
    } else {
        for (const Explanation& explanation : list)
            out += (out.empty() ? "" : "\n") + to_text(explanation);
    }
    std::fputs(out.c_str(), stdout);
    return k_done;
}

}  // namespace iam::gen::cli
