// What changed between the tools of two catalogues: names, schemas, hints, gate, texts. Everything that published tools say is compared.
#pragma once

#include <iam/contract/findings.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace iam::contract {

/// Whose texts a catalogue has. What a stranger writes for people and models is part of what was consented to.
enum class Trust : bool { first_party, untrusted };

/// The member that tells a catalogue of our own from another one.
inline constexpr const char* k_catalogue_member = "iam";

/// What changed of one tool. Pointers are into the tool object, through references to the point of use; what is about an added or a removed
/// member of a schema is that finding alone. A schema that cannot be compared is a finding as well (S03, S04, S05). Digests that moved
/// without a finding are S06, or S12 where the documents differ in their order alone.
std::vector<Finding> compare_tools(const OrderedJson& before, const OrderedJson& after, Trust trust,
                                   const InclusionLimits& limits = {});

/// The arguments that a tool takes without and with one change.
struct InputChange {
    Language before;
    Language after;
};

/// Of a finding of compare_tools(before, after). Nothing: it is not about the input schema, or one of the schemas cannot be read.
std::optional<InputChange> input_change(const OrderedJson& before, const OrderedJson& after,
                                        const Finding& finding);

struct ToolFinding {
    std::string tool;  ///< its name afterwards; of a removed tool, before
    Finding finding;
};

/// Every tool is an object with a name of its own. In the order of the names; a tool under another name is compared with itself.
std::vector<ToolFinding> compare_catalogues(std::span<const OrderedJson> before,
                                            std::span<const OrderedJson> after, Trust trust,
                                            const InclusionLimits& limits = {});

}  // namespace iam::contract
