// Matches the tools of two catalogues and compares their names.
#include "contract/findings/made_finding.hpp"
#include "contract/findings/tool_changes.hpp"
#include "contract/normal/members.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace iam::contract {
namespace {

using Tools = std::map<std::string, const OrderedJson*>;

Tools by_name(std::span<const OrderedJson> tools) {
    Tools result;
    for (const OrderedJson& tool : tools) result.emplace(tool.at("name").get<std::string>(), &tool);
    return result;
}

std::string lower_case(std::string name) {
    for (char& c : name)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return name;
}

/// Maps similar-looking names to one text. It covers the allowed characters of names, by the ASCII
/// part of Unicode's table of confusables (UTS 39).
std::string skeleton(const std::string& name) {
    std::string result;
    for (const char c : name) {
        if (c == '0')
            result += 'O';
        else if (c == '1' || c == 'I')
            result += 'l';
        else if (c == 'm')
            result += "rn";
        else
            result += c;
    }
    return result;
}

/// The rule of the Model Context Protocol for names.
bool is_name(const std::string& name) {
    return !name.empty() && name.size() <= 128 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-' || c == '.';
    });
}

std::string symbol_of(const OrderedJson& tool) {
    const Json facts = contract_facts(Json(tool));
    const Json* symbol = find_member(facts, "symbol");
    return symbol != nullptr && symbol->is_string() ? symbol->get<std::string>() : std::string();
}

class CatalogueComparison {
 public:
    CatalogueComparison(std::span<const OrderedJson> before, std::span<const OrderedJson> after,
                        Trust trust, const InclusionLimits& limits)
        : old_list_(before),
          new_list_(after),
          before_(by_name(before)),
          after_(by_name(after)),
          trust_(trust),
          limits_(limits) {
        for (const auto& [name, tool] : after_) {
            const auto [known, is_first] = alike_.try_emplace(skeleton(name), name, std::string());
            if (!is_first && known->second.second.empty()) known->second.second = name;
        }
    }

    std::vector<ToolFinding> run() {
        find_renamed();
        check_order();
        for (const auto& [name, tool] : after_) {
            const auto known = before_.find(name);
            const auto renamed = renamed_.find(name);
            if (known != before_.end())
                compare(name, *known->second, *tool);
            else if (renamed != renamed_.end())
                compare_renamed(name, renamed->second);
            else
                add_new(name);
        }
        for (const auto& [name, tool] : before_)
            if (after_.count(name) == 0 && gone_.count(name) == 0)
                add(name, made_finding("T01", "", Json(*tool), Json()));
        std::stable_sort(
            found_.begin(), found_.end(),
            [](const ToolFinding& a, const ToolFinding& b) { return a.tool < b.tool; });
        return std::move(found_);
    }

 private:
    void add(const std::string& tool, Finding finding) {
        found_.push_back({tool, std::move(finding)});
    }

    void compare(const std::string& name, const OrderedJson& before, const OrderedJson& after) {
        for (Finding& finding : compare_tools(before, after, trust_, limits_))
            add(name, std::move(finding));
    }

    // A removed tool and an added one are the same tool if they have the same symbol or the same
    // word. A stranger's symbol proves nothing.
    void find_renamed() {
        std::map<std::string, std::string> old_names;  // by symbol, and by word
        const auto keys_of = [this](const std::string& name, const OrderedJson& tool) {
            const std::string symbol = trust_ == Trust::untrusted ? std::string() : symbol_of(tool);
            std::vector<std::string> keys{"word " + lower_case(name)};
            if (!symbol.empty()) keys.push_back("function " + symbol);
            return keys;
        };
        for (const auto& [name, tool] : before_)
            if (after_.count(name) == 0)
                for (const std::string& key : keys_of(name, *tool)) old_names.emplace(key, name);
        for (const auto& [name, tool] : after_) {
            if (before_.count(name) != 0) continue;
            for (const std::string& key : keys_of(name, *tool)) {
                const auto old_name = old_names.find(key);
                if (old_name == old_names.end() || !gone_.insert(old_name->second).second) continue;
                renamed_.emplace(name, old_name->second);
                break;
            }
        }
    }

    void compare_renamed(const std::string& name, const std::string& old_name) {
        const bool same_word = lower_case(name) == lower_case(old_name);
        add(name, made_finding(same_word ? "T05" : "T04", "/name", Json(old_name), Json(name)));
        check_name(name);
        compare(name, *before_.at(old_name), *after_.at(name));
    }

    void add_new(const std::string& name) {
        const auto& [first, second] = alike_.at(skeleton(name));
        if (second.empty())
            add(name, made_finding("T02", "", Json(), Json(*after_.at(name))));
        else
            add(name,
                made_finding("T06", "/name", Json(first == name ? second : first), Json(name)));
        check_name(name);
        const Json nothing = Json::object();
        const Json tool(*after_.at(name));
        std::vector<Finding> hidden;
        name_hidden({nothing, tool}, hidden);
        for (Finding& finding : hidden) add(name, std::move(finding));
    }

    void check_name(const std::string& name) {
        if (!is_name(name)) add(name, made_finding("S09", "/name", Json(), Json(name)));
    }

    // Compares the order of the tools in both catalogues.
    void check_order() {
        std::vector<std::string> was;
        std::vector<std::string> is;
        for (const OrderedJson& tool : old_list_) {
            auto name = tool.at("name").get<std::string>();
            if (after_.count(name) != 0) was.push_back(std::move(name));
        }
        for (const OrderedJson& tool : new_list_) {
            auto name = tool.at("name").get<std::string>();
            if (before_.count(name) != 0) is.push_back(std::move(name));
        }
        if (was != is) add({}, made_finding("T16", "", Json(was), Json(is)));
    }

    std::span<const OrderedJson> old_list_;
    std::span<const OrderedJson> new_list_;
    Tools before_;
    Tools after_;
    std::map<std::string, std::pair<std::string, std::string>>
        alike_;  // skeleton → the first two new names with it
    Trust trust_;
    const InclusionLimits& limits_;
    std::map<std::string, std::string> renamed_;  // new name → old name
    std::set<std::string> gone_;                  // old names of renamed tools
    std::vector<ToolFinding> found_;
};

}  // namespace

std::vector<ToolFinding> compare_catalogues(std::span<const OrderedJson> before,
                                            std::span<const OrderedJson> after, Trust trust,
                                            const InclusionLimits& limits) {
    return CatalogueComparison(before, after, trust, limits).run();
}

}  // namespace iam::contract
