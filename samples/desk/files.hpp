// Where the desk keeps its files, and how it numbers them.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace desk {

/// The files of one kind: ${XDG_DATA_HOME:-~/.local/share}/desk/<folder>/<prefix>-<number><extension>.
struct Shelf {
    std::string_view folder;
    std::string_view prefix;
    std::string_view extension;
};

struct NumberedFile {
    int id;
    std::filesystem::path path;
    std::string text;
};

using IsWanted = std::function<bool(std::string_view text)>;
using TextOf = std::function<std::string(int id)>;

/// Writes a file under the smallest number that the shelf never had, never over a file. Makes the
/// folder. Two processes that write at once get two numbers.
NumberedFile write_numbered(const Shelf& shelf, const TextOf& text);

/// The file with the smallest number whose text is wanted. Makes no folder.
std::optional<NumberedFile> find_numbered(const Shelf& shelf, const IsWanted& is_wanted);

struct Kept {
    NumberedFile file;
    bool is_new;  ///< false: the file was there already
};

/// Finds the wanted file, or writes it. Two processes that ask for the same file get one file.
Kept find_or_write(const Shelf& shelf, const IsWanted& is_wanted, const TextOf& text);

/// The text of the file of that number; tool_error "already_gone" if it is not there.
std::string read_numbered(const Shelf& shelf, int id);

/// Removes the file of that number; tool_error "already_gone" if it is not there.
void remove_numbered(const Shelf& shelf, int id);

}  // namespace desk
