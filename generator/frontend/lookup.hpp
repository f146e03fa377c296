// Names that attributes give, looked up where they stand once the whole translation unit is known.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// What "fn", "ns::fn" or "::ns::fn" means inside of `scope`; all overloads. Empty where it means nothing.
std::vector<const clang::NamedDecl*> find_name(Reader& reader, const clang::DeclContext* scope,
                                               llvm::StringRef name);

}  // namespace iam::gen
