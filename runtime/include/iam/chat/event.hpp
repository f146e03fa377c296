// The events of a model's streamed answer, the same for every provider.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace iam::chat {

/// The next piece of the text for the person. Whole UTF-8 characters.
struct TextPiece {
    std::string text{};
};

/// The next piece of the model's thinking. Never part of the text.
struct ThinkingPiece {
    std::string text{};
};

/// A piece of a call that is still being written: for display only, nothing runs from it.
struct CallPiece {
    std::size_t call = 0;     ///< the place of the call in the answer, from 0
    std::string name{};       ///< the tool's name as far as it is known
    std::string arguments{};  ///< the next piece of their text
};

/// A whole call. Arguments are as the model wrote them and may not be JSON; empty became {}.
struct WholeCall {
    std::string id{};  ///< the provider's; empty if it gave none
    std::string name{};
    std::string arguments{};
};

/// Tokens of one answer. Absent: the provider did not say.
struct Usage {
    std::optional<std::uint64_t> input{};
    std::optional<std::uint64_t> cached{};  ///< the part of `input` that was read from a cache
    std::optional<std::uint64_t> output{};
};

/// The reason that the provider gave for the end of its answer.
enum class Finish {
    stop,     ///< the model was done
    calls,    ///< the model waits for the results of its calls
    length,   ///< a limit of tokens; the answer is cut off
    filter,   ///< the provider's content filter
    refusal,  ///< the model refused
    other,    ///< any other reason, or none: the answer does not count as whole
};

/// The end of a whole stream. Calls of the answer may run only after it, and only if `finish` is
/// `stop` or `calls`.
struct End {
    Finish finish = Finish::other;
    std::string reason{};  ///< the provider's own word
    /// JSON text of an array: the message, or the items, blocks or parts that the same
    /// provider wants back in the history. Signatures and unknown members are byte for byte the
    /// provider's.
    std::string items{};
};

/// The end of a broken stream. No call of the answer may run.
struct StreamError {
    enum class Kind {
        provider,  ///< the provider reported it
        overload,  ///< the provider reported it, and a later attempt may succeed
        protocol,  ///< the bytes are no stream of this provider, or a limit was passed
        cut_off,   ///< the stream ended without its end mark
    };
    Kind kind = Kind::protocol;
    std::string message{};  ///< a sentence; it may quote the provider
    /// How long the provider wants to be left alone.
    std::optional<std::chrono::milliseconds> retry_after{};
};

/// The pieces so far do not count: the answer is asked for once more, from its beginning.
struct TakenBack {
    std::string why{};  ///< a sentence for people
};

/// A stream gives any number of pieces, calls, usages and pieces taken back, then one End or
/// StreamError, then nothing.
using Event = std::variant<TextPiece, ThinkingPiece, CallPiece, WholeCall, Usage, TakenBack, End,
                           StreamError>;

}  // namespace iam::chat
