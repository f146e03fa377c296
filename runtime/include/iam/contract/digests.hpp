// The three digests of a contract: one definition for the generator, the runtime and every tool that compares contracts.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::contract {

/// What a consent given to a tool covers, beside its wire form.
struct ConsentTerms {
    std::optional<bool> read_only{}, destructive{}, idempotent{}, open_world{};
    std::string policy{};  ///< "allow", "confirm", "deny"; "" = not stated
    bool preview = false;
    std::string undo_grade{};  ///< "none", "compensating", "exact"
    std::optional<std::int64_t> undo_window_s{};
    bool reconcile = false;
    std::vector<std::string> consent_keys{};
    std::vector<std::pair<std::string, std::string>> units{};  ///< pointer into the input → unit
    std::vector<std::string> secrets{};                        ///< pointers
    std::vector<std::string>
        texts{};  ///< every text of a tool of another origin; empty for compiled-in tools
};

/// `input` and `output` are the schemas of the `full` profile (output null where there is none), `tool_object` the tool object as it is
/// published. Errors: a dangling or remote $ref, a value that has no canonical form.
Result<ContractDigests> digests(const OrderedJson& input, const OrderedJson& output,
                                const ConsentTerms& terms, const OrderedJson& tool_object);
/// In two steps: of the schemas, and of all together.
Result<Digest> wire_digest(const OrderedJson& input, const OrderedJson& output);
Result<ContractDigests> digests(const Digest& wire, const ConsentTerms& terms,
                                const OrderedJson& tool_object);
/// The same of a tool object that is written already, as JsonWriter writes it.
Result<ContractDigests> digests_of_text(const Digest& wire, const ConsentTerms& terms,
                                        std::string_view tool_object);

/// The fact of a manifest that has the schemas of the `full` profile, as members of a tool object, where others are published.
inline constexpr const char* k_full_fact = "full";

/// `tool` without these members of its _meta["iam/contract"], as far as it has them.
OrderedJson without_facts(OrderedJson tool, std::initializer_list<const char*> names);
/// `tool` without what its behaviour digest does not see.
OrderedJson behaviour_of(OrderedJson tool);

}  // namespace iam::contract
