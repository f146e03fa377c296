// Turns a checked model into the text of every generated file. Pure: it uses no files, no clock and
// no environment, so the same model gives the same bytes everywhere.
#pragma once

#include <generator/emit/manifest.hpp>
#include <generator/model/model.hpp>
#include <generator/model/output.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

/// `model` has passed check() without errors. The files come in this order: <stem>.iam.cpp for each
/// header, <target>.iam.hpp, <target>.iam.register.cpp, <target>.tools.json. A header without tools
/// has a file too, since the build has promised it.
std::vector<OutputFile> emit(const Model& model, Profile profile = Profile::portable);

}  // namespace iam::gen
