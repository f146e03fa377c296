// Any bytes as the text of a header: what reads headers before clang does finds every word that is
// there, and doc comments come apart into text of their own and nothing else.
#include <generator/frontend/comments/doc_text.hpp>
#include <generator/frontend/tags/tag_words.hpp>
#include <generator/model/text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace iam::gen;

void must(bool holds) {
    if (!holds) std::abort();
}

void check_words(std::string_view text) {
    const bool mentions = mentions_tags(text, {});
    must(mentions_tags(std::string(text) + "\n;iam", {}));
    must(mentions_tags(std::string(text) + "\n;[[ia\\\nm::tool]]", {}));
    // The mark of UTF-16 is one at the beginning only.
    const bool is_marked = text.substr(0, 2) == "\xFE\xFF" || text.substr(0, 2) == "\xFF\xFE";
    if (mentions && !is_marked) must(mentions_tags("int x;\n" + std::string(text), {}));
    // Line ends are line ends.
    std::string other;
    for (const char c : text) other += c == '\n' ? std::string("\r\n") : std::string(1, c);
    if (text.find('\r') == std::string_view::npos) must(mentions_tags(other, {}) == mentions);
}

void check_macros(std::string_view text) {
    const Words found = macros_for_tags({text}, {});
    // What stands for a tag goes on doing so where more is known.
    const Words more = macros_for_tags({"#define OTHER iam\n", text}, {"THIRD"});
    must(std::includes(more.begin(), more.end(), found.begin(), found.end()));
    must(more.count("OTHER") == 1 && more.count("THIRD") == 1);
    must(macros_for_tags({text}, found) == found);
    for (const std::string& name : found) must(mentions_tags(name, found) && !name.empty());
    if (!found.empty()) must(mentions_tags(text, found));
}

void check_piece(std::string_view piece, std::string_view whole) {
    // "Precondition: " in place of a command is the most that is added, and each command is a byte
    // at least.
    must(piece.size() <= 16 * whole.size());
    must(piece.empty() || (piece.front() != ' ' && piece.front() != '\r'));
    if (!find_unreadable(whole)) must(!find_unreadable(piece));
}

void check_doc(std::string_view text) {
    const DocText doc = parse_doc_text(text);
    check_piece(doc.description, text);
    check_piece(doc.result, text);
    // "@param a,b,c": each name but the first takes a comma at least.
    must(doc.parameters.size() <= text.size());
    for (const auto& [name, description] : doc.parameters) {
        check_piece(name, text);
        check_piece(description, text);
        must(name.find_first_of(" \t\r\n") == std::string::npos);
    }
}

void check_shown(std::string_view text) {
    const std::string shown = visible(text);
    must(!find_unreadable(shown) && visible(shown) == shown);
    const auto found = find_unreadable(text);
    if (!found) {
        std::string plain(text);
        plain.erase(std::remove(plain.begin(), plain.end(), '\r'), plain.end());
        must(visible(plain) == plain);
        return;
    }
    must(found->length > 0 && found->offset + found->length <= text.size());
    must(!find_unreadable(text.substr(0, found->offset)) || text[found->offset - 1] == '\r');
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_words(text);
    check_macros(text);
    check_doc(text);
    check_shown(text);
    return 0;
}
