// Tool objects of the Model Context Protocol; what it does not know stands under _meta["iam/contract"].
#include "generator/emit/manifest.hpp"

#include <generator/emit/schema.hpp>
#include <iam/contract/output.hpp>
#include <iam/contract/portable.hpp>
#include <iam/core/assert.hpp>

#include <algorithm>
#include <utility>

namespace iam::gen {
namespace {

struct Hint {
    const char* name;    // in C++
    const char* member;  // in MCP
    std::optional<bool> value;
};

std::vector<Hint> stated_hints(const ToolOptions& options) {
    std::vector<Hint> hints{{"read_only", "readOnlyHint", options.read_only},
                            {"destructive", "destructiveHint", options.destructive},
                            {"idempotent", "idempotentHint", options.idempotent},
                            {"open_world", "openWorldHint", options.open_world}};
    hints.erase(std::remove_if(hints.begin(), hints.end(),
                               [](const Hint& hint) { return !hint.value.has_value(); }),
                hints.end());
    return hints;
}

// Everything that is secret, with the side it is on.
std::vector<std::string> all_secrets(const Model& model, const Tool& tool) {
    std::vector<std::string> result = secret_pointers(model, tool.function.parameters);
    for (const std::string& pointer : secret_pointers(model, tool.function.result))
        result.push_back("result" + pointer);
    return result;
}

// What nobody says to be exact makes up for an effect.
std::string undo_grade(const Tool& tool) {
    if (!tool.undo) return "none";
    return tool.options.undo_exact.value_or(false) ? "exact" : "compensating";
}

contract::ConsentTerms terms_of(const Model& model, const Tool& tool) {
    contract::ConsentTerms terms;
    terms.read_only = tool.options.read_only;
    terms.destructive = tool.options.destructive;
    terms.idempotent = tool.options.idempotent;
    terms.open_world = tool.options.open_world;
    if (tool.options.policy) terms.policy = to_string(*tool.options.policy);
    terms.preview = tool.preview.has_value();
    terms.undo_grade = undo_grade(tool);
    terms.undo_window_s = tool.options.undo_window_s;
    terms.reconcile = tool.reconcile.has_value();
    terms.units = units(model, tool.function.parameters);
    terms.secrets = all_secrets(model, tool);
    terms.consent_keys = consent_key_pointers(model, tool.function.parameters);
    return terms;
}

void set_text(OrderedJson& object, const char* name, const std::optional<std::string>& text) {
    if (text && !text->empty()) object[name] = *text;
}

OrderedJson contract_facts(const Model& model, const Tool& tool) {
    const ToolOptions& options = tool.options;
    OrderedJson facts = object_for(18);
    if (options.policy) facts["policy"] = to_string(*options.policy);
    set_text(facts, "policy_reason", options.policy_reason);
    OrderedJson hints = OrderedJson::array();
    for (const Hint& hint : stated_hints(options)) hints.push_back(hint.name);
    facts["hints_stated"] = std::move(hints);
    facts["preview"] = tool.preview.has_value();
    if (tool.undo) facts["undo"] = OrderedJson{{"grade", undo_grade(tool)}};
    if (options.undo_window_s) facts["undo"]["window"] = *options.undo_window_s;
    if (tool.reconcile) facts["reconcile"] = true;
    OrderedJson unit_of = OrderedJson::object();
    for (const auto& [pointer, unit] : units(model, tool.function.parameters))
        unit_of[pointer] = unit;
    if (!unit_of.empty()) facts["units"] = std::move(unit_of);
    const std::vector<std::string> secrets = all_secrets(model, tool);
    if (!secrets.empty()) facts["secrets"] = secrets;
    const auto consent_keys = consent_key_pointers(model, tool.function.parameters);
    if (!consent_keys.empty()) facts["consent_keys"] = consent_keys;
    set_text(facts, "executor", options.executor);
    if (options.timeout_ms) facts["timeout_ms"] = *options.timeout_ms;
    if (!options.tags.empty()) facts["tags"] = options.tags;
    set_text(facts, "since", options.since);
    set_text(facts, "deprecated", options.deprecated);
    facts["symbol"] = tool.function.name;
    OrderedJson source = object_for(2);
    source["file"] = model.headers.at(tool.header).relative;
    source["line"] = tool.function.span.line;
    facts["source"] = std::move(source);
    return facts;
}

OrderedJson hex_of(const ContractDigests& digests) {
    OrderedJson texts = object_for(3);
    texts["wire"] = digests.wire.hex();
    texts["consent"] = digests.consent.hex();
    texts["behaviour"] = digests.behaviour.hex();
    return texts;
}

OrderedJson projected(OrderedJson full, Profile profile) {
    return profile == Profile::full ? full : contract::portable_schema(std::move(full));
}

/// The schemas of a tool, as members of a tool object.
struct Schemas {
    OrderedJson members = object_for(2);
    OrderedJson unpublished{};  ///< those of the full profile, where they differ; null: none does
    bool is_wrapped = false;
};

struct FullSchemas {
    OrderedJson input;
    std::optional<OrderedJson> output;
};

Schemas published_schemas(const FullSchemas& full, Profile profile) {
    Schemas schemas;
    OrderedJson input = projected(full.input, profile);
    if (input != full.input) schemas.unpublished["inputSchema"] = full.input;
    schemas.members["inputSchema"] = std::move(input);
    if (full.output) {
        OrderedJson output = projected(*full.output, profile);
        if (output != *full.output)
            schemas.unpublished["outputSchema"] = contract::published_output(*full.output).schema;
        auto published = contract::published_output(std::move(output));
        schemas.members["outputSchema"] = std::move(published.schema);
        schemas.is_wrapped = published.is_wrapped;
    }
    return schemas;
}

OrderedJson tool_object(const Model& model, const Tool& tool, Schemas schemas) {
    OrderedJson object = object_for(7);
    object["name"] = tool.name;
    if (!tool.title.empty()) object["title"] = tool.title;
    object["description"] = tool.description;
    for (auto& [name, schema] : schemas.members.get_ref<OrderedJson::object_t&>())
        object[name] = std::move(schema);
    OrderedJson annotations = object_for(4);
    for (const Hint& hint : stated_hints(tool.options)) annotations[hint.member] = *hint.value;
    if (!annotations.empty()) object["annotations"] = std::move(annotations);
    object["_meta"] = OrderedJson::object();
    OrderedJson facts = contract_facts(model, tool);
    if (schemas.is_wrapped) facts["result_member"] = contract::k_result_member;
    object["_meta"]["iam/contract"] = std::move(facts);
    return object;
}

}  // namespace

std::string to_string(Policy policy) {
    switch (policy) {
        case Policy::allow:
            return "allow";
        case Policy::confirm:
            return "confirm";
        case Policy::deny:
            return "deny";
    }
    return {};
}

Published publish(const Model& model, const Tool& tool, Profile profile) {
    Published published;
    const auto enumerators =
        profile == Profile::full ? EnumeratorTexts::beside_names : EnumeratorTexts::in_description;
    const FullSchemas full{input_schema(model, tool.function.parameters, enumerators),
                           output_schema(model, tool, enumerators)};
    Schemas schemas = published_schemas(full, profile);
    published.full = std::move(schemas.unpublished);
    published.object = tool_object(model, tool, std::move(schemas));
    const auto digests =
        contract::digests(Json(full.input), full.output ? Json(*full.output) : Json(),
                          terms_of(model, tool), published.object);
    // Our own schemas refer to what they define, and hold what check() has accepted.
    const bool emitted_schema_has_digests = digests.has_value();
    IAM_ASSERT(emitted_schema_has_digests);
    published.digests = *digests;
    return published;
}

std::string manifest_text(std::vector<Published> tools) {
    std::vector<OrderedJson> objects;
    objects.reserve(tools.size());
    for (Published& tool : tools) {
        objects.push_back(std::move(tool.object));
        OrderedJson& facts = objects.back()["_meta"]["iam/contract"];
        facts["digests"] = hex_of(tool.digests);
        if (!tool.full.is_null()) facts[contract::k_full_fact] = std::move(tool.full);
    }
    return manifest_text(std::move(objects));
}

std::string manifest_text(std::vector<OrderedJson> tools) {
    std::sort(tools.begin(), tools.end(), [](const OrderedJson& left, const OrderedJson& right) {
        return left.at("name").get_ref<const std::string&>() <
               right.at("name").get_ref<const std::string&>();
    });
    OrderedJson manifest = OrderedJson::object();
    manifest["iam"] = 1;
    manifest["tools"] = std::move(tools);
    return pretty(manifest) + "\n";
}

}  // namespace iam::gen
