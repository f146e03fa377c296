// Prints the findings of providers' checks on manifests, and the token costs of tools.
#include "generator/cli/lint.hpp"

#include <generator/cli/command_line.hpp>
#include <generator/cli/manifests.hpp>
#include <generator/lint/lint.hpp>
#include <generator/lint/tokens.hpp>
#include <generator/model/text.hpp>

#include <algorithm>
#include <cstdio>

namespace iam::gen::cli {
namespace {

using lint::Finding;
using lint::Level;

std::string as_json(const std::vector<Finding>& findings) {
    OrderedJson document = OrderedJson::object();
    document["iam"] = 1;
    document["findings"] = OrderedJson::array();
    for (const Finding& finding : findings) {
        OrderedJson object = OrderedJson::object();
        object["tool"] = finding.tool;
        object["pointer"] = finding.pointer;
        object["rule"] = finding.rule;
        object["severity"] = finding.level == Level::error ? "error" : "warning";
        object["message"] = finding.message;
        document["findings"].push_back(std::move(object));
    }
    return document.dump(2) + "\n";
}

std::string as_text(const std::vector<Finding>& findings) {
    std::string out;
    for (const Finding& finding : findings) out += to_text(finding) + "\n";
    return out;
}

}  // namespace

int lint(const LintArguments& arguments) {
    const auto tools = read_tools(arguments.manifests);
    if (!tools) return refused(tools.error().message);
    std::vector<Finding> findings;
    for (const std::string& name : arguments.profiles) {
        const auto profile = lint::parse_profile(name);
        if (!profile)
            return usage_error("there is no profile '" + name + "'; known are " +
                               lint::profile_names());
        for (Finding& finding : lint::lint(*profile, *tools))
            findings.push_back(std::move(finding));
    }
    std::fputs((arguments.json ? as_json(findings) : visible(as_text(findings))).c_str(), stdout);
    const bool refused = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.level == Level::error;
    });
    return refused ? k_refused : k_done;
}

int tokens(const TokenArguments& arguments) {
    const auto tools = read_tools(arguments.manifests);
    if (!tools) return refused(tools.error().message);
    const std::vector<lint::TokenCost> costs = lint::token_costs(*tools);
    std::fputs(visible(to_text(costs)).c_str(), stdout);
    int code = k_done;
    for (const lint::TokenCost& cost : costs) {
        if (arguments.budget == 0 || cost.total <= arguments.budget) continue;
        std::printf(
            "%s: about %zu tokens are more than the budget of %zu; shorten its texts, or "
            "split it\n",
            visible(cost.tool).c_str(), cost.total, arguments.budget);
        code = k_refused;
    }
    return code;
}

}  // namespace iam::gen::cli
