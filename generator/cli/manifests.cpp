// Reads <target>.tools.json.
#include "generator/cli/manifests.hpp"

#include <generator/contract/lock.hpp>

#include <fstream>
#include <sstream>

namespace iam::gen::cli {

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
        if (!catalogue)
            return fail(catalogue.error().code,
                        path + ": " + catalogue.error().message + "; name a <target>.tools.json");
        for (const OrderedJson& tool : catalogue->at("tools")) tools.push_back(tool);
    }
    return tools;
}

}  // namespace iam::gen::cli
