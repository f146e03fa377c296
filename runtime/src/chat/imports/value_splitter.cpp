#include "chat/imports/value_splitter.hpp"

#include <utility>

namespace iam::chat {
namespace {

constexpr std::string_view k_file_mark = "\xEF\xBB\xBF";

bool is_json_blank(char byte) noexcept {
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

}  // namespace

ValueSplitter::ValueSplitter(std::size_t value_bytes_max, Sink sink)
    : value_bytes_max_(value_bytes_max), sink_(std::move(sink)) {}

void ValueSplitter::add(std::string_view bytes) {
    for (const char byte : bytes) {
        const bool is_of_mark =
            offset_ == mark_.size() && offset_ < k_file_mark.size() && byte == k_file_mark[offset_];
        if (is_of_mark)
            mark_ += byte;
        else
            take(byte);
        ++offset_;
        is_at_line_start_ = byte == '\n';
        if (byte == '\n') ++line_;
    }
}

void ValueSplitter::take(char byte) {
    if (is_within_)
        take_within(byte);
    else
        take_between(byte);
}

void ValueSplitter::take_between(char byte) {
    if (byte == '\n' && is_one_line_ && shape_ == Shape::sequence) has_value_a_line_ = true;
    if (byte == '\n') is_one_line_ = false;
    if (is_json_blank(byte)) return;
    if (is_over_) return refuse_tail();
    if (is_lost_ && !(byte == '{' && is_at_line_start_)) return;
    is_lost_ = false;
    if (shape_ == Shape::unknown) {
        shape_ = byte == '[' ? Shape::list : Shape::sequence;
        if (byte == '[') return;
    }
    if (shape_ == Shape::list && byte == ',') return;
    if (shape_ == Shape::list && byte == ']') {
        is_over_ = true;
        return;
    }
    begin(byte);
}

void ValueSplitter::begin(char byte) {
    is_within_ = true;
    is_scalar_ = byte != '{' && byte != '[';
    is_in_string_ = byte == '"';
    is_escaped_ = false;
    is_too_long_ = false;
    depth_ = is_scalar_ ? 0 : 1;
    began_at_ = offset_;
    began_in_line_ = line_;
    ++count_;
    text_.clear();
    keep(byte);
}

void ValueSplitter::keep(char byte) {
    if (!is_json_blank(byte)) last_ = byte;
    if (is_too_long_) return;
    is_too_long_ = text_.size() >= value_bytes_max_;
    if (is_too_long_)
        text_ = {};
    else
        text_ += byte;
}

/// True if JSON allows no value at this place, so the value before it has lost its end.
bool ValueSplitter::begins_another_value(char byte) const noexcept {
    return shape_ == Shape::sequence && byte == '{' && is_at_line_start_ && last_ != '[' &&
           last_ != ',' && last_ != ':';
}

void ValueSplitter::take_within(char byte) {
    const bool breaks_line =
        byte == '\n' && shape_ == Shape::sequence && (has_value_a_line_ || is_in_string_);
    if (breaks_line) return end_broken();
    if (is_in_string_) return take_in_string(byte);
    if (begins_another_value(byte)) {
        end();
        return begin(byte);
    }
    const bool closes_list = shape_ == Shape::list && depth_ == 0 && (byte == ',' || byte == ']');
    if (is_scalar_ && (is_json_blank(byte) || closes_list)) {
        end_broken();
        return take_between(byte);
    }
    keep(byte);
    if (is_scalar_) return;
    if (byte == '"') is_in_string_ = true;
    if (byte == '{' || byte == '[') ++depth_;
    if (byte == '}' || byte == ']') --depth_;
    if (depth_ == 0) end();
}

void ValueSplitter::take_in_string(char byte) {
    keep(byte);
    if (is_escaped_)
        is_escaped_ = false;
    else if (byte == '\\')
        is_escaped_ = true;
    else if (byte == '"')
        is_in_string_ = false;
}

void ValueSplitter::end() {
    is_within_ = false;
    is_one_line_ = began_in_line_ == line_;
    if (is_too_long_)
        return sink_(place(), fail(Errc::invalid_argument, "the chat has more than " +
                                                               std::to_string(value_bytes_max_) +
                                                               " bytes of JSON."));
    sink_(place(), std::string_view(text_));
}

/// In a sequence only a line that begins an object shows where the next value is.
void ValueSplitter::end_broken() {
    end();
    is_lost_ = shape_ == Shape::sequence;
    is_one_line_ = false;
}

void ValueSplitter::refuse_tail() {
    if (std::exchange(is_lost_, true)) return;
    sink_("line " + std::to_string(line_),
          fail(Errc::invalid_argument, "text stands behind the list of chats; it is not read."));
}

std::string ValueSplitter::place() const {
    if (shape_ == Shape::sequence) return "line " + std::to_string(began_in_line_);
    return "chat " + std::to_string(count_) + " at byte " + std::to_string(began_at_);
}

void ValueSplitter::finish() {
    const bool is_cut = is_within_ && (!is_scalar_ || is_in_string_);
    if (is_cut) {
        is_within_ = false;
        sink_(place(), fail(Errc::invalid_argument,
                            "the file ends within the chat; take a whole copy of it."));
    } else if (is_within_) {
        end();
    }
    if (shape_ == Shape::list && !is_over_ && !is_cut)
        sink_("the end of the file",
              fail(Errc::invalid_argument,
                   "the list of chats has no end, so chats may be missing; take a whole copy."));
}

}  // namespace iam::chat
