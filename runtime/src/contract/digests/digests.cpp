// Computes the three digests of a contract. Each is over one text that only this file makes.

#include "iam/contract/digests.hpp"

#include "contract/digests/digest_parts.hpp"
#include "contract/normal/left_out.hpp"
#include "contract/normal/normal_text.hpp"
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace iam::contract {
namespace {

// Room for the usual texts, so that they need not grow step by step.
constexpr std::size_t k_usual_terms_bytes = 400;
constexpr std::size_t k_usual_tool_bytes = 2000;

void write_hints(JsonWriter& out, const ConsentTerms& terms) {
    const auto state = [&](const char* name, const std::optional<bool>& hint) {
        if (hint) out.plain_literal(name, *hint ? "true" : "false");
    };
    out.begin_object();
    state("destructive", terms.destructive);
    state("idempotent", terms.idempotent);
    state("open_world", terms.open_world);
    state("read_only", terms.read_only);
    out.end_object();
}

void write_list(JsonWriter& out, const std::vector<std::string>& texts) {
    out.begin_array();
    for (const std::string& text : texts) out.string(text);
    out.end_array();
}

void write_sorted(JsonWriter& out, std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    write_list(out, names);
}

void write_undo(JsonWriter& out, const ConsentTerms& terms) {
    const std::string grade = terms.undo_grade.empty() ? "none" : terms.undo_grade;
    if (!terms.undo_window_s) return out.string(grade);
    out.begin_object();
    out.key("grade");
    out.string(grade);
    out.key("window");
    out.integer(*terms.undo_window_s);
    out.end_object();
}

Json units_of(const ConsentTerms& terms) {
    Json units = Json::object();
    for (const auto& [pointer, unit] : terms.units) units[pointer] = unit;
    return units;
}

/// Writes the terms in canonical form: the members stand in its order.
Result<std::string> consent_text(const ConsentTerms& terms, const Digest& wire) {
    IAM_TRY(units, canonical_json(units_of(terms)));
    JsonWriter out;
    out.reserve(k_usual_terms_bytes);
    out.begin_object();
    out.key("consent_keys");
    write_sorted(out, terms.consent_keys);
    out.key("hints");
    write_hints(out, terms);
    out.key("policy");
    out.string(terms.policy);
    out.key("preview");
    out.boolean(terms.preview);
    if (terms.reconcile) out.plain_literal("reconcile", "true");
    out.key("secrets");
    write_sorted(out, terms.secrets);
    out.key("texts");
    write_list(out, terms.texts);
    out.key("undo");
    write_undo(out, terms);
    out.key("units");
    out.raw(units);
    out.key("wire");
    out.hex(wire.bytes);
    out.end_object();
    if (!out.ok())
        return fail(Errc::invalid_argument,
                    "the terms of consent have no canonical form: " + out.why());
    return out.take();
}

constexpr std::array<std::string_view, 2> k_way_to_facts = {"_meta", "iam/contract"};
/// A model does not see the place of a function in the sources, the unpublished schemas or the
/// digests. A digest that covered the digests would depend on itself.
constexpr std::array<std::string_view, 4> k_unseen_facts = {"digests", k_full_fact, "source",
                                                            "symbol"};

template <class Names>
void erase_facts(OrderedJson& tool, const Names& names) {
    OrderedJson* at = &tool;
    for (const std::string_view name : k_way_to_facts) {
        const auto next = at->is_object() ? at->find(std::string(name)) : at->end();
        if (next == at->end()) return;
        at = &*next;
    }
    if (!at->is_object()) return;
    for (const std::string_view name : names) at->erase(std::string(name));
}

}  // namespace

Result<Digest> wire_digest(const OrderedJson& input, const OrderedJson& output) {
    IAM_TRY(normal_input, normal_text(input));
    IAM_TRY(normal_output, normal_text(output));
    JsonWriter wire;
    wire.reserve(normal_input.size() + normal_output.size() + k_usual_terms_bytes);
    wire.begin_object();
    wire.key("input");
    wire.raw(normal_input);
    wire.key("output");
    wire.raw(normal_output);
    wire.end_object();
    return sha256(domain_tag("iam/wire/1"), wire.text());
}

Result<Digest> consent_digest(const ConsentTerms& terms, const Digest& wire) {
    IAM_TRY(text, consent_text(terms, wire));
    return sha256(domain_tag("iam/consent/1"), text);
}

OrderedJson without_facts(OrderedJson tool, std::initializer_list<const char*> names) {
    erase_facts(tool, names);
    return tool;
}

OrderedJson behaviour_of(OrderedJson tool) {
    erase_facts(tool, k_unseen_facts);
    return tool;
}

Result<ContractDigests> digests(const OrderedJson& input, const OrderedJson& output,
                                const ConsentTerms& terms, const OrderedJson& tool_object) {
    IAM_TRY(wire, wire_digest(input, output));
    return digests(wire, terms, tool_object);
}

Result<ContractDigests> digests(const Digest& wire, const ConsentTerms& terms,
                                const OrderedJson& tool_object) {
    JsonWriter tool;
    tool.reserve(k_usual_tool_bytes);
    write_json(tool, tool_object);
    if (!tool.ok())
        return fail(Errc::invalid_argument,
                    "the tool object cannot be written as JSON: " + tool.why());
    return digests_of_text(wire, terms, tool.text());
}

Result<ContractDigests> digests_of_text(const Digest& wire, const ConsentTerms& terms,
                                        std::string_view tool_object) {
    ContractDigests result;
    result.wire = wire;
    IAM_TRY(consent, consent_digest(terms, wire));
    result.consent = consent;
    IAM_TRY(seen, text_without(tool_object, k_way_to_facts, k_unseen_facts));
    result.behaviour = sha256(domain_tag("iam/behaviour/1"), seen);
    return result;
}

}  // namespace iam::contract
