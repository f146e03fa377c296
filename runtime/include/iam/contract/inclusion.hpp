// Decides whether one schema accepts every value accepted by another. If not, it gives a refused
// value as a witness.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace iam::contract {

struct InclusionLimits {
    /// A step is one case, one code point tried at one place of a text, or a look at a few claims,
    /// names or values. It takes about a microsecond and less than a hundred bytes. Copies of
    /// claims, names and values count too.
    std::uint64_t steps_max = 300'000;
    /// The steps for all comparisons of the two schemas of one side of a tool. Copies and
    /// compilations count too.
    std::uint64_t steps_of_schema_max = 2'000'000;
};

enum class Inclusion : std::uint8_t {
    proven,     ///< every value is accepted
    refuted,    ///< there is a witness
    undecided,  ///< neither was found within the limits, or a keyword cannot be decided
};

std::string_view to_string(Inclusion inclusion) noexcept;

struct Relation {
    Inclusion inclusion = Inclusion::undecided;
    std::optional<Json>
        /// set if refuted: the first schema accepts it, the second refuses it; both were asked
        witness{};
    std::uint64_t steps = 0;  ///< steps spent
};

/// A schema that can be compared with others. A copy is cheap. Several threads may call const
/// members at once.
class Language {
 public:
    /// If iam::schema does not compile a part, the part has an unknown meaning and equals only
    /// itself. Examples are a pattern with look-ahead and a reference out of the document.
    ///
    /// Errors: the schema as a whole cannot be read; it has more than 32 parts of unknown meaning;
    /// or a reference leads out of the document and is no part by itself.
    static Result<Language> of(const Json& schema);
    /// of() for a schema in normal form, as schema() gives it, or for one built of schemas in
    /// normal form.
    static Result<Language> of_normal(const Json& schema);

    /// The schema in normal form.
    const Json& schema() const noexcept;
    /// True if all parts could be read.
    bool is_whole() const noexcept;
    /// Error: the validation met a limit, or the verdict depends on a part of unknown meaning.
    Result<bool> accepts(const Json& value) const;

 private:
    struct Parts;
    explicit Language(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}
    std::shared_ptr<const Parts> parts_;
};

/// Compares: does `outer` accept every value accepted by `inner`? Decides everything that iam-gen
/// publishes and most of JSON Schema 2020-12. Other keywords (unevaluated members) are compared
/// only as far as both schemas have the same. Draft 7, `$id` and references by URI are read as the
/// validator reads them.
///
/// Some schemas are proven to include only themselves:
/// - one with a dynamic reference or anchor;
/// - one of a dialect with vocabularies of its own;
/// - one of draft 7 with keywords of 2020-12.
///
/// "Proven" is possible only while steps are left. Texts, defaults, `format` and `content…` judge
/// no value here; a decoder may still refuse a text for its format.
Relation compare(const Language& inner, const Language& outer, const InclusionLimits& limits = {});

}  // namespace iam::contract
