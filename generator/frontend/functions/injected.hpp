// Recognises parameters that come from the call. The model neither sees nor gives them.
#pragma once

#include <generator/frontend/reader.hpp>

#include <optional>

namespace iam::gen {

/// The kind of a parameter that comes from the call; nothing for one that comes from the arguments.
/// Such parameters are iam::Context&, iam::Progress&, std::stop_token and iam::IdempotencyKey. A
/// std::source_location whose default is current() is one too.
std::optional<Injected::Kind> injected_kind(const clang::ParmVarDecl& parameter);
/// Reports attributes on such a parameter, since they would constrain nothing.
void check_injected(Reader& reader, const std::vector<const clang::ParmVarDecl*>& redeclared);

}  // namespace iam::gen
