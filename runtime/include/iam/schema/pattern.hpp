// Compiles and searches with the regular expressions of JSON Schema's `pattern`. They are read as
// ECMA-262 with the flag `u` (rules and limits in pattern_tree.hpp). RE2 matches them; it gets a
// translation, never the text as written.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <memory>
#include <string_view>

namespace iam::schema {

struct PatternNode;

/// RE2's budget for one pattern: its program, and the states that it keeps during a search.
inline constexpr std::size_t k_pattern_memory_max = std::size_t{8} << 20;

/// A compiled pattern. Copies share the program. Several threads may call const members at once.
class Pattern {
 public:
    /// Errors: invalid_argument with a sentence that names the byte of the pattern and the way out.
    /// A pattern is refused if it is no ECMA-262 or exceeds a limit. It is also refused if a search
    /// in linear time cannot do it (look-around, back-references).
    static Result<Pattern> compile(std::string_view ecma);
    /// Compiles a pattern that was parsed before.
    static Result<Pattern> compile(const PatternNode& tree);

    /// True if the pattern matches somewhere in the text. The time is at most proportional to
    /// text.size() · program_size(). The text is UTF-8; nothing matches the bytes of a malformed
    /// sequence.
    bool search(std::string_view utf8) const;

    /// The steps that one byte of a text may cost at most. A budget of steps is charged by it.
    std::size_t program_size() const noexcept;

 private:
    struct Program;
    explicit Pattern(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
    std::shared_ptr<const Program> program_;
};

}  // namespace iam::schema
