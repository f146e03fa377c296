#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

class Document {
 public:
    /// Writes a line.
    [[iam::tool({.idempotent = false})]] int append(const std::string& line);

    /// How many lines there are.
    [[iam::tool({.read_only = true})]] int lines() const;

    [[iam::preview(&Document::append)]] iam::Preview preview_append(const std::string& line) const;
    [[iam::undo(&Document::append)]] void remove_line(int result);
};

}  // namespace desk
