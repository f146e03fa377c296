// Reads enumerations: names, combinations of names, and integers with a type of their own.
#include <generator/frontend/comments/comments.hpp>
#include <generator/frontend/types/open_types.hpp>
#include <generator/frontend/types/traits.hpp>
#include <generator/frontend/types/type_parts.hpp>

#include <llvm/ADT/APSInt.h>
#include <llvm/ADT/DenseMap.h>

#include <algorithm>
#include <set>

namespace iam::gen {
namespace {

/// The attribute [[iam::flags]] of any declaration of the enumeration.
const AttributeUse* flags_tag(const Reader& reader, const clang::EnumDecl& enumeration) {
    for (const clang::TagDecl* decl : as_written(enumeration).redecls())
        for (const AttributeUse* use : reader.uses_of(decl))
            if (use->name == "flags") return use;
    return nullptr;
}

/// Reads `enum class Id : std::uint64_t {};`.
Type read_strong_number(Reader& reader, const clang::EnumDecl& definition) {
    const auto* number = definition.getIntegerType()->getAs<clang::BuiltinType>();
    const bool fixed = definition.isFixed() && number != nullptr &&
                       (number->isSignedInteger() || number->isUnsignedInteger()) &&
                       !number->isBooleanType() && !is_char(clang::QualType(number, 0));
    if (!fixed || flags_tag(reader, definition) != nullptr) {
        return refuse_tag(reader, definition, DiagnosticId::empty_enum,
                          "an enum without enumerators that is no integer with a name of its own; "
                          "give it enumerators, or write 'enum class Name : int {};'");
    }
    Type type = read_builtin(reader, *number, definition.getIntegerType());
    if (type.kind != TypeKind::integer) return {};
    type.cpp = cpp_name(definition);
    type.form = NumberForm::strong;
    return type;
}

/// The enumerators as written, by name. If the enumeration was made of a template, their comments
/// stand there.
using Written = llvm::DenseMap<clang::DeclarationName, const clang::EnumConstantDecl*>;

Written written_enumerators(const clang::EnumDecl& definition) {
    Written written;
    const auto& as_text = llvm::cast<clang::EnumDecl>(as_written(definition));
    for (const clang::EnumConstantDecl* own : as_text.enumerators())
        written.try_emplace(own->getDeclName(), own);
    return written;
}

struct LessValue {
    bool operator()(const llvm::APSInt& left, const llvm::APSInt& right) const {
        return llvm::APSInt::compareValues(left, right) < 0;
    }
};

std::vector<Enumerator> read_enumerators(Reader& reader, const clang::EnumDecl& definition,
                                         bool is_flags) {
    const Written written = written_enumerators(definition);
    std::vector<Enumerator> out;
    std::set<llvm::APSInt, LessValue> seen;
    for (const clang::EnumConstantDecl* enumerator : definition.enumerators()) {
        const llvm::APSInt value = enumerator->getInitVal();
        if (is_flags && value == 0) continue;
        const bool alias = !seen.insert(value).second;
        llvm::SmallString<24> digits;
        value.toString(digits, 10);
        const clang::EnumConstantDecl* own = written.lookup(enumerator->getDeclName());
        out.push_back({enumerator->getNameAsString(),
                       own == nullptr ? std::string() : read_comment(reader, *own).description,
                       alias, digits.str().str()});
    }
    return out;
}

/// The reason why values of these flags cannot be combinations; empty if they can.
std::string no_flags_reason(const clang::EnumDecl& definition) {
    if (definition.getIntegerType()->isBooleanType())
        return "flags of type bool, which holds no combinations; give them an unsigned type";
    const auto enumerators = definition.enumerators();
    const bool has_bits = std::any_of(
        enumerators.begin(), enumerators.end(),
        [](const clang::EnumConstantDecl* enumerator) { return enumerator->getInitVal() != 0; });
    return has_bits ? "" : "flags that are all zero; give them enumerators with bits of their own";
}

/// Adds the enumeration to the model and returns the type of its values. `suffix` tells apart the
/// forms of one enumeration in the model.
Type modelled(Reader& reader, const clang::EnumDecl& definition, bool is_flags,
              const std::string& suffix) {
    Type type;
    type.kind = TypeKind::enumeration;
    type.cpp = cpp_name(definition);
    Enum out;
    out.cpp = type.cpp;
    out.name = qualified_name(definition);
    type.name = out.name + suffix;
    if (!reader.model.enums.emplace(type.name, out).second) return type;
    out.description = read_comment(reader, as_written(definition)).description;
    out.span = reader.places.token(definition.getLocation());
    out.is_flags = is_flags;
    out.enumerators = read_enumerators(reader, definition, out.is_flags);
    reader.enum_decls[type.name] = &definition;
    reader.model.enums[type.name] = std::move(out);
    return type;
}

}  // namespace

Type read_enum(Reader& reader, const clang::EnumDecl& enumeration) {
    if (reader.refused.contains(enumeration.getCanonicalDecl())) return {};
    complete(reader, enumeration);
    const clang::EnumDecl* definition = enumeration.getDefinition();
    if (definition == nullptr) {
        return refuse_tag(reader, enumeration, DiagnosticId::unsuitable_class,
                          "which is only declared; include the header that defines it");
    }
    if (simple_name(enumeration).empty()) {
        return refuse_tag(reader, enumeration, DiagnosticId::unsuitable_class,
                          "which has no name; give it one");
    }
    if (const std::string reason = unreachable_reason(*definition); !reason.empty())
        return refuse_tag(reader, *definition, DiagnosticId::unsuitable_class, reason);
    if (definition->enumerators().empty()) return read_strong_number(reader, *definition);
    const bool is_flags = flags_tag(reader, *definition) != nullptr;
    if (const std::string reason = is_flags ? no_flags_reason(*definition) : std::string();
        !reason.empty())
        return refuse_tag(reader, *definition, DiagnosticId::empty_enum, reason);
    return modelled(reader, *definition, is_flags, "");
}

Type read_as_flags(Reader& reader, const Type& type, std::string& problem) {
    if (reader.model.enums.at(type.name).is_flags) return type;
    const clang::EnumDecl& definition = *reader.enum_decls.at(type.name);
    problem = no_flags_reason(definition);
    return problem.empty() ? modelled(reader, definition, true, "<flags>") : Type{};
}

}  // namespace iam::gen
