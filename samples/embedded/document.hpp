// A text document in memory, with tools that change it. Not thread-safe: everything happens on the
// thread of the event loop.
#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace editor {

struct Edit {
    int position;         ///< where the text stands now, in bytes
    std::string text;     ///< what was inserted
    std::string removed;  ///< what stood there before
};

class Document {
 public:
    explicit Document(std::string text) : text_(std::move(text)) {}
    const std::string& text() const { return text_; }

    // The formatter breaks attributes that hold braces at odd places.
    // clang-format off

    /// Inserts text at the end of the document.
    /// @param text  what to add
    [[iam::tool({.title = "Append text", .read_only = false, .destructive = false, .idempotent = false, .open_world = false})]]
    Edit append_text([[iam::length(1, 10000)]] const std::string& text);

    [[iam::preview(&Document::append_text)]]
    iam::Preview preview_append(const std::string& text) const;

    [[iam::undo(&Document::append_text)]]
    void take_back_append(const Edit& result);

    /// Replaces the first occurrence of a piece of text.
    /// @param find     the text to look for
    /// @param replace  what to put in its place
    [[iam::tool({.title = "Replace text", .read_only = false, .destructive = false, .idempotent = false, .open_world = false})]]
    Edit replace_text([[iam::length(1, 1000)]] const std::string& find, const std::string& replace);

    [[iam::undo(&Document::replace_text)]]
    void take_back_replace(const Edit& result);

    /// Counts the words of the document.
    [[iam::tool({.title = "Count words", .policy = iam::allow, .read_only = true, .open_world = false})]]
    int count_words() const;

    // clang-format on

 private:
    void restore(const Edit& edit);

    std::string text_;
};

}  // namespace editor
