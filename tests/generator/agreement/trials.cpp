#include "trials.hpp"

#include "values.hpp"
#include <iam/core/assert.hpp>
#include <support/handlers.hpp>

#include <iam_agreement_kit.iam.hpp>
#include <iam_agreement_parts.iam.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <utility>

namespace iam::test {
namespace {

OrderedJson manifest(const char* path) {
    std::ifstream file(path);
    const std::string text((std::istreambuf_iterator<char>(file)),
                           std::istreambuf_iterator<char>());
    auto parsed = parse_ordered_json(text);
    const bool manifest_is_json = parsed.has_value();
    IAM_ASSERT(manifest_is_json);
    return *std::move(parsed);
}

/// Of the full profile, where what is published is another one.
const OrderedJson& full_schema(const OrderedJson& tool, const char* side) {
    const OrderedJson& contract = tool.at("_meta").at("iam/contract");
    const auto full = contract.find("full");
    return full != contract.end() && full->contains(side) ? full->at(side) : tool.at(side);
}

Construct construct_of(const OrderedJson& tool) {
    return {tool.at("name").get<std::string>(), full_schema(tool, "inputSchema"),
            full_schema(tool, "outputSchema"),
            tool.at("_meta").at("iam/contract").contains("result_member")};
}

std::string lines(const std::vector<ValueError>& errors) {
    std::string text;
    for (const ValueError& error : errors) text += error.pointer + ": " + error.message + "\n";
    return text;
}

}  // namespace

Trials::Trials() {
    const bool is_registered = register_iam_agreement_kit_tools(registry_).has_value() &&
                               register_iam_agreement_parts_tools(registry_).has_value();
    IAM_ASSERT(is_registered);
    for (const char* path : {IAM_AGREEMENT_MANIFEST, IAM_AGREEMENT_PARTS_MANIFEST}) {
        const OrderedJson all = manifest(path);
        for (const OrderedJson& tool : all.at("tools")) constructs_.push_back(construct_of(tool));
    }
}

std::vector<Trial> Trials::values_of(const Construct& construct, std::size_t count) const {
    const auto handler = gate::HandlerAccess::find(registry_, construct.name);
    const Json input = sorted(construct.input);
    ValueMaker maker(input, count);
    std::vector<Trial> trials;
    while (trials.size() < count) {
        const auto text = canonical_json(maker.value(input));
        const bool is_json = text.has_value();
        IAM_ASSERT(is_json);
        Trial trial;
        trial.text = *text;
        trial.value = parse_json(*text).value();
        const Prepared prepared = handler->prepare(*text);
        trial.is_taken = prepared.has_value();
        trial.prepared = prepared ? *prepared : lines(prepared.error());
        trials.push_back(std::move(trial));
    }
    return trials;
}

std::string Trials::call(const Construct& construct, const std::string& arguments) const {
    return Caller(registry_).call(construct.name, arguments);
}

bool Trials::takes(const Construct& construct, const std::string& arguments) const {
    return gate::HandlerAccess::find(registry_, construct.name)->prepare(arguments).has_value();
}

Json sorted(const OrderedJson& json) {
    const auto parsed = parse_json(json.dump());
    const bool is_json = parsed.has_value();
    IAM_ASSERT(is_json);
    return *parsed;
}

bool is_within_doubles(const Json& value) {
    constexpr double k_most = 9007199254740992;
    if (value.is_number()) return std::abs(value.get<double>()) <= k_most;
    if (!value.is_structured()) return true;
    return std::all_of(value.begin(), value.end(), is_within_doubles);
}

}  // namespace iam::test
