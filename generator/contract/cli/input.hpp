// Reads the input of the commands: files, folders and the standard input.
#pragma once

#include <generator/contract/lock/lock.hpp>

#include <string>

namespace iam::gen::contract {

inline constexpr const char* k_standard_input = "-";

/// The bytes of a file; k_standard_input names the standard input.
Result<std::string> text_of_file(const std::string& path);

/// "path: pointer: message", for an error about a file.
std::string place_of(const std::string& path, const Error& error);

/// Reads a catalogue, or a folder with manifests and locks (*.tools.json, *.tools.lock.json) as one
/// catalogue. The error names the file, and ends in `way_out`.
Result<Catalogue> read_side(const std::string& path, Accept accept, const std::string& way_out);

}  // namespace iam::gen::contract
