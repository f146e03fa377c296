// From clang's types to the model's: builtins, the standard library's templates, and what is refused with a reason.
#include "generator/frontend/types.hpp"

#include <generator/frontend/records.hpp>

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/PrettyPrinter.h>

#include <array>

namespace iam::gen {
namespace {

using clang::BuiltinType;
using clang::QualType;

Type refuse(Reader& reader, DiagnosticId id, QualType type, const std::string& reason) {
    reader.report_here(
        id, reader.subject.text + " uses type '" + type_text(reader, type) + "', " + reason);
    return {};
}

struct KnownName {
    std::string_view name;
    std::string_view reason;
};

constexpr std::array k_std_not_yet = {
    KnownName{"deque", "take std::vector"},
    KnownName{"list", "take std::vector"},
    KnownName{"forward_list", "take std::vector"},
    KnownName{"array", "take std::vector with [[iam::length(n, n)]]"},
    KnownName{"span", "take std::vector"},
    KnownName{"set", "take std::vector"},
    KnownName{"unordered_set", "take std::vector"},
    KnownName{"unordered_map", "take std::map with std::string keys"},
    KnownName{"pair", "name its parts in a struct"},
    KnownName{"tuple", "name its parts in a struct"},
    KnownName{"variant", "take a struct with optional fields"},
    KnownName{"expected", "return the value and throw iam::tool_error"},
    KnownName{"unique_ptr", "take std::optional"},
    KnownName{"shared_ptr", "take std::optional"},
    KnownName{"duration", "take a number with [[iam::unit(\"s\")]]"},
    KnownName{"time_point", "take std::string with [[iam::format(\"date-time\")]]"},
    KnownName{"year_month_day", "take std::string with [[iam::format(\"date\")]]"},
    KnownName{"hh_mm_ss", "take std::string with [[iam::format(\"time\")]]"},
    KnownName{"path", "take std::string"},
    KnownName{"byte", "take std::uint8_t"},
    KnownName{"bitset", "take std::vector<bool>"},
    KnownName{"stop_token", "leave it out"},
    KnownName{"future", "return the value itself"},
    KnownName{"shared_future", "return the value itself"},
};

constexpr std::array k_std_refused = {
    KnownName{"multimap", "take a vector of a struct of key and value"},
    KnownName{"unordered_multimap", "take a vector of a struct of key and value"},
    KnownName{"multiset", "take std::vector"},
    KnownName{"unordered_multiset", "take std::vector"},
    KnownName{"weak_ptr", "take std::optional"},
    KnownName{"any", "say which types it may hold"},
    KnownName{"function", "a model has no function to give"},
    KnownName{"initializer_list", "take std::vector"},
};

template <std::size_t N>
const KnownName* find(const std::array<KnownName, N>& list, llvm::StringRef name) {
    for (const KnownName& known : list) {
        if (known.name == std::string_view(name)) return &known;
    }
    return nullptr;
}

Type integer(const Reader& reader, const BuiltinType& builtin, QualType type) {
    Type out;
    out.kind = TypeKind::integer;
    out.cpp = builtin.getName(reader.ast.getPrintingPolicy()).str();
    out.bits = static_cast<int>(reader.ast.getTypeSize(type));
    out.is_signed = builtin.isSignedInteger();
    return out;
}

Type read_builtin(Reader& reader, const BuiltinType& builtin, QualType type) {
    switch (builtin.getKind()) {
        case BuiltinType::Bool: {
            Type out;
            out.kind = TypeKind::boolean;
            out.cpp = "bool";
            return out;
        }
        case BuiltinType::SChar:
        case BuiltinType::UChar:
        case BuiltinType::Short:
        case BuiltinType::UShort:
        case BuiltinType::Int:
        case BuiltinType::UInt:
        case BuiltinType::Long:
        case BuiltinType::ULong:
        case BuiltinType::LongLong:
        case BuiltinType::ULongLong:
            return integer(reader, builtin, type);
        case BuiltinType::Float:
        case BuiltinType::Double: {
            Type out;
            out.kind = TypeKind::floating;
            out.cpp = builtin.getKind() == BuiltinType::Float ? "float" : "double";
            out.bits = builtin.getKind() == BuiltinType::Float ? 32 : 64;
            return out;
        }
        case BuiltinType::Char_S:
        case BuiltinType::Char_U:
            return refuse(
                reader, DiagnosticId::type_not_yet, type,
                "which this version does not support; take std::string with [[iam::length(1, 1)]] "
                "for a letter, or signed char or std::uint8_t for a number");
        case BuiltinType::WChar_S:
        case BuiltinType::WChar_U:
        case BuiltinType::Char8:
        case BuiltinType::Char16:
        case BuiltinType::Char32:
            return refuse(reader, DiagnosticId::character_type, type,
                          "but text is exchanged as UTF-8; take std::string");
        case BuiltinType::LongDouble:
            return refuse(reader, DiagnosticId::type_not_yet, type,
                          "which this version does not support; take double");
        case BuiltinType::Int128:
        case BuiltinType::UInt128:
            return refuse(reader, DiagnosticId::unsupported_type, type,
                          "which is wider than any number that JSON readers keep; take std::string "
                          "with a pattern");
        default:
            return refuse(
                reader, DiagnosticId::unsupported_type, type,
                "which has no JSON form; take bool, a number, std::string or a struct of these");
    }
}

/// The last argument of std::less<K>, std::allocator<T>, std::char_traits<C>: the default of the templates below.
bool is_std_template(QualType type, llvm::StringRef name, QualType argument) {
    const auto* record = type->getAsCXXRecordDecl();
    const auto* special = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
    if (special == nullptr || !special->isInStdNamespace() || special->getName() != name)
        return false;
    const clang::TemplateArgumentList& arguments = special->getTemplateArgs();
    return arguments.size() > 0 && arguments[0].getKind() == clang::TemplateArgument::Type &&
           arguments[0].getAsType().getCanonicalType().getUnqualifiedType() ==
               argument.getCanonicalType().getUnqualifiedType();
}

QualType argument_type(const clang::ClassTemplateSpecializationDecl& special, unsigned index) {
    return special.getTemplateArgs()[index].getAsType();
}

Type holder(TypeKind kind, const std::string& prefix, Type element) {
    if (element.kind == TypeKind::unsupported) return {};
    Type out;
    out.kind = kind;
    out.cpp = prefix + element.cpp + ">";
    out.element = std::make_shared<const Type>(std::move(element));
    return out;
}

Type read_string(Reader& reader, const clang::ClassTemplateSpecializationDecl& special,
                 QualType type, bool view) {
    const QualType letter = argument_type(special, 0);
    if (!letter->isSpecificBuiltinType(BuiltinType::Char_S) &&
        !letter->isSpecificBuiltinType(BuiltinType::Char_U)) {
        return refuse(reader, DiagnosticId::character_type, type,
                      "but text is exchanged as UTF-8; take std::string");
    }
    const bool plain = is_std_template(argument_type(special, 1), "char_traits", letter) &&
                       (view || is_std_template(argument_type(special, 2), "allocator", letter));
    if (!plain) {
        return refuse(reader, DiagnosticId::type_not_yet, type,
                      "whose traits or allocator are not the standard ones, which this version "
                      "does not support; "
                      "take std::string");
    }
    Type out;
    out.kind = view ? TypeKind::string_view : TypeKind::string;
    out.cpp = view ? "::std::string_view" : "::std::string";
    return out;
}

Type read_optional(Reader& reader, const clang::ClassTemplateSpecializationDecl& special,
                   QualType type) {
    Type element = read_held_type(reader, argument_type(special, 0));
    if (element.kind == TypeKind::optional) {
        return refuse(reader, DiagnosticId::nested_optional, type,
                      "where absent could mean two things; use one std::optional");
    }
    return holder(TypeKind::optional, "::std::optional<", std::move(element));
}

Type read_vector(Reader& reader, const clang::ClassTemplateSpecializationDecl& special,
                 QualType type) {
    const QualType element = argument_type(special, 0);
    if (!is_std_template(argument_type(special, 1), "allocator", element)) {
        return refuse(
            reader, DiagnosticId::type_not_yet, type,
            "whose allocator is not the standard one, which this version does not support; "
            "leave the allocator out");
    }
    return holder(TypeKind::vector, "::std::vector<", read_held_type(reader, element));
}

bool is_std_string(QualType type) {
    const auto* special =
        llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
    if (special == nullptr || !special->isInStdNamespace() || special->getName() != "basic_string")
        return false;
    const QualType letter = special->getTemplateArgs()[0].getAsType();
    return letter->isSpecificBuiltinType(BuiltinType::Char_S) ||
           letter->isSpecificBuiltinType(BuiltinType::Char_U);
}

Type read_map(Reader& reader, const clang::ClassTemplateSpecializationDecl& special,
              QualType type) {
    const QualType key = argument_type(special, 0);
    if (!is_std_string(key)) {
        return refuse(reader, DiagnosticId::map_key, type,
                      "but names in JSON are strings; take a map with std::string keys, or a "
                      "vector of a struct of key and value");
    }
    if (!is_std_template(argument_type(special, 2), "less", key) ||
        special.getTemplateArgs()[3].getAsType()->getAsCXXRecordDecl() == nullptr) {
        return refuse(reader, DiagnosticId::type_not_yet, type,
                      "whose order is not the standard one, which this version does not support; "
                      "take std::map<std::string, T>");
    }
    return holder(TypeKind::map, "::std::map<::std::string, ",
                  read_held_type(reader, argument_type(special, 1)));
}

Type read_std_class(Reader& reader, const clang::CXXRecordDecl& record, QualType type) {
    const llvm::StringRef name = record.getName();
    const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    if (special != nullptr && record.isInStdNamespace()) {
        if (name == "basic_string") return read_string(reader, *special, type, false);
        if (name == "basic_string_view") return read_string(reader, *special, type, true);
        if (name == "optional") return read_optional(reader, *special, type);
        if (name == "vector") return read_vector(reader, *special, type);
        if (name == "map") return read_map(reader, *special, type);
    }
    if (const KnownName* known = find(k_std_not_yet, name)) {
        return refuse(reader, DiagnosticId::type_not_yet, type,
                      "which this version does not support; " + std::string(known->reason));
    }
    if (const KnownName* known = find(k_std_refused, name)) {
        return refuse(reader, DiagnosticId::unsupported_type, type,
                      "which has no JSON form; " + std::string(known->reason));
    }
    return refuse(reader, DiagnosticId::unsupported_type, type,
                  "which has no JSON form; take bool, a number, std::string or a struct of these");
}

/// Classes that the runtime will inject by their type.
bool is_injected(const clang::CXXRecordDecl& record) {
    const std::string name = qualified_name(record);
    return name == "iam::Context" || name == "iam::Progress";
}

/// In std or in a namespace of it, such as std::chrono.
bool is_below_std(const clang::CXXRecordDecl& record) {
    for (const clang::DeclContext* at = record.getDeclContext(); at != nullptr;
         at = at->getParent())
        if (at->isStdNamespace()) return true;
    return false;
}

Type read_class(Reader& reader, const clang::CXXRecordDecl& record, QualType type) {
    if (is_below_std(record)) return read_std_class(reader, record, type);
    if (is_injected(record)) {
        return refuse(reader, DiagnosticId::type_not_yet, type,
                      "which this version does not pass to tools yet; leave it out");
    }
    if (llvm::isa<clang::ClassTemplateSpecializationDecl>(record)) {
        return refuse(
            reader, DiagnosticId::type_not_yet, type,
            "a class template, which this version does not support; write a struct of its own");
    }
    return read_record(reader, record);
}

/// const char*
bool is_c_string(QualType type) {
    if (!type->isPointerType()) return false;
    const QualType letter = type->getPointeeType();
    return letter.isConstQualified() && (letter->isSpecificBuiltinType(BuiltinType::Char_S) ||
                                         letter->isSpecificBuiltinType(BuiltinType::Char_U));
}

Type read_value_type(Reader& reader, QualType written) {
    const QualType type = written.getCanonicalType().getUnqualifiedType();
    if (written.isVolatileQualified()) {
        return refuse(reader, DiagnosticId::unsupported_type, written,
                      "but a call has no volatile values; take it without");
    }
    if (const auto* builtin = type->getAs<BuiltinType>())
        return read_builtin(reader, *builtin, type);
    if (const auto* enumeration = type->getAs<clang::EnumType>())
        return read_enum(reader, *enumeration->getDecl());
    if (const auto* record = type->getAsCXXRecordDecl())
        return read_class(reader, *record, written);
    if (type->isArrayType()) {
        return refuse(reader, DiagnosticId::type_not_yet, written,
                      "an array, which this version does not support; take std::vector");
    }
    if (is_c_string(type)) {
        return refuse(reader, DiagnosticId::type_not_yet, written,
                      "which this version does not support; take std::string, or as a parameter "
                      "std::string_view");
    }
    if (type->isPointerType()) {
        return refuse(reader, DiagnosticId::unsupported_type, written,
                      "a pointer, which means nothing outside of the program; take std::optional "
                      "for a value that may be missing");
    }
    return refuse(reader, DiagnosticId::unsupported_type, written,
                  "which has no JSON form; take bool, a number, std::string or a struct of these");
}

bool is_preview(QualType type) {
    const auto* record = type->getAsCXXRecordDecl();
    return record != nullptr && qualified_name(*record) == "iam::Preview";
}

}  // namespace

std::string type_text(const Reader& reader, QualType type) {
    clang::PrintingPolicy policy = reader.ast.getPrintingPolicy();
    policy.SuppressDefaultTemplateArgs = true;
    policy.SuppressUnwrittenScope = true;
    return type.getAsString(policy);
}

Type read_held_type(Reader& reader, QualType type) {
    if (type->isReferenceType()) {
        return refuse(reader, DiagnosticId::view_outside_parameter, type,
                      "a reference to something that nobody owns; hold the value itself");
    }
    Type out = read_value_type(reader, type);
    if (out.kind == TypeKind::string_view) {
        return refuse(reader, DiagnosticId::view_outside_parameter, type,
                      "a view of text that nobody owns; take std::string");
    }
    return out;
}

Type read_parameter_type(Reader& reader, const clang::ParmVarDecl& parameter) {
    const QualType written = parameter.getOriginalType();
    if (written->isArrayType()) {
        return refuse(reader, DiagnosticId::unsupported_type, written,
                      "an array, which C++ passes as a pointer; take std::vector");
    }
    QualType type = parameter.getType();
    if (type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified()) {
        const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
        if (record == nullptr || !is_injected(*record)) {
            return refuse(reader, DiagnosticId::output_parameter, written,
                          "with which the function could give something back; return it, or take a "
                          "value or const reference");
        }
    }
    if (type->isPointerType() && !type->getPointeeType()->isFunctionType() && !is_c_string(type)) {
        return refuse(reader, DiagnosticId::output_parameter, written,
                      "a pointer, which means nothing outside of the program; return what it gives "
                      "back, or take "
                      "std::optional for a value that may be missing");
    }
    return read_value_type(reader, type.getNonReferenceType());
}

Type read_result_type(Reader& reader, const clang::FunctionDecl& function, bool preview) {
    const QualType type = function.getReturnType();
    if (type->isVoidType()) {
        Type out;
        out.kind = TypeKind::void_;
        out.cpp = "void";
        return out;
    }
    if (type->isReferenceType() || type->isPointerType()) {
        return refuse(reader, DiagnosticId::view_outside_parameter, type,
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
