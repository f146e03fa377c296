// Collects failures and their places while a value is judged a second time to explain them.
#pragma once

#include "schema/compile/program.hpp"
#include <iam/core/json.hpp>
#include <iam/schema/output.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::schema {

/// A name or a number as one token of a path.
struct Token {
    Token() = default;
    explicit Token(std::string_view text) : name(text) {}
    explicit Token(std::size_t number) : index(number), is_index(true) {}
    std::string_view name{};
    std::size_t index = 0;
    bool is_index = false;
};

/// One step on the way through the schema and into the value. It lives on the stack while the step
/// is taken. Paths are spelled only for an error.
struct Step {
    Keyword keyword{};
    const Token* below = nullptr;  ///< follows the keyword if it has several subschemas
    const Token* part = nullptr;   ///< leads into the value
    const Step* outer = nullptr;
};

class Collector {
 public:
    Collector(const Program& program, std::size_t errors_max)
        : program_(program), errors_max_(errors_max) {}

    /// The innermost step; nullptr at the root.
    const Step*& step() noexcept { return step_; }

    /// Errors added until close_group() belong together.
    void open_group(Index block);
    void close_group();
    /// Adds an error of a keyword of `block`.
    void add(Index block, std::string_view keyword, std::string sentence);
    /// Adds an error and opens its group: errors added until close_group() explain it.
    void open_choice(Index block, std::string_view keyword, std::string sentence);

    /// True if there was one error more than errors_max.
    bool is_full() const noexcept { return truncated_; }

    Report take(Detail detail);

 private:
    static constexpr std::size_t k_no_unit = static_cast<std::size_t>(-1);

    struct Unit {
        OutputUnit unit;
        std::size_t parent;
    };
    /// A group gets its unit with its first error.
    struct Group {
        Index block;
        const Step* step;
        std::size_t unit = k_no_unit;
    };
    bool has_room();
    std::size_t say(Index block, std::string_view keyword, std::string sentence);
    std::size_t push(Index block, std::string_view keyword, const Step* step, std::size_t parent);
    std::size_t innermost_unit();
    std::vector<OutputUnit> tree();

    const Program& program_;
    std::size_t errors_max_;
    std::size_t errors_ = 0;
    bool truncated_ = false;
    const Step* step_ = nullptr;
    std::vector<Unit> units_;
    std::vector<Group> groups_;  // open groups, outermost first
};

}  // namespace iam::schema
