// The record of a precompiled prefix: its headers, and everything it was made from.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::gen {

/// The state of a file. Another size or time means another file.
struct FileState {
    std::string path{};
    std::uint64_t size = 0;
    std::int64_t modified = 0;  ///< nanoseconds since 1970

    friend bool operator==(const FileState&, const FileState&) = default;
};

/// The state of a regular file; nothing for any other path.
std::optional<FileState> state_of(const std::string& path);

/// A name found in one of the include folders. It must not turn up in the folders before this one.
struct FoundName {
    std::size_t first = 0;   ///< index of the first folder without the file
    std::size_t folder = 0;  ///< index of the folder with the file
    std::string name{};      ///< as included, "bits/stl_vector.h"

    friend auto operator<=>(const FoundName&, const FoundName&) = default;
};

/// A precompiled file, and everything it was made from.
struct PrecompiledFile {
    FileState file{};
    std::vector<std::string> folders{};  ///< where clang looked for headers, in this order
    std::vector<FileState> inputs{};     ///< the files in it
    std::vector<FoundName> found{};      ///< the names by which the files were found
    /// Names in __has_include, and whether a folder has them.
    std::vector<std::pair<std::string, bool>> asked{};
};

struct PrefixRecord {
    std::string key{};  ///< key of the flags and of this program
    /// The standard headers to precompile, as named between < and >.
    std::vector<std::string> headers{};
    /// True if the list was cut. Without a prefix more headers lead: a question about macros of the
    /// later ones is seen only behind a prefix with these headers.
    bool is_cut = false;
    std::optional<PrecompiledFile> built{};
};

/// Nothing if a name has a line break: this format cannot spell it.
std::optional<std::string> to_text(const PrefixRecord& record);
/// Nothing if the text is incomplete, or of another version.
std::optional<PrefixRecord> prefix_record_from(const std::string& text);

/// True if clang would read the same files again. No file has changed, no earlier folder has a file
/// of the same name, and every __has_include has the same answer.
bool is_fresh(const PrecompiledFile& built);

/// True if one of the folders has a file of this name.
bool has_header(const std::vector<std::string>& folders, const std::string& name);
/// The index behind the last folder before `folder` with such a file; an #include_next passed over
/// the folders from there on.
std::size_t first_without(const std::vector<std::string>& folders, std::size_t folder,
                          const std::string& name);

}  // namespace iam::gen
