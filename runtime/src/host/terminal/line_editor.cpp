// Has the keys of readline and a row that scrolls sideways. So it works on the simplest terminal,
// and is one line for a screen reader.
#include "host/terminal/line_editor.hpp"

#include <iam/core/json.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/layout.hpp>

#include <algorithm>

namespace iam::host {

using question::escape_for_display;
using question::width_of;

namespace {

constexpr char k_key_escape = '\x1b';
constexpr char k_key_interrupt = '\x03';
constexpr char k_key_end = '\x04';
constexpr std::size_t k_prompt_columns = 2;
constexpr std::size_t k_row_room_min = 8;

bool is_line_end(char c) {
    return c == '\r' || c == '\n';
}

/// The size of the first character of the text; 1 if the text begins with none.
std::size_t size_of_first(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    return size <= text.size() && is_valid_utf8(text.substr(0, size)) ? size : 1;
}

/// True for U+0080 to U+009F. Some terminals take them for sequences.
bool is_control(std::string_view character) {
    return character.size() == 2 && character[0] == '\xC2' &&
           static_cast<unsigned char>(character[1]) < 0xA0;
}

std::size_t columns_of(const std::string& character) {
    return width_of(escape_for_display(character));
}

}  // namespace

LineEditor::LineEditor(std::string_view text, std::size_t bytes_max) : bytes_max_(bytes_max) {
    while (!text.empty()) {
        const std::size_t size = size_of_first(text);
        take_character(text.substr(0, size));
        text.remove_prefix(size);
    }
}

void LineEditor::take_character(std::string_view bytes) {
    if (!is_valid_utf8(bytes) || is_control(bytes) || bytes_ + bytes.size() > bytes_max_) return;
    characters_.insert(characters_.begin() + static_cast<std::ptrdiff_t>(at_), std::string(bytes));
    ++at_;
    bytes_ += bytes.size();
}

LineEditor::State LineEditor::take(std::string_view keys) {
    if (keys.size() == 1 && keys.front() == k_key_escape) return State::left;
    if (keys.find(k_key_interrupt) != std::string_view::npos) return State::interrupted;
    if (keys.size() == 1 && keys.front() == k_key_end && characters_.empty()) return State::ended;
    const std::size_t all = keys.size();
    while (!keys.empty() && is_line_end(keys.back())) keys.remove_suffix(1);
    const bool enter = keys.size() < all && keys.empty();
    while (!keys.empty()) {
        const char key = keys.front();
        if (key == k_key_escape) {
            take_sequence(keys);
            continue;
        }
        const std::size_t size = size_of_first(keys);
        if (is_line_end(key) || key == '\t') {
            take_character(" ");
        } else if (static_cast<unsigned char>(key) < 0x20 || key == '\x7f') {
            take_control(key);
        } else {
            take_character(keys.substr(0, size));
        }
        keys.remove_prefix(size);
    }
    return enter ? State::done : State::open;
}

void LineEditor::erase(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) bytes_ -= characters_[i].size();
    const auto begin = characters_.begin();
    characters_.erase(begin + static_cast<std::ptrdiff_t>(from),
                      begin + static_cast<std::ptrdiff_t>(to));
    at_ = from;
}

std::size_t LineEditor::start_of_word() const {
    std::size_t start = at_;
    while (start > 0 && characters_[start - 1] == " ") --start;
    while (start > 0 && characters_[start - 1] != " ") --start;
    return start;
}

void LineEditor::take_control(char key) {
    constexpr auto control = [](char letter) { return static_cast<char>(letter - '@'); };
    const std::size_t end = characters_.size();
    if (key == '\x7f' || key == control('H')) {
        if (at_ > 0) erase(at_ - 1, at_);
    } else if (key == control('D')) {
        if (at_ < end) erase(at_, at_ + 1);
    } else if (key == control('A')) {
        at_ = 0;
    } else if (key == control('E')) {
        at_ = end;
    } else if (key == control('B')) {
        at_ -= at_ > 0 ? 1 : 0;
    } else if (key == control('F')) {
        at_ += at_ < end ? 1 : 0;
    } else if (key == control('U')) {
        erase(0, at_);
    } else if (key == control('K')) {
        erase(at_, end);
    } else if (key == control('W')) {
        erase(start_of_word(), at_);
    }
}

void LineEditor::take_sequence(std::string_view& keys) {
    std::size_t size = 1;
    const bool is_long = keys.size() > 1 && (keys[1] == '[' || keys[1] == 'O');
    if (is_long) {
        size = 2;
        // Parameters end at a byte from '@' to '~': a letter or a tilde.
        while (size < keys.size() && (keys[size] < '@' || keys[size] > '~')) ++size;
        size = std::min(size + 1, keys.size());
        act_on(keys.substr(2, size - 2));
    }
    keys.remove_prefix(size);
}

void LineEditor::act_on(std::string_view sequence) {
    if (sequence == "D") return take_control('\x02');
    if (sequence == "C") return take_control('\x06');
    if (sequence == "H" || sequence == "1~" || sequence == "7~") return take_control('\x01');
    if (sequence == "F" || sequence == "4~" || sequence == "8~") return take_control('\x05');
    if (sequence == "3~") return take_control(k_key_end);
}

std::string LineEditor::text() const {
    std::string text;
    for (const std::string& character : characters_) text += character;
    return text;
}

std::size_t LineEditor::width_of(std::size_t at) const {
    return hidden_ ? 1 : columns_of(characters_[at]);
}

std::string LineEditor::row(std::size_t columns) {
    // The last column stays free: some terminals begin the next row as soon as it is full.
    const std::size_t room =
        std::max(columns, k_prompt_columns + k_row_room_min + 1) - k_prompt_columns - 1;
    first_ = std::min(first_, at_);
    std::size_t before = 0;
    for (std::size_t i = first_; i < at_; ++i) before += width_of(i);
    while (before > room) before -= width_of(first_++);
    std::string line = first_ == 0 ? "\r> " : "\r< ";
    std::size_t used = 0;
    for (std::size_t i = first_; i < characters_.size(); ++i) {
        const std::size_t width = width_of(i);
        if (used + width > room) break;
        line += hidden_ ? "*" : escape_for_display(characters_[i]);
        used += width;
    }
    const std::size_t blank = drawn_ > used ? drawn_ - used : 0;
    line.append(blank, ' ');
    line.append(used + blank - before, '\b');
    drawn_ = used;
    return line;
}

}  // namespace iam::host
