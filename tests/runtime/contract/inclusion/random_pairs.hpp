// Pairs of schemas from a seed, and what findings say of them.
#pragma once

#include "generated_shapes.hpp"
#include <iam/contract/findings.hpp>
#include <support/schema_pairs.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace iam::contract::test {

/// Any schemas of 2020-12, and values for them.
class FreeSchemas {
 public:
    explicit FreeSchemas(std::uint64_t seed) : random_(seed) {}

    /// Without a word about its dialect it is one of 2020-12, so those of draft 7 are left out.
    Json schema() {
        iam::test::SchemaPair pair = make();
        while (pair.draft != schema::Draft::draft2020_12) pair = make();
        return std::move(pair.schema);
    }
    Json value() { return make().value; }
    /// Most of the time only a part is another one, so that rules and not the whole decide.
    std::pair<Json, Json> pair() {
        Json before = schema();
        if (random_() % 4 == 0) return {std::move(before), schema()};
        Json after = before;
        after["properties"] = schema().value("properties", Json::object());
        return {std::move(before), std::move(after)};
    }

 private:
    iam::test::SchemaPair make() {
        std::array<std::uint8_t, 400> bytes{};
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random_());
        return iam::test::SchemaPairMaker(bytes).make();
    }

    std::mt19937_64 random_;
};

/// Whether the finding says of a change that values are refused now, or that values are accepted
/// now.
inline bool says(Side side, WitnessKind shown, const Finding& finding) {
    if (finding.change == ChangeClass::unknown) return true;
    if ((shown == WitnessKind::gained) == (side == Side::output))
        return finding.change == ChangeClass::breaking;
    return finding.rule->id != "S08" && finding.change != ChangeClass::behaviour;
}

inline bool any_says(Side side, WitnessKind shown, const std::vector<Finding>& found) {
    return std::any_of(found.begin(), found.end(),
                       [&](const Finding& finding) { return says(side, shown, finding); });
}

}  // namespace iam::contract::test
