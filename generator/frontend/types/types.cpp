// Turns clang's types into the model's: the family of a type, and the limits of its place.
#include "generator/frontend/types/types.hpp"

#include <generator/frontend/types/aliases.hpp>
#include <generator/frontend/types/converted.hpp>
#include <generator/frontend/types/records.hpp>
#include <generator/frontend/types/traits.hpp>
#include <generator/frontend/types/type_names.hpp>
#include <generator/frontend/types/type_parts.hpp>

#include <clang/AST/PrettyPrinter.h>

#include <algorithm>

namespace iam::gen {
namespace {

using clang::BuiltinType;
using clang::QualType;

/// True for types of the call. No argument can give them.
bool is_of_call(const std::string& name) {
    return name == "iam::Context" || name == "iam::Progress";
}

/// True for nlohmann::json: the class template with members in the order of their names.
bool is_json(const clang::CXXRecordDecl& record) {
    const auto* special = llvm::dyn_cast<Specialization>(&record);
    if (special == nullptr || special->getName() != "basic_json") return false;
    const auto* space =
        llvm::dyn_cast<clang::NamespaceDecl>(special->getEnclosingNamespaceContext());
    while (space != nullptr && space->isInline())
        space = llvm::dyn_cast<clang::NamespaceDecl>(space->getParent());
    const clang::TemplateArgument& members = special->getTemplateArgs()[0];
    return space != nullptr && space->getName() == "nlohmann" &&
           members.getKind() == clang::TemplateArgument::Template &&
           members.getAsTemplate().getAsTemplateDecl()->getQualifiedNameAsString() == "std::map";
}

Type any_json() {
    Type out;
    out.kind = TypeKind::json;
    out.cpp = "::nlohmann::json";
    return out;
}

Type read_class(Reader& reader, const clang::CXXRecordDecl& record, QualType type) {
    if (is_below_std(record)) return read_std_class(reader, record, type);
    if (const std::string name = qualified_name(record); is_of_call(name)) {
        return refuse_type(
            reader, DiagnosticId::unsupported_type, type,
            "which belongs to the call; take " + name + "& as a parameter of the function itself");
    }
    if (is_json(record)) return any_json();
    if (refuse_lost_rules(reader, type)) return {};
    static_cast<void>(is_complete(reader, type));  // instantiates the class
    if (is_iterator(reader, record)) return refuse_iterator(reader, type);
    return read_record(reader, record);
}

Type read_plain_type(Reader& reader, QualType written) {
    const QualType type = written.getCanonicalType().getUnqualifiedType();
    if (written.isVolatileQualified()) {
        return refuse_type(reader, DiagnosticId::unsupported_type, written,
                           "but a call has no volatile values; take it without");
    }
    if (const auto* builtin = type->getAs<BuiltinType>())
        return read_builtin(reader, *builtin, type);
    if (auto converted = read_converted(reader, written)) return *std::move(converted);
    if (const auto* enumeration = type->getAs<clang::EnumType>())
        return read_enum(reader, *enumeration->getDecl());
    if (const auto* record = type->getAsCXXRecordDecl())
        return read_class(reader, *record, written);
    if (type->isArrayType()) {
        return refuse_type(reader, DiagnosticId::unsupported_type, written,
                           "an array, which cannot be copied as a whole; take std::array");
    }
    if (is_c_string(type)) {
        Type out;
        out.kind = TypeKind::c_string;
        out.cpp = "const char*";
        return out;
    }
    if (type->isFunctionPointerType() || type->isFunctionType()) {
        return refuse_type(reader, DiagnosticId::unsupported_type, written,
                           "a function, which a model cannot give; take an enum that names the "
                           "choices and call the function of the one that comes");
    }
    if (type->isMemberPointerType()) {
        return refuse_type(reader, DiagnosticId::unsupported_type, written,
                           "a pointer to a member, which a model cannot give; take an enum that "
                           "names the choices");
    }
    if (type->isPointerType()) {
        return refuse_type(
            reader, DiagnosticId::unsupported_type, written,
            "a pointer, which means nothing outside of the program; take std::optional "
            "for a value that may be missing");
    }
    return refuse_type(
        reader, DiagnosticId::unsupported_type, written,
        "which has no JSON form; take bool, a number, std::string or a struct of these");
}

/// If a type was read without a diagnostic, it need not be read again. Inside of an unfinished type
/// this does not hold: a part may come back to the unfinished type.
Type read_value_type(Reader& reader, QualType written) {
    if (!reader.open_types.empty())
        return with_aliases(reader, written, read_plain_type(reader, written));
    const auto known = reader.plain_types.find(written.getAsOpaquePtr());
    if (known != reader.plain_types.end()) return known->second;
    const std::size_t said = reader.diagnostics.size();
    Type type = with_aliases(reader, written, read_plain_type(reader, written));
    if (reader.diagnostics.size() == said && type.kind != TypeKind::unsupported)
        reader.plain_types[written.getAsOpaquePtr()] = type;
    return type;
}

Type owned_list(const Type& span) {
    if (!span.extent && is_byte(*span.element)) {
        Type bytes;
        bytes.kind = TypeKind::bytes;
        bytes.cpp = "::std::vector<::std::byte>";
        return bytes;
    }
    if (!span.extent) return holder(TypeKind::sequence, "::std::vector<", *span.element);
    Type out = holder(TypeKind::array, "::std::array<", *span.element,
                      ", " + std::to_string(*span.extent) + ">");
    out.extent = span.extent;
    return out;
}

/// The type held by the glue: for a view of elements, a container of them.
Type owned(Type type) {
    if (type.kind != TypeKind::span) return type;
    Type out = owned_list(type);
    out.rules = std::move(type.rules);
    return out;
}

bool is_preview(QualType type) {
    const auto* record = type->getAsCXXRecordDecl();
    return record != nullptr && qualified_name(*record) == "iam::Preview";
}

/// True for a stream. Its text comes or goes in pieces.
bool is_stream(QualType type) {
    const auto names = {"basic_istream", "basic_ostream",  "basic_iostream", "basic_stringstream",
                        "basic_fstream", "basic_ifstream", "basic_ofstream"};
    return std::any_of(names.begin(), names.end(),
                       [&](const char* name) { return is_std_class(type, name); });
}

}  // namespace

bool is_c_string(QualType type) {
    if (!type->isPointerType()) return false;
    const QualType letter = type->getPointeeType();
    return letter.isConstQualified() && is_char(letter);
}

std::string type_text(const Reader& reader, QualType type) {
    clang::PrintingPolicy policy = reader.ast.getPrintingPolicy();
    policy.SuppressDefaultTemplateArgs = true;
    policy.SuppressUnwrittenScope = true;
    return type.getAsString(policy);
}

Type read_held_type(Reader& reader, QualType type) {
    if (type->isReferenceType()) {
        return refuse_type(reader, DiagnosticId::view_outside_parameter, type,
                           "a reference to something that nobody owns; hold the value itself");
    }
    Type out = read_value_type(reader, type);
    if (out.kind == TypeKind::string_view || out.kind == TypeKind::c_string) {
        return refuse_type(reader, DiagnosticId::view_outside_parameter, type,
                           "a view of text that nobody owns; take std::string");
    }
    if (out.kind == TypeKind::span) {
        return refuse_type(reader, DiagnosticId::view_outside_parameter, type,
                           "a view of elements that nobody owns; take std::vector");
    }
    return out;
}

Type read_viewed_text(Reader& reader, QualType type) {
    Type out = read_value_type(reader, type);
    if (out.kind != TypeKind::string_view) return out;
    out.kind = TypeKind::string;
    out.cpp = "::std::string";
    return out;
}

Type read_field_type(Reader& reader, QualType written) {
    const auto* array = reader.ast.getAsConstantArrayType(written);
    if (array == nullptr) return read_held_type(reader, written);
    const std::uint64_t count = array->getSize().getZExtValue();
    if (count == 0) {
        return refuse_type(reader, DiagnosticId::unsupported_type, written,
                           "an array without elements, which is no C++; leave it out");
    }
    const QualType inner = array->getElementType();
    if (is_char(inner)) {
        Type out;
        out.kind = TypeKind::char_array;
        out.cpp = "char" + bounds_of(reader.ast, written);
        out.extent = count;
        return out;
    }
    // Bounds of an array of arrays stand from the outside to the inside.
    Type out = holder(TypeKind::array, "", read_field_type(reader, inner));
    if (out.kind == TypeKind::unsupported) return out;
    const std::string& element = out.element->cpp;
    out.cpp = element.substr(0, element.size() - bounds_of(reader.ast, inner).size()) +
              bounds_of(reader.ast, written);
    out.extent = count;
    return out;
}

Type read_parameter_type(Reader& reader, const clang::ParmVarDecl& parameter) {
    const QualType written = parameter.getOriginalType();
    if (written->isArrayType()) {
        return refuse_type(reader, DiagnosticId::unsupported_type, written,
                           "an array, which C++ passes as a pointer; take std::vector");
    }
    QualType type = parameter.getType();
    const QualType referred = type.getNonReferenceType();
    // The reason against these types says more than "it is a reference".
    if (is_stream(referred) || referred->isFunctionType())
        return read_value_type(reader, referred.getUnqualifiedType());
    if (type->isLValueReferenceType() && !referred.isConstQualified()) {
        return refuse_type(reader, DiagnosticId::output_parameter, written,
                           "with which the function could give something back; return it, or take "
                           "a value or const reference");
    }
    if (type->isPointerType() && type->getPointeeType().getAsString() == "FILE") {
        return refuse_type(reader, DiagnosticId::unsupported_type, written,
                           "a file that the program has open; take a std::filesystem::path");
    }
    if (type->isPointerType() && !type->getPointeeType()->isFunctionType() && !is_c_string(type)) {
        return refuse_type(
            reader, DiagnosticId::output_parameter, written,
            "a pointer, which means nothing outside of the program; return what it gives "
            "back, or take "
            "std::optional for a value that may be missing");
    }
    Type value = read_value_type(reader, type.getNonReferenceType());
    std::string view;
    if (value.kind == TypeKind::span)
        view = value.cpp;
    else if (type->isLValueReferenceType())
        view = value.cpp + " const&";
    Type out = owned(std::move(value));
    out.view = std::move(view);
    return out;
}

Type read_result_type(Reader& reader, QualType type, bool preview) {
    if (type->isVoidType()) {
        Type out;
        out.kind = TypeKind::void_;
        out.cpp = "void";
        return out;
    }
    if (type->isReferenceType() || type->isPointerType()) {
        return refuse_type(reader, DiagnosticId::view_outside_parameter, type,
                           "which points to something that nobody owns; return the value itself");
    }
    if (preview && is_preview(type)) {
        Type out;
        out.kind = TypeKind::record;
        out.cpp = "::iam::Preview";
        out.name = "iam::Preview";
        return out;
    }
    return read_held_type(reader, type);
}

}  // namespace iam::gen
