#include "console/asset_table.hpp"

#include <catch2/catch.hpp>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

using namespace iam::console;

namespace {

std::string hex_sha256(std::string_view bytes) {
    std::array<unsigned char, 32> digest{};
    unsigned size = 0;
    EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr);
    std::string text;
    for (const unsigned char byte : digest) {
        text += "0123456789abcdef"[byte >> 4U];
        text += "0123456789abcdef"[byte & 15U];
    }
    return text;
}

}  // namespace

TEST_CASE("each asset has a path, a type and the digest of its bytes (W07)") {
    std::set<std::string_view> paths;
    for (const Asset& asset : assets()) {
        CAPTURE(asset.path);
        CHECK(asset.path.front() == '/');
        CHECK(asset.type.find('/') != std::string_view::npos);
        CHECK_FALSE(asset.bytes.empty());
        CHECK(asset.sha256 == hex_sha256(asset.bytes));
        CHECK(paths.insert(asset.path).second);
    }
}

TEST_CASE("a browser loads at most 150 kB for all pages (W45)") {
    std::size_t bytes = 0;
    for (const Asset& asset : assets()) {
        CAPTURE(asset.path);
        CHECK(asset.gzip.substr(0, 2) == "\x1f\x8b");
        CHECK(asset.gzip.substr(4, 4) == std::string_view("\0\0\0\0", 4));  // no time in it
        bytes += asset.gzip.size();
    }
    CHECK(bytes <= 150'000);
}

TEST_CASE("an asset is found by exactly its path (W07)") {
    REQUIRE(find_asset("/") != nullptr);
    CHECK(find_asset("/")->type == "text/html; charset=utf-8");
    REQUIRE(find_asset("/app/main.js") != nullptr);
    CHECK(find_asset("/app/main.js")->type == "text/javascript; charset=utf-8");
    for (const char* path : {"", "/index.html", "app/main.js", "/app/main.js ", "/app/Main.js",
                             "/app/../app/main.js", "/vendor/standalone.d.ts"})
        CHECK(find_asset(path) == nullptr);
}

TEST_CASE("pages name no other origin and no inline code (W06)") {
    constexpr std::string_view k_svg = "http://www.w3.org/2000/svg";  // a name, loaded by nobody
    for (const Asset& asset : assets()) {
        CAPTURE(asset.path);
        // Preact can set HTML; the pages never ask it to, and trusted types would stop it.
        if (asset.path == "/vendor/standalone.js") continue;
        std::string text(asset.bytes);
        for (auto at = text.find(k_svg); at != std::string::npos; at = text.find(k_svg))
            text.erase(at, k_svg.size());
        for (const char* word : {"http://", "https://", "innerHTML", "outerHTML", "eval(",
                                 "insertAdjacentHTML", "document.write", "onclick=", "style="})
            CHECK(text.find(word) == std::string::npos);
    }
}
