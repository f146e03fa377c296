// Reads a model's streamed answer as its bytes arrive, in the wire form of any provider. Nothing
// here uses the network.
#pragma once

#include <iam/chat/event.hpp>
#include <iam/chat/provider.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace iam::chat {

/// Limits of one answer. Passing one ends the stream with a StreamError of kind `protocol`.
struct StreamLimits {
    /// One line. Providers write an event as one line, so it equals the next limit.
    std::size_t line_bytes_max = std::size_t{4} << 20U;
    std::size_t event_bytes_max = std::size_t{4} << 20U;  ///< the data of one server-sent event
    /// Bytes that the parser keeps of one answer: text, thinking, arguments, signatures.
    std::size_t answer_bytes_max = std::size_t{16} << 20U;
    std::size_t arguments_bytes_max = std::size_t{4} << 20U;  ///< of one call
    std::size_t calls_max = 128;                              ///< of one answer
    std::size_t items_max = 4096;  ///< blocks or output items of one answer, calls among them
};

struct StreamOptions {
    StreamLimits limits{};
    /// Text between <think> at the beginning of the answer and </think> is thinking, for servers
    /// that leave the tags of their models in the text. An end tag that is missing makes all of the
    /// text thinking. End::items keeps the tags.
    bool inline_thinking = false;
};

/// Turns the bytes of one answer into events.
///
/// Calls are given as a whole only right before the End, and only if the provider ended the answer
/// with its end mark and a reason of `stop` or `calls`. A cut off, filtered, refused or broken
/// answer has none. The end mark is:
/// - chat completions: `[DONE]` behind a finish_reason;
/// - responses: `response.completed` or `response.incomplete`;
/// - messages: `message_stop` behind a stop_reason;
/// - generateContent: the end of the bytes behind a finishReason;
/// - Ollama: the line with `"done": true`.
///
/// Of several reasons the first that does not fit counts. Text, thinking and calls behind a reason
/// break the answer; Gemini may give a fitting reason with each event. A refusal within the answer
/// makes its end a refusal.
///
/// Usage comes once, before the End or StreamError. If an answer that the provider ended with
/// `stop` has calls, its End says `calls`.
///
/// End::items is a JSON array: of one message (chat completions, Ollama), output items (responses),
/// content blocks (messages) or parts (generateContent). It is empty
/// - unless the reason is `stop` or `calls`;
/// - if the answer cannot be rebuilt as its provider takes it back: it has a delta of an unknown
///   type, or thinking with a blank signature;
/// - if ids of calls are missing or equal, where results name their call by the id.
///
/// The sink must not destroy the parser. Not thread-safe. Throws std::bad_alloc only.
class StreamParser {
 public:
    using Sink = std::function<void(const Event&)>;

    virtual ~StreamParser() = default;
    /// Takes the next bytes of the body, cut anywhere. Bytes after the end are dropped.
    virtual void add(std::string_view bytes, const Sink& sink) = 0;
    /// The body is over. An answer without its end mark ends with a StreamError here.
    virtual void finish(const Sink& sink) = 0;
    /// The connection broke within the body. `why` is a sentence for the StreamError, and no mark
    /// that came before makes the answer whole.
    virtual void break_off(std::string_view why, const Sink& sink) = 0;
    /// True once the End or the StreamError was given.
    virtual bool has_ended() const noexcept = 0;
};

std::unique_ptr<StreamParser> make_stream_parser(WireForm form, const StreamOptions& options = {});

}  // namespace iam::chat
