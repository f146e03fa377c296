// Writes the handler of one tool as C++.
#pragma once

#include <generator/emit/codec_names.hpp>
#include <generator/emit/manifest.hpp>
#include <generator/model/model.hpp>

#include <string>
#include <vector>

namespace iam::gen {

/// The parts that all tools of one file share.
struct GlueFile {
    const Model& model;
    Namer& namer;
    const CodecNames& codecs;
};

/// The text of a tool's definitions, and of its element in the list of tools.
struct ToolGlue {
    std::string definitions;
    std::string facts;
};

ToolGlue tool_glue(const GlueFile& file, const Tool& tool, const Published& published);

/// The functions that the glue calls: the tool's own and those of its companions.
std::vector<const Function*> functions_of(const Tool& tool);

/// The class of the object that a call of the tool or one of its companions needs; empty for free
/// functions.
const std::string& class_of(const Tool& tool);

}  // namespace iam::gen
