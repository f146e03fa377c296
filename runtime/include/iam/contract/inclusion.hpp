// Whether every value that one schema accepts is accepted by another, and if not, such a value.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace iam::contract {

struct InclusionLimits {
    /// A step is one case looked at, one code point tried at one place of a text, or a few claims, names or values looked at or copied:
    /// about a microsecond, and less than a hundred bytes.
    std::uint64_t steps_max = 300'000;
    /// For all that is asked about the two schemas of one side of a tool, copies and compilations included.
    std::uint64_t steps_of_schema_max = 2'000'000;
};

enum class Inclusion : std::uint8_t {
    proven,     ///< every value
    refuted,    ///< there is a witness
    undecided,  ///< neither was found within the limits, or a keyword is beyond what is decided
};

std::string_view to_string(Inclusion inclusion) noexcept;

struct Relation {
    Inclusion inclusion = Inclusion::undecided;
    std::optional<Json>
        witness{};  ///< refuted: accepted by the first schema and refused by the second, both asked
    std::uint64_t steps = 0;  ///< that were spent
};

/// A schema that can be compared with others. A cheap copy; const members may be called by several threads at once.
class Language {
 public:
    /// A part that iam::schema does not compile, such as a pattern with look-ahead or a reference
    /// out of the document, becomes a part of unknown meaning, which is equal to itself only.
    /// Errors: the schema as a whole cannot be read; a reference that leads out of the document
    /// and is no part of its own; more than 32 such parts.
    static Result<Language> of(const Json& schema);
    /// The same of a schema in normal form, as schema() gives it, or of one made of such schemas.
    static Result<Language> of_normal(const Json& schema);

    /// In normal form.
    const Json& schema() const noexcept;
    /// Whether all parts could be read.
    bool is_whole() const noexcept;
    /// Error: the validation met a limit, or the verdict depends on a part of unknown meaning.
    Result<bool> accepts(const Json& value) const;

 private:
    struct Parts;
    explicit Language(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}
    std::shared_ptr<const Parts> parts_;
};

/// Whether `outer` accepts all that `inner` does. Decided for everything that iam-gen publishes, and for most of JSON Schema 2020-12; what is
/// beyond (unevaluated members) is compared as far as both say the same of it. Draft 7, `$id` and references by URI are read as the validator
/// reads them. A schema with a dynamic reference or anchor, of a dialect with vocabularies of its own, or of draft 7 with keywords of 2020-12 is
/// proven of itself only. "Proven" needs steps that are left. Texts, defaults,
/// `format` and `content…` judge no value here; a decoder may still refuse a text for its format.
Relation compare(const Language& inner, const Language& outer, const InclusionLimits& limits = {});

}  // namespace iam::contract
