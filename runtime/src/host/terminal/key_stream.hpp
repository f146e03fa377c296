// Tells keys that a hand pressed from pasted text, from a key that repeats itself and from keys meant for something else.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace iam::host {

/// Bytes that come closer together than this are one input: no hand presses two keys so fast.
inline constexpr std::chrono::milliseconds k_key_gap{60};

/// Bytes and moments in, inputs out. Reads no terminal and no clock.
class KeyStream {
 public:
    using Time = std::chrono::steady_clock::time_point;
    /// What becomes of text between the marks of bracketed paste. As text it has no line ends and no control characters.
    enum class Pasted { dropped, text };

    /// `quiet`: how long nothing must have come before a key counts.
    explicit KeyStream(std::chrono::milliseconds quiet) : quiet_(quiet) {}

    /// From `now` on keys are read for something new on the screen.
    void begin(Time now, Pasted pasted = Pasted::dropped);
    /// The bytes of one read.
    void take(std::string_view bytes, Time now);

    struct Input {
        std::string bytes{};
        bool counts = false;  ///< the line was quiet before it, and nothing of it was pasted
    };
    /// All that came as one input, once nothing has followed it for k_key_gap.
    std::optional<Input> next(Time now);
    /// When next() will have something to say, if nothing more comes.
    std::optional<Time> next_at() const;

    /// What came so far was no answer; the line has to be quiet again.
    void drop();
    /// The first moment at which a key counts, if nothing comes before.
    Time counts_from() const noexcept { return counts_from_; }
    bool is_in_paste() const noexcept { return in_paste_; }

 private:
    void take_typed();
    void take_pasted();
    void end_paste();
    void add(std::string_view bytes);
    bool is_idle() const { return typed_.empty() && unread_.empty() && !has_paste_; }

    std::chrono::milliseconds quiet_;
    Pasted pasted_ = Pasted::dropped;
    Time counts_from_{};
    Time first_{};               ///< of the input's first byte
    Time last_{};                ///< of the last byte
    std::string unread_;         ///< bytes that may be the beginning of a mark
    std::string typed_;          ///< the input so far
    std::size_t pasted_at_ = 0;  ///< where the pasted text begins in it
    bool has_paste_ = false;
    bool in_paste_ = false;
};

}  // namespace iam::host
