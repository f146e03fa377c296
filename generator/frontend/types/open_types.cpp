// Keeps track of the types being read.
#include "generator/frontend/types/open_types.hpp"

#include <generator/frontend/types/type_parts.hpp>
#include <generator/model/limits.hpp>

#include <algorithm>

namespace iam::gen {

const clang::TagDecl& as_written(const clang::TagDecl& decl) {
    const clang::TagDecl* pattern = nullptr;
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&decl))
        pattern = record->getTemplateInstantiationPattern();
    else if (const auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(&decl))
        pattern = enumeration->getTemplateInstantiationPattern();
    return pattern == nullptr ? decl : *pattern;
}

bool is_open(const Reader& reader, const clang::TagDecl& decl) {
    return std::any_of(reader.open_types.begin(), reader.open_types.end(),
                       [&](const clang::TagDecl* open) {
                           return open->getCanonicalDecl() == decl.getCanonicalDecl();
                       });
}

bool refuse_growth(Reader& reader, const clang::TagDecl& decl) {
    // A source has a finite number of types. Only the types made by one template can be without
    // end.
    const clang::TagDecl* written = as_written(decl).getCanonicalDecl();
    // If two branches grow, the second is not walked any more: they would double with every step.
    if (reader.refused.contains(written)) return true;
    const auto within = std::count_if(reader.open_types.begin(), reader.open_types.end(),
                                      [&](const clang::TagDecl* open) {
                                          return as_written(*open).getCanonicalDecl() == written;
                                      });
    if (within < static_cast<std::ptrdiff_t>(k_template_depth_max)) return false;
    refuse_tag(reader, *written, DiagnosticId::tool_too_large,
               "of which there are more than " + std::to_string(k_template_depth_max) +
                   " within each other, each made with other arguments; hold the same type again, "
                   "or refer to the inner ones by an id");
    return true;
}

}  // namespace iam::gen
