// Recognises injected parameters: the call gives them. The model neither sees nor gives them.
#pragma once

#include <generator/frontend/reader.hpp>

#include <optional>

namespace iam::gen {

/// The kind of an injected parameter; nothing for a parameter from the arguments. Injected
/// parameters are iam::Context&, iam::Progress&, std::stop_token and iam::IdempotencyKey. A
/// std::source_location with the default current() is one too.
std::optional<Injected::Kind> injected_kind(const clang::ParmVarDecl& parameter);
/// Reports attributes on an injected parameter, since they would constrain nothing.
void check_injected(Reader& reader, const std::vector<const clang::ParmVarDecl*>& redeclared);

}  // namespace iam::gen
