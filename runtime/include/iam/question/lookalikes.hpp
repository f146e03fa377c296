// Words whose letters can be taken for other letters: "раypal" with Cyrillic letters in it, a
// server's name that is Cyrillic as a whole.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace iam::question {

/// Which letters look alike is Unicode's (UTS 39), by ICU. A word counts where scripts are mixed in
/// it that do not belong together; where it reads like ASCII by letters that no language is written
/// with; and where all of it is in another script and reads like ASCII, if that is in a name,
/// beside ASCII letters, or in a text all of which reads so. Other text in one script is what
/// people write, and is not told of.
class Lookalikes {
 public:
    Lookalikes();
    ~Lookalikes();
    Lookalikes(const Lookalikes&) = delete;
    Lookalikes& operator=(const Lookalikes&) = delete;

    /// A name is what somebody is known by: of a tool, a server, a model.
    void look_at_name(std::string_view name);
    void look_at_text(std::string_view text);
    /// All texts and names of members in it.
    void look_at_json(std::string_view json);

    /// "раypal: \u{0440}\u{0430}ypal", each once, as they came, no more than a few.
    const std::vector<std::string>& lines() const noexcept { return lines_; }
    /// Those beyond.
    std::size_t more() const noexcept { return more_; }

 private:
    struct Checker;
    void look_at(std::string_view text, bool is_name);
    bool is_lookalike(std::string_view word, bool may_be_ascii) const;
    void tell(std::string_view word);

    std::unique_ptr<Checker> checker_;
    std::set<std::string, std::less<>> seen_;
    std::vector<std::string> lines_;
    std::size_t more_ = 0;
};

}  // namespace iam::question
