// Judges what the frontend read and completes it, so that what comes out without errors can be
// emitted without another question.
#pragma once

#include <generator/model/model.hpp>

#include <string>
#include <string_view>

namespace iam::gen {

struct CheckOptions {
    bool require_docs = false;  // missing documentation is an error
    /// Goes before the names that tools have from their functions, with a _ between. k_of_namespace: that of the function. Not before
    /// a .name, which is the whole name.
    std::string name_prefix{};
    static constexpr std::string_view k_of_namespace = "namespace";
};

/// Pure: no clang, no files, no output. Reports everything it finds in one run, in the order of the
/// sources. It
/// - fills Tool::name (the option, else the prefix and the function's name in snake_case), title and description
/// (an option wins over the doc
///   comment; without either the title, else the name is published), Member::json_name and
///   Member::description (an attribute wins),
/// - brings examples into canonical form (for a list, map or aggregate the attribute gives JSON
/// text in a string),
/// - binds every companion to its tool, with Companion::arguments, and empties Model::companions,
/// - sorts Model::tools by name.
/// A model with errors is complete only as far as they allow: emit nothing from it. Members of a
/// type that the frontend refused (TypeKind::unsupported) are left alone; what is wrong with them
/// has been said.
Diagnostics check(Model& model, const CheckOptions& options = {});

/// A function's name as a tool's: a capital starts a word unless it follows a capital and no
/// lower-case letter comes next. HTTPGet → http_get, parseV2File → parse_v2_file.
std::string snake_case(std::string_view name);

}  // namespace iam::gen
