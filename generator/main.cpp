// iam-gen: reads annotated headers, judges them, writes the code and the manifest of their tools.
// Exit: 0 written (warnings are printed), 1 the headers or the disk said no and nothing was written, 2 wrong usage.
#include <generator/check/check.hpp>
#include <generator/emit/emit.hpp>
#include <generator/frontend/frontend.hpp>
#include <generator/io/depfile.hpp>
#include <generator/io/sink.hpp>
#include <generator/model/diagnostics.hpp>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace {

constexpr int k_done = 0;
constexpr int k_refused = 1;
constexpr int k_usage = 2;

constexpr const char k_help[] =
    R"(Usage: iam-gen --target NAME --out-dir DIR --project-root DIR [options] HEADER... [-- FLAG...]

Reads the tagged functions of the headers and writes to DIR, where bytes differ from what is there:
  <stem>.iam.cpp         for each header, the functions behind its tools
  NAME.iam.cpp, .iam.hpp register_NAME_tools
  NAME.tools.json        the manifest

  --target NAME        the CMake target that the headers belong to: letters, digits and _ - . +
  --out-dir DIR        where to write
  --project-root DIR   paths in the output are relative to it
  --build-root DIR     the same for headers that the build makes
  --flags-file FILE    compile flags of the target, one a line
  --stamp FILE         written anew after every run without errors
  --depfile FILE       the files that the output was made from, for Make and Ninja; needs --stamp
  --help, --version
  -- FLAG...           more compile flags

Exit: 0 done, 1 errors in the headers (nothing is written), 2 wrong usage
)";

struct Arguments {
    std::string target;
    std::string out_dir;
    std::string project_root;
    std::string build_root;
    std::string stamp;
    std::string depfile;
    std::string flags_file;
    std::vector<std::string> headers;
    std::vector<std::string> flags;
    bool help = false;
    bool version = false;
};

int usage_error(const std::string& message) {
    std::fprintf(stderr, "iam-gen: %s; iam-gen --help shows how to call it\n", message.c_str());
    return k_usage;
}

std::string* value_of(Arguments& arguments, const std::string& option) {
    if (option == "--target") return &arguments.target;
    if (option == "--out-dir") return &arguments.out_dir;
    if (option == "--project-root") return &arguments.project_root;
    if (option == "--build-root") return &arguments.build_root;
    if (option == "--stamp") return &arguments.stamp;
    if (option == "--depfile") return &arguments.depfile;
    if (option == "--flags-file") return &arguments.flags_file;
    return nullptr;
}

/// A sentence about what is wrong, or nothing.
std::optional<std::string> read_arguments(const std::vector<std::string>& words, Arguments& out) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string word = words[i];
        if (word == "--") {
            out.flags.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
            return std::nullopt;
        }
        if (word == "--help" || word == "--version") {
            (word == "--help" ? out.help : out.version) = true;
            continue;
        }
        std::optional<std::string> value;
        if (const std::size_t equals = word.find('=');
            word.rfind("--", 0) == 0 && equals != std::string::npos) {
            value = word.substr(equals + 1);
            word.resize(equals);
        }
        if (std::string* target = value_of(out, word)) {
            if (!value && i + 1 == words.size()) return "option " + word + " wants a value";
            if (!target->empty()) return "option " + word + " is given twice";
            *target = value ? *value : words[++i];
        } else if (word.rfind('-', 0) == 0) {
            return "unknown option " + word;
        } else {
            out.headers.push_back(word);
        }
    }
    return std::nullopt;
}

std::optional<std::string> missing_argument(const Arguments& arguments) {
    if (arguments.target.empty()) return "--target is missing";
    const auto is_good = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == '+';
    };
    if (!std::all_of(arguments.target.begin(), arguments.target.end(), is_good)) {
        return "'" + arguments.target + "' is no name of a CMake target";
    }
    if (arguments.out_dir.empty()) return "--out-dir is missing";
    if (arguments.project_root.empty()) return "--project-root is missing";
    if (arguments.headers.empty()) return "no header is given";
    if (!arguments.depfile.empty() && arguments.stamp.empty())
        return "--depfile needs --stamp, the file it speaks of";
    return std::nullopt;
}

