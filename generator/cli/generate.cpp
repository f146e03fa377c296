// Reads annotated headers, judges them, and writes the code and the manifest of their tools.
#include "generator/cli/generate.hpp"

#include <generator/check/check.hpp>
#include <generator/cli/command_line.hpp>
#include <generator/emit/emit.hpp>
#include <generator/frontend/frontend.hpp>
#include <generator/io/apart.hpp>
#include <generator/io/depfile.hpp>
#include <generator/io/sink.hpp>
#include <generator/model/diagnostics.hpp>
#include <generator/report/report.hpp>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace iam::gen::cli {
namespace {

std::optional<std::string> missing_argument(const GenerateArguments& arguments) {
    if (arguments.target.empty()) return "--target is missing";
    const auto is_good = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == '+';
    };
    if (!std::all_of(arguments.target.begin(), arguments.target.end(), is_good)) {
        return "'" + arguments.target + "' is no name of a CMake target";
    }
    const auto is_named = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-';
    };
    if (!std::all_of(arguments.name_prefix.begin(), arguments.name_prefix.end(), is_named)) {
        return "--name-prefix takes the word namespace, or letters, digits, _ and -, and not '" +
               arguments.name_prefix + "'";
    }
    if (arguments.out_dir.empty()) return "--out-dir is missing";
    if (arguments.project_root.empty()) return "--project-root is missing";
    if (arguments.headers.empty()) return "no header is given";
    if (!arguments.depfile.empty() && arguments.stamp.empty())
        return "--depfile needs --stamp, the file it speaks of";
    return std::nullopt;
}

/// Splits a line into words as a shell does.
std::vector<std::string> shell_words(std::string_view line) {
    std::vector<std::string> words;
    std::optional<std::string> word;
    char quote = 0;
    bool is_escaped = false;
    for (const char c : line) {
        if (quote == 0 && !is_escaped && (c == ' ' || c == '\t')) {
            if (word) words.push_back(*std::exchange(word, std::nullopt));
            continue;
        }
        if (!word) word.emplace();
        const bool is_quote = quote == 0 ? c == '"' || c == '\'' : c == quote;
        if (std::exchange(is_escaped, false))
            *word += c;
        else if (c == '\\' && quote != '\'')
            is_escaped = true;
        else if (is_quote)
            quote = quote == 0 ? c : 0;
        else
            *word += c;
    }
    if (word) words.push_back(*std::move(word));
    return words;
}

/// The bare name of a file included first, as clang wants it. CMake writes headers to precompile as
/// <vector> or "project.hpp".
std::string bare_include(std::string_view name) {
    const bool is_quoted = name.size() > 2 && ((name.front() == '<' && name.back() == '>') ||
                                               (name.front() == '"' && name.back() == '"'));
    return std::string(is_quoted ? name.substr(1, name.size() - 2) : name);
}

/// CMake keeps SHELL:… options as given; a command line needs them split into words.
void append_flags(std::string_view line, std::vector<std::string>& out) {
    constexpr std::string_view k_for_the_shell = "SHELL:";
    constexpr std::string_view k_include = "-include";
    if (line.starts_with(k_for_the_shell)) {
        for (std::string& word : shell_words(line.substr(k_for_the_shell.size())))
            out.push_back(std::move(word));
        return;
    }
    if (line.starts_with(k_include) && line.find_first_of("<\"") == k_include.size()) {
        out.emplace_back(k_include);
        out.push_back(bare_include(line.substr(k_include.size())));
        return;
    }
    out.emplace_back(line);
}

std::optional<std::string> read_flags(const GenerateArguments& arguments,
                                      std::vector<std::string>& out) {
    if (!arguments.flags_file.empty()) {
        std::ifstream file(arguments.flags_file);
        if (!file) return "cannot read the flags file '" + arguments.flags_file + "'";
        for (std::string line; std::getline(file, line);) {
            if (!line.empty() && line.back() == '\r') line.pop_back();
            if (!line.empty()) append_flags(line, out);
        }
    }
    out.insert(out.end(), arguments.flags.begin(), arguments.flags.end());
    return std::nullopt;
}

/// Shown paths are relative to these folders. The current folder is asked for once, since targets
/// have thousands of headers.
class Roots {
 public:
    explicit Roots(const GenerateArguments& arguments)
        : here_(current_folder()),
          project_(whole(arguments.project_root)),
          build_(whole(arguments.build_root)) {}

