// Names, looked up once the whole translation unit is known: what attributes give, where they stand, and members of classes.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// What "fn", "ns::fn" or "::ns::fn" means inside of `scope`; all overloads. Empty where it means nothing.
std::vector<const clang::NamedDecl*> find_name(Reader& reader, const clang::DeclContext* scope,
                                               llvm::StringRef name);
/// The members of a class or namespace with this name, those of its bases included.
std::vector<const clang::NamedDecl*> find_member(Reader& reader, const clang::DeclContext* context,
                                                 llvm::StringRef name);

}  // namespace iam::gen
