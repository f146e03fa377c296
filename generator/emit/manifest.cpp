// Writes tool objects of the Model Context Protocol. Facts unknown to the protocol stand under
// _meta["iam/contract"].
#include "generator/emit/manifest.hpp"

#include <generator/emit/schema.hpp>
#include <iam/contract/output.hpp>
#include <iam/contract/portable.hpp>
#include <iam/core/assert.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

namespace iam::gen {
namespace {

// Pointers to all secrets. Pointers into results begin with "result".
std::vector<std::string> all_secrets(const Published& published) {
    std::vector<std::string> all = published.secret_arguments;
    for (const std::string& pointer : published.secret_results) all.push_back("result" + pointer);
    return all;
}

// Unless an undo is stated to be exact, it counts as compensating.
std::string undo_grade(const Tool& tool) {
    if (!tool.undo) return "none";
    return tool.options.undo_exact.value_or(false) ? "exact" : "compensating";
}

// The value of an option as a fact.
std::string fact_of(const std::optional<std::string>& text) {
    return text.value_or(std::string());
}

std::string fact_of(const std::optional<Policy>& policy) {
    return policy ? to_string(*policy) : std::string();
}

// A list, flag or number.
template <class Value>
const Value& fact_of(const Value& value) {
    return value;
}

contract::Facts facts_of(const Model& model, const Tool& tool, const Published& published,
                         bool is_wrapped) {
    contract::Facts facts;
#define IAM_STATED_FACT(name, member, kind, digest, added, removed, changed) \
    facts.name = fact_of(tool.options.name);
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) \
    facts.hints_stated.name = tool.options.name;
#include <iam/contract/facts.def>
    facts.preview = tool.preview.has_value();
    facts.undo.grade = undo_grade(tool);
    facts.undo.window_s = tool.options.undo_window_s;
    if (tool.reconcile) facts.reconcile = true;
    facts.units = units(model, tool.function.parameters);
    facts.secrets = all_secrets(published);
    facts.consent_keys = published.consent_keys;
    facts.symbol = tool.function.name;
    facts.source = {model.headers.at(tool.header).relative, tool.function.span.line};
    if (is_wrapped) facts.result_member = contract::k_result_member;
    return facts;
}

/// The whole tool object. The other facts are its last member; the digests and the full schemas
/// stand behind them.
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

/// A published schema. `unpublished`: the schema of the full profile, if it differs.
struct Widened {
    std::string schema;
    std::string unpublished{};
};

Widened widened(OrderedJson full, std::string full_text, Profile profile) {
    if (profile == Profile::full || !contract::make_portable(full)) return {std::move(full_text)};
    return {json_text(full), std::move(full_text)};
}

std::string unpublished_text(const Widened& input, const Widened& output) {
    if (input.unpublished.empty() && output.unpublished.empty()) return {};
    JsonWriter out;
    out.begin_object();
    const auto add_schema = [&out](std::string_view name, const std::string& schema) {
        if (schema.empty()) return;
        out.key(name);
        out.raw(schema);
    };
    add_schema("inputSchema", input.unpublished);
    add_schema("outputSchema", output.unpublished);
    out.end_object();
    return visible(out.take());
}

Schemas make_schemas(OrderedJson input, std::string input_text, std::optional<OrderedJson> output,
                     std::string output_text, Profile profile) {
    Schemas schemas;
    const OrderedJson nothing;
    const auto wire = contract::wire_digest(input, output ? *output : nothing);
    // The schemas refer only to their own definitions, and hold only parts accepted by check().
    const bool emitted_schema_has_a_digest = wire.has_value();
    IAM_ASSERT(emitted_schema_has_a_digest);
    schemas.wire = *wire;
    Widened in = widened(std::move(input), std::move(input_text), profile);
    Widened out;
    if (output) {
        // A portable schema is wrapped if the full one is: making it portable changes no kind of
        // value.
        auto published = contract::published_output(*std::move(output));
        schemas.is_wrapped = published.is_wrapped;
        if (schemas.is_wrapped) output_text = json_text(published.schema);
        out = widened(std::move(published.schema), std::move(output_text), profile);
    }
    schemas.unpublished = unpublished_text(in, out);
    schemas.input = std::move(in.schema);
    schemas.output = std::move(out.schema);
    return schemas;
}

/// The tool object as JsonWriter writes it, without the digests.
std::string tool_text(const Tool& tool, const contract::Facts& facts, const Schemas& schemas) {
    constexpr std::size_t k_other_bytes = 700;
    JsonWriter out;
    out.reserve(tool.description.size() + schemas.input.size() + schemas.output.size() +
                k_other_bytes);
    out.begin_object();
    out.plain_key("name");
    out.string(tool.name);
    if (!tool.title.empty()) {
        out.plain_key("title");
        out.string(tool.title);
    }
    out.plain_key("description");
    out.string(tool.description);
    out.plain_key("inputSchema");
    out.raw(schemas.input);
    if (!schemas.output.empty()) {
        out.plain_key("outputSchema");
        out.raw(schemas.output);
    }
    if (facts.hints_stated != contract::Hints()) {
        out.plain_key("annotations");
        contract::write_annotations(out, facts.hints_stated);
    }
    out.plain_key("_meta");
    out.begin_object();
    out.plain_key("iam/contract");
    contract::write_facts(out, facts);
    out.end_object();
    out.end_object();
    return out.take();
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

Published Publisher::publish(const Tool& tool) {
    Published published;
    published.name = tool.name;
    published.secret_arguments = secret_pointers(model_, tool.function.parameters);
    published.secret_results = secret_pointers(model_, tool.function.result);
    published.consent_keys = consent_key_pointers(model_, tool.function.parameters);
    const Schemas& schemas = schemas_of(tool);
    const contract::Facts facts = facts_of(model_, tool, published, schemas.is_wrapped);
    std::string text = tool_text(tool, facts, schemas);
    const auto digests = contract::digests_of_text(schemas.wire, facts, text);
    const bool emitted_tool_has_digests = digests.has_value();
    IAM_ASSERT(emitted_tool_has_digests);
    published.digests = *digests;
    published.document = visible(std::move(text));
    published.full = schemas.unpublished;
    return published;
}

const Schemas& Publisher::schemas_of(const Tool& tool) {
    const auto texts =
        profile_ == Profile::full ? EnumeratorTexts::beside_names : EnumeratorTexts::in_description;
    OrderedJson input = input_schema(model_, tool.function.parameters, texts);
    auto output = output_schema(model_, tool, texts);
    std::string input_text = json_text(input);
    std::string output_text = output ? json_text(*output) : std::string();
    Schemas& schemas = known_[input_text + '\n' + output_text];
    if (schemas.input.empty())
        schemas = make_schemas(std::move(input), std::move(input_text), std::move(output),
                               std::move(output_text), profile_);
    return schemas;
}

std::string manifest_entry(const Published& tool) {
    constexpr std::size_t k_depth_of_tools = 2;
    return indented(whole_object(tool), k_depth_of_tools);
}

std::string manifest_text(const std::vector<Published>& tools,
                          const std::vector<std::string>& entries) {
    std::vector<std::size_t> sorted(tools.size());
    std::iota(sorted.begin(), sorted.end(), std::size_t{0});
    std::sort(sorted.begin(), sorted.end(), [&](std::size_t left, std::size_t right) {
        return tools[left].name < tools[right].name;
    });
    constexpr std::string_view k_line = "\n    ";
    std::size_t bytes = 0;
    for (const std::string& entry : entries) bytes += entry.size() + k_line.size() + 1;
    std::string text = "{\n  \"iam\": 1,\n  \"tools\": [";
    text.reserve(text.size() + bytes + 8);
    for (const std::size_t index : sorted)
        text.append(index == sorted.front() ? "" : ",").append(k_line).append(entries[index]);
    return text.append(sorted.empty() ? "]\n}\n" : "\n  ]\n}\n");
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
