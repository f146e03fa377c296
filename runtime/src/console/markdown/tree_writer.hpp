// Writes the tree of a Markdown text as md4c reports its blocks, spans and texts.
#pragma once

#include <iam/core/json_writer.hpp>

#include <md4c.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::console {

/// Functions that return false have met a limit or a fault: there is no tree.
class TreeWriter {
 public:
    TreeWriter() { out_.begin_array(); }

    bool enter(MD_BLOCKTYPE type, const void* detail);
    bool enter(MD_SPANTYPE type, const void* detail);
    /// False also if no such node is open: md4c 0.4.8 leaves spans twice in rare texts.
    bool leave(bool is_span, int type);
    bool add(MD_TEXTTYPE type, std::string_view text);
    /// A node that is no block of md4c's.
    void open(std::string_view tag);
    /// Ends the node that was opened last.
    bool close();
    /// The next block is a paragraph that is left out. Its first byte is left out, too.
    void begin_cell() { is_in_cell_ = true; }
    /// Nothing: a node is open.
    std::optional<std::string> take();

 private:
    /// A node that is open, or the place of one that is left out.
    struct OpenNode {
        bool is_span = false;
        int type = 0;
        bool is_written = false;
        std::string behind{};  ///< text that follows: the address of an image or of a bad link
        bool is_link = false;
        bool is_code = false;
    };

    OpenNode begin(std::string_view tag);
    OpenNode begin_link(std::string address);
    void begin_children();
    void number(std::string_view name, std::uint64_t value);
    /// The text so far. Addresses in it become links, outside of links and code.
    void put_text();
    void put_plain(std::string_view text);
    bool is_within_limits() const;

    JsonWriter out_{};
    std::string text_{};  ///< of the open node, not yet written
    std::vector<OpenNode> open_{};
    std::size_t nodes_ = 0;
    std::size_t depth_ = 0;
    bool is_in_link_ = false;
    bool is_in_code_ = false;
    bool is_in_cell_ = false;
};

}  // namespace iam::console
