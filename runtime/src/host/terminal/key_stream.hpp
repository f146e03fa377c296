// Tells keys pressed by hand from pasted text, from repeated keys and from keys pressed too early.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace iam::host {

/// Bytes closer together than this are one input: no hand presses two keys so fast.
inline constexpr std::chrono::milliseconds k_key_gap{60};

/// Takes bytes with their moments and gives inputs. Reads no terminal and no clock.
class KeyStream {
 public:
    using Time = std::chrono::steady_clock::time_point;
    /// The treatment of text between the marks of bracketed paste. As text it loses its line ends
    /// and control characters.
    enum class Pasted { dropped, text };

    /// `quiet`: the silence before a key that counts.
    explicit KeyStream(std::chrono::milliseconds quiet) : quiet_(quiet) {}

    /// Starts anew: from `now` on, keys are about new text on the screen.
    void begin(Time now, Pasted pasted = Pasted::dropped);
    /// Takes the bytes of one read.
    void take(std::string_view bytes, Time now);

    struct Input {
        std::string bytes{};
        bool counts = false;  ///< the line was quiet before it, and no part of it was pasted
    };
    /// The input, once no byte has followed it for k_key_gap.
    std::optional<Input> next(Time now);
    /// The moment from which next() has an input, if no byte comes before.
    std::optional<Time> next_at() const;

    /// Drops the bytes so far as no answer. The line must then be quiet again.
    void drop();
    /// The first moment at which a key counts, if no byte comes before.
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
    std::string unread_;         ///< bytes that may begin a mark
    std::string typed_;          ///< the input so far
    std::size_t pasted_at_ = 0;  ///< begin of the pasted text in it
    bool has_paste_ = false;
    bool in_paste_ = false;
};

}  // namespace iam::host