    /// With '/'; nothing if it is not below the folder.
    std::optional<std::string> below_project(const std::string& path) const {
        return below(project_, whole(path));
    }
    std::optional<std::string> below_build(const std::string& path) const {
        return below(build_, whole(path));
    }
    /// The path below the innermost root around it; nothing if it is below none. A build folder may
    /// lie inside the project. Files generated there must not carry its name.
    std::optional<std::string> below_innermost(const std::string& path) const {
        const std::filesystem::path place = whole(path);
        auto in_project = below(project_, place);
        auto in_build = below(build_, place);
        if (!in_project || (in_build && in_build->size() < in_project->size())) return in_build;
        return in_project;
    }

 private:
    /// Empty if the folder was removed; absolute paths still work.
    static std::filesystem::path current_folder() {
        std::error_code error;
        return std::filesystem::current_path(error);
    }
    /// Empty for an empty path.
    std::filesystem::path whole(const std::string& path) const {
        return path.empty() ? std::filesystem::path() : (here_ / path).lexically_normal();
    }
    static std::optional<std::string> below(const std::filesystem::path& root,
                                            const std::filesystem::path& place) {
        if (root.empty()) return std::nullopt;
        const std::filesystem::path relative = place.lexically_relative(root);
        if (relative.empty() || *relative.begin() == "..") return std::nullopt;
        return relative.generic_string();
    }

    std::filesystem::path here_, project_, build_;
};

/// The stem of a header's file, with a number if an earlier header of the target has it.
/// IamPregenerated.cmake names the files by the same rule.
std::string own_stem(const std::string& path, std::set<std::string>& taken) {
    const std::string stem = std::filesystem::path(path).stem().string();
    std::string own = stem;
    for (int number = 2; !taken.insert(own).second; ++number)
        own = stem + "-" + std::to_string(number);
    return own;
}

std::optional<std::string> read_headers(const GenerateArguments& arguments,
                                        std::vector<Header>& out) {
    const Roots roots(arguments);
    std::set<std::string> stems, paths;
    for (const std::string& path : arguments.headers) {
        Header header;
        // In the form of shown places.
        header.path = path.rfind("./", 0) == 0 ? path.substr(2) : path;
        const auto relative = roots.below_innermost(path);
        if (!relative) {
            return "header '" + path +
                   "' lies outside of --project-root and --build-root, so that its path would "
                   "differ between machines";
        }
        header.relative = *relative;
        if (!paths.insert(header.relative).second)
            return "header '" + path + "' is given twice; give it once";
        header.stem = own_stem(path, stems);
        out.push_back(std::move(header));
    }
    return std::nullopt;
}

/// The committed files among the read files, one a line. They lie below the project, and its build
/// did not make them.
std::string sources_text(const GenerateArguments& arguments, const Model& model) {
    const Roots roots(arguments);
    std::set<std::string> sources;
    for (const std::string& path : model.included_files) {
        if (roots.below_build(path)) continue;
        if (auto relative = roots.below_project(path)) sources.insert(*std::move(relative));
    }
    std::string out;
    for (const std::string& source : sources) out += source + '\n';
    return out;
}

WriteResult write_all(const GenerateArguments& arguments, const Model& model) {
    auto written = DiskSink(arguments.out_dir).write(emit(model, arguments.profile));
    if (written && !arguments.sources.empty())
        written = write_always(arguments.sources, sources_text(arguments, model));
    if (written && !arguments.depfile.empty())
        written =
            write_always(arguments.depfile, depfile_text(arguments.stamp, model.included_files));
    if (written && !arguments.stamp.empty()) written = write_always(arguments.stamp, "");
    return written;
}

std::string formatted(const Diagnostics& diagnostics, const GenerateArguments& arguments,
                      const ParseJob& job) {
    switch (arguments.format) {
        case Format::json:
            return to_json_text(diagnostics);
        case Format::sarif:
            return to_sarif_text(diagnostics, {IAM_GEN_VERSION, job.project_root});
        case Format::text:
            break;
    }
    const bool to_terminal = arguments.diagnostics_file.empty();
    return to_text(diagnostics, to_terminal ? arguments.colours : Colours::never);
}

