// Parameters that come from the call: the model neither sees nor gives them.
#pragma once

#include <generator/frontend/reader.hpp>

#include <optional>

namespace iam::gen {

/// iam::Context&, iam::Progress&, std::stop_token, iam::IdempotencyKey, or a std::source_location that is current() by default; nothing for a parameter that comes from the arguments.
std::optional<Injected::Kind> injected_kind(const clang::ParmVarDecl& parameter);
/// Reports attributes on it, which would hold nobody to anything.
void check_injected(Reader& reader, const std::vector<const clang::ParmVarDecl*>& redeclared);

}  // namespace iam::gen
