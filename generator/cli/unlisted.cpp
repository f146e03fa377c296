// Follows the includes of a target's sources by their text, below the project, and searches each
// file for tags.
#include "generator/cli/unlisted.hpp"

#include <generator/cli/command_line.hpp>
#include <generator/frontend/tags/tag_places.hpp>
#include <generator/io/depfile.hpp>
#include <generator/io/sink.hpp>
#include <generator/io/text_file.hpp>
#include <generator/model/diagnostics.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace iam::gen::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> lines_of(const std::string& path) {
    std::vector<std::string> lines;
    const std::string text = read_text_file(path).value_or(std::string());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (end > at) lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

/// The path without links, so one file has one name.
fs::path file_at(const fs::path& path) {
    std::error_code error;
    fs::path place = fs::weakly_canonical(path, error);
    return error ? path.lexically_normal() : place;
}

bool is_below(const fs::path& root, const fs::path& place) {
    if (root.empty()) return false;
    const fs::path relative = place.lexically_relative(root);
    return !relative.empty() && *relative.begin() != "..";
}

struct File {
    std::string text;
    ScannedText scanned;
};

/// The examined files of the project, by their place.
class Search {
 public:
    explicit Search(const UnlistedArguments& arguments)
        : project_(file_at(arguments.project_root)),
          build_(arguments.build_root.empty() ? fs::path() : file_at(arguments.build_root)) {
        if (build_ == project_) build_.clear();
        for (const std::string& flag : lines_of(arguments.flags_file))
            for (const std::string_view option : {"-I", "-iquote"})
                if (flag.starts_with(option)) folders_.emplace_back(flag.substr(option.size()));
        macros_.insert(arguments.tag_macros.begin(), arguments.tag_macros.end());
    }

    /// Adds the files and all their includes to `reached`.
    void follow(const std::vector<std::string>& files, std::set<fs::path>& reached) {
        std::vector<fs::path> open(files.begin(), files.end());
        while (!open.empty()) {
            const fs::path place = file_at(open.back());
            open.pop_back();
            if (!is_below(project_, place) || is_below(build_, place)) continue;
            if (!reached.insert(place).second) continue;
            const File* file = read(place);
            if (file == nullptr) continue;
            for (const IncludeLine& include : file->scanned.includes)
                if (auto found = find(include, place.parent_path()))
                    open.push_back(*std::move(found));
        }
    }

    /// The headers parsed by iam-gen, and their includes. iam-gen itself warns of tags in these.
    std::set<fs::path> parsed(const std::vector<std::string>& headers) {
        std::vector<std::string> tagged;
        for (const std::string& header : headers) {
            const File* file = read(file_at(header));
            if (file != nullptr && mentions_tags(file->text, macros_)) tagged.push_back(header);
        }
        std::set<fs::path> reached;
        follow(tagged, reached);
        return reached;
    }

    /// The place of the first tag of a file. The file must have been read.
    std::optional<SourceSpan> tag_in(const fs::path& place) const {
        const auto file = files_.find(place);
        if (file == files_.end()) return std::nullopt;
        const auto at = first_tag(file->second.scanned, macros_);
        if (!at) return std::nullopt;
        const std::string& text = file->second.text;
        const auto offset = static_cast<std::ptrdiff_t>(*at);
        const std::size_t begin = *at == 0 ? 0 : text.rfind('\n', *at - 1) + 1;
        SourceSpan span;
        span.file = place.string();
        span.line =
            1 + static_cast<unsigned>(std::count(text.begin(), text.begin() + offset, '\n'));
        span.column = static_cast<unsigned>(*at - begin) + 1;
        span.end_column = span.column + 2;
        take_text(span, std::string_view(text).substr(
                            begin, std::min(text.find('\n', *at), text.size()) - begin));
        return span;
    }

    std::string below_project(const fs::path& place) const {
        return place.lexically_relative(project_).generic_string();
    }

    std::vector<std::string> files_read() const {
        std::vector<std::string> out;
        for (const auto& [place, file] : files_) out.push_back(place.string());
        return out;
    }

 private:
    const File* read(const fs::path& place) {
        if (const auto known = files_.find(place); known != files_.end()) return &known->second;
        auto text = read_text_file(place.string());
        if (!text) return nullptr;
        File file{*std::move(text), {}};
        file.scanned = scan_text(file.text);
        macros_.insert(file.scanned.tag_macros.begin(), file.scanned.tag_macros.end());
        return &files_.emplace(place, std::move(file)).first->second;
    }

    std::optional<fs::path> find(const IncludeLine& include, const fs::path& folder) const {
        std::error_code error;
        if (include.is_quoted && fs::is_regular_file(folder / include.name, error))
            return folder / include.name;
        for (const fs::path& other : folders_)
            if (fs::is_regular_file(other / include.name, error)) return other / include.name;
        return std::nullopt;
    }

    fs::path project_, build_;
    std::vector<fs::path> folders_;
    Words macros_;
    std::map<fs::path, File> files_;
};

bool is_source(const fs::path& place) {
    static constexpr std::array<std::string_view, 5> k_endings{".cpp", ".cc", ".cxx", ".c++", ".c"};
    return std::find(k_endings.begin(), k_endings.end(), place.extension().string()) !=
           k_endings.end();
}

std::string sentence(const UnlistedArguments& arguments, const fs::path& place,
                     const std::string& relative) {
    const std::string call = "HEADERS of iam_generate_tools(" + arguments.target + " …)";
    if (is_source(place))
        return "the tags of this file make no tools, since only headers are read; declare the "
               "functions in a header and name that one in " +
               call;
    return "the tags of this header make no tools, since it is not listed; add '" + relative +
           "' to " + call;
}

Diagnostics warnings(const UnlistedArguments& arguments, Search& search) {
    const bool is_silenced = std::any_of(
        arguments.silenced.begin(), arguments.silenced.end(), [](const std::string& id) {
            const DiagnosticInfo* info = find_diagnostic(id);
            return info != nullptr && info->id == DiagnosticId::tag_in_unlisted_header;
        });
    std::set<fs::path> reached;
    search.follow(lines_of(arguments.sources_file), reached);
    std::set<fs::path> known = search.parsed(arguments.headers);
    for (const std::string& header : arguments.headers) known.insert(file_at(header));
    for (const std::string& header : lines_of(arguments.listed_file)) known.insert(file_at(header));
    Diagnostics found;
    for (const fs::path& place : reached) {
        if (is_silenced || known.count(place) != 0) continue;
        const auto span = search.tag_in(place);
        if (!span) continue;
        found.push_back(diagnose(DiagnosticId::tag_in_unlisted_header, *span,
                                 sentence(arguments, place, search.below_project(place))));
    }
    sort_by_place(found);
    return found;
}

}  // namespace

int find_unlisted(const UnlistedArguments& arguments) {
    Search search(arguments);
    std::fputs(to_text(warnings(arguments, search), arguments.colours).c_str(), stderr);
    WriteResult written;
    if (!arguments.depfile.empty())
        written =
            write_always(arguments.depfile, depfile_text(arguments.stamp, search.files_read()));
    if (written) written = write_always(arguments.stamp, "");
    return written ? k_done : refused(written.error());
}

}  // namespace iam::gen::cli
