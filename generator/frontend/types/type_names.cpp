// Writes the names of types, functions and template arguments.
#include "generator/frontend/types/type_names.hpp"

#include <generator/frontend/reader.hpp>
#include <generator/frontend/types/type_parts.hpp>

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
        const std::string keyword = *root == '\0' ? std::string() : keyword_of(*tag);
        return prefix + keyword + root + (is_string ? "std::string" : qualified_name(*tag, root));
    }
    if (canonical->isPointerType())
        return name_of(ast, canonical->getPointeeType(), root) + "*" +
               (canonical.isConstQualified() ? " const" : "");
    return canonical.getAsString(plain_policy(ast));
}

/// The enumerator with this value, or a cast if there is none.
std::string enumerator_text(const clang::EnumDecl& enumeration, const llvm::APSInt& value,
                            const char* root) {
    const std::string name = root + qualified_name(enumeration, root);
    const std::string keyword = *root == '\0' ? std::string() : keyword_of(enumeration);
    if (const clang::EnumDecl* definition = enumeration.getDefinition())
        for (const clang::EnumConstantDecl* enumerator : definition->enumerators())
            if (llvm::APSInt::isSameValue(enumerator->getInitVal(), value))
                return name + "::" + enumerator->getNameAsString();
    llvm::SmallString<32> number;
    value.toString(number, 10);
    return "static_cast<" + keyword + name + ">(" + number.str().str() + ")";
}

bool is_unspeakable(const TemplateArgument& argument) {
    switch (argument.getKind()) {
        case TemplateArgument::Type: {
            QualType type = argument.getAsType().getCanonicalType();
            while (type->isPointerType() || type->isReferenceType()) type = type->getPointeeType();
            const auto* tag = type->getAsTagDecl();
            return tag != nullptr && has_unspeakable_argument(*tag);
        }
        case TemplateArgument::Pack:
            return llvm::any_of(argument.pack_elements(), is_unspeakable);
        case TemplateArgument::Declaration:
            return llvm::isa<clang::TemplateParamObjectDecl>(argument.getAsDecl());
        case TemplateArgument::StructuralValue:
            return true;
        default:
            return false;
    }
}

std::string text_of(const clang::ASTContext& ast, const TemplateArgument& argument,
                    const char* root) {
    switch (argument.getKind()) {
        case TemplateArgument::Type:
            return name_of(ast, argument.getAsType(), root);
        case TemplateArgument::Pack: {
            std::string out;
            for (const TemplateArgument& part : argument.pack_elements())
                out += (out.empty() ? "" : ", ") + text_of(ast, part, root);
            return out;
        }
        case TemplateArgument::Integral:
            if (const auto* type = argument.getIntegralType()->getAs<clang::EnumType>())
                return enumerator_text(*type->getDecl(), argument.getAsIntegral(), root);
            break;
        case TemplateArgument::Template:
            return root + qualified_name(*argument.getAsTemplate().getAsTemplateDecl(), root);
        case TemplateArgument::Declaration: {
            if (is_unspeakable(argument)) break;
            const bool is_reference = argument.getParamTypeForDecl()->isReferenceType();
            return (is_reference ? "" : "&") + (root + qualified_name(*argument.getAsDecl(), root));
        }
        default:
            break;
    }
    std::string out;
    llvm::raw_string_ostream stream(out);
    argument.print(plain_policy(ast), stream, false);
    return stream.str();
}

std::string in_brackets(const clang::ASTContext& ast, llvm::ArrayRef<TemplateArgument> given,
                        const char* root) {
    std::string out;
    for (const TemplateArgument& argument : given) {
        const std::string text = text_of(ast, argument, root);
        if (!text.empty()) out += (out.empty() ? "" : ", ") + text;
    }
    return "<" + out + ">";
}

}  // namespace

std::string keyword_of(const clang::TagDecl& decl) {
    if (!decl.getDeclName()) return {};
    const auto hides = [](const clang::NamedDecl* found) {
        return !llvm::isa<clang::TypeDecl, clang::TemplateDecl>(found->getUnderlyingDecl());
    };
    const auto found = decl.getDeclContext()->getRedeclContext()->lookup(decl.getDeclName());
    if (llvm::none_of(found, hides)) return {};
    const clang::TagDecl* definition = decl.getDefinition();
    return ((definition == nullptr ? decl : *definition).getKindName() + " ").str();
}