std::optional<std::string> read_flags(const Arguments& arguments, std::vector<std::string>& out) {
    if (!arguments.flags_file.empty()) {
        std::ifstream file(arguments.flags_file);
        if (!file) return "cannot read the flags file '" + arguments.flags_file + "'";
        for (std::string line; std::getline(file, line);) {
            if (!line.empty() && line.back() == '\r') line.pop_back();
            if (!line.empty()) out.push_back(line);
        }
    }
    out.insert(out.end(), arguments.flags.begin(), arguments.flags.end());
    return std::nullopt;
}

/// The path below the innermost root that holds it, with '/'; nothing if it is below none. A build
/// folder may lie inside the project: what is generated there must not carry its name.
std::optional<std::string> relative_to_roots(const std::string& path, const Arguments& arguments) {
    namespace fs = std::filesystem;
    const fs::path absolute = fs::absolute(path).lexically_normal();
    std::optional<std::string> found;
    for (const std::string& root : {arguments.project_root, arguments.build_root}) {
        if (root.empty()) continue;
        const fs::path relative =
            absolute.lexically_relative(fs::absolute(root).lexically_normal());
        if (relative.empty() || *relative.begin() == "..") continue;
        const std::string text = relative.generic_string();
        if (!found || text.size() < found->size()) found = text;
    }
    return found;
}

std::optional<std::string> read_headers(const Arguments& arguments,
                                        std::vector<iam::gen::Header>& out) {
    std::set<std::string> stems = {arguments.target};
    for (const std::string& path : arguments.headers) {
        iam::gen::Header header;
        header.path = path;
        const auto relative = relative_to_roots(path, arguments);
        if (!relative) {
            return "header '" + path +
                   "' lies outside of --project-root and --build-root, so that its path would "
                   "differ "
                   "between machines";
        }
        header.relative = *relative;
        header.stem = std::filesystem::path(path).stem().string();
        if (!stems.insert(header.stem).second) {
            return "'" + header.stem +
                   ".iam.cpp' would be written twice; two headers, or a header and the target, "
                   "have the same "
                   "name without folder and extension";
        }
        out.push_back(std::move(header));
    }
    return std::nullopt;
}

int write_all(const Arguments& arguments, const iam::gen::Model& model) {
    auto written = iam::gen::DiskSink(arguments.out_dir).write(iam::gen::emit(model));
    if (written && !arguments.depfile.empty()) {
        written = iam::gen::write_always(
            arguments.depfile, iam::gen::depfile_text(arguments.stamp, model.included_files));
    }
    if (written && !arguments.stamp.empty()) written = iam::gen::write_always(arguments.stamp, "");
    if (written) return k_done;
    std::fprintf(stderr, "iam-gen: %s\n", written.error().c_str());
    return k_refused;
}

int run(const std::vector<std::string>& words) {
    Arguments arguments;
    if (const auto wrong = read_arguments(words, arguments)) return usage_error(*wrong);
    if (arguments.help) {
        std::fputs(k_help, stdout);
        return k_done;
    }
    if (arguments.version) {
        std::printf("iam-gen %s\n", IAM_GEN_VERSION);
        return k_done;
    }
    if (const auto wrong = missing_argument(arguments)) return usage_error(*wrong);
    iam::gen::ParseJob job;
    job.target = arguments.target;
    job.leave_memory = true;
    job.project_root =
        std::filesystem::absolute(arguments.project_root).lexically_normal().string();
    if (const auto wrong = read_flags(arguments, job.compile_flags)) return usage_error(*wrong);
    if (const auto wrong = read_headers(arguments, job.headers)) return usage_error(*wrong);

    iam::gen::Parsed parsed = iam::gen::parse(job);
    iam::gen::Diagnostics diagnostics = std::move(parsed.diagnostics);
    const bool compiles =
        std::none_of(diagnostics.begin(), diagnostics.end(),
                     [](const auto& diagnostic) { return diagnostic.id == "IAM1000"; });
    if (compiles) {
        const iam::gen::Diagnostics judged = iam::gen::check(parsed.model);
        diagnostics.insert(diagnostics.end(), judged.begin(), judged.end());
        iam::gen::sort_by_place(diagnostics);
    }
    std::fputs(iam::gen::to_text(diagnostics).c_str(), stderr);
    if (iam::gen::has_errors(diagnostics)) return k_refused;
    return write_all(arguments, parsed.model);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "iam-gen: %s\n", error.what());
        return k_refused;
    }
}
