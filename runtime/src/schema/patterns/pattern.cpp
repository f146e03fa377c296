// Compiles and searches patterns with RE2. No other file calls RE2.
#include "iam/schema/pattern.hpp"

#include "schema/patterns/pattern_re2.hpp"

#include <re2/re2.h>

namespace iam::schema {
namespace {

re2::RE2::Options options() {
    re2::RE2::Options result;
    result.set_log_errors(false);
    result.set_never_capture(true);
    result.set_max_mem(static_cast<std::int64_t>(k_pattern_memory_max));
    return result;
}

tl::unexpected<Error> too_large() {
    return fail(
        Errc::invalid_argument,
        "the pattern needs more than the " + std::to_string(k_pattern_memory_max >> 20) +
            " MiB that a compiled pattern may have; repeat less often, or bound the length with "
            "maxLength");
}

}  // namespace

struct Pattern::Program {
    explicit Program(const std::string& text) : expression(text, options()) {}
    re2::RE2 expression;
};

Result<Pattern> Pattern::compile(std::string_view ecma) {
    IAM_TRY(tree, parse_pattern(ecma));
    return compile(tree);
}

Result<Pattern> Pattern::compile(const PatternNode& tree) {
    const auto text = re2_text(tree, k_pattern_memory_max);
    if (!text) return too_large();
    auto program = std::make_shared<const Program>(*text);
    if (program->expression.ok()) return Pattern(std::move(program));
    if (program->expression.error_code() == re2::RE2::ErrorPatternTooLarge) return too_large();
    return fail(Errc::internal, "RE2 does not take its own syntax: " + program->expression.error() +
                                    "; report this pattern");
}

bool Pattern::search(std::string_view utf8) const {
    return re2::RE2::PartialMatch(re2::StringPiece(utf8.data(), utf8.size()), program_->expression);
}

std::size_t Pattern::program_size() const noexcept {
    return static_cast<std::size_t>(program_->expression.ProgramSize());
}

}  // namespace iam::schema
