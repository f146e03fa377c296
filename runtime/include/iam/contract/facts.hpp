// Defines the facts of a contract as values. facts.def lists them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam {

class JsonWriter;  // core/json_writer.hpp

}  // namespace iam

namespace iam::contract {

/// The hints of the Model Context Protocol, as stated by a tool. An absent hint is not false: the
/// risk tier takes the protocol's default (read_only false, destructive true, idempotent false,
/// open_world true).
struct Hints {
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) std::optional<bool> name{};
#include <iam/contract/facts.def>
    friend bool operator==(const Hints&, const Hints&) = default;
};

struct UndoTerms {
    std::string grade{};  ///< "none", "compensating", "exact"; "" counts as none
    std::optional<std::int64_t> window_s{};
};

struct SourcePlace {
    std::string file{};
    std::uint64_t line = 0;
};

/// A fact that is written behind the others, once they are known.
struct Appended {};

/// The types of Facts, by the kinds of facts.def.
namespace fact_kind {
using text = std::string;  ///< "" if not stated
using texts = std::vector<std::string>;
using flag = std::optional<bool>;
using policy = std::string;  ///< "allow", "confirm", "deny"; "" if not stated
using milliseconds = std::optional<std::int64_t>;
using seconds = std::optional<std::int64_t>;
using hints = Hints;
using undo = UndoTerms;
using units = std::vector<std::pair<std::string, std::string>>;  ///< pointer into the input → unit
using source = SourcePlace;
using appended = Appended;
}  // namespace fact_kind

/// The facts of one tool.
struct Facts {
#define IAM_FACT(name, kind, digest, added, removed, changed) fact_kind::kind name{};
#include <iam/contract/facts.def>
    /// Every text of a tool of another origin. A consent to the tool covers them. Empty for
    /// compiled-in tools. Manifests have the texts at their places.
    std::vector<std::string> texts{};
};

enum class InDigest : std::uint8_t {
    consent,    ///< in the consent and the behaviour digest
    behaviour,  ///< in the behaviour digest
    unseen,     ///< in none
};

/// A row of facts.def. The last three are ids of rules, "own", "repeats" or "place".
struct FactRow {
    std::string_view name;
    InDigest digest;
    std::string_view added;
    std::string_view removed;
    std::string_view changed;
};

inline constexpr std::array k_facts{
#define IAM_FACT(name, kind, digest, added, removed, changed) \
    FactRow{#name, InDigest::digest, #added, #removed, #changed},
#include <iam/contract/facts.def>
};

/// Writes the object _meta["iam/contract"], without the facts appended later.
void write_facts(JsonWriter& out, const Facts& facts);
/// Writes the hints as an object with the names of the Model Context Protocol.
void write_annotations(JsonWriter& out, const Hints& hints);

}  // namespace iam::contract
