#include "notes.hpp"

#include <cstdio>
#include <fstream>
#include <vector>

namespace notebook {
namespace {

// The folder that a test starts the program in.
constexpr const char* k_file = "notes.txt";

std::vector<std::string> read() {
    std::vector<std::string> lines;
    std::ifstream in(k_file);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

void write(const std::vector<std::string>& lines) {
    std::ofstream out(k_file);
    for (const std::string& line : lines) out << line << '\n';
}

}  // namespace

Note add_note(const std::string& text, int copies) {
    std::vector<std::string> lines = read();
    std::string line;
    for (int i = 0; i < copies; ++i) line += text;
    lines.push_back(line);
    write(lines);
    return Note{static_cast<int>(lines.size()), line};
}

iam::Preview preview_note(const std::string& text, int copies) {
    iam::Preview preview;
    preview.summary = "Writes '" + text + "', " + std::to_string(copies) + " times.";
    return preview;
}

void remove_note(const Note& result) {
    std::vector<std::string> lines = read();
    const auto index = static_cast<std::size_t>(result.number - 1);
    if (index >= lines.size() || lines[index] != result.text)
        throw iam::tool_error("changed_since", "The notebook has changed since.");
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(index));
    write(lines);
}

int count_notes() {
    return static_cast<int>(read().size());
}

#ifdef NOTEBOOK_EXTRA
void clear_notes() {
    std::remove(k_file);
}
#endif

}  // namespace notebook
