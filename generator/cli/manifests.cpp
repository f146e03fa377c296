// Reads <target>.tools.json.
#include "generator/cli/manifests.hpp"

#include <generator/contract/lock/lock.hpp>

#include <fstream>
#include <sstream>

namespace iam::gen::cli {
namespace {

/// Checks the members read by lints and estimates, beside the name.
Result<void> check_members(const OrderedJson& tool) {
    const std::string name = tool.at("name").get<std::string>();
    const auto description = tool.find("description");
    if (description != tool.end() && !description->is_string())
        return fail(Errc::invalid_argument,
                    "the description of the tool '" + name + "' is no text");
    const auto schema = tool.find("inputSchema");
    if (schema != tool.end() && !schema->is_object())
        return fail(Errc::invalid_argument,
                    "the inputSchema of the tool '" + name + "' is no object");
    return {};
}

tl::unexpected<Error> no_manifest(const std::string& path, const Error& error) {
    return fail(error.code, path + ": " + error.message + "; name a <target>.tools.json");
}

}  // namespace

Result<std::vector<OrderedJson>> read_tools(const std::vector<std::string>& paths) {
    std::vector<OrderedJson> tools;
    for (const std::string& path : paths) {
        std::ifstream in(path, std::ios::binary);
        if (!in)
            return fail(Errc::not_found,
                        path + ": cannot be read; build the target that it belongs to first");
        std::ostringstream text;
        text << in.rdbuf();
        const auto catalogue = contract::read_catalogue(text.str());
        if (!catalogue) return no_manifest(path, catalogue.error());
        for (const OrderedJson& tool : catalogue->document.at("tools")) {
            if (const auto checked = check_members(tool); !checked)
                return no_manifest(path, checked.error());
            tools.push_back(tool);
        }
    }
    return tools;
}

}  // namespace iam::gen::cli
