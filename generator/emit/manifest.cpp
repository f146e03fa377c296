// Writes tool objects of the Model Context Protocol. Facts that the protocol does not know stand
// under _meta["iam/contract"].
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

// Pointers to all secrets. Those of results begin with "result".
std::vector<std::string> all_secrets(const Published& published) {
    std::vector<std::string> all = published.secret_arguments;
    for (const std::string& pointer : published.secret_results) all.push_back("result" + pointer);
    return all;
}

// An undo that is not stated to be exact counts as compensating.
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

void write_text(JsonWriter& out, const char* name, const std::optional<std::string>& text) {
    if (!text || text->empty()) return;
    out.plain_key(name);
    out.string(*text);
}

void write_list(JsonWriter& out, const char* name, const std::vector<std::string>& texts) {
    if (texts.empty()) return;
    out.plain_key(name);
    out.begin_array();
    for (const std::string& text : texts) out.string(text);
    out.end_array();
}

void write_hints(JsonWriter& out, const ToolOptions& options) {
    out.plain_key("hints_stated");
    out.begin_array();
    for (const Hint& hint : stated_hints(options)) out.plain_string(hint.name);
    out.end_array();
}

void write_undo(JsonWriter& out, const Tool& tool) {
    const auto& window = tool.options.undo_window_s;
    if (!tool.undo && !window) return;
    out.plain_key("undo");
    out.begin_object();
    if (tool.undo) out.plain_member("grade", undo_grade(tool));
    if (window) {
        out.plain_key("window");
        out.integer(*window);
    }
    out.end_object();
}

void write_units(JsonWriter& out, const contract::ConsentTerms& terms) {
    if (terms.units.empty()) return;
    // A value may have one unit by its type and another by its attribute; the last one is written.
    OrderedJson unit_of = OrderedJson::object();
    for (const auto& [pointer, unit] : terms.units) unit_of[pointer] = unit;
    out.plain_key("units");
    write_json(out, unit_of);
}

void write_source(JsonWriter& out, const Model& model, const Tool& tool) {
    out.plain_key("source");
    out.begin_object();
    out.plain_key("file");
    out.string(model.headers.at(tool.header).relative);
    out.plain_key("line");
    out.integer(std::uint64_t{tool.function.span.line});
    out.end_object();
}

void write_facts(JsonWriter& out, const Model& model, const Tool& tool,
                 const contract::ConsentTerms& terms, bool is_wrapped) {
    const ToolOptions& options = tool.options;
    out.begin_object();
    if (options.policy) out.plain_member("policy", to_string(*options.policy));
    write_text(out, "policy_reason", options.policy_reason);
    write_hints(out, options);
    out.plain_literal("preview", tool.preview ? "true" : "false");
    write_undo(out, tool);
    if (tool.reconcile) out.plain_literal("reconcile", "true");
    write_units(out, terms);
    write_list(out, "secrets", terms.secrets);
    write_list(out, "consent_keys", terms.consent_keys);
    write_text(out, "executor", options.executor);
    if (options.timeout_ms) {
        out.plain_key("timeout_ms");
        out.integer(*options.timeout_ms);
    }
    write_list(out, "tags", options.tags);
    write_text(out, "since", options.since);
    write_text(out, "deprecated", options.deprecated);
    out.plain_key("symbol");
    out.string(tool.function.name);
    write_source(out, model, tool);
    if (is_wrapped) out.plain_member("result_member", contract::k_result_member);
    out.end_object();
}

/// The whole tool object. The digests and the full schemas stand behind the other facts, which are
/// its last member.
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

/// A schema as it is published. `unpublished` is that of the full profile, if it differs.
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
    // The schemas refer only to their own definitions, and hold only what check() has accepted.
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
std::string tool_text(const Model& model, const Tool& tool, const contract::ConsentTerms& terms,
                      const Schemas& schemas) {
    constexpr std::size_t k_other_bytes = 700;
    JsonWriter out;
    out.reserve(tool.description.size() + schemas.input.size() + schemas.output.size() +
                k_other_bytes);
    out.begin_object();
    write_text(out, "name", tool.name);
    write_text(out, "title", tool.title);
    out.plain_key("description");
    out.string(tool.description);
    out.plain_key("inputSchema");
    out.raw(schemas.input);
    if (!schemas.output.empty()) {
        out.plain_key("outputSchema");
        out.raw(schemas.output);
    }
    if (const std::vector<Hint> hints = stated_hints(tool.options); !hints.empty()) {
        out.plain_key("annotations");
        out.begin_object();
        for (const Hint& hint : hints)
            out.plain_literal(hint.member, *hint.value ? "true" : "false");
        out.end_object();
    }
    out.plain_key("_meta");
    out.begin_object();
    out.plain_key("iam/contract");
    write_facts(out, model, tool, terms, schemas.is_wrapped);
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
    const contract::ConsentTerms terms = terms_of(model_, tool, published);
    std::string text = tool_text(model_, tool, terms, schemas);
    const auto digests = contract::digests_of_text(schemas.wire, terms, text);
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
