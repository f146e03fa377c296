// The forms in which bytes may lie hidden in others, and the files that hold one of them.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/core/json.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace iam::test {

inline std::string in_hex(std::string_view bytes, std::string_view digits,
                          const char* before = "") {
    std::string text;
    for (const char byte : bytes) {
        text += before;
        text += digits[static_cast<unsigned char>(byte) >> 4U];
        text += digits[static_cast<unsigned char>(byte) & 15U];
    }
    return text;
}

/// Of RFC 4648, without what depends on the bytes around: `skipped` bytes of the first group stand
/// before, and an incomplete last group is left out.
inline std::string in_base64(std::string_view bytes, std::size_t skipped,
                             std::string_view letters) {
    const std::size_t first = (3 - skipped) % 3;
    std::string text;
    for (std::size_t i = first; i + 3 <= bytes.size(); i += 3) {
        unsigned bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8U | static_cast<unsigned char>(bytes[i + k]);
        for (unsigned shift = 24; shift != 0; shift -= 6)
            text += letters[bits >> (shift - 6) & 63U];
    }
    return text;
}

/// Raw, in hexadecimal digits and in base64 wherever it begins, as JSON spells it.
inline std::vector<std::string> spellings_of(const std::string& bytes) {
    const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    std::vector<std::string> forms{bytes,
                                   in_hex(bytes, "0123456789abcdef"),
                                   in_hex(bytes, "0123456789ABCDEF"),
                                   in_hex(bytes, "0123456789abcdef", "\\u00"),
                                   in_hex(bytes, "0123456789ABCDEF", "\\u00"),
                                   in_hex(bytes, "0123456789ABCDEF", "%")};
    for (std::size_t skipped = 0; skipped < 3; ++skipped) {
        forms.push_back(in_base64(bytes, skipped, letters + "+/"));
        forms.push_back(in_base64(bytes, skipped, letters + "-_"));
    }
    if (const auto json = canonical_json(Json(bytes)))
        forms.push_back(json->substr(1, json->size() - 2));
    return forms;
}

/// And its SHA-256 without salt, in the same spellings.
inline std::vector<std::string> forms_of(const std::string& bytes) {
    std::vector<std::string> forms = spellings_of(bytes);
    HashState hash;
    hash.update({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    const Digest digest = hash.finish();
    for (std::string& form : spellings_of({digest.bytes.begin(), digest.bytes.end()}))
        forms.push_back(std::move(form));
    return forms;
}

inline bool holds_any(std::string_view text, const std::vector<std::string>& forms) {
    for (const std::string& form : forms)
        if (text.find(form) != std::string_view::npos) return true;
    return false;
}

/// By name, of all files below the folder.
inline std::vector<std::string> files_with_any(const std::filesystem::path& folder,
                                               const std::vector<std::string>& forms) {
    std::vector<std::string> found;
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
        if (!file.is_regular_file()) continue;
        std::ifstream in(file.path(), std::ios::binary);
        std::stringstream content;
        content << in.rdbuf();
        if (holds_any(content.str(), forms)) found.push_back(file.path().filename().string());
    }
    return found;
}

}  // namespace iam::test
