// Scans a text for sentinels, byte by byte, and gives the text between them in runs.
#include "chat/sentinel/call_text.hpp"
#include "chat/sentinel/tag_matcher.hpp"
#include <iam/chat/sentinel.hpp>

#include <array>
#include <utility>

namespace iam::chat {

class SentinelParser::Scanner {
 public:
    explicit Scanner(SentinelOptions options)
        : options_(std::move(options)),
          begin_(options_.thinking_begin),
          end_(options_.thinking_end) {}

    void add(std::string_view text, const Sink& sink) {
        sink_ = &sink;
        std::size_t given = 0;  // bytes of `text` that are given, held or part of a call
        for (std::size_t at = 0; at < text.size() && !is_over_; ++at, ++offset_) {
            const char c = text[at];
            if (place_ != Place::text) {
                take_call_byte(c);
                given = at + 1;
            } else if (may_continue_prefix(c)) {
                give(text.substr(given, at - given));
                given = at + 1;
                hold(c);
            } else {
                release();
                take_text_byte(c);
            }
        }
        if (!is_over_) give(text.substr(given));
    }

    void finish(const Sink& sink) {
        sink_ = &sink;
        release();
        if (place_ != Place::text)
            fail({offset_, R"(The text ended within the call; write it whole, in one line.)"});
        is_over_ = true;
    }

    SentinelState state() const noexcept {
        return held_ > 0 || place_ != Place::text ? SentinelState::need_more : state_;
    }

 private:
    enum class Place { text, before_object, object };

    // The bytes held back are the beginning of a prefix, so their number tells them.
    bool may_continue_prefix(char c) const {
        if (!is_line_start_ || is_thinking_ || findings_ > options_.calls_max) return false;
        return continues(k_call_prefix, c) || continues(k_result_prefix, c);
    }
    bool continues(std::string_view prefix, char c) const {
        return held_ < prefix.size() && prefix[held_] == c &&
               prefix.substr(0, held_) == held_from_.substr(0, held_);
    }

    void hold(char c) {
        held_from_ = continues(k_call_prefix, c) ? k_call_prefix : k_result_prefix;
        ++held_;
        if (held_ < held_from_.size()) return;
        call_offset_ = offset_ + 1 - held_;
        held_ = 0;
        if (held_from_ == k_result_prefix) {
            state_ = SentinelState::malformed;
            is_over_ = true;
            (*sink_)(SentinelForgery{call_offset_});
        } else {
            place_ = Place::before_object;
            has_line_break_ = false;
            object_end_ = {};
        }
    }

    /// Held bytes that became no prefix are text.
    void release() {
        if (held_ == 0) return;
        const std::string_view bytes = held_from_.substr(0, held_);
        held_ = 0;
        is_line_start_ = false;
        begin_.forget();
        give(bytes);
    }

    void take_text_byte(char c) {
        if (c == '\n' || c == '\r') {
            start_line();
        } else if (c == ' ' || c == '\t' || c == '>' || c == '`') {
            is_marked_ = true;
        } else {
            is_line_start_ = false;
        }
        TagMatcher& tag = is_thinking_ ? end_ : begin_;
        if (tag.take(c)) is_thinking_ = !is_thinking_;
    }

    void start_line() {
        is_line_start_ = true;
        is_marked_ = false;
    }

    void take_call_byte(char c) {
        text_ += c;
        if (place_ == Place::before_object) {
            if (c == '\n' || c == '\r') has_line_break_ = true;
            if (text_.size() > options_.call_bytes_max) return fail_size();
            if (c == ' ' || c == '\t' || c == '\n' || c == '\r') return;
            if (c != '{') return fail({offset_, "Behind TOOL_CALL: a JSON object must stand."});
            place_ = Place::object;
            object_from_ = text_.size() - 1;
        }
        if (text_.size() > options_.call_bytes_max) return fail_size();
        switch (object_end_.take(c, options_.depth_max)) {
            case ObjectEnd::Step::more:
                return;
            case ObjectEnd::Step::end:
                return take_call();
            case ObjectEnd::Step::too_deep:
                return fail({offset_, "The call is nested deeper than " +
                                          std::to_string(options_.depth_max) +
                                          " levels; use fewer."});
            case ObjectEnd::Step::broken_string:
                return fail({offset_, R"(A line break stands within a string; write \n.)"});
        }
    }

