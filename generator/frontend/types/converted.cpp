// Reads types with an iam::codec of the program as the codec's wire type.
#include "generator/frontend/types/converted.hpp"

#include <generator/frontend/types/aliases.hpp>
#include <generator/frontend/types/open_types.hpp>
#include <generator/frontend/types/traits.hpp>
#include <generator/frontend/types/type_names.hpp>
#include <generator/frontend/types/type_parts.hpp>

namespace iam::gen {
namespace {

using clang::QualType;

Type refuse_codec(Reader& reader, QualType type, const std::string& reason) {
    return refuse_type(reader, DiagnosticId::unsuitable_class, type, reason);
}

/// The reason why generated code cannot convert values of the type; empty if it can.
std::string codec_problem(Reader& reader, const clang::CXXRecordDecl& custom, QualType type) {
    if (std::string reason = unreachable_reason(*type->getAsTagDecl()); !reason.empty())
        return reason;
    if (!has_function(reader, custom, "from_wire") || !has_function(reader, custom, "to_wire"))
        return "whose iam::codec lacks 'from_wire' or 'to_wire'; give it both, as static functions";
    const auto* record = type->getAsCXXRecordDecl();
    const bool is_defined = record == nullptr || is_complete(reader, type);
    if (!is_defined) return "which is only declared; include the header that defines it";
    if (record != nullptr && !record->getDefinition()->hasDefaultConstructor())
        return "which has no default constructor, so that there is no place to read it into; take "
               "the wire type of its iam::codec and convert it in the function";
    return {};
}

}  // namespace

std::optional<Type> read_converted(Reader& reader, QualType written) {
    const QualType type = written.getCanonicalType().getUnqualifiedType();
    const auto* record = type->getAsCXXRecordDecl();
    // The library decides how types of std are written.
    if (record == nullptr ? !type->isEnumeralType() : is_below_std(*record)) return std::nullopt;
    const clang::CXXRecordDecl* custom = specialisation(reader, "codec", type);
    if (custom == nullptr) return std::nullopt;
    if (refuse_lost_rules(reader, written)) return Type{};
    const auto wire = member_type(reader, *custom, "wire");
    if (!wire)
        return refuse_codec(
            reader, written,
            "whose iam::codec does not say what it is in JSON; give it 'using wire = …' "
            "with a type that has a JSON form, 'from_wire' and 'to_wire'");
    if (const std::string problem = codec_problem(reader, *custom, type); !problem.empty())
        return refuse_codec(reader, written, problem);
    const clang::TagDecl& decl = *type->getAsTagDecl();
    if (is_open(reader, decl))
        return refuse_codec(reader, written,
                            "whose wire type holds it again; let the wire type hold itself");
    if (refuse_growth(reader, decl)) return Type{};
    Type element = [&] {
        const OpenType open(reader, decl);
        return read_held_type(reader, *wire);
    }();
    if (element.kind == TypeKind::unsupported) return Type{};
    if (is_nullable(element))
        return refuse_codec(reader, written,
                            "whose wire type may be missing; take its value, and std::optional "
                            "around the type where it is used");
    Type out;
    out.kind = TypeKind::converted;
    out.cpp = cpp_type(reader.ast, type);
    out.element = std::make_shared<const Type>(std::move(element));
    return out;
}

}  // namespace iam::gen
