// Reads numbers, bool and char.
#include <generator/frontend/types/type_parts.hpp>

namespace iam::gen {
namespace {

using clang::BuiltinType;
using clang::QualType;

Type integer(const Reader& reader, const BuiltinType& builtin, QualType type) {
    Type out;
    out.kind = TypeKind::integer;
    out.cpp = builtin.getName(reader.ast.getPrintingPolicy()).str();
    out.bits = static_cast<int>(reader.ast.getTypeSize(type));
    out.is_signed = builtin.isSignedInteger();
    return out;
}

Type floating(const char* spelling, int bits) {
    Type out;
    out.kind = TypeKind::floating;
    out.cpp = spelling;
    out.bits = bits;
    return out;
}

}  // namespace

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
            return floating("float", 32);
        case BuiltinType::Double:
            return floating("double", 64);
        case BuiltinType::LongDouble:
            return floating("long double", 64);
        case BuiltinType::Char_S:
        case BuiltinType::Char_U: {
            Type out;
            out.kind = TypeKind::character;
            out.cpp = "char";
            return out;
        }
        case BuiltinType::WChar_S:
        case BuiltinType::WChar_U:
        case BuiltinType::Char8:
        case BuiltinType::Char16:
        case BuiltinType::Char32:
            return refuse_type(reader, DiagnosticId::character_type, type,
                               "but text is exchanged as UTF-8; take std::string");
        case BuiltinType::Int128:
        case BuiltinType::UInt128:
            return refuse_type(
                reader, DiagnosticId::unsupported_type, type,
                "which is wider than any number that JSON readers keep; take std::string "
                "with a pattern");
        default:
            return refuse_type(
                reader, DiagnosticId::unsupported_type, type,
                "which has no JSON form; take bool, a number, std::string or a struct of these");
    }
}

}  // namespace iam::gen
