// Declares the explanations, one list for each family of numbers.
#pragma once

#include <generator/report/explain.hpp>

#include <span>

namespace iam::gen {

std::span<const Explanation> explained_attributes();    // 1xxx
std::span<const Explanation> explained_declarations();  // 2xxx
std::span<const Explanation> explained_types();         // 3xxx
std::span<const Explanation> explained_companions();    // 4xxx
std::span<const Explanation> explained_constraints();   // 5xxx
std::span<const Explanation> explained_tools();         // 6xxx

}  // namespace iam::gen
