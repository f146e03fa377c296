// Looks up names after the whole translation unit is parsed: names in attributes, and members of
// classes.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// The declarations named by "fn", "ns::fn" or "::ns::fn" inside of `scope`, with all overloads.
/// Empty if it means nothing.
std::vector<const clang::NamedDecl*> find_name(Reader& reader, const clang::DeclContext* scope,
                                               llvm::StringRef name);
/// The members of a class or namespace with this name, including members of base classes.
std::vector<const clang::NamedDecl*> find_member(Reader& reader, const clang::DeclContext* context,
                                                 llvm::StringRef name);

}  // namespace iam::gen
