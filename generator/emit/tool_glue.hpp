// The handler of one tool as C++.
#pragma once

#include <generator/emit/codec_names.hpp>
#include <generator/emit/manifest.hpp>
#include <generator/model/model.hpp>

#include <map>
#include <string>

namespace iam::gen {

/// What the tools of one file share.
struct GlueFile {
    const Model& model;
    Namer& namer;
    const CodecNames& codecs;
    const std::map<std::string, std::string>& instances;  // class → parameter of add_tools
};

/// The text of a tool's definitions and of the statement that registers it.
struct ToolGlue {
    std::string definitions;
    std::string registration;
};

ToolGlue tool_glue(const GlueFile& file, const Tool& tool, const Published& published);

/// The class whose object a call of the tool, its preview or its undo needs; empty for free functions.
const std::string& class_of(const Tool& tool);

}  // namespace iam::gen
