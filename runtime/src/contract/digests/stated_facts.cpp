// Reads facts out of tool objects, each by the type of its kind.
#include "contract/digests/stated_facts.hpp"

#include "contract/findings/tool_changes.hpp"
#include "contract/normal/members.hpp"

#include <algorithm>

namespace iam::contract {
namespace {

void read_fact(const Json& facts, const char* name, std::string& text) {
    text = text_member(facts, name);
}

void read_fact(const Json& facts, const char* name, std::vector<std::string>& texts) {
    const Json* list = find_member(facts, name);
    if (list != nullptr && is_list_of_texts(list)) texts = list->get<std::vector<std::string>>();
}

void read_fact(const Json& facts, const char* name, std::optional<bool>& flag) {
    const Json* value = find_member(facts, name);
    if (value != nullptr && value->is_boolean()) flag = value->get<bool>();
}

void read_fact(const Json& facts, const char* name, std::optional<std::int64_t>& number) {
    const Json* value = find_member(facts, name);
    if (value != nullptr && value->is_number_integer()) number = value->get<std::int64_t>();
}

void read_fact(const Json& facts, const char* name, UndoTerms& undo) {
    const Json& terms = object_member(facts, name);
    read_fact(terms, "grade", undo.grade);
    read_fact(terms, "window", undo.window_s);
}

void read_fact(const Json& facts, const char* name, fact_kind::units& units) {
    for (const auto& [pointer, unit] : object_member(facts, name).items())
        if (unit.is_string()) units.emplace_back(pointer, unit.get<std::string>());
}

// The annotations have the values of the hints.
void read_fact(const Json&, const char*, Hints&) {}

/// Reads the fact of a row, if it is in the consent digest.
template <InDigest digest, class Fact>
void read_row(const Json& facts, const char* name, Fact& fact) {
    if constexpr (digest == InDigest::consent) read_fact(facts, name, fact);
}

}  // namespace

bool is_list_of_texts(const Json* list) {
    return list == nullptr ||
           (list->is_array() && std::all_of(list->begin(), list->end(),
                                            [](const Json& text) { return text.is_string(); }));
}

Hints stated_hints(const Json& annotations) {
    Hints hints;
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) read_fact(annotations, #mcp, hints.name);
#include <iam/contract/facts.def>
    return hints;
}

Facts stated_consent_facts(const Json& tool) {
    const Json& members = contract_facts(tool);
    Facts facts;
#define IAM_FACT(name, kind, digest, added, removed, changed) \
    read_row<InDigest::digest>(members, #name, facts.name);
#include <iam/contract/facts.def>
    facts.hints_stated = stated_hints(object_member(tool, "annotations"));
    return facts;
}

}  // namespace iam::contract
