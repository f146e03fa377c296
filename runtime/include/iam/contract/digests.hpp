// Computes the three digests of a contract. The generator, the runtime and every comparison of
// contracts use this one definition.
#pragma once

#include <iam/contract/facts.hpp>
#include <iam/core/digest.hpp>
#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

namespace iam::contract {

/// Computes all three digests. `input` and `output` are the schemas of the `full` profile; `output`
/// is null if there is none. `tool_object` is the tool object as published. Errors: a dangling or
/// remote $ref, or a value without a canonical form.
Result<ContractDigests> digests(const OrderedJson& input, const OrderedJson& output,
                                const Facts& facts, const OrderedJson& tool_object);
/// digests() in two steps: the digest of the schemas, then all three.
Result<Digest> wire_digest(const OrderedJson& input, const OrderedJson& output);
Result<ContractDigests> digests(const Digest& wire, const Facts& facts,
                                const OrderedJson& tool_object);
/// digests() for a tool object in text form, as JsonWriter writes it.
Result<ContractDigests> digests_of_text(const Digest& wire, const Facts& facts,
                                        std::string_view tool_object);

/// The fact with the schemas of the `full` profile in a manifest, as members of a tool object, if
/// other schemas are published.
inline constexpr const char* k_full_fact = "full";

/// `tool` without these members of its _meta["iam/contract"]; missing members are ignored.
OrderedJson without_facts(OrderedJson tool, std::initializer_list<const char*> names);
/// `tool` without the parts ignored by its behaviour digest.
OrderedJson behaviour_of(OrderedJson tool);

}  // namespace iam::contract
