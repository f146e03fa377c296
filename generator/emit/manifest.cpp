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
std::vector<std::string> all_secrets(const Published& published) {
    std::vector<std::string> all = published.secret_arguments;
    for (const std::string& pointer : published.secret_results) all.push_back("result" + pointer);
    return all;
}

// What nobody says to be exact makes up for an effect.
std::string undo_grade(const Tool& tool) {
    if (!tool.undo) return "none";
    return tool.options.undo_exact.value_or(false) ? "exact" : "compensating";
}

contract::ConsentTerms terms_of(const Model& model, const Tool& tool, const Published& published) {
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
    terms.secrets = all_secrets(published);
    terms.consent_keys = published.consent_keys;
    return terms;
}

void set_text(OrderedJson& object, const char* name, const std::optional<std::string>& text) {
    if (text && !text->empty()) object[name] = *text;
}

OrderedJson contract_facts(const Model& model, const Tool& tool,
                           const contract::ConsentTerms& terms) {
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
    for (const auto& [pointer, unit] : terms.units) unit_of[pointer] = unit;
    if (!unit_of.empty()) facts["units"] = std::move(unit_of);
    if (!terms.secrets.empty()) facts["secrets"] = terms.secrets;
    if (!terms.consent_keys.empty()) facts["consent_keys"] = terms.consent_keys;
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

/// The whole tool object: what is not in the document stands behind the other facts, which are its last member.
std::string whole_object(const Published& tool) {
    constexpr std::string_view k_closing = "}}}";
    constexpr std::size_t k_other_bytes = 300;
    std::string text;
    text.reserve(tool.document.size() + tool.full.size() + k_other_bytes);
    text.append(tool.document, 0, tool.document.size() - k_closing.size());
    text.append(R"(,"digests":{"wire":")").append(tool.digests.wire.hex());
    text.append(R"(","consent":")").append(tool.digests.consent.hex());
    text.append(R"(","behaviour":")").append(tool.digests.behaviour.hex()).append("\"}");
    if (!tool.full.empty())
        text.append(",\"").append(contract::k_full_fact).append("\":").append(tool.full);
    return text.append(k_closing);
}

/// The schemas of a tool.
struct Schemas {
    OrderedJson members = object_for(2);  ///< of a tool object
    OrderedJson unpublished{};  ///< those of the full profile, where they differ; null: none does
    bool is_wrapped = false;
    Digest wire{};
};

Schemas schemas_of(const Model& model, const Tool& tool, Profile profile) {
    const auto texts =
        profile == Profile::full ? EnumeratorTexts::beside_names : EnumeratorTexts::in_description;
    const bool is_widened = profile == Profile::portable;
    Schemas schemas;
    OrderedJson input = input_schema(model, tool.function.parameters, texts);
    auto output = output_schema(model, tool, texts);
    const OrderedJson nothing;
    const auto wire = contract::wire_digest(input, output ? *output : nothing);
    // Our own schemas refer to what they define, and hold what check() has accepted.
    const bool emitted_schema_has_a_digest = wire.has_value();
    IAM_ASSERT(emitted_schema_has_a_digest);
    schemas.wire = *wire;
    if (is_widened && contract::make_portable(input))
        schemas.unpublished["inputSchema"] = input_schema(model, tool.function.parameters, texts);
    add(schemas.members, "inputSchema", std::move(input));
    if (output) {
        if (is_widened && contract::make_portable(*output))
            schemas.unpublished["outputSchema"] =
                contract::published_output(*output_schema(model, tool, texts)).schema;
        auto published = contract::published_output(*std::move(output));
        add(schemas.members, "outputSchema", std::move(published.schema));
        schemas.is_wrapped = published.is_wrapped;
    }
    return schemas;
}

OrderedJson tool_object(const Model& model, const Tool& tool, const contract::ConsentTerms& terms,
                        Schemas& schemas) {
    OrderedJson object = object_for(7);
    add(object, "name", tool.name);
    if (!tool.title.empty()) add(object, "title", tool.title);
    add(object, "description", tool.description);
    for (auto& [name, schema] : schemas.members.get_ref<OrderedJson::object_t&>())
        add(object, name, std::move(schema));
    OrderedJson annotations = object_for(4);
    for (const Hint& hint : stated_hints(tool.options)) add(annotations, hint.member, *hint.value);
    if (!annotations.empty()) add(object, "annotations", std::move(annotations));
    OrderedJson facts = contract_facts(model, tool, terms);
    if (schemas.is_wrapped) add(facts, "result_member", contract::k_result_member);
    OrderedJson meta = object_for(1);
    add(meta, "iam/contract", std::move(facts));
    add(object, "_meta", std::move(meta));
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
    published.name = tool.name;
    published.secret_arguments = secret_pointers(model, tool.function.parameters);
    published.secret_results = secret_pointers(model, tool.function.result);
    published.consent_keys = consent_key_pointers(model, tool.function.parameters);
    Schemas schemas = schemas_of(model, tool, profile);
    const contract::ConsentTerms terms = terms_of(model, tool, published);
    const OrderedJson object = tool_object(model, tool, terms, schemas);
    const auto digests = contract::digests(schemas.wire, terms, object);
    const bool emitted_tool_has_digests = digests.has_value();
    IAM_ASSERT(emitted_tool_has_digests);
    published.digests = *digests;
    published.document = compact(object);
    if (!schemas.unpublished.is_null()) published.full = compact(schemas.unpublished);
    return published;
}

std::string manifest_text(const std::vector<Published>& tools) {
    std::vector<const Published*> sorted;
    for (const Published& tool : tools) sorted.push_back(&tool);
    std::sort(sorted.begin(), sorted.end(), [](const Published* left, const Published* right) {
        return left->name < right->name;
    });
    std::string text = R"({"iam":1,"tools":[)";
    for (const Published* tool : sorted) {
        if (tool != sorted.front()) text += ',';
        text += whole_object(*tool);
    }
    return indented(text + "]}") + '\n';
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