/// Only warnings can be silenced; an error cannot.
std::optional<std::string> check_silenced(const GenerateArguments& arguments) {
    for (const std::string& id : arguments.silenced) {
        const DiagnosticInfo* info = find_diagnostic(id);
        if (info == nullptr || info->severity != Severity::warning)
            return "--silence takes the id of a warning, and '" + id +
                   "' is none; iam-gen explain lists them";
    }
    return std::nullopt;
}

void drop_silenced(Diagnostics& diagnostics, const GenerateArguments& arguments) {
    const auto is_silenced = [&](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::warning &&
               std::any_of(arguments.silenced.begin(), arguments.silenced.end(),
                           [&](const std::string& id) {
                               return is_about(diagnostic, find_diagnostic(id)->id);
                           });
    };
    diagnostics.erase(std::remove_if(diagnostics.begin(), diagnostics.end(), is_silenced),
                      diagnostics.end());
}

/// Writes the report even if the run fails: a file of the last run would be wrong.
WriteResult report(const Diagnostics& diagnostics, const GenerateArguments& arguments,
                   const ParseJob& job) {
    const std::string text = formatted(diagnostics, arguments, job);
    if (arguments.diagnostics_file.empty()) {
        std::fputs(text.c_str(), stderr);
        return {};
    }
    std::fputs(to_text(diagnostics, arguments.colours).c_str(), stderr);
    return write_always(arguments.diagnostics_file, text);
}

Diagnostics find_diagnostics(Parsed& parsed, const GenerateArguments& arguments) {
    Diagnostics diagnostics = std::move(parsed.diagnostics);
    const bool compiles =
        std::none_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
            return is_about(diagnostic, DiagnosticId::does_not_compile);
        });
    if (!compiles) return diagnostics;
    const Diagnostics judged = check(parsed.model, {arguments.require_docs, arguments.name_prefix});
    diagnostics.insert(diagnostics.end(), judged.begin(), judged.end());
    drop_silenced(diagnostics, arguments);
    sort_by_place(diagnostics);
    return diagnostics;
}

int generate_here(const GenerateArguments& arguments, const ParseJob& job) {
    Parsed parsed = parse(job);
    const Diagnostics diagnostics = find_diagnostics(parsed, arguments);
    if (const auto written = report(diagnostics, arguments, job); !written)
        return refused(written.error());
    if (has_errors(diagnostics)) return k_refused;
    if (const auto written = write_all(arguments, parsed.model); !written)
        return refused(written.error());
    return k_done;
}

/// True for signals of a user's interruption. These need no explanation.
bool is_interruption(int signal) {
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT ||
           signal == SIGPIPE;
}

int broken_off(int signal, const GenerateArguments& arguments, const ParseJob& job) {
    if (is_interruption(signal)) {
        (void)std::raise(signal);
        return k_refused;
    }
    const Diagnostic found = diagnose(
        DiagnosticId::does_not_compile, {},
        "reading the headers was ended by " + signal_text(signal) +
            (signal == SIGKILL ? "; perhaps the machine was out of memory"
                               : "; something in them is nested too deeply for clang's parser, or "
                                 "is an error of clang 19") +
            "; run iam-gen on one header after the other to find out which it is");
    if (const auto written = report({found}, arguments, job); !written)
        return refused(written.error());
    return k_refused;
}

}  // namespace

int generate(const GenerateArguments& arguments) {
    if (const auto wrong = missing_argument(arguments)) return usage_error(*wrong);
    if (const auto wrong = check_silenced(arguments)) return usage_error(*wrong);
    ParseJob job;
    job.target = arguments.target;
    job.leave_memory = true;
    job.names_parts = arguments.profile == Profile::portable;
    job.prefix_dir = arguments.prefix_dir;
    job.tag_macros = arguments.tag_macros;
    job.project_root =
        std::filesystem::absolute(arguments.project_root).lexically_normal().string();
    if (const auto wrong = read_flags(arguments, job.compiler_flags)) return usage_error(*wrong);
    job.compiler = arguments.compiler;
    job.compile_flags = arguments.reader_flags;
    job.compile_flags.insert(job.compile_flags.end(), job.compiler_flags.begin(),
                             job.compiler_flags.end());
    if (const auto wrong = read_headers(arguments, job.headers)) return usage_error(*wrong);

    const Ended ended = run_apart([&] { return generate_here(arguments, job); });
    return ended.signal == 0 ? ended.exit_code : broken_off(ended.signal, arguments, job);
}

}  // namespace iam::gen::cli