    void fail_size() {
        fail({offset_, "The call is longer than " + std::to_string(options_.call_bytes_max) +
                           " bytes; send less."});
    }

    void take_call() {
        const std::string_view object = std::string_view(text_).substr(object_from_);
        auto read = read_call_text(object, options_);
        if (auto* fault = std::get_if<SentinelFault>(&read)) {
            fault->offset += offset_ + 1 - object.size();
            return fail(std::move(*fault));
        }
        auto& call = std::get<SentinelCall>(read);
        if (++findings_ > options_.calls_max) return fail_count();
        call.offset = call_offset_;
        if (has_line_break_ || object_end_.has_line_break())
            call.leniencies.insert(call.leniencies.begin(), SentinelLeniency::several_lines);
        if (is_marked_)
            call.leniencies.insert(call.leniencies.begin(), SentinelLeniency::marked_line);
        leave_call();
        text_.clear();
        state_ = SentinelState::call;
        (*sink_)(std::move(call));
    }

    void leave_call() {
        place_ = Place::text;
        is_line_start_ = false;
        begin_.forget();
    }

    void fail(SentinelFault fault) {
        if (++findings_ > options_.calls_max) return fail_count();
        report(std::move(fault));
    }
    // Behind this fault everything is text.
    void fail_count() {
        report({call_offset_, "The text has more than " + std::to_string(options_.calls_max) +
                                  " calls; make fewer at once."});
    }
    /// A faulty line is text as well, so nothing of the model's words is lost.
    void report(SentinelFault fault) {
        const std::string text = std::string(k_call_prefix) + std::exchange(text_, {});
        leave_call();
        if (text.back() == '\n' || text.back() == '\r') start_line();
        state_ = SentinelState::malformed;
        (*sink_)(std::move(fault));
        give(text);
    }

    void give(std::string_view text) {
        if (!text.empty()) (*sink_)(TextPiece{std::string(text)});
    }

    SentinelOptions options_;
    const Sink* sink_ = nullptr;
    std::size_t offset_ = 0;  // of the byte being taken
    bool is_over_ = false;
    SentinelState state_ = SentinelState::not_found;
    std::size_t findings_ = 0;

    bool is_line_start_ = true;
    bool is_marked_ = false;
    bool is_thinking_ = false;
    TagMatcher begin_;
    TagMatcher end_;
    std::size_t held_ = 0;  // bytes held back: the first ones of held_from_
    std::string_view held_from_ = k_call_prefix;

    Place place_ = Place::text;
    std::string text_{};  // of the call, from behind its prefix
    std::size_t object_from_ = 0;
    std::size_t call_offset_ = 0;
    bool has_line_break_ = false;
    ObjectEnd object_end_{};
};

SentinelParser::SentinelParser(SentinelOptions options)
    : scanner_(std::make_unique<Scanner>(std::move(options))) {}
SentinelParser::~SentinelParser() = default;
SentinelParser::SentinelParser(SentinelParser&&) noexcept = default;
SentinelParser& SentinelParser::operator=(SentinelParser&&) noexcept = default;

void SentinelParser::add(std::string_view text, const Sink& sink) {
    scanner_->add(text, sink);
}

void SentinelParser::finish(const Sink& sink) {
    scanner_->finish(sink);
}

SentinelState SentinelParser::state() const noexcept {
    return scanner_->state();
}

std::string_view to_string(SentinelLeniency leniency) noexcept {
    constexpr std::array<std::string_view, 7> k_words = {
        "marked_line", "several_lines",  "other_args_name", "args_in_text",
        "no_args",     "server_in_name", "unknown_members"};
    return k_words[static_cast<std::size_t>(leniency)];
}

}  // namespace iam::chat
