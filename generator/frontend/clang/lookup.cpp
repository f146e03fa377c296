// Looks names up with clang's own rules, from a declaration's scope outwards.
#include <generator/frontend/clang/lookup.hpp>

#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>

namespace iam::gen {
namespace {

/// The namespace or class named by a qualifier.
const clang::DeclContext* context_named(Reader& reader, const clang::DeclContext* context,
                                        llvm::StringRef name) {
    const clang::DeclarationName identifier(&reader.ast.Idents.get(name));
    clang::LookupResult result(reader.sema, identifier, clang::SourceLocation(),
                               clang::Sema::LookupNestedNameSpecifierName);
    result.suppressDiagnostics();
    reader.sema.LookupQualifiedName(result, const_cast<clang::DeclContext*>(context));
    for (const clang::NamedDecl* decl : result) {
        const clang::NamedDecl* underlying = decl->getUnderlyingDecl();
        if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(underlying)) return space;
        if (const auto* alias = llvm::dyn_cast<clang::NamespaceAliasDecl>(underlying))
            return alias->getNamespace();
        if (const auto* type = llvm::dyn_cast<clang::TypeDecl>(underlying)) {
            const auto* record = reader.ast.getTypeDeclType(type)->getAsCXXRecordDecl();
            if (record != nullptr && record->getDefinition() != nullptr)
                return record->getDefinition();
        }
    }
    return nullptr;
}

std::vector<const clang::NamedDecl*> find_within(Reader& reader, const clang::DeclContext* context,
                                                 llvm::StringRef name) {
    while (true) {
        const auto [qualifier, rest] = name.split("::");
        if (rest.empty()) return find_member(reader, context, name.trim());
        context = context_named(reader, context, qualifier.trim());
        if (context == nullptr) return {};
        name = rest;
    }
}

}  // namespace

std::vector<const clang::NamedDecl*> find_member(Reader& reader, const clang::DeclContext* context,
                                                 llvm::StringRef name) {
    const clang::DeclarationName identifier(&reader.ast.Idents.get(name));
    clang::LookupResult result(reader.sema, identifier, clang::SourceLocation(),
                               clang::Sema::LookupOrdinaryName);
    result.suppressDiagnostics();
    // clang's lookup may complete its context. After the end of the unit it changes nothing.
    reader.sema.LookupQualifiedName(result, const_cast<clang::DeclContext*>(context));
    std::vector<const clang::NamedDecl*> found;
    for (const clang::NamedDecl* decl : result) found.push_back(decl->getUnderlyingDecl());
    return found;
}

std::vector<const clang::NamedDecl*> find_name(Reader& reader, const clang::DeclContext* scope,
                                               llvm::StringRef name) {
    if (name.consume_front("::"))
        return find_within(reader, reader.ast.getTranslationUnitDecl(), name);
    for (const clang::DeclContext* context = scope; context != nullptr;
         context = context->getParent()) {
        const clang::DeclContext* searched = context->getRedeclContext();
        if (searched->isFunctionOrMethod()) continue;
        auto found = find_within(reader, searched, name);
        if (!found.empty()) return found;
    }
    return {};
}

}  // namespace iam::gen
