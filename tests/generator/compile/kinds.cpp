#include "kinds.hpp"

#include <algorithm>

namespace kinds {

Numbers numbers(bool a, signed char b, unsigned char c, short d, unsigned short e, int f,
                unsigned int g, long h, unsigned long long i, float j, double k) {
    return Numbers{
        .a = a, .b = b, .c = c, .d = d, .e = e, .f = f, .g = g, .h = h, .i = i, .j = j, .k = k};
}

std::string texts(std::string a, std::string_view b, const std::string& c, std::string&& d) {
    return a + "|" + std::string(b) + "|" + c + "|" + std::move(d);
}

Colour colour(Colour colour, Plain plain) {
    return plain == plain_low ? Colour::red : colour;
}

Colour no_colour() {
    return static_cast<Colour>(99);
}

Box box(const Box& box) {
    return box;
}

int optionals(std::optional<int> a, const std::optional<std::string>& b,
              std::optional<std::string> c, std::optional<Colour> d) {
    return (a ? 1 : 0) + (b ? 10 : 0) + (c && *c == "yes" ? 100 : 0) +
           (d == Colour::blue ? 1000 : 0);
}

std::vector<std::vector<int>> lists(std::vector<std::vector<int>> rows,
                                    const std::vector<std::string>& words, std::vector<bool> flags,
                                    const std::vector<std::optional<int>>& gaps) {
    std::reverse(rows.begin(), rows.end());
    std::vector<int> sizes;
    for (const std::string& word : words) sizes.push_back(static_cast<int>(word.size()));
    for (const bool flag : flags) sizes.push_back(flag ? 1 : 0);
    for (const std::optional<int>& gap : gaps) sizes.push_back(gap.value_or(-1));
    rows.push_back(sizes);
    return rows;
}

std::map<std::string, std::string> maps(const std::map<std::string, std::string>& words,
                                        std::map<std::string, Colour> colours) {
    std::map<std::string, std::string> result;
    for (const auto& [key, value] : words) result[value] = key;
    for (const auto& [key, value] : colours) result[key] = value == Colour::red ? "red" : "other";
    return result;
}

std::string looks(std::span<const int>) {
    return "span";
}
std::string looks(std::vector<int>) {
    return "vector";
}

std::string keeps(const Point&) {
    return "const reference";
}
std::string keeps(Point&&) {
    return "rvalue";
}

std::optional<int> maybe(bool there) {
    return there ? std::optional<int>(4) : std::nullopt;
}

double divide(double a, double b) {
    return a / b;
}

std::string bytes() {
    return "\xFF";
}

void nothing() {}

}  // namespace kinds
