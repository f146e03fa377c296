// Judges and completes the model from the frontend. If the model has no errors, it can be emitted
// without further checks.
#pragma once

#include <generator/model/model.hpp>

#include <string>
#include <string_view>

namespace iam::gen {

struct CheckOptions {
    bool require_docs = false;  // missing documentation is an error
    /// Put before tool names made from function names, with a _ between. k_of_namespace: the
    /// function's namespace. A .name is the whole name and gets no prefix.
    std::string name_prefix{};
    static constexpr std::string_view k_of_namespace = "namespace";
};

/// Judges and completes the model. Pure: no clang, no files, no output. Reports everything in one
/// run, in the order of the sources.
/// - Tool::name becomes the option, or else the prefix and the function's name in snake_case.
/// - Tool::title becomes the option.
/// - Tool::description becomes the option, or else the doc comment, the title or the name.
/// - Member::json_name and Member::description are filled in. An attribute wins.
/// - Examples take canonical form. For a list, map or aggregate the attribute gives JSON text in a
///   string.
/// - Every companion goes to its tool, with Companion::arguments. Model::companions is then empty.
/// - Model::tools is sorted by name.
/// A model with errors is incomplete: emit nothing from it. If the frontend refused a type
/// (TypeKind::unsupported), its members are left alone: the frontend has reported them.
Diagnostics check(Model& model, const CheckOptions& options = {});

/// The tool's name for a function's name. A capital starts a word, unless it follows a capital and
/// no lower-case letter comes next: HTTPGet → http_get, parseV2File → parse_v2_file.
std::string snake_case(std::string_view name);

}  // namespace iam::gen
