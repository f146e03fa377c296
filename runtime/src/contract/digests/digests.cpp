// Computes the three digests of a contract. Each is over one text made only in this file.

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

// Room for the usual texts, so they need not grow step by step.
constexpr std::size_t k_usual_terms_bytes = 400;
constexpr std::size_t k_usual_tool_bytes = 2000;

void put(Json& form, const char* name, const std::string& text) {
    if (!text.empty()) form[name] = text;
}

void put(Json& form, const char* name, std::vector<std::string> texts) {
    if (texts.empty()) return;
    std::sort(texts.begin(), texts.end());
    form[name] = std::move(texts);
}

void put(Json& form, const char* name, const std::optional<bool>& flag) {
    if (flag.value_or(false)) form[name] = true;
}

void put(Json& form, const char* name, const std::optional<std::int64_t>& number) {
    if (number) form[name] = *number;
}

void put(Json& form, const char*, const Hints& hints) {
    Json& stated = form["hints"];
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) \
    if (hints.name) stated[#name] = *hints.name;
#include <iam/contract/facts.def>
}

void put(Json& form, const char* name, const UndoTerms& undo) {
    const std::string grade = undo.grade.empty() ? "none" : undo.grade;
    if (undo.window_s)
        form[name] = Json{{"grade", grade}, {"window", *undo.window_s}};
    else
        form[name] = grade;
}

void put(Json& form, const char* name, const fact_kind::units& units) {
    for (const auto& [pointer, unit] : units) form[name][pointer] = unit;
}

void put(Json&, const char*, const SourcePlace&) {}
void put(Json&, const char*, const Appended&) {}

/// The terms of a consent, as a value. The first members stand in every form; the others stand only
/// where the tool states the fact.
Json consent_form(const Facts& facts, const Digest& wire) {
    Json form = Json::object();
    form["consent_keys"] = Json::array();
    form["hints"] = Json::object();
    form["policy"] = "";
    form["preview"] = false;
    form["secrets"] = Json::array();
    form["texts"] = facts.texts;
    form["units"] = Json::object();
    form["wire"] = wire.hex();
#define IAM_FACT(name, kind, digest, added, removed, changed) \
    if (InDigest::digest == InDigest::consent) put(form, #name, facts.name);
#include <iam/contract/facts.def>
    return form;
}

constexpr std::array<std::string_view, 2> k_way_to_facts = {"_meta", "iam/contract"};

/// The facts unseen by a model. If a digest covered the digests, it would depend on itself.
std::vector<std::string_view> unseen_facts() {
    std::vector<std::string_view> names;
    for (const FactRow& fact : k_facts)
        if (fact.digest == InDigest::unseen) names.push_back(fact.name);
    return names;
}

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

Result<Digest> consent_digest(const Facts& facts, const Digest& wire) {
    const Result<std::string> text = canonical_json(consent_form(facts, wire));
    if (!text)
        return fail(Errc::invalid_argument,
                    "the terms of consent have no canonical form: " + text.error().message);
    return sha256(domain_tag("iam/consent/1"), *text);
}

OrderedJson without_facts(OrderedJson tool, std::initializer_list<const char*> names) {
    erase_facts(tool, names);
    return tool;
}

OrderedJson behaviour_of(OrderedJson tool) {
    erase_facts(tool, unseen_facts());
    return tool;
}

Result<ContractDigests> digests(const OrderedJson& input, const OrderedJson& output,
                                const Facts& facts, const OrderedJson& tool_object) {
    IAM_TRY(wire, wire_digest(input, output));
    return digests(wire, facts, tool_object);
}

Result<ContractDigests> digests(const Digest& wire, const Facts& facts,
                                const OrderedJson& tool_object) {
    JsonWriter tool;
    tool.reserve(k_usual_tool_bytes);
    write_json(tool, tool_object);
    if (!tool.ok())
        return fail(Errc::invalid_argument,
                    "the tool object cannot be written as JSON: " + tool.why());
    return digests_of_text(wire, facts, tool.text());
}

Result<ContractDigests> digests_of_text(const Digest& wire, const Facts& facts,
                                        std::string_view tool_object) {
    ContractDigests result;
    result.wire = wire;
    IAM_TRY(consent, consent_digest(facts, wire));
    result.consent = consent;
    IAM_TRY(seen, text_without(tool_object, k_way_to_facts, unseen_facts()));
    result.behaviour = sha256(domain_tag("iam/behaviour/1"), seen);
    return result;
}

}  // namespace iam::contract
