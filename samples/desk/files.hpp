// Where the desk keeps its files, and how it numbers them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace desk {

/// ${XDG_DATA_HOME:-~/.local/share}/desk/<kind>, made if it is not there.
std::filesystem::path folder(std::string_view kind);

struct NumberedFile {
    int id;
    std::filesystem::path path;
};

/// Writes <folder>/<prefix>-<id><extension> under the smallest number that was never used there,
/// never over a file. The text may depend on the number. Two processes that write at once get two
/// numbers.
NumberedFile write_numbered(const std::filesystem::path& folder, std::string_view prefix,
                            std::string_view extension,
                            const std::function<std::string(int id)>& text);

/// The text of the file of that number; tool_error "already_gone" if it is not there.
std::string read_numbered(const std::filesystem::path& folder, std::string_view prefix,
                          std::string_view extension, int id);

/// Removes the file of that number; tool_error "already_gone" if it is not there.
void remove_numbered(const std::filesystem::path& folder, std::string_view prefix,
                     std::string_view extension, int id);

}  // namespace desk
