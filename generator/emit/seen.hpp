// What iam-gen saw of functions and types, as assertions: the compiler of the program may read their header differently.
#pragma once

#include <generator/emit/literals.hpp>
#include <generator/model/model.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace iam::gen {

/// Assertions about the functions of these tools, which are indices into Model::tools, and about all types behind them: parameters and
/// results, fields and their order, enumerators and their values, sizes of numbers. They make no code.
std::string seen_text(const Model& model, const std::vector<std::size_t>& tools, Namer& namer);

}  // namespace iam::gen
