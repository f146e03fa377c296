#include "containers.hpp"

#include <numeric>

namespace containers {

std::deque<int> chained(std::deque<int> a, const std::list<int>& b, std::forward_list<int> c,
                        std::vector<std::string> words) {
    a.insert(a.end(), b.begin(), b.end());
    a.insert(a.end(), c.begin(), c.end());
    a.push_back(static_cast<int>(words.size()));
    return a;
}

Matrix turned(Matrix matrix, std::array<int, 2> by) {
    matrix.size[0] += by[0] + by[1];
    return matrix;
}

std::unordered_set<std::string> common(const std::set<std::string>& a,
                                       std::unordered_set<std::string> b,
                                       const std::set<Side>& sides) {
    std::unordered_set<std::string> both;
    for (const std::string& text : a)
        if (b.count(text) != 0) both.insert(text);
    if (sides.count(Side::left) != 0) both.insert("left");
    return both;
}

std::vector<int> each_once(std::vector<int> numbers, std::array<double, 2>) {
    return numbers;
}

int sum(std::span<const int> numbers, std::span<const std::int8_t, 2> pair) {
    return std::accumulate(numbers.begin(), numbers.end(), pair[0] * 10 + pair[1]);
}

std::unordered_map<std::string, int> shuffled(std::unordered_map<std::string, int> values) {
    return values;
}

std::map<Side, std::map<std::int8_t, bool>> mirrored(
    std::map<Side, std::map<std::int8_t, bool>> sides) {
    std::swap(sides[Side::left], sides[Side::right]);
    return sides;
}

}  // namespace containers
