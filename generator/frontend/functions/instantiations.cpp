// Finds explicit instantiations of function templates, and where their names and types are written.
#include "generator/frontend/functions/instantiations.hpp"

#include <clang/AST/DeclTemplate.h>

#include <algorithm>

namespace iam::gen {

bool is_explicit_instantiation(const clang::FunctionDecl& function) {
    return function.getPrimaryTemplate() != nullptr &&
           clang::isTemplateExplicitInstantiationOrSpecialization(
               function.getTemplateSpecializationKind()) &&
           function.getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization;
}

std::vector<const clang::FunctionDecl*> explicit_instantiations(
    const Reader& reader, const clang::FunctionTemplateDecl& pattern) {
    std::vector<const clang::FunctionDecl*> found;
    for (const clang::FunctionDecl* made : pattern.specializations())
        if (is_explicit_instantiation(*made)) found.push_back(made);
    std::sort(found.begin(), found.end(), [&](const auto* left, const auto* right) {
        return reader.places.sources().isBeforeInTranslationUnit(left->getPointOfInstantiation(),
                                                                 right->getPointOfInstantiation());
    });
    return found;
}

const clang::FunctionDecl& as_written(const clang::FunctionDecl& function) {
    const clang::FunctionTemplateDecl* primary = function.getPrimaryTemplate();
    return is_explicit_instantiation(function) ? *primary->getCanonicalDecl()->getTemplatedDecl()
                                               : function;
}

clang::SourceLocation place_of(const clang::FunctionDecl& function) {
    return is_explicit_instantiation(function) ? function.getPointOfInstantiation()
                                               : function.getLocation();
}

}  // namespace iam::gen
