// Tools of an object, with previews and undos of every shape.
#pragma once

#include <iam/annotations.hpp>

#include <optional>
#include <string>
#include <vector>

namespace office {

/// What an insertion did.
struct Insertion {
    std::size_t at;
    std::size_t length;
};

class Document {
 public:
    /// Inserts text.
    /// @param at    where, in characters
    /// @param text  what
    [[iam::tool({.destructive = false, .open_world = false})]] Insertion insert(
        std::size_t at, const std::string& text, std::optional<std::string> note = std::nullopt);

    [[iam::preview(insert)]] iam::Preview preview_insert(const std::string& text) const;
    [[iam::undo(insert)]] void remove_inserted(const Insertion& result, std::size_t at);

    /// The whole text.
    [[iam::tool({.read_only = true})]] std::string text() const { return text_; }

    /// Says which of two overloads it is.
    [[iam::tool({.read_only = true})]] std::string access() const { return "reading"; }
    std::string access() { return "writing"; }

 private:
    std::string text_;
};

/// A second class with tools of its own.
struct Printer {
    std::vector<std::string> printed;

    /// Prints.
    [[iam::tool(
        {.destructive = false, .open_world = true, .undo_exact = true, .undo_window_s = 60})]] void
    print(const std::string& page);
    [[iam::undo(print)]] void take_back();
};

/// A tool of no object with an undo that takes nothing of its arguments.
[[iam::tool({.destructive = false})]] int ring([[iam::secret]] const std::string& code,
                                               int times = 1);
[[iam::undo(ring)]] void stop_ringing(int times, int result);

int rung();

/// A tool whose undo gets a text that only the program could make.
[[iam::tool({.destructive = false})]] std::string stamp();
[[iam::undo(stamp)]] void take_stamp_back(const std::string& result);

}  // namespace office
