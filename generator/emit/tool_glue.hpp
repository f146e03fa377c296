// Writes the handler of one tool as C++.
#pragma once

#include <generator/emit/codec_names.hpp>
#include <generator/emit/manifest.hpp>
#include <generator/model/model.hpp>

#include <string>
#include <vector>

namespace iam::gen {

/// The parts shared by all tools of one file.
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

/// The functions called by the glue: the tool's own and its companions' functions.
std::vector<const Function*> functions_of(const Tool& tool);

/// The class of the object for calls of the tool or its companions; empty for free functions.
const std::string& class_of(const Tool& tool);

}  // namespace iam::gen
