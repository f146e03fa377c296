// Pairs of schemas with what is found about them, a line each, for somebody else's validator to
// judge.
#include <runtime/contract/inclusion/random_pairs.hpp>

#include <cstdlib>
#include <iostream>
#include <optional>
#include <tuple>

namespace iam::contract::test {
namespace {

constexpr int k_values = 8;

struct Pair {
    Json before;
    Json after;
    Json values = Json::array();
};

/// In turn of the generator's shapes and of any kind.
Pair pair_of(std::uint64_t seed) {
    Pair pair;
    if (seed % 2 == 0) {
        Shapes shapes(seed);
        pair.before = seed % 3 == 0 ? shapes.map(2) : shapes.object(3);
        pair.after = shapes.edited(pair.before);
        for (int i = 0; i < k_values; ++i)
            pair.values.push_back(shapes.value(i % 2 == 0 ? pair.before : pair.after));
        return pair;
    }
    FreeSchemas schemas(seed);
    std::tie(pair.before, pair.after) = schemas.pair();
    for (int i = 0; i < k_values; ++i) pair.values.push_back(schemas.value());
    return pair;
}

/// Nothing where one of the schemas is refused.
std::optional<Json> line_of(std::uint64_t seed) {
    Pair pair = pair_of(seed);
    const Side side = seed % 4 < 2 ? Side::input : Side::output;
    const auto found = compare_schemas(side, pair.before, pair.after);
    if (!found) return std::nullopt;
    Json line{{"seed", seed},
              {"lost", any_says(side, WitnessKind::lost, *found)},
              {"gained", any_says(side, WitnessKind::gained, *found)},
              {"witnesses", Json::array()}};
    for (const Finding& finding : *found)
        if (finding.witness)
            line["witnesses"].push_back(
                Json{{"value", *finding.witness}, {"lost", finding.shows == WitnessKind::lost}});
    line["before"] = std::move(pair.before);
    line["after"] = std::move(pair.after);
    line["values"] = std::move(pair.values);
    return line;
}

}  // namespace
}  // namespace iam::contract::test

int main(int argc, char** argv) {
    const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
    for (std::uint64_t seed = 0; seed < count; ++seed)
        if (const auto line = iam::contract::test::line_of(seed)) std::cout << *line << '\n';
    return 0;
}
