// One line of input by a person. Takes keys and gives text. Its row needs only carriage return and
// backspace of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace iam::host {

/// No typed character acts on the terminal. An invisible character is shown as \u{…}, and control
/// characters are not taken.
class LineEditor {
 public:
    LineEditor(std::string_view text, std::size_t bytes_max);

    /// Shows a star for each typed character.
    void hide() noexcept { hidden_ = true; }

    enum class State { open, done, left, interrupted, ended };
    /// Takes keys from one input. Esc leaves the line. A line end alone ends the line. A line end
    /// among other keys was pasted: it becomes a space, as tabs do, or is dropped at the end.
    State take(std::string_view keys);
    std::string text() const;

    /// The line in one row of a terminal, written over the row. It scrolls so the place of the next
    /// key is seen.
    std::string row(std::size_t columns);

 private:
    std::size_t width_of(std::size_t at) const;
    void take_character(std::string_view bytes);
    void take_control(char key);
    /// Takes the bytes of a key (e.g. an arrow) off `keys`. `keys` begins with Esc.
    void take_sequence(std::string_view& keys);
    void act_on(std::string_view sequence);
    void erase(std::size_t from, std::size_t to);
    std::size_t start_of_word() const;

    std::vector<std::string> characters_;
    std::size_t at_ = 0;     ///< the next character goes before this one
    std::size_t first_ = 0;  ///< the first shown character
    std::size_t drawn_ = 0;  ///< columns of the last row
    std::size_t bytes_ = 0;
    std::size_t bytes_max_;
    bool hidden_ = false;
};

}  // namespace iam::host
