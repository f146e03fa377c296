// The three digests of a contract, each over one text that is made here and nowhere else.

#include "iam/contract/digests.hpp"

#include "digest_parts.hpp"
#include "normalise.hpp"
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace iam::contract {
namespace {

Json hints_of(const ConsentTerms& terms) {
    Json hints = Json::object();
    const auto state = [&](const char* name, const std::optional<bool>& hint) {
        if (hint) hints[name] = *hint;
    };
    state("read_only", terms.read_only);
    state("destructive", terms.destructive);
    state("idempotent", terms.idempotent);
    state("open_world", terms.open_world);
    return hints;
}

Json sorted(std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    return names;
}

Json terms_of(const ConsentTerms& terms, const Digest& wire) {
    Json units = Json::object();
    for (const auto& [pointer, unit] : terms.units) units[pointer] = unit;
    Json object = Json::object();
    object["wire"] = wire.hex();
    object["hints"] = hints_of(terms);
    object["policy"] = terms.policy;
    object["preview"] = terms.preview;
    const std::string grade = terms.undo_grade.empty() ? "none" : terms.undo_grade;
    if (terms.undo_window_s) {
        object["undo"] = Json{{"grade", grade}, {"window", *terms.undo_window_s}};
    } else {
        object["undo"] = grade;
    }
    if (terms.reconcile) object["reconcile"] = true;
    object["consent_keys"] = sorted(terms.consent_keys);
    object["units"] = std::move(units);
    object["secrets"] = sorted(terms.secrets);
    object["texts"] = terms.texts;
    return object;
}

constexpr std::array<std::string_view, 2> k_way_to_facts = {"_meta", "iam/contract"};
/// Where a function stands in the sources, what is not published and the digests themselves are no part of what a model sees; leaving
/// the digests in would make a digest depend on itself.
constexpr std::array<std::string_view, 4> k_unseen_facts = {"digests", k_full_fact, "source",
                                                            "symbol"};

/// Members that are not written: those of these names, in the object that these keys lead to.
struct LeftOut {
    std::span<const std::string_view> way;
    std::span<const std::string_view> names;

    bool holds(std::string_view name) const {
        return way.empty() && std::find(names.begin(), names.end(), name) != names.end();
    }
    LeftOut within(std::string_view name) const {
        if (way.empty() || way.front() != name) return {};
        return {way.subspan(1), names};
    }
};

void write(JsonWriter& out, const OrderedJson& value, const LeftOut& left_out = {}) {
    switch (value.type()) {
        case OrderedJson::value_t::null:
            return out.null();
        case OrderedJson::value_t::boolean:
            return out.boolean(value.get<bool>());
        case OrderedJson::value_t::number_integer:
            return out.integer(value.get<std::int64_t>());
        case OrderedJson::value_t::number_unsigned:
            return out.integer(value.get<std::uint64_t>());
        case OrderedJson::value_t::number_float:
            return out.number(value.get<double>());
        case OrderedJson::value_t::string:
            return out.string(value.get_ref<const std::string&>());
        case OrderedJson::value_t::array:
            out.begin_array();
            for (const OrderedJson& element : value) write(out, element);
            return out.end_array();
        case OrderedJson::value_t::object:
            out.begin_object();
            for (const auto& [name, member] : value.get_ref<const OrderedJson::object_t&>()) {
                if (left_out.holds(name)) continue;
                out.key(name);
                write(out, member, left_out.within(name));
            }
            return out.end_object();
        default:
            return out.fail("not a JSON value");
    }
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

Result<Digest> wire_digest(const Json& input, const Json& output) {
    IAM_TRY(normal_input, normalise(input));
    IAM_TRY(normal_output, normalise(output));
    Json wire = Json::object();
    wire["input"] = std::move(normal_input);
    wire["output"] = std::move(normal_output);
    IAM_TRY(text, canonical_json(wire));
    return sha256(domain_tag("iam/wire/1"), text);
}

Result<Digest> consent_digest(const ConsentTerms& terms, const Digest& wire) {
    IAM_TRY(text, canonical_json(terms_of(terms, wire)));
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

Result<ContractDigests> digests(const Json& input, const Json& output, const ConsentTerms& terms,
                                const OrderedJson& tool_object) {
    ContractDigests result;
    IAM_TRY(wire, wire_digest(input, output));
    result.wire = wire;
    IAM_TRY(consent, consent_digest(terms, wire));
    result.consent = consent;
    JsonWriter behaviour;
    write(behaviour, tool_object, {k_way_to_facts, k_unseen_facts});
    if (!behaviour.ok())
        return fail(Errc::invalid_argument,
                    "the tool object cannot be written as JSON: " + behaviour.why());
    result.behaviour = sha256(domain_tag("iam/behaviour/1"), behaviour.text());
    return result;
}

}  // namespace iam::contract
