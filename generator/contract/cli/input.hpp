// What the commands read: files, folders and the standard input.
#pragma once

#include <generator/contract/lock/lock.hpp>

#include <string>

namespace iam::gen::contract {

inline constexpr const char* k_standard_input = "-";

Result<std::string> text_of_file(const std::string& path);

/// What is wrong about a file, and where in it.
std::string place_of(const std::string& path, const Error& error);

/// A catalogue, or a folder with manifests and locks (*.tools.json, *.tools.lock.json), whose tools are one catalogue. The error names the
/// file and the way out.
Result<Catalogue> read_side(const std::string& path, Accept accept, const std::string& way_out);

}  // namespace iam::gen::contract
