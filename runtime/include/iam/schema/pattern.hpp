// Regular expressions of JSON Schema's `pattern`: read as ECMA-262 with the flag `u` (pattern_tree.hpp has the rules and limits),
// matched by RE2, which never sees the text as it was written.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <memory>
#include <string_view>

namespace iam::schema {

struct PatternNode;

/// RE2's budget for one pattern: its program, and the states that it keeps while it searches.
inline constexpr std::size_t k_pattern_memory_max = std::size_t{8} << 20;

/// A compiled pattern. Copies share the program; all const members may be called by several threads at once.
class Pattern {
 public:
    /// invalid_argument with a sentence that names the byte of the pattern and the way out: it is no ECMA-262, it has what a search in
    /// linear time cannot do (look-around, back-references), or it is beyond a limit.
    static Result<Pattern> compile(std::string_view ecma);
    /// Of a pattern that was parsed before.
    static Result<Pattern> compile(const PatternNode& tree);

    /// True if the pattern matches somewhere in the text. The time is at most proportional to text.size() · program_size(). The text is
    /// UTF-8; nothing matches the bytes of a malformed sequence.
    bool search(std::string_view utf8) const;

    /// Steps that one byte of a text may cost at most: what a budget of steps charges a search with.
    std::size_t program_size() const noexcept;

 private:
    struct Program;
    explicit Pattern(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
    std::shared_ptr<const Program> program_;
};

}  // namespace iam::schema
