// Writes depfiles, with the escapes shared by Make and Ninja.
#include <generator/io/depfile.hpp>

#include <algorithm>
#include <string_view>

namespace iam::gen {
namespace {

/// A space and '#' get a backslash, '$' is doubled. Backslashes stay as they are. Only backslashes
/// before a space or '#' are doubled, since they would be read as part of its escape.
std::string escaped(std::string_view path) {
    std::string out;
    std::size_t backslashes = 0;
    for (const char c : path) {
        if (c == ' ' || c == '#') out += std::string(backslashes + 1, '\\');
        if (c == '$') out += '$';
        out += c;
        backslashes = c == '\\' ? backslashes + 1 : 0;
    }
    return out;
}

bool writable(const std::string& path) {
    return !path.empty() && path.find_first_of("\r\n") == std::string::npos;
}

}  // namespace

std::string depfile_text(const std::string& target, std::vector<std::string> dependencies) {
    std::sort(dependencies.begin(), dependencies.end());
    dependencies.erase(std::unique(dependencies.begin(), dependencies.end()), dependencies.end());
    std::string out = escaped(target) + ':';
    for (const std::string& path : dependencies)
        if (writable(path)) out += " \\\n  " + escaped(path);
    return out + '\n';
}

}  // namespace iam::gen
