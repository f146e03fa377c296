// Reads typed values out of one JSON text and collects every error. A wrong value is reported and
// skipped, and reading goes on after it.
#pragma once

#include <iam/core/json_reader.hpp>
#include <iam/tool/codecs/value_error.hpp>
#include <iam/tool/pattern.hpp>
#include <iam/tool/rules.hpp>

#include <cstddef>
#include <forward_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace iam {

/// A decoder's checks of the values it reads.
enum class Checking : std::uint8_t {
    all,
    /// For records: a stored value is read back unchanged, even if a rule has become stricter
    /// since. Limits for texts of strangers do not apply.
    types_only,
};

/// Reads typed values out of one JSON text. Not thread-safe. The text must outlive the decoder. The
/// decoder must outlive every view it gave.
class Decoder {
 public:
    /// `patterns` may be nullptr if no rule has a pattern; texts are then not checked against
    /// patterns.
    explicit Decoder(std::string_view text, const PatternSet* patterns = nullptr,
                     Checking checking = Checking::all);
    ~Decoder();
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;

    JsonReader& reader() noexcept { return reader_; }
    /// The text of the value just read. It began at byte `start`.
    std::string_view text_since(std::size_t start) const noexcept {
        return text_.substr(start, reader_.offset() - start);
    }
    /// Another reader from the next value on, within the same limits, to look ahead.
    JsonReader ahead() const { return JsonReader(text_.substr(reader_.offset()), limits_); }
    bool checks_rules() const noexcept { return checking_ == Checking::all; }

    /// True if the next value has this kind. Otherwise reports the value, skips it and returns
    /// false. `show` is false if the value may hold text not to be repeated.
    bool expect(JsonKind kind, std::string_view expected, bool show);
    /// Reads a string and sets `start` to the byte where it begins. A value of another kind is
    /// reported and skipped.
    bool read_text(std::string_view expected, std::size_t& start, std::string& text);
    /// Reports the value just read, from byte `start` on; returns false. `problem` continues the
    /// sentence after the value: "is greater than 23".
    bool refuse(std::size_t start, std::string_view problem, std::string expected);
    /// Reports the list or map just read, without repeating it; returns false.
    bool refuse_count(std::string problem, std::string expected);
    /// Reports an absent member; returns false. Call it after the object has been read.
    bool refuse_missing(std::string_view name, std::string expected);
    /// Reports the unknown member at next_member's place and skips it; returns false.
    bool refuse_unknown(std::string_view name, std::span<const std::string_view> known);

    /// Reports the member at next_member's place, because its name is not allowed here, and skips
    /// it; returns false.
    bool refuse_name(std::string_view name, std::string_view problem, std::string expected);
    /// Notes a missing value, filled in by the program.
    void note_filled_in() noexcept { filled_in_ = true; }
    bool has_filled_in() const noexcept { return filled_in_; }

    /// True if no further error is kept, so a search for more is useless.
    bool has_all_errors() const noexcept;

    bool matches(std::string_view pattern, std::string_view text) const {
        return patterns_ == nullptr || patterns_->matches(pattern, text);
    }

    /// Keeps bytes as long as the decoder lives.
    std::string_view keep(std::string text) { return kept_.emplace_front(std::move(text)); }

    /// Ends the text. True if no error was found.
    bool finish();
    /// All errors, in the order of their discovery; a fault of the text itself comes last.
    std::vector<ValueError> take_errors();
    /// The errors as one sentence each, for a Reply.
    std::string error_text();

 private:
    friend class HiddenScope;
    void report(std::string pointer, std::string message, std::string expected, std::string got);
    /// Pointer of the reader's position. It stops at a hidden value, since names in it may be as
    /// secret as values.
    std::string place() const;
    std::string shown_name(std::string_view name) const;

    std::string_view text_;
    Limits limits_;
    JsonReader reader_;
    const PatternSet* patterns_;
    Checking checking_;
    bool filled_in_ = false;
    int hidden_ = 0;
    /// inside a hidden value: the number of members on the way to it
    std::size_t shown_depth_ = 0;
    std::optional<std::size_t>
        /// if the text itself is wrong inside a hidden value: shown_depth_ at its place
        fault_depth_;
    std::vector<ValueError> errors_;
    std::forward_list<std::string> kept_;
};

/// While it lives, and if `hidden` is true, errors about the next value show neither values nor
/// names and places within it.
class HiddenScope {
 public:
    HiddenScope(Decoder& decoder, bool hidden) noexcept : decoder_(decoder), hidden_(hidden) {
        if (!hidden_) return;
        if (decoder_.hidden_ == 0) decoder_.shown_depth_ = decoder_.reader_.depth();
        ++decoder_.hidden_;
    }
    ~HiddenScope() {
        if (!hidden_) return;
        --decoder_.hidden_;
        if (decoder_.reader_.failed() && !decoder_.fault_depth_)
            decoder_.fault_depth_ = decoder_.shown_depth_;
    }
    HiddenScope(const HiddenScope&) = delete;
    HiddenScope& operator=(const HiddenScope&) = delete;

 private:
    Decoder& decoder_;
    bool hidden_;
};

}  // namespace iam
