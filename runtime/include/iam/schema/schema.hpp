// Compiles JSON Schema, drafts 2020-12 and 7, once to a flat program for many values.
//
// Every keyword of both drafts is known. By default `format` and `content*` are annotations, as in
// the drafts. Numbers are compared exactly, strings by their bytes, patterns in linear time.
// Nothing is ever fetched: other documents come from the host's map.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>
#include <iam/schema/limits.hpp>
#include <iam/schema/output.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace iam::schema {

struct Program;

enum class Draft : std::uint8_t { draft7, draft2020_12 };

/// Documents for references and dialects of schemas, by absolute URI without fragment. The
/// metaschemas of both drafts are known without an entry.
using Documents = std::map<std::string, Json, std::less<>>;

struct CompileOptions {
    /// The draft of a schema or document without `$schema`.
    Draft draft = Draft::draft2020_12;
    /// The base URI of the root's references, unless its `$id` sets one; absolute or empty.
    std::string base_uri{};
    /// Not owned. Used during compile() only.
    const Documents* documents = nullptr;
    /// If true, `format` is asserted in every dialect, if iam/schema/format.hpp knows it. A dialect
    /// with the format-assertion vocabulary always asserts, and an unknown format is then an error
    /// of the schema.
    bool assert_format = false;
    /// If true, an unknown keyword is an error of the schema instead of an annotation. So is a
    /// keyword of another draft, since it would judge nothing.
    bool refuse_unknown_keywords = false;
    CompileLimits limits{};
    /// Not owned. Room for the patterns of several schemas, in instructions
    /// (Pattern::program_size): one takes about 1 µs to compile and 80 bytes. A schema is refused
    /// if its patterns need more. They use up room also if the schema is refused. nullptr: no
    /// bound but `limits`.
    std::size_t* pattern_room = nullptr;
};

/// A compiled schema. It is a cheap handle of an immutable program, and any number of threads may
/// use it.
class Schema {
 public:
    /// Compiles a schema. The schema is copied where needed and need not outlive the call.
    ///
    /// Errors: invalid_argument. Error::pointer counts from the root of the document named in the
    /// message. The reasons:
    /// - a keyword is ill-formed;
    /// - a reference leads nowhere, or back to itself without an end;
    /// - a dialect or required vocabulary is not known;
    /// - a pattern cannot be translated;
    /// - the schema exceeds `limits`.
    static Result<Schema> compile(const Json& schema, const CompileOptions& options = {});

    /// Says as fast as possible whether the value is valid. The value must be at most
    /// k_depth_ceiling deep, as every value from parse_json is. A fraction is judged as the nearest
    /// double, since a Json keeps no more of it.
    ///
    /// A valid value causes no allocation, unless the schema has `pattern`, `patternProperties` or
    /// `unevaluated*`, `uniqueItems` for more than 16 items, or a `$dynamicRef` inside
    /// `propertyNames`.
    ///
    /// Error: invalid_argument if `limits` end the validation before the answer is known.
    Result<bool> accepts(const Json& value, const EvaluationLimits& limits = {}) const;

    /// Does the work of accepts() and reports why a value is not valid. A valid value costs as much
    /// as in accepts(). The error is the same.
    Result<Report> validate(const Json& value, Detail detail = Detail::basic,
                            const EvaluationLimits& limits = {}) const;

    Draft draft() const noexcept;

 private:
    explicit Schema(std::shared_ptr<const Program> program) noexcept;
    std::shared_ptr<const Program> program_;
};

}  // namespace iam::schema
