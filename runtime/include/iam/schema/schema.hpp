// JSON Schema, drafts 2020-12 and 7: compiled once to a flat program, then applied to many values.
//
// Every keyword of both drafts is known. `format` and `content*` are annotations as the drafts have
// it, unless asked for. Numbers are compared exactly, strings by their bytes, patterns in linear
// time. Nothing is ever fetched: other documents come from a map that the host fills.
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

/// Documents that schemas may refer to or name as their dialect, by absolute URI without fragment.
/// The metaschemas of both drafts are known without being here.
using Documents = std::map<std::string, Json, std::less<>>;

struct CompileOptions {
    /// Of a schema (or document) that has no `$schema`.
    Draft draft = Draft::draft2020_12;
    /// What references of the root are relative to, unless its `$id` says so; absolute or empty.
    std::string base_uri{};
    /// Not owned; needed during compile only.
    const Documents* documents = nullptr;
    /// `format` is asserted in every dialect, where iam/schema/format.hpp knows it. A dialect with the format-assertion vocabulary
    /// asserts without this, and then an unknown format is an error of the schema.
    bool assert_format = false;
    /// An unknown keyword is an error of the schema instead of an annotation: also one of another
    /// draft, which would judge nothing.
    bool refuse_unknown_keywords = false;
    CompileLimits limits{};
};

/// A compiled schema. A cheap copy of an immutable program: any number of threads may use one.
class Schema {
 public:
    /// Errors: invalid_argument with the place in the schema (Error::pointer counts from the root
    /// of the document that the message names) for an ill-formed keyword, a reference that leads
    /// nowhere or back to itself without an end, a dialect or required vocabulary that is not
    /// known, a pattern that cannot be translated, a schema beyond `limits`. The schema is copied
    /// where needed and may go afterwards.
    static Result<Schema> compile(const Json& schema, const CompileOptions& options = {});

    /// Whether the value is valid, as fast as it can be told. The value must be at most
    /// k_depth_ceiling deep, as everything from parse_json is. Error: invalid_argument where
    /// `limits` end the validation before it can tell. Nothing is allocated for
    /// a valid value by a schema without `pattern`, `patternProperties`, `unevaluated*`,
    /// `uniqueItems` of more than 16 items, and a `$dynamicRef` inside `propertyNames`.
    /// A fraction is judged as the nearest double, which is all that a Json keeps of it.
    Result<bool> accepts(const Json& value, const EvaluationLimits& limits = {}) const;

    /// The same, and why not. A valid value costs what accepts() costs. The error is the same.
    Result<Report> validate(const Json& value, Detail detail = Detail::basic,
                            const EvaluationLimits& limits = {}) const;

    Draft draft() const noexcept;

 private:
    explicit Schema(std::shared_ptr<const Program> program) noexcept;
    std::shared_ptr<const Program> program_;
};

}  // namespace iam::schema
