// Spelling characters that must not be in a source file.
#pragma once

#include <string>

namespace iam::test {

/// The UTF-8 of one character up to U+10FFFF.
inline std::string utf8(char32_t character) {
    const auto c = static_cast<unsigned>(character);
    const auto byte = [](unsigned value) { return static_cast<char>(value); };
    if (c < 0x80) return {byte(c)};
    if (c < 0x800) return {byte(0xC0U | (c >> 6U)), byte(0x80U | (c & 0x3FU))};
    if (c < 0x10000) {
        return {byte(0xE0U | (c >> 12U)), byte(0x80U | ((c >> 6U) & 0x3FU)),
                byte(0x80U | (c & 0x3FU))};
    }
    return {byte(0xF0U | (c >> 18U)), byte(0x80U | ((c >> 12U) & 0x3FU)),
            byte(0x80U | ((c >> 6U) & 0x3FU)), byte(0x80U | (c & 0x3FU))};
}

}  // namespace iam::test
