// Looks for the words of tags in the text of headers.
#include "generator/frontend/tag_scan.hpp"

#include <generator/frontend/compile_flags.hpp>

#include <clang/Basic/CharInfo.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

namespace iam::gen {
namespace {

enum class Match { word, beginning };

bool is_word(char c) {
    return clang::isAsciiIdentifierContinue(c);
}

bool has_word(std::string_view text, std::string_view word, Match match) {
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || !is_word(text[at - 1]);
        if (begins && (match == Match::beginning || end == text.size() || !is_word(text[end])))
            return true;
    }
    return false;
}

/// A line with those that it goes on in; takes it off the text.
std::string_view take_logical_line(std::string_view& text) {
    std::size_t end = text.find('\n');
    while (end != std::string_view::npos && end > 0) {
        const std::size_t last = end - (end > 1 && text[end - 1] == '\r' ? 2 : 1);
        if (text[last] != '\\') break;
        end = text.find('\n', end + 1);
    }
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

std::string_view without_blanks(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text;
}

/// What a line defines; empty if it is no definition.
std::string_view defined_name(std::string_view line) {
    line = without_blanks(line);
    if (!line.starts_with('#')) return {};
    line = without_blanks(line.substr(1));
    constexpr std::string_view k_define = "define";
    if (!line.starts_with(k_define)) return {};
    line = without_blanks(line.substr(k_define.size()));
    return line.substr(0, std::find_if_not(line.begin(), line.end(), is_word) - line.begin());
}

/// -DNAME=value, of which clang makes a definition.
std::vector<std::string> macros_of_flags(const ParseJob& job) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < job.compile_flags.size(); ++i) {
        std::string_view flag = job.compile_flags[i];
        if (!flag.starts_with("-D")) continue;
        flag.remove_prefix(2);
        if (flag.empty() && i + 1 < job.compile_flags.size()) flag = job.compile_flags[++i];
        const std::size_t equal = flag.find('=');
        if (equal != std::string_view::npos && mentions_tags(flag.substr(equal + 1), {}))
            out.emplace_back(flag.substr(0, std::min(equal, flag.find('('))));
    }
    return out;
}

/// A text that is held in memory anyway, or the file.
class Text {
 public:
    Text(const ParseJob& job, const std::string& path) {
        for (const auto& [name, text] : job.virtual_files)
            if (name == path) view_ = text;
        if (view_) return;
        constexpr bool k_with_zero_at_end = false;
        auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, k_with_zero_at_end);
        if (!file) return;
        file_ = std::move(*file);
        view_ = std::string_view(file_->getBufferStart(), file_->getBufferSize());
    }
    const std::optional<std::string_view>& view() const { return view_; }

 private:
    std::unique_ptr<llvm::MemoryBuffer> file_;
    std::optional<std::string_view> view_;
};

/// One macro may stand for another.
void add_defined_macros(const std::vector<Text>& texts, std::vector<std::string>& names) {
    std::size_t known = 0;
    do {
        known = names.size();
        for (const Text& text : texts) {
            if (!text.view() || !mentions_tags(*text.view(), names)) continue;
            for (std::string& name : defined_tag_macros(*text.view(), names))
                if (std::find(names.begin(), names.end(), name) == names.end())
                    names.push_back(std::move(name));
        }
    } while (names.size() != known);
}

}  // namespace

bool mentions_tags(std::string_view text, const std::vector<std::string>& names) {
    if (has_word(text, "iam", Match::word) || has_word(text, "IAM_", Match::beginning)) return true;
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return has_word(text, name, Match::word); });
}

std::vector<std::string> defined_tag_macros(std::string_view text,
                                            const std::vector<std::string>& names) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::string_view line = take_logical_line(text);
        const std::string_view name = defined_name(line);
        if (name.empty()) continue;
        const auto end = static_cast<std::size_t>(name.data() - line.data()) + name.size();
        if (mentions_tags(line.substr(end), names)) out.emplace_back(name);
    }
    return out;
}

std::vector<std::size_t> headers_with_tags(const ParseJob& job) {
    std::vector<std::size_t> indices(job.headers.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    if (includes_files_first(job.compile_flags)) return indices;
    std::vector<std::string> names = job.tag_macros;
    for (std::string& name : macros_of_flags(job)) names.push_back(std::move(name));
    std::vector<Text> texts;
    texts.reserve(job.headers.size());
    for (const Header& header : job.headers) texts.emplace_back(job, header.path);
    add_defined_macros(texts, names);
    // What cannot be read is for clang to report.
    std::erase_if(indices, [&](std::size_t index) {
        const auto& text = texts[index].view();
        return text && !mentions_tags(*text, names);
    });
    return indices;
}

}  // namespace iam::gen
