// Unites the manifests of several targets. A program linked with all of them has all their tools.
#include "generator/cli/collect.hpp"

#include <generator/cli/command_line.hpp>
#include <generator/cli/manifests.hpp>
#include <generator/emit/manifest.hpp>
#include <generator/io/sink.hpp>

#include <map>

namespace iam::gen::cli {
namespace {

/// The place of the tool's declaration, "tasks.hpp:12", if the manifest has it.
std::string place_of(const OrderedJson& tool) {
    const OrderedJson* at = &tool;
    for (const char* member : {"_meta", "iam/contract", "source"}) {
        const auto found = at->find(member);
        if (found == at->end()) return "an unknown place";
        at = &*found;
    }
    const auto file = at->find("file");
    const auto line = at->find("line");
    if (file == at->end() || !file->is_string()) return "an unknown place";
    std::string place = file->get<std::string>();
    if (line != at->end() && line->is_number_unsigned()) place += ":" + line->dump();
    return place;
}

/// A sentence for each tool with the name of an earlier tool.
std::vector<std::string> doubles(const std::vector<OrderedJson>& tools) {
    std::vector<std::string> out;
    std::map<std::string, const OrderedJson*> first;
    for (const OrderedJson& tool : tools) {
        const std::string name = tool.at("name").get<std::string>();
        const auto [at, is_new] = first.emplace(name, &tool);
        if (!is_new)
            out.push_back(
                place_of(tool) + ": a tool called '" + name + "' is at " + place_of(*at->second) +
                ", too, and a program can have one of that name; give one of them another "
                ".name");
    }
    return out;
}

}  // namespace

int collect(const CollectArguments& arguments) {
    auto tools = read_tools(arguments.manifests);
    if (!tools) return refused(tools.error().message);
    const std::vector<std::string> found = doubles(*tools);
    for (const std::string& sentence : found) refused(sentence);
    if (!found.empty()) return k_refused;
    const auto written = write_always(arguments.out, manifest_text(*std::move(tools)));
    return written ? k_done : refused(written.error());
}

}  // namespace iam::gen::cli
