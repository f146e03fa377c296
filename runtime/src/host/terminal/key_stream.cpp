// If the terminal does not mark pastes, only time tells a hand from a paste. So every rule here is
// about time.
#include "host/terminal/key_stream.hpp"

#include <algorithm>
#include <cstddef>

namespace iam::host {
namespace {

constexpr std::string_view k_paste_begin = "\x1b[200~";
constexpr std::string_view k_paste_end = "\x1b[201~";
constexpr std::string_view k_interrupt_key = "\x03";
// More than any line of the dialogue takes. The rest of a longer input is dropped.
constexpr std::size_t k_input_bytes_max = std::size_t{1} << 17U;

/// The number of bytes at the end of `text` that may begin `mark`.
std::size_t size_of_beginning(std::string_view text, std::string_view mark) {
    std::size_t size = std::min(text.size(), mark.size() - 1);
    while (size > 0 && text.substr(text.size() - size) != mark.substr(0, size)) --size;
    return size;
}

}  // namespace

void KeyStream::begin(Time now, Pasted pasted) {
    pasted_ = pasted;
    typed_.clear();
    has_paste_ = in_paste_;
    counts_from_ = now + quiet_;
}

void KeyStream::take(std::string_view bytes, Time now) {
    // The end mark of a paste may never come. A single Ctrl-C ends the paste.
    if (in_paste_ && bytes == k_interrupt_key && now - last_ >= k_key_gap) {
        in_paste_ = false;
        unread_.clear();
    }
    if (is_idle()) first_ = now;
    last_ = now;
    unread_ += bytes;
    for (std::size_t before = unread_.size() + 1; unread_.size() < before;) {
        before = unread_.size();
        in_paste_ ? take_pasted() : take_typed();
    }
}

void KeyStream::take_typed() {
    const std::size_t mark = unread_.find(k_paste_begin);
    if (mark != std::string::npos) {
        add(std::string_view(unread_).substr(0, mark));
        unread_.erase(0, mark + k_paste_begin.size());
        in_paste_ = true;
        has_paste_ = true;
        pasted_at_ = typed_.size();
        return;
    }
    const std::size_t sure = unread_.size() - size_of_beginning(unread_, k_paste_begin);
    add(std::string_view(unread_).substr(0, sure));
    unread_.erase(0, sure);
}

void KeyStream::take_pasted() {
    const std::size_t mark = unread_.find(k_paste_end);
    const std::size_t sure =
        mark != std::string::npos ? mark : unread_.size() - size_of_beginning(unread_, k_paste_end);
    if (pasted_ == Pasted::text) {
        for (const char c : std::string_view(unread_).substr(0, sure)) {
            const bool is_blank = c == '\r' || c == '\n' || c == '\t';
            const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == '\x7f';
            if (is_blank) add(" ");
            if (!is_control) add({&c, 1});
        }
    }
    unread_.erase(0, sure);
    if (mark != std::string::npos) end_paste();
}

void KeyStream::end_paste() {
    unread_.erase(0, k_paste_end.size());
    in_paste_ = false;
    // A copied line ends with a line end. It has become a blank here.
    while (typed_.size() > pasted_at_ && typed_.back() == ' ') typed_.pop_back();
}

void KeyStream::add(std::string_view bytes) {
    const std::size_t room = k_input_bytes_max - std::min(k_input_bytes_max, typed_.size());
    typed_ += bytes.substr(0, room);
}

std::optional<KeyStream::Time> KeyStream::next_at() const {
    // A paste is one input: before its end, a part of it would pass for a whole input.
    if (is_idle() || in_paste_) return std::nullopt;
    return last_ + k_key_gap;
}

std::optional<KeyStream::Input> KeyStream::next(Time now) {
    const auto at = next_at();
    if (!at || now < *at) return std::nullopt;
    add(unread_);
    unread_.clear();
    Input input{std::move(typed_), first_ >= counts_from_ && !has_paste_};
    typed_.clear();
    has_paste_ = false;
    return input;
}

void KeyStream::drop() {
    typed_.clear();
    has_paste_ = in_paste_;
    pasted_at_ = 0;
    counts_from_ = std::max(counts_from_, last_ + quiet_);
}

}  // namespace iam::host
