// Finds and instantiates the program's specialisations of our templates.
#include "generator/frontend/types/traits.hpp"

#include <generator/frontend/clang/lookup.hpp>

#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Sema.h>

#include <algorithm>

namespace iam::gen {
namespace {

/// Templates are instantiated as if they were used at the end of the headers.
clang::SourceLocation end_of_headers(const Reader& reader) {
    const clang::SourceManager& sources = reader.places.sources();
    return sources.getLocForEndOfFile(sources.getMainFileID());
}

clang::ClassTemplateDecl* template_named(Reader& reader, llvm::StringRef name) {
    const auto found = find_name(reader, reader.ast.getTranslationUnitDecl(), name);
    if (found.size() != 1) return nullptr;
    return const_cast<clang::ClassTemplateDecl*>(
        llvm::dyn_cast<clang::ClassTemplateDecl>(found.front()));
}

const clang::CXXRecordDecl* made_specialisation(Reader& reader, llvm::StringRef name,
                                                clang::QualType plain) {
    clang::ClassTemplateDecl* primary = template_named(reader, "::iam::" + name.str());
    if (primary == nullptr) return nullptr;
    const clang::SourceLocation place = end_of_headers(reader);
    clang::TemplateArgumentListInfo arguments(place, place);
    arguments.addArgument(
        {clang::TemplateArgument(plain), reader.ast.getTrivialTypeSourceInfo(plain, place)});
    const clang::QualType special =
        reader.sema.CheckTemplateIdType(clang::TemplateName(primary), place, arguments);
    if (special.isNull() || !is_complete(reader, special)) return nullptr;
    return special->getAsCXXRecordDecl();
}

}  // namespace

bool is_complete(Reader& reader, clang::QualType type) {
    return reader.sema.isCompleteType(end_of_headers(reader), type);
}

void complete(Reader& reader, const clang::EnumDecl& enumeration) {
    const clang::EnumDecl* pattern = enumeration.getInstantiatedFromMemberEnum();
    if (pattern == nullptr || pattern->getDefinition() == nullptr) return;
    static_cast<void>(reader.sema.RequireCompleteEnumDecl(
        const_cast<clang::EnumDecl*>(&enumeration), end_of_headers(reader)));
}

const clang::CXXRecordDecl* specialisation(Reader& reader, llvm::StringRef name,
                                           clang::QualType type) {
    const clang::QualType plain = type.getUnqualifiedType();
    auto& known = reader.specialisations[name];
    const void* key = plain.getCanonicalType().getAsOpaquePtr();
    if (const auto found = known.find(key); found != known.end()) return found->second;
    const clang::CXXRecordDecl* made = made_specialisation(reader, name, plain);
    known[key] = made;
    return made;
}

std::optional<clang::QualType> member_type(Reader& reader, const clang::CXXRecordDecl& record,
                                           llvm::StringRef name) {
    for (const clang::NamedDecl* member : find_member(reader, &record, name))
        if (const auto* type = llvm::dyn_cast<clang::TypeDecl>(member))
            return reader.ast.getTypeDeclType(type);
    return std::nullopt;
}

bool has_function(Reader& reader, const clang::CXXRecordDecl& record, llvm::StringRef name) {
    const auto found = find_member(reader, &record, name);
    return std::any_of(found.begin(), found.end(), [](const clang::NamedDecl* member) {
        return member->isFunctionOrFunctionTemplate();
    });
}

}  // namespace iam::gen
