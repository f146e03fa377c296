// Computes hints and digests out of the tool object alone, so that a stored one can be verified.
#include "iam/contract/foreign_tool.hpp"

#include "contract/digests/stated_facts.hpp"
#include "contract/normal/members.hpp"
#include <iam/contract/digests.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::contract {
namespace {

/// nullptr if the member is absent or null.
const Json* stated_member(const Json& object, const std::string& name) {
    const Json* member = find_member(object, name);
    return member == nullptr || member->is_null() ? nullptr : member;
}

RiskTier tier_named(const Json& name) {
    if (name.is_string() && name.get_ref<const std::string&>() == "low") return RiskTier::low;
    if (name.is_string() && name.get_ref<const std::string&>() == "medium") return RiskTier::medium;
    return RiskTier::high;
}

/// Leaves hints out until the tier is at least this one. An absent hint never lowers a tier.
void raise_tier(Hints& hints, RiskTier least) {
    if (risk_tier(hints) >= least) return;
    if (least == RiskTier::high) {
        hints.open_world.reset();
    } else {
        hints.read_only.reset();
    }
}

/// A list whose order has no meaning, in a schema: servers may write it in any order.
bool is_unordered(std::string_view name, const Json& value) {
    const bool is_named = name == "required" || name == "enum" || name == "type";
    return is_named && value.is_array() && is_list_of_texts(&value);
}

/// Appends each text of a value, behind the pointer to its place.
void append_texts(const Json& value, const std::string& place, std::vector<std::string>& texts) {
    if (value.is_string()) {
        texts.push_back(place);
        texts.push_back(value.get<std::string>());
        return;
    }
    if (!value.is_structured()) return;
    for (const auto& [name, part] : value.items()) {
        std::string deeper = place;
        append_pointer(deeper, name);
        if (!value.is_object() || !is_unordered(name, part)) {
            append_texts(part, deeper, texts);
            continue;
        }
        auto names = part.get<std::vector<std::string>>();
        std::sort(names.begin(), names.end());
        for (std::string& one : names) {
            texts.push_back(deeper);
            texts.push_back(std::move(one));
        }
    }
}

}  // namespace

std::optional<RiskTier> stated_risk(const Json& tool) {
    const Json& meta = object_member(tool, "_meta");
    const Json* nested = stated_member(object_member(meta, "koder"), "risk");
    const Json* flat = stated_member(meta, "koder.risk");
    if (nested == nullptr && flat == nullptr) return std::nullopt;
    return std::max(nested == nullptr ? RiskTier::low : tier_named(*nested),
                    flat == nullptr ? RiskTier::low : tier_named(*flat));
}

Hints foreign_hints(const Json& tool) {
    Hints hints = stated_hints(object_member(tool, "annotations"));
    if (const auto risk = stated_risk(tool)) raise_tier(hints, *risk);
    return hints;
}

Result<ContractDigests> foreign_digests(const OrderedJson& tool_object, std::string_view endpoint) {
    const Json tool(tool_object);
    Facts facts;
    facts.hints_stated = foreign_hints(tool);
    // The places of a tool's own texts begin with a slash.
    if (!endpoint.empty()) facts.texts = {"endpoint", std::string(endpoint)};
    append_texts(tool, "", facts.texts);
    const auto schema = [&](const char* name) {
        const OrderedJson* member = find_member(tool_object, std::string(name));
        return member == nullptr ? OrderedJson() : *member;
    };
    IAM_TRY(result, digests(schema("inputSchema"), schema("outputSchema"), facts, tool_object));
    // digests() leaves out the members that no model of this program's tools sees.
    JsonWriter whole;
    write_json(whole, tool_object);
    result.behaviour = sha256(domain_tag("iam/behaviour/1"), whole.text());
    return std::move(result);
}

}  // namespace iam::contract