std::string bounds_of(const clang::ASTContext& ast, QualType type) {
    const auto* array = ast.getAsConstantArrayType(type);
    if (array == nullptr) return {};
    return "[" + std::to_string(array->getZExtSize()) + "]" +
           bounds_of(ast, array->getElementType());
}

std::string cpp_type(const clang::ASTContext& ast, QualType type) {
    return name_of(ast, type.getUnqualifiedType(), "::");
}

std::string cpp_name(const clang::NamedDecl& decl) {
    const auto* tag = llvm::dyn_cast<clang::TagDecl>(&decl);
    return (tag == nullptr ? std::string() : keyword_of(*tag)) + "::" + qualified_name(decl, "::");
}

std::string declared_type(const clang::ASTContext& ast, QualType type) {
    const QualType canonical = type.getCanonicalType();
    if (canonical->isReferenceType()) {
        const std::string seen = declared_type(ast, canonical.getNonReferenceType());
        return seen.empty() ? seen : seen + (canonical->isLValueReferenceType() ? "&" : "&&");
    }
    if (const auto* array = ast.getAsConstantArrayType(canonical)) {
        const std::string seen = declared_type(ast, ast.getBaseElementType(array));
        return seen.empty() ? seen : seen + bounds_of(ast, canonical);
    }
    const bool has_other_form = canonical->isFunctionType() || canonical->isMemberPointerType() ||
                                canonical->isArrayType() || canonical->isDependentType() ||
                                canonical->isFunctionPointerType() ||
                                canonical.isVolatileQualified();
    if (has_other_form) return {};
    QualType plain = canonical;
    while (plain->isPointerType()) plain = plain->getPointeeType();
    const auto* tag = plain->getAsTagDecl();
    if (tag != nullptr && (has_unspeakable_argument(*tag) || simple_name(*tag).empty())) return {};
    return name_of(ast, canonical, "::");
}

std::string pointer_type(const clang::FunctionDecl& function) {
    const clang::ASTContext& ast = function.getASTContext();
    const auto* type = function.getType()->getAs<clang::FunctionProtoType>();
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    const bool is_explicit = method != nullptr && method->isExplicitObjectMemberFunction();
    if (type == nullptr || type->getCallConv() != clang::CC_C || is_explicit) return {};
    std::string text = declared_type(ast, type->getReturnType());
    if (text.empty()) return {};
    const bool has_object = method != nullptr && !method->isStatic();
    text += has_object ? " (::" + qualified_name(*method->getParent(), "::") + "::*)(" : " (*)(";
    std::string separator;
    for (const QualType parameter : type->getParamTypes()) {
        const std::string seen = declared_type(ast, parameter);
        if (seen.empty()) return {};
        text += separator + seen;
        separator = ", ";
    }
    text += ")";
    if (!has_object) return text;
    if (method->isConst()) text += " const";
    return text + (method->getRefQualifier() == clang::RQ_LValue ? " &" : "");
}

bool has_unspeakable_argument(const clang::NamedDecl& decl) {
    for (const clang::Decl* at = &decl; at != nullptr;
         at = llvm::dyn_cast_or_null<clang::Decl>(at->getDeclContext())) {
        const auto* special = llvm::dyn_cast<Specialization>(at);
        if (special != nullptr &&
            llvm::any_of(special->getTemplateArgs().asArray(), is_unspeakable))
            return true;
        const auto* function = llvm::dyn_cast<clang::FunctionDecl>(at);
        const auto* given =
            function == nullptr ? nullptr : function->getTemplateSpecializationArgs();
        if (given != nullptr && llvm::any_of(given->asArray(), is_unspeakable)) return true;
    }
    return false;
}

std::string arguments_of(const clang::NamedDecl& decl, const char* root) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&decl)) {
        // All arguments are written: an overload with a deduced argument might be another template.
        const auto* given = function->getTemplateSpecializationArgs();
        return given == nullptr ? std::string()
                                : in_brackets(decl.getASTContext(), given->asArray(), root);
    }
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
    return in_brackets(ast, given.take_front(count), root);
}

}  // namespace iam::gen
