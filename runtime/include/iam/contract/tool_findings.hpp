// Compares the tools of two catalogues: names, schemas, hints, gate, texts. Every published part of
// a tool is compared.
#pragma once

#include <iam/contract/findings.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace iam::contract {

/// The author of a catalogue. A stranger's texts for people and models are part of the consent, and
/// so is the rest of the tool: every change suspends it at least, except for other spellings and
/// orders (S08, S12, S14, I20, I74), other white space between words (D11) and hints that are
/// stated as they were understood. A stranger's _meta["iam/contract"] states no facts, and a change
/// of it is S16.
enum class Trust : bool { first_party, untrusted };

/// The member that marks a catalogue of this project.
inline constexpr const char* k_catalogue_member = "iam";

/// Compares one tool's two versions. Pointers are into the tool object, through references to the
/// point of use. If a member of a schema was added or removed, one finding covers everything in it.
/// A schema that cannot be compared is a finding too (S03, S04, S05). If digests moved without a
/// finding, this is S06, or S12 if the documents differ only in their order.
std::vector<Finding> compare_tools(const OrderedJson& before, const OrderedJson& after, Trust trust,
                                   const InclusionLimits& limits = {});

/// The arguments of a tool without and with one change.
struct InputChange {
    Language before;
    Language after;
};

/// The input schemas for a finding of compare_tools(before, after, trust). Nothing if the finding
/// is not about the input schema, or if one of the schemas cannot be read.
std::optional<InputChange> input_change(const OrderedJson& before, const OrderedJson& after,
                                        const Finding& finding, Trust trust);

struct ToolFinding {
    std::string tool;  ///< its new name; for a removed tool its old name
    Finding finding;
};

/// Compares two catalogues, in the order of the names. Every tool must be an object with a name of
/// its own. A renamed tool is compared with its old version.
std::vector<ToolFinding> compare_catalogues(std::span<const OrderedJson> before,
                                            std::span<const OrderedJson> after, Trust trust,
                                            const InclusionLimits& limits = {});

}  // namespace iam::contract
