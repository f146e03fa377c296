// Reads catalogues from files, from the standard input, and from folders of catalogues.
#include <generator/contract/cli/input.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace iam::gen::contract {
namespace {

bool ends_with(const std::string& text, std::string_view end) {
    return text.size() >= end.size() &&
           std::string_view(text).substr(text.size() - end.size()) == end;
}

Result<Catalogue> read_catalogue_of(const std::string& path, Accept accept) {
    IAM_TRY(text, text_of_file(path));
    return read_catalogue(text, accept);
}

/// The sorted paths of the catalogues in a folder.
Result<std::vector<std::string>> catalogues_in(const std::string& folder) {
    std::vector<std::string> paths;
    std::error_code problem;
    std::filesystem::directory_iterator entries(folder, problem);
    for (; !problem && entries != std::filesystem::directory_iterator();
         entries.increment(problem)) {
        std::string path = entries->path().string();
        if (ends_with(path, ".tools.json") || ends_with(path, ".tools.lock.json"))
            paths.push_back(std::move(path));
    }
    if (problem) return fail(Errc::unavailable, "cannot be read: " + problem.message());
    if (paths.empty())
        return fail(Errc::not_found, "holds no *.tools.json and no *.tools.lock.json");
    std::sort(paths.begin(), paths.end());
    return paths;
}

Result<Catalogue> read_folder(const std::string& folder, Accept accept) {
    IAM_TRY(paths, catalogues_in(folder));
    std::vector<NamedCatalogue> list;
    for (const std::string& path : paths) {
        auto catalogue = read_catalogue_of(path, accept);
        if (!catalogue) return fail(catalogue.error().code, place_of(path, catalogue.error()));
        list.push_back({path, *std::move(catalogue)});
    }
    return united(std::move(list));
}

}  // namespace

Result<std::string> text_of_file(const std::string& path) {
    std::ostringstream text;
    if (path == k_standard_input) {
        text << std::cin.rdbuf();
        return text.str();
    }
    std::ifstream in(path, std::ios::binary);
    if (!in || std::filesystem::is_directory(path)) return fail(Errc::not_found, "cannot be read");
    text << in.rdbuf();
    return text.str();
}

std::string place_of(const std::string& path, const Error& error) {
    return path + ": " + (error.pointer.empty() ? "" : error.pointer + ": ") + error.message;
}

Result<Catalogue> read_side(const std::string& path, Accept accept, const std::string& way_out) {
    std::error_code ignored;  // an error means: no folder
    auto catalogue = std::filesystem::is_directory(path, ignored) ? read_folder(path, accept)
                                                                  : read_catalogue_of(path, accept);
    if (catalogue) return catalogue;
    return fail(catalogue.error().code, place_of(path, catalogue.error()) + "; " + way_out);
}

}  // namespace iam::gen::contract
