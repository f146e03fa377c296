// The formats of other programs: one function or class each.
#pragma once

#include <iam/chat/import.hpp>
#include <iam/core/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace iam::chat {

/// One conversation of ChatGPT's data export: {"title", "mapping": {ID: node}, "current_node"}.
/// Errors: invalid_argument with the place.
Result<ForeignChat> read_chatgpt_chat(const Json& value);

/// {"messages": [...]} as requests and fine-tuning have it. Errors: invalid_argument with the
/// place.
Result<ForeignChat> read_openai_chat(const Json& value);

/// Our own lines (exports/json_lines.cpp), one at a time.
class OwnLines {
 public:
    /// The text of a chat's lines may have so many bytes, and so many messages.
    explicit OwnLines(const ImportLimits& limits) : limits_(limits) {}

    /// True for the line that begins a chat.
    static bool is_head(const Json& line);

    struct Ended {
        std::string place{};
        Result<ForeignChat> chat{};
    };
    /// The chat that has ended with this line: it is whole, or another head has begun. `bytes` is
    /// the size of the line.
    std::optional<Ended> add(const std::string& place, const Json& line, std::size_t bytes);
    /// A line that could not be read fails the chat around it. Without a chat it fails alone.
    std::optional<Ended> add_broken(const std::string& place, Error error);
    std::optional<Ended> finish();

 private:
    struct Open {
        std::string place{};
        std::size_t bytes = 0;
        ForeignChat chat{};
        std::vector<std::size_t> calls{};  // the message of each call
        std::vector<std::string> tools{};  // the tool of each call
        std::optional<Error> fault{};      // the first one; later lines are skipped
        std::string fault_place{};         // of its line
    };

    void note_fault(const std::string& place, Error error);
    std::optional<Ended> close();
    Result<void> read(const Json& line);
    Result<void> read_message(const Json& line);
    Result<void> read_call(const Json& line);
    Result<void> read_result(const Json& line);
    Result<void> read_end(const Json& end);

    const ImportLimits limits_;
    std::optional<Open> open_;
    bool is_whole_ = false;
};

}  // namespace iam::chat
