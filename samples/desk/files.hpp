// Where the desk keeps its files, and how it numbers them. Every function throws tool_error
// "file_error" if a file or folder is there and cannot be read, written or removed.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace desk {

/// The files of one kind: <folder>/<prefix>-<number><extension> in ${XDG_DATA_HOME}/desk, or in
/// ~/.local/share/desk.
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
/// folder. Two processes that write at once get two numbers. A write that fails, or a kill in the
/// middle, uses up the number and leaves no file of the shelf.
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
