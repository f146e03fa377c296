// Refuses types, and answers common questions of several families of types about clang's types.
#include "generator/frontend/types/type_parts.hpp"

#include <generator/frontend/types/type_names.hpp>

namespace iam::gen {

using clang::BuiltinType;
using clang::QualType;

Type refuse_type(Reader& reader, DiagnosticId id, QualType type, const std::string& reason) {
    reader.report_here(
        id, reader.subject.text + " uses type '" + type_text(reader, type) + "', " + reason);
    return {};
}

Type refuse_tag(Reader& reader, const clang::TagDecl& decl, DiagnosticId id,
                const std::string& reason) {
    reader.refused.insert(decl.getCanonicalDecl());
    auto notes = reader.trail;
    notes.push_back({"'" + qualified_name(decl) + "' is declared here",
                     reader.places.token(decl.getLocation())});
    reader.report(id, reader.subject.span,
                  reader.subject.text + " uses type '" + qualified_name(decl) + "', " + reason,
                  std::move(notes));
    return {};
}

std::string unreachable_reason(const clang::NamedDecl& decl) {
    if (!decl.isExternallyVisible())
        return "in an unnamed namespace or inside a function, where generated code cannot name it; "
               "move it out";
    if (has_unspeakable_argument(decl))
        return "a template argument of which is an object of a class or a fraction, which "
               "generated "
               "code cannot spell; take a number, an enumerator or a type in its place";
    for (const clang::Decl* at = &decl; at != nullptr;
         at = llvm::dyn_cast_or_null<clang::Decl>(at->getDeclContext())) {
        if (at->getAccess() == clang::AS_private || at->getAccess() == clang::AS_protected) {
            return "which is not public in its class, so that generated code cannot name it; make "
                   "it public";
        }
    }
    return {};
}

const Specialization* as_specialization(QualType type) {
    return llvm::dyn_cast_or_null<Specialization>(type->getAsCXXRecordDecl());
}

QualType argument_type(const Specialization& special, unsigned index) {
    return special.getTemplateArgs()[index].getAsType();
}

Type read_part_type(Reader& reader, QualType part) {
    if (!part.isConstQualified()) return read_held_type(reader, part);
    return refuse_type(reader, DiagnosticId::unsupported_type, part,
                       "which is const and cannot be filled in; take the const away");
}

bool is_std_template(QualType type, llvm::StringRef name, QualType argument) {
    const Specialization* special = as_specialization(type);
    if (special == nullptr || !special->isInStdNamespace() || special->getName() != name)
        return false;
    const clang::TemplateArgumentList& arguments = special->getTemplateArgs();
    return arguments.size() > 0 && arguments[0].getKind() == clang::TemplateArgument::Type &&
           arguments[0].getAsType().getCanonicalType().getUnqualifiedType() ==
               argument.getCanonicalType().getUnqualifiedType();
}

bool is_std_class(QualType type, llvm::StringRef name) {
    const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    return record != nullptr && record->isInStdNamespace() && record->getName() == name;
}

bool is_below_std(const clang::CXXRecordDecl& record) {
    for (const clang::DeclContext* at = record.getDeclContext(); at != nullptr;
         at = at->getParent())
        if (at->isStdNamespace()) return true;
    return false;
}

bool is_char(QualType type) {
    return type->isSpecificBuiltinType(BuiltinType::Char_S) ||
           type->isSpecificBuiltinType(BuiltinType::Char_U);
}

bool is_byte(const Type& type) {
    return type.cpp == "::std::byte";
}

Type holder(TypeKind kind, const std::string& prefix, Type element, const std::string& suffix) {
    if (element.kind == TypeKind::unsupported) return {};
    Type out;
    out.kind = kind;
    out.cpp = prefix + element.cpp + suffix;
    out.element = std::make_shared<const Type>(std::move(element));
    return out;
}

}  // namespace iam::gen
