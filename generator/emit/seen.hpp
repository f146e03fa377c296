// Writes iam-gen's view of functions and types as assertions, since the program's compiler may read
// their header differently.
#pragma once

#include <generator/emit/literals.hpp>
#include <generator/model/model.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace iam::gen {

/// Assertions about the functions of these tools, and about all types behind them. `tools` are
/// indices into Model::tools. The assertions cover parameters and results, fields and their order,
/// enumerators and their values, and sizes of numbers. They make no code.
std::string seen_text(const Model& model, const std::vector<std::size_t>& tools, Namer& namer);

}  // namespace iam::gen
