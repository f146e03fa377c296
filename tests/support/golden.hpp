// Texts that are compared with a file beside the test. IAM_UPDATE_GOLDEN=1 rewrites the files
// instead; the difference is then for people to read before it is committed.
#pragma once

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace iam::test {

/// Fails where the file at `path` does not hold exactly `actual`.
inline void check_golden(const std::filesystem::path& path, const std::string& actual) {
    const char* update = std::getenv("IAM_UPDATE_GOLDEN");
    if (update != nullptr && std::string_view(update) == "1") {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << actual;
        return;
    }
    std::ifstream file(path, std::ios::binary);
    INFO("golden file " << path.string() << "; IAM_UPDATE_GOLDEN=1 rewrites it");
    REQUIRE(file);
    const std::string expected((std::istreambuf_iterator<char>(file)),
                               std::istreambuf_iterator<char>());
    CHECK(actual == expected);
}

}  // namespace iam::test
