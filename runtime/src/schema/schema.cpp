// Compiles schemas, and applies a compiled schema to a value.
#include "iam/schema/schema.hpp"

#include "schema/compile/compiler.hpp"
#include "schema/evaluate/evaluator.hpp"

#include <utility>

namespace iam::schema {
namespace {

Error exhausted(Stop stop, const EvaluationLimits& limits) {
    if (stop == Stop::steps)
        return Error{
            Errc::invalid_argument,
            "judging the value takes more than " + std::to_string(limits.steps_max) +
                " steps (EvaluationLimits::steps_max); the schema or the value is too large",
            ""};
    return Error{Errc::invalid_argument,
                 "judging the value applies more than " +
                     std::to_string(std::min(limits.depth_max, k_evaluation_depth_ceiling)) +
                     " subschemas inside each other (EvaluationLimits::depth_max); the value is "
                     "nested too deep, or a reference leads back to itself",
                 ""};
}

}  // namespace

Schema::Schema(std::shared_ptr<const Program> program) noexcept : program_(std::move(program)) {}

Result<Schema> Schema::compile(const Json& schema, const CompileOptions& options) {
    IAM_TRY(program, Compiler(options).run(schema));
    return Schema(std::make_shared<const Program>(std::move(program)));
}

Result<bool> Schema::accepts(const Json& value, const EvaluationLimits& limits) const {
    Budget budget(limits);
    const bool valid = Evaluator<false>(*program_, budget, nullptr).run(0, value, nullptr);
    if (budget.stop != Stop::no) return tl::unexpected(exhausted(budget.stop, limits));
    return valid;
}

Result<Report> Schema::validate(const Json& value, Detail detail,
                                const EvaluationLimits& limits) const {
    IAM_TRY(valid, accepts(value, limits));
    if (valid) return Report{true, false, {}};
    Budget budget(limits);
    Collector collector(*program_, limits.errors_max);
    Evaluator<true>(*program_, budget, &collector).run(0, value, nullptr);
    Report report = collector.take(detail);
    // To report every failure takes more steps than to find the first. If they run out, the report
    // is truncated.
    report.truncated = report.truncated || budget.stop != Stop::no;
    return report;
}

Draft Schema::draft() const noexcept {
    return program_->draft;
}

}  // namespace iam::schema
