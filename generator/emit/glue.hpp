// Writes whole files of generated C++: handlers of tools, and functions for their registration. The
// files need no exceptions and no RTTI, and can be compiled together in one translation unit. They
// name only paths relative to the project.
#pragma once

#include <generator/emit/manifest.hpp>
#include <generator/model/model.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace iam::gen {

/// The namespace of each header's glue.
std::vector<std::string> glue_namespaces(const Model& model);

/// The tools of each header, as indices into Model::tools.
using ToolsOfHeaders = std::vector<std::vector<std::size_t>>;
ToolsOfHeaders tools_of_headers(const Model& model);

/// <stem>.iam.cpp of one header, with these tools, in this namespace. `published` has one entry for
/// each tool of the model.
std::string header_glue(const Model& model, const Header& header,
                        const std::vector<std::size_t>& tools, const std::string& name_space,
                        const std::vector<Published>& published);

/// <target>.iam.hpp; below, <target>.iam.register.cpp, with calls into these namespaces.
std::string register_header(const Model& model, const ToolsOfHeaders& tools);
std::string register_source(const Model& model, const ToolsOfHeaders& tools,
                            const std::vector<std::string>& namespaces);

}  // namespace iam::gen
