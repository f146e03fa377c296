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

/// RE2's budget for one pattern: its program, and its states during a search.
inline constexpr std::size_t k_pattern_memory_max = std::size_t{8} << 20;

/// A compiled pattern. Copies share the program. Several threads may call const members at once.
class Pattern {
 public:
    /// Compiles an expression. Errors: invalid_argument; its sentence names the byte of the
    /// expression and the way out. A pattern is refused if it is no ECMA-262 or exceeds a limit. It
    /// is also refused if a search in linear time cannot do it (look-around, back-references).
    static Result<Pattern> compile(std::string_view ecma);
    /// Compiles a parsed pattern.
    static Result<Pattern> compile(const PatternNode& tree);

    /// True if the pattern matches somewhere in the text. The time is at most proportional to
    /// text.size() · program_size(). The text is UTF-8; nothing matches the bytes of a malformed
    /// sequence.
    bool search(std::string_view utf8) const;

    /// The most steps for one byte of a text. A budget of steps is charged by it.
    std::size_t program_size() const noexcept;

 private:
    struct Program;
    explicit Pattern(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
    std::shared_ptr<const Program> program_;
};

}  // namespace iam::schema
