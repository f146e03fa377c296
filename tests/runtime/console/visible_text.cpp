// Shows text as a terminal does, for a comparison with the sheet: visible_text code_points writes
// every code point between a letter and a mark, 256 a line; visible_text json reads a JSON text a
// line, and writes it for people and a line "--" behind.
#include <iam/question/escape.hpp>
#include <iam/question/pretty_json.hpp>
#include <support/attack_text.hpp>

#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

namespace {

constexpr char32_t k_end = 0x110000;
constexpr char32_t k_in_line = 256;
constexpr std::string_view k_mark = "\xCC\x81";

bool is_surrogate(char32_t code_point) {
    return code_point >= 0xD800 && code_point <= 0xDFFF;
}

void write_code_points() {
    for (char32_t first = 0; first < k_end; first += k_in_line) {
        std::string line;
        for (char32_t c = first; c < first + k_in_line; ++c) {
            if (!is_surrogate(c)) line += "e" + iam::test::utf8(c) + std::string(k_mark);
        }
        std::cout << iam::question::escape_for_display(line) << '\n';
    }
}

void write_json() {
    std::string text;
    while (std::getline(std::cin, text))
        std::cout << iam::question::pretty_json_text(text) << "--\n";
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view what = argc == 2 ? argv[1] : "";
    if (what == "code_points") {
        write_code_points();
    } else if (what == "json") {
        write_json();
    } else {
        std::cerr << "usage: visible_text code_points | json\n";
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
