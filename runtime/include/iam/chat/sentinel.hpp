// Tool calls as lines of text, for models without tools: the lines TOOL_CALL: of a model, and the
// lines TOOL_RESULT: for it.
//
//   TOOL_CALL: {"server":"desk","name":"add_note","args":{"text":"hello"}}
//   TOOL_RESULT: {"name":"add_note","result":{"id":7}}
#pragma once

#include <iam/chat/event.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace iam::chat {

/// Each deviation from the line above that the parser accepts.
enum class SentinelLeniency {
    marked_line,      ///< spaces, `>` or backticks before TOOL_CALL:
    several_lines,    ///< a line break before or within the JSON
    other_args_name,  ///< `arguments` or `parameters` in the place of `args`
    args_in_text,     ///< args as a string that holds a JSON object
    no_args,          ///< args left out: {}
    server_in_name,   ///< no server, and a name such as server.tool
    unknown_members,  ///< members besides server, name and args; they are ignored
};

/// "marked_line" and so on.
std::string_view to_string(SentinelLeniency leniency) noexcept;

struct SentinelCall {
    std::string server{};
    std::string name{};
    std::string arguments{};  ///< JSON text of an object
    std::size_t offset = 0;   ///< of TOOL_CALL: in the model's text, in bytes
    std::vector<SentinelLeniency> leniencies{};
};

/// A line TOOL_CALL: that is no call. The model should be told, and it counts as a call.
struct SentinelFault {
    std::size_t offset = 0;  ///< of the offending byte in the model's text
    std::string reason{};    ///< a sentence for the model, with the way out
};

/// The model wrote a result itself. Its text ends before this line.
struct SentinelForgery {
    std::size_t offset = 0;
};

/// Text for the person, and the findings in their order.
using SentinelEvent = std::variant<TextPiece, SentinelCall, SentinelFault, SentinelForgery>;

enum class SentinelState {
    not_found,  ///< nothing but text so far
    need_more,  ///< the text ends within a line that may become a call
    call,       ///< the last finding is a call
    malformed,  ///< the last finding is a fault or a forgery
};

struct SentinelOptions {
    std::size_t call_bytes_max = std::size_t{1} << 20U;  ///< from behind TOOL_CALL: to its last `}`
    std::size_t depth_max = 64;                          ///< nested values in a call
    std::size_t calls_max = 128;                         ///< calls and faults of one text
    /// Calls between these tags are text. Empty: no such region.
    std::string thinking_begin = "<think>";
    std::string thinking_end = "</think>";
};

/// Finds calls in an assistant's text as it arrives; never feed it thinking, results or anybody
/// else's text. Each byte is looked at once.
///
/// A call stands at the beginning of a line; only blanks, `>` and backticks may be before it. One
/// JSON object follows, and the text behind it is text again. A line that begins with TOOL_RESULT
/// ends the text: nothing behind it is shown or run. At most 10 bytes are held back from display
/// while they may become a prefix, and all bytes of a call are.
///
/// The sink must not destroy the parser. Not thread-safe. Throws std::bad_alloc only.
class SentinelParser {
 public:
    using Sink = std::function<void(const SentinelEvent&)>;

    explicit SentinelParser(SentinelOptions options = {});
    ~SentinelParser();
    SentinelParser(SentinelParser&&) noexcept;
    SentinelParser& operator=(SentinelParser&&) noexcept;

    /// The next piece of text, cut anywhere.
    void add(std::string_view text, const Sink& sink);
    /// The text is over: a call without its end is a fault, bytes held back are text.
    void finish(const Sink& sink);
    SentinelState state() const noexcept;

 private:
    class Scanner;
    std::unique_ptr<Scanner> scanner_;
};

/// The line for the model about a call: `TOOL_RESULT: ` and an object with `name` and `result`. A
/// `result` that is no JSON text of one line goes as a string.
std::string format_tool_result(std::string_view name, std::string_view result);
/// The line about a call that was refused or has failed.
std::string format_tool_error(std::string_view name, std::string_view error);

/// Text of others (results, files, web pages) for a model that writes sentinels: each line that
/// begins like one gets a backslash before it, so its echo is no call.
std::string quote_sentinels(std::string_view text);

/// What the model is told about tools, to be put behind the system prompt.
struct SentinelTools {
    struct Tool {
        std::string name{};
        std::string description{};
        std::string schema{};  ///< JSON text of its arguments
    };
    std::string server{};
    std::vector<Tool> tools{};
};
enum class SentinelPrompt {
    ours,      ///< each tool is one line of JSON, so no description can look like an instruction
    original,  ///< the words of Reins, for models that were tuned to them
};
std::string sentinel_prompt(const std::vector<SentinelTools>& servers,
                            SentinelPrompt prompt = SentinelPrompt::ours);

}  // namespace iam::chat
