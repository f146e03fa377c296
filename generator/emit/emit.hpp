// From a checked model to the text of every generated file. Pure: no files, no clock, no environment, so that the same model gives the
// same bytes everywhere.
#pragma once

#include <generator/emit/manifest.hpp>
#include <generator/model/model.hpp>
#include <generator/model/output.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

/// `model` has passed check() without errors. Gives, in this order: <stem>.iam.cpp for each header (one without tools too: the build
/// has promised it), <target>.iam.hpp, <target>.iam.register.cpp, <target>.tools.json.
std::vector<OutputFile> emit(const Model& model, Profile profile = Profile::portable);

}  // namespace iam::gen
