// Writes the record of a precompiled prefix as lines of text, reads it, and checks whether it still
// holds.
#include "generator/frontend/precompiled/prefix_record.hpp"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string_view>
#include <system_error>

namespace iam::gen {
namespace {

constexpr std::string_view k_first_line = "iam-gen prefix 1";
constexpr std::string_view k_last_line = "end";

std::string joined_path(const std::string& folder, const std::string& name) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, name);
    return path.str().str();
}

class LineWriter {
 public:
    template <class... Words>
    void line(const Words&... words) {
        std::string_view separator;
        ((put(separator, words), separator = " "), ...);
        text_ += '\n';
        ++lines_;
    }

    std::optional<std::string> text() && {
        const auto breaks = std::count(text_.begin(), text_.end(), '\n');
        if (breaks != lines_) return std::nullopt;
        return std::move(text_);
    }

 private:
    void put(std::string_view separator, std::string_view word) {
        text_.append(separator).append(word);
    }
    template <class Number>
    requires std::is_arithmetic_v<Number>
    void put(std::string_view separator, Number number) {
        text_.append(separator).append(std::to_string(number));
    }

    std::string text_;
    std::ptrdiff_t lines_ = 0;
};

/// Splits a line into its first word, numbers, and a name up to the end of the line.
class LineReader {
 public:
    explicit LineReader(std::string_view line) : rest_(line), word_(next()) {}

    std::string_view word() const { return word_; }
    template <class Number>
    Number number() {
        Number value{};
        const std::string_view digits = next();
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        good_ = good_ && error == std::errc() && end == digits.data() + digits.size();
        return value;
    }
    std::string name() {
        good_ = good_ && !rest_.empty();
        return std::string(std::exchange(rest_, {}));
    }
    bool good() const { return good_ && rest_.empty(); }

 private:
    std::string_view next() {
        const std::size_t end = std::min(rest_.find(' '), rest_.size());
        const std::string_view word = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return word;
    }

    std::string_view rest_;
    std::string_view word_;
    bool good_ = true;
};

FileState read_state(LineReader& line) {
    FileState state;
    state.size = line.number<std::uint64_t>();
    state.modified = line.number<std::int64_t>();
    state.path = line.name();
    return state;
}

/// False if the line is unknown or malformed.
bool read_line(LineReader& line, PrefixRecord& record) {
    if (line.word() == "key")
        record.key = line.name();
    else if (line.word() == "header")
        record.headers.push_back(line.name());
    else if (line.word() == "cut")
        record.is_cut = true;
    else if (line.word() == "file")
        record.built = PrecompiledFile{.file = read_state(line)};
    else if (!record.built)
        return false;
    else if (line.word() == "folder")
        record.built->folders.push_back(line.name());
    else if (line.word() == "input")
        record.built->inputs.push_back(read_state(line));
    else if (line.word() == "found") {
        const auto first = line.number<std::size_t>();
        const auto folder = line.number<std::size_t>();
        record.built->found.push_back({first, folder, line.name()});
    } else if (line.word() == "asked") {
        const bool answer = line.number<int>() != 0;
        record.built->asked.emplace_back(line.name(), answer);
    } else
        return false;
    return line.good();
}

bool is_there(const std::string& folder, const std::string& name) {
    return llvm::sys::fs::exists(joined_path(folder, name));
}

}  // namespace

std::optional<FileState> state_of(const std::string& path) {
    llvm::sys::fs::file_status status;
    if (llvm::sys::fs::status(path, status) || !llvm::sys::fs::is_regular_file(status))
        return std::nullopt;
    const auto since = status.getLastModificationTime().time_since_epoch();
    return FileState{path, status.getSize(),
                     std::chrono::duration_cast<std::chrono::nanoseconds>(since).count()};
}

std::optional<std::string> to_text(const PrefixRecord& record) {
    LineWriter out;
    out.line(k_first_line);
    out.line("key", record.key);
    for (const std::string& header : record.headers) out.line("header", header);
    if (record.is_cut) out.line("cut");
    if (record.built) {
        const PrecompiledFile& built = *record.built;
        out.line("file", built.file.size, built.file.modified, built.file.path);
        for (const std::string& folder : built.folders) out.line("folder", folder);
        for (const FileState& input : built.inputs)
            out.line("input", input.size, input.modified, input.path);
        for (const FoundName& found : built.found)
            out.line("found", found.first, found.folder, found.name);
        for (const auto& [name, answer] : built.asked) out.line("asked", answer ? 1 : 0, name);
    }
    out.line(k_last_line);
    return std::move(out).text();
}

std::optional<PrefixRecord> prefix_record_from(const std::string& text) {
    PrefixRecord record;
    std::string_view rest = text;
    bool is_first = true;
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos) return std::nullopt;
        const std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end + 1);
        if (std::exchange(is_first, false)) {
            if (line != k_first_line) return std::nullopt;
            continue;
        }
        if (line == k_last_line) return rest.empty() ? std::optional(record) : std::nullopt;
        LineReader reader(line);
        if (!read_line(reader, record)) return std::nullopt;
    }
    return std::nullopt;
}

bool is_fresh(const PrecompiledFile& built) {
    const auto is_same = [](const FileState& state) { return state_of(state.path) == state; };
    if (!is_same(built.file) || !std::all_of(built.inputs.begin(), built.inputs.end(), is_same))
        return false;
    const auto is_hidden = [&](const FoundName& found) {
        return first_without(built.folders, found.folder, found.name) > found.first;
    };
    if (std::any_of(built.found.begin(), built.found.end(), is_hidden)) return false;
    return std::all_of(built.asked.begin(), built.asked.end(), [&](const auto& asked) {
        return has_header(built.folders, asked.first) == asked.second;
    });
}

bool has_header(const std::vector<std::string>& folders, const std::string& name) {
    return std::any_of(folders.begin(), folders.end(),
                       [&](const std::string& folder) { return is_there(folder, name); });
}

std::size_t first_without(const std::vector<std::string>& folders, std::size_t folder,
                          const std::string& name) {
    std::size_t first = std::min(folder, folders.size());
    while (first > 0 && !is_there(folders[first - 1], name)) --first;
    return first;
}

}  // namespace iam::gen
