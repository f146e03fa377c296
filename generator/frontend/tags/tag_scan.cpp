// Selects the headers with possible tags by their text, before clang reads them.
#include "generator/frontend/tags/tag_scan.hpp"

#include <generator/frontend/clang/compile_flags.hpp>
#include <generator/frontend/tags/tag_words.hpp>
#include <generator/io/text_file.hpp>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::gen {
namespace {

/// The definitions made by clang from -DNAME=value.
std::string definitions_of_flags(const ParseJob& job) {
    std::string out;
    for (std::size_t i = 0; i < job.compile_flags.size(); ++i) {
        std::string_view flag = job.compile_flags[i];
        if (!flag.starts_with("-D")) continue;
        flag.remove_prefix(2);
        if (flag.empty() && i + 1 < job.compile_flags.size()) flag = job.compile_flags[++i];
        std::string line(flag.substr(0, flag.find_first_of("\r\n")));
        std::replace(line.begin(), line.end(), '=', ' ');
        out += "#define " + line + '\n';
    }
    return out;
}

/// The text of a file: from memory if it is there, else from the disk.
class Text {
 public:
    Text(const ParseJob& job, const std::string& path) {
        for (const auto& [name, text] : job.virtual_files)
            if (name == path) held_ = text;
        if (!held_) read_ = read_text_file(path);
    }
    std::optional<std::string_view> view() const { return held_ ? held_ : read_; }

 private:
    std::optional<std::string> read_;
    std::optional<std::string_view> held_;
};

}  // namespace

std::vector<std::size_t> headers_with_tags(const ParseJob& job) {
    std::vector<std::size_t> indices(job.headers.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    if (includes_files_first(job.compile_flags)) return indices;
    const std::string flags = definitions_of_flags(job);
    std::vector<Text> texts;
    texts.reserve(job.headers.size());
    std::vector<std::string_view> views = {flags};
    for (const Header& header : job.headers) {
        texts.emplace_back(job, header.path);
        if (const auto text = texts.back().view()) views.push_back(*text);
    }
    const Words names = macros_for_tags(views, Words(job.tag_macros.begin(), job.tag_macros.end()));
    // If a header cannot be read, it is kept, so clang reports it.
    std::erase_if(indices, [&](std::size_t index) {
        const auto text = texts[index].view();
        return text && !mentions_tags(*text, names);
    });
    return indices;
}

}  // namespace iam::gen
