// Gathers what failed and where, while a value is judged once more to say why.
#pragma once

#include "compile/program.hpp"
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

/// One step on the way through the schema and into the value; it lives on the stack while the step
/// is taken. Paths are spelled only where there is an error to place.
struct Step {
    Keyword keyword{};
    const Token* below = nullptr;  ///< after the keyword, where it has several subschemas
    const Token* part = nullptr;   ///< into the value
    const Step* outer = nullptr;
};

class Collector {
 public:
    Collector(const Program& program, std::size_t errors_max)
        : program_(program), errors_max_(errors_max) {}

    /// The innermost step, null at the root.
    const Step*& step() noexcept { return step_; }

    /// Errors that follow, until the group is closed, belong together.
    void open_group(Index block);
    void close_group();
    /// An error of a keyword of `block`.
    void add(Index block, std::string_view keyword, std::string sentence);
    /// The same; the errors that follow, until the group is closed, say more.
    void open_choice(Index block, std::string_view keyword, std::string sentence);

    /// True where there was one error more than there is room for.
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
    std::vector<Group> groups_;  // open ones, outermost first
};

}  // namespace iam::schema
