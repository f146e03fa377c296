// Makes the command line for clang's parser: the flags of the target's compiler, except flags
// refused by clang 19.
#include <generator/frontend/clang/compile_flags.hpp>

#include <clang/Driver/Options.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/FileSystem.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string_view>

namespace iam::gen {
namespace {

/// Flags of GCC that are hard errors in clang 19, and flags unfit for a parser of headers. The
/// latter are about outputs, dependency files, precompiled headers and warnings as errors.
constexpr std::array k_dropped_flags = {
    std::string_view("-fconcepts"),
    std::string_view("-fno-gnu-unique"),
    std::string_view("-fgnu-unique"),
    std::string_view("-fanalyzer"),
    std::string_view("-fno-implicit-inline-templates"),
    std::string_view("-fcondition-coverage"),
    std::string_view("-fprofile-abs-path"),
    std::string_view("-fhardened"),
    std::string_view("-pedantic-errors"),
    std::string_view("-c"),
    std::string_view("-E"),
    std::string_view("-S"),
    std::string_view("-MD"),
    std::string_view("-MMD"),
    std::string_view("-Winvalid-pch"),
};

constexpr std::array k_dropped_prefixes = {
    std::string_view("-fconcepts-diagnostics-depth"),
    std::string_view("-mno-avx256"),
    std::string_view("-Werror"),
    std::string_view("-save-temps"),
    std::string_view("-flto"),
    std::string_view("-fprofile-"),
    std::string_view("-fsanitize"),
    std::string_view("-fno-sanitize"),
    std::string_view("-Wp,"),
    std::string_view("-Wa,"),
    std::string_view("-Wl,"),
    std::string_view("-fplugin"),
};

/// Flags about modules are dropped as well. They are also reported, since a header's imports are
/// lost with them.
constexpr std::array k_prefixes_of_modules = {
    std::string_view("-fmodule"),
    std::string_view("-fcxx-modules"),
    std::string_view("-fprebuilt-module"),
    std::string_view("-fdeps-"),
};

/// Flags dropped together with the word behind them.
constexpr std::array k_dropped_pairs = {
    std::string_view("-o"),  std::string_view("-MF"),          std::string_view("-MT"),
    std::string_view("-MQ"), std::string_view("-include-pch"),
};

/// The same for words from CMake for clang's inner program:
///   `-Xclang -include-pch -Xclang file`.
constexpr std::array k_dropped_inner_pairs = {
    std::string_view("-include-pch"),
    std::string_view("-load"),
    std::string_view("-add-plugin"),
    std::string_view("-plugin"),
};

/// If the target's own compiler only preprocesses, it must not get these flags.
constexpr std::array k_flags_of_outputs = {
    std::string_view("-c"),   std::string_view("-E"),    std::string_view("-S"),
    std::string_view("-P"),   std::string_view("-M"),    std::string_view("-MM"),
    std::string_view("-MG"),  std::string_view("-MP"),   std::string_view("-MD"),
    std::string_view("-MMD"), std::string_view("-pipe"), std::string_view("-pedantic-errors"),
};
constexpr std::array k_prefixes_of_outputs = {
    std::string_view("-Werror"),
    std::string_view("-save-temps"),
    std::string_view("-Wp,"),
    std::string_view("-fplugin"),
};

template <class List>
bool contains(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// Words unknown to clang's own list of options. Flags of a newer GCC are an example.
std::set<std::string> unknown_words(const std::vector<std::string>& compile_flags) {
    std::vector<const char*> words;
    for (const std::string& flag : compile_flags) words.push_back(flag.c_str());
    unsigned missing_index = 0;
    unsigned missing_count = 0;
    const llvm::opt::InputArgList arguments = clang::driver::getDriverOptTable().ParseArgs(
        words, missing_index, missing_count,
        llvm::opt::Visibility(clang::driver::options::ClangOption));
    std::set<std::string> unknown;
    for (const llvm::opt::Arg* argument : arguments.filtered(clang::driver::options::OPT_UNKNOWN)) {
        unknown.insert(argument->getAsString(arguments));
    }
    return unknown;
}

template <class Prefixes>
bool starts_with_any(std::string_view flag, const Prefixes& prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](std::string_view prefix) { return flag.starts_with(prefix); });
}

bool is_dropped(std::string_view flag) {
    return flag.empty() || contains(k_dropped_flags, flag) ||
           starts_with_any(flag, k_dropped_prefixes) ||
           starts_with_any(flag, k_prefixes_of_modules);
}

}  // namespace

