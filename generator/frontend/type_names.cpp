#include "generator/frontend/type_names.hpp"

#include <generator/frontend/reader.hpp>
#include <generator/frontend/type_parts.hpp>

#include <llvm/Support/raw_ostream.h>

namespace iam::gen {
namespace {

using clang::QualType;
using clang::TemplateArgument;

clang::PrintingPolicy plain_policy(const clang::ASTContext& ast) {
    clang::PrintingPolicy policy = ast.getPrintingPolicy();
    policy.FullyQualifiedName = true;
    policy.SuppressUnwrittenScope = true;
    return policy;
}

std::string name_of(const clang::ASTContext& ast, QualType type, const char* root) {
    const QualType canonical = type.getCanonicalType();
    const std::string prefix = canonical.isConstQualified() ? "const " : "";
    if (const auto* tag = canonical->getAsTagDecl()) {
        const Specialization* special = as_specialization(canonical);
        const bool is_string = special != nullptr && special->isInStdNamespace() &&
                               special->getName() == "basic_string" &&
                               is_char(argument_type(*special, 0));
        return prefix + root + (is_string ? "std::string" : qualified_name(*tag, root));
    }
    if (canonical->isPointerType()) return name_of(ast, canonical->getPointeeType(), root) + "*";
    return canonical.getAsString(plain_policy(ast));
}

std::string text_of(const clang::ASTContext& ast, const TemplateArgument& argument,
                    const char* root) {
    if (argument.getKind() == TemplateArgument::Type)
        return name_of(ast, argument.getAsType(), root);
    if (argument.getKind() == TemplateArgument::Pack) {
        std::string out;
        for (const TemplateArgument& part : argument.pack_elements())
            out += (out.empty() ? "" : ", ") + text_of(ast, part, root);
        return out;
    }
    std::string out;
    llvm::raw_string_ostream stream(out);
    argument.print(plain_policy(ast), stream, false);
    return stream.str();
}

}  // namespace

std::string cpp_type(const clang::ASTContext& ast, QualType type) {
    return name_of(ast, type.getUnqualifiedType(), "::");
}

std::string arguments_of(const clang::NamedDecl& decl, const char* root) {
    const auto* special = llvm::dyn_cast<Specialization>(&decl);
    if (special == nullptr) return {};
    clang::ASTContext& ast = decl.getASTContext();
    const auto given = special->getTemplateArgs().asArray();
    const clang::TemplateParameterList& parameters =
        *special->getSpecializedTemplate()->getTemplateParameters();
    std::size_t count = given.size();
    while (count > 0 &&
           clang::isSubstitutedDefaultArgument(
               ast, given[count - 1], parameters.getParam(static_cast<unsigned>(count - 1)), given,
               parameters.getDepth()))
        --count;
    std::string out;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string text = text_of(ast, given[i], root);
        if (!text.empty()) out += (out.empty() ? "" : ", ") + text;
    }
    return "<" + out + ">";
}

}  // namespace iam::gen
