// Computes the three digests of a contract. The generator, the runtime and every tool that compares
// contracts use this one definition.
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

/// The terms of a tool that a consent covers, beside the tool's wire form.
struct ConsentTerms {
    std::optional<bool> read_only{}, destructive{}, idempotent{}, open_world{};
    std::string policy{};  ///< "allow", "confirm", "deny"; "" if not stated
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

/// Computes all three digests. `input` and `output` are the schemas of the `full` profile; `output`
/// is null if there is none. `tool_object` is the tool object as published. Errors: a dangling or
/// remote $ref, or a value without a canonical form.
Result<ContractDigests> digests(const OrderedJson& input, const OrderedJson& output,
                                const ConsentTerms& terms, const OrderedJson& tool_object);
/// digests() in two steps: the digest of the schemas, then all three.
Result<Digest> wire_digest(const OrderedJson& input, const OrderedJson& output);
Result<ContractDigests> digests(const Digest& wire, const ConsentTerms& terms,
                                const OrderedJson& tool_object);
/// digests() for a tool object in text form, as JsonWriter writes it.
Result<ContractDigests> digests_of_text(const Digest& wire, const ConsentTerms& terms,
                                        std::string_view tool_object);

/// The fact in which a manifest keeps the schemas of the `full` profile, as members of a tool
/// object, if other schemas are published.
inline constexpr const char* k_full_fact = "full";

/// `tool` without these members of its _meta["iam/contract"]; missing members are ignored.
OrderedJson without_facts(OrderedJson tool, std::initializer_list<const char*> names);
/// `tool` without the parts that its behaviour digest ignores.
OrderedJson behaviour_of(OrderedJson tool);

}  // namespace iam::contract