std::vector<std::string> clang_command_line(const std::vector<std::string>& compile_flags,
                                            const std::string& main_file) {
    // Our flags come first, so the user's flags can override them. Explicit instantiation
    // declarations of libstdc++ only tell a linker where code is, and cost 0.5 % of a parse. GCC's
    // <omp.h> names a deallocation function in __malloc__. In clang this is an error.
    std::vector<std::string> line = {"iam-gen",
                                     "-resource-dir",
                                     IAM_CLANG_RESOURCE_DIR,
                                     "-D_GLIBCXX_EXTERN_TEMPLATE=0",
                                     "-D__malloc__(...)=__malloc__",
                                     "-xc++",
                                     "-fsyntax-only"};
    const std::set<std::string> unknown = unknown_words(compile_flags);
    bool standard_given = false;
    for (std::size_t i = 0; i < compile_flags.size(); ++i) {
        const std::string& flag = compile_flags[i];
        if (contains(k_dropped_pairs, flag)) {
            ++i;
            continue;
        }
        if (flag == "-Xclang" && i + 1 < compile_flags.size() &&
            contains(k_dropped_inner_pairs, compile_flags[i + 1])) {
            i += 3;
            continue;
        }
        if (is_dropped(flag) || unknown.count(flag) != 0) continue;
        standard_given = standard_given || flag.starts_with("-std=");
        line.push_back(flag);
    }
    if (!standard_given) line.emplace_back("-std=gnu++20");
    for (const char* flag :
         {"-w", "-Wno-unknown-warning-option", "-Wno-ignored-optimization-argument", "-Wno-error",
          "-Qunused-arguments", "-fno-caret-diagnostics", "--"}) {
        line.emplace_back(flag);
    }
    line.push_back(main_file);
    return line;
}

std::vector<std::string> preprocessor_flags(const std::vector<std::string>& compiler_flags) {
    std::vector<std::string> kept;
    bool standard_given = false;
    for (std::size_t i = 0; i < compiler_flags.size(); ++i) {
        const std::string& flag = compiler_flags[i];
        if (contains(k_dropped_pairs, flag)) {
            ++i;
            continue;
        }
        if (flag == "-Xclang" && i + 1 < compiler_flags.size() &&
            contains(k_dropped_inner_pairs, compiler_flags[i + 1])) {
            i += 3;
            continue;
        }
        if (flag.empty() || contains(k_flags_of_outputs, flag) ||
            starts_with_any(flag, k_prefixes_of_outputs) ||
            starts_with_any(flag, k_prefixes_of_modules))
            continue;
        standard_given = standard_given || flag.starts_with("-std=");
        kept.push_back(flag);
    }
    if (!standard_given) kept.emplace_back("-std=gnu++20");
    return kept;
}

std::string missing_resources(const std::vector<std::string>& compile_flags) {
    std::string folder = IAM_CLANG_RESOURCE_DIR;
    for (std::size_t i = 0; i < compile_flags.size(); ++i) {
        const std::string_view flag = compile_flags[i];
        if (flag == "-resource-dir" && i + 1 < compile_flags.size()) folder = compile_flags[i + 1];
        constexpr std::string_view k_joined = "-resource-dir=";
        if (flag.starts_with(k_joined)) folder = flag.substr(k_joined.size());
    }
    if (llvm::sys::fs::exists(folder + "/include/stddef.h")) return {};
    return "clang's own headers are not in '" + folder +
           "', and without them no standard header can be read; install libclang-common-19-dev, or "
           "give the target the option -resource-dir=<output of clang-19 -print-resource-dir>";
}

std::vector<std::string> flags_of_modules(const std::vector<std::string>& compile_flags) {
    std::vector<std::string> found;
    std::copy_if(
        compile_flags.begin(), compile_flags.end(), std::back_inserter(found),
        [](const std::string& flag) { return starts_with_any(flag, k_prefixes_of_modules); });
    return found;
}

bool includes_files_first(const std::vector<std::string>& compile_flags) {
    return std::any_of(compile_flags.begin(), compile_flags.end(), [](std::string_view flag) {
        return flag.starts_with("-include") || flag.starts_with("-imacros") ||
               flag.starts_with("--include") || flag.starts_with("--imacros");
    });
}

}  // namespace iam::gen
