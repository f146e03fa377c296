// Words with letters that can be taken for other letters: "раypal" with Cyrillic letters in it, or
// a server's name all in Cyrillic.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace iam::question {

/// Unicode's table (UTS 39), by ICU, decides about similar letters. A word counts in three cases.
/// It mixes scripts foreign to each other. It reads like ASCII by letters of no language. Or all of
/// it is in another script and reads like ASCII, and it is in a name, beside ASCII letters, or in a
/// text of only ASCII-like words. Other text in one script is ordinary writing, and is not
/// reported.
class Lookalikes {
 public:
    Lookalikes();
    ~Lookalikes();
    Lookalikes(const Lookalikes&) = delete;
    Lookalikes& operator=(const Lookalikes&) = delete;

    /// A name is a tool's, a server's or a model's.
    void look_at_name(std::string_view name);
    void look_at_text(std::string_view text);
    /// All texts and names of members in it.
    void look_at_json(std::string_view json);

    /// "раypal: \u{0440}\u{0430}ypal", each once, as they came, no more than a few.
    const std::vector<std::string>& lines() const noexcept { return lines_; }
    /// The number of further words, beyond the limit.
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
