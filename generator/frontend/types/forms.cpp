// Applies attributes for the JSON form of a value to its type.
#include "generator/frontend/types/forms.hpp"

#include <generator/frontend/types/type_parts.hpp>
#include <generator/model/type_text.hpp>

#include <utility>

namespace iam::gen {
namespace {

/// [[iam::as_string]] makes an integer the text of its digits.
void make_decimal(Reader& reader, const std::string& name, const SourceSpan& span, Type& type) {
    const bool is_wide =
        type.kind == TypeKind::integer && type.bits == 64 && type.form != NumberForm::duration;
    if (is_wide) {
        type.is_decimal = true;
        return;
    }
    reader.report(DiagnosticId::attribute_misplaced, span,
                  "[[iam::as_string]] goes on a 64-bit integer, which readers of JSON may round, "
                  "and '" +
                      name + "' is of type '" + without_roots(type.cpp) + "'; take it out");
}

/// [[iam::base64]] makes a list of numbers bytes.
void make_bytes(Reader& reader, const std::string& name, const SourceSpan& span, Type& type) {
    const std::string cpp = "::std::vector<unsigned char>";
    if (type.kind == TypeKind::sequence && type.cpp == cpp) {
        Type bytes;
        bytes.kind = TypeKind::bytes;
        bytes.cpp = cpp;
        bytes.view = std::move(type.view);
        type = std::move(bytes);
        return;
    }
    const std::string reason = type.kind == TypeKind::bytes ? "', which is base64 without it" : "'";
    reader.report(DiagnosticId::attribute_misplaced, span,
                  "[[iam::base64]] goes on a std::vector of unsigned char (std::uint8_t), and '" +
                      name + "' is of type '" + without_roots(type.cpp) + reason + "; take it out");
}

/// [[iam::flags]] makes a value of an enumeration a combination of its enumerators.
void make_flags(Reader& reader, const std::string& name, const SourceSpan& span, Type& type) {
    std::string problem = "no enumeration with enumerators";
    Type flags;
    if (type.kind == TypeKind::enumeration) flags = read_as_flags(reader, type, problem);
    if (flags.kind == TypeKind::unsupported) {
        reader.report(DiagnosticId::attribute_misplaced, span,
                      "[[iam::flags]] goes on a value whose enumerators are bits, and '" + name +
                          "' is of type '" + without_roots(type.cpp) + "', " + problem +
                          "; take it out");
        return;
    }
    flags.view = std::move(type.view);
    flags.rules = std::move(type.rules);
    type = std::move(flags);
}

}  // namespace

void apply_form(Reader& reader, const std::string& name, const Constraints& constraints,
                Type& type) {
    if (type.kind == TypeKind::unsupported) return;
    if (is_nullable(type)) {
        if (!constraints.as_string && !constraints.base64 && !constraints.flags) return;
        Type value = *type.element;
        apply_form(reader, name, constraints, value);
        type.element = std::make_shared<const Type>(std::move(value));
        return;
    }
    if (constraints.as_string) make_decimal(reader, name, *constraints.as_string, type);
    if (constraints.base64) make_bytes(reader, name, *constraints.base64, type);
    if (constraints.flags) make_flags(reader, name, *constraints.flags, type);
}

}  // namespace iam::gen
