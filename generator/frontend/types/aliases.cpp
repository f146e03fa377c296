// Reads the attributes and comments of type aliases, and merges them into types and members.
#include "generator/frontend/types/aliases.hpp"

#include <generator/frontend/attributes/constraints.hpp>
#include <generator/frontend/comments/comments.hpp>
#include <generator/frontend/types/forms.hpp>
#include <generator/frontend/types/type_parts.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace iam::gen {
namespace {

using clang::QualType;
using Spelled = clang::TemplateSpecializationType;
using Rules = std::shared_ptr<const TypeRules>;

/// The alias in the spelling of the type. The typedef of an unnamed C struct is the struct's name
/// and no alias.
const clang::TypedefNameDecl* alias_of(QualType type) {
    const auto* spelled = type->getAs<clang::TypedefType>();
    if (spelled == nullptr) return nullptr;
    const clang::TypedefNameDecl* alias = spelled->getDecl();
    return alias->getAnonDeclWithTypedefName() == nullptr ? alias : nullptr;
}

bool has_attributes(const Reader& reader, const clang::TypedefNameDecl& alias) {
    return llvm::any_of(alias.redecls(), [&](const clang::TypedefNameDecl* decl) {
        return !reader.uses_of(decl).empty();
    });
}

/// Takes over the rules of `from`. Reports rules present on both sides.
void merge(Reader& reader, const Constraints& from, const std::string& alias, Constraints& into) {
    const auto report = [&](const char* attribute, const SourceSpan& own, const SourceSpan& other) {
        reader.report(DiagnosticId::attribute_twice, own,
                      "iam::" + std::string(attribute) + " is given by the alias '" + alias +
                          "' as well; keep one of them",
                      {{"the alias gives it here", other}});
    };
    const auto take = [&](const char* attribute, const auto& theirs, auto& own) {
        if (theirs && own) report(attribute, own->span, theirs->span);
        if (theirs && !own) own = theirs;
    };
    const auto take_word = [&](const char* attribute, const auto& theirs, auto& own) {
        if (theirs && own) report(attribute, *own, *theirs);
        if (theirs && !own) own = theirs;
    };
    take("range", from.range, into.range);
    take("length", from.length, into.length);
    take("items", from.items, into.items);
    take("multiple_of", from.multiple_of, into.multiple_of);
    take("pattern", from.pattern, into.pattern);
    take("format", from.format, into.format);
    take("unit", from.unit, into.unit);
    take_word("unique", from.unique, into.unique);
    take_word("as_string", from.as_string, into.as_string);
    take_word("base64", from.base64, into.base64);
    take_word("flags", from.flags, into.flags);
    if (!into.description) into.description = from.description;
}

Rules merged(Reader& reader, const Rules& outer, const TypeRules& inner) {
    if (!outer) return std::make_shared<const TypeRules>(inner);
    TypeRules both = *outer;
    merge(reader, inner.constraints, inner.alias, both.constraints);
    if (both.description.empty()) both.description = inner.description;
    return std::make_shared<const TypeRules>(std::move(both));
}

/// The rules of an alias and of the aliases it stands for; nullptr if there are none. They are read
/// once, so a mistake is reported once.
Rules rules_of(Reader& reader, const clang::TypedefNameDecl& alias) {
    const auto known = reader.alias_rules.find(alias.getCanonicalDecl());
    if (known != reader.alias_rules.end()) return known->second;
    Rules rules;
    const bool is_foreign =
        reader.places.sources().isInSystemHeader(reader.places.in_file(alias.getLocation()));
    TypeRules own;
    own.alias = alias.getNameAsString();
    if (!is_foreign) own.description = read_comment(reader, alias).description;
    if (has_attributes(reader, alias))
        own.constraints =
            read_constraints(reader, {alias.redecls_begin(), alias.redecls_end()}, Type{});
    if (has_attributes(reader, alias) || !own.description.empty())
        rules = std::make_shared<const TypeRules>(std::move(own));
    if (const auto* inner = alias_of(alias.getUnderlyingType()))
        if (const Rules others = rules_of(reader, *inner)) rules = merged(reader, rules, *others);
    reader.alias_rules[alias.getCanonicalDecl()] = rules;
    return rules;
}

/// Takes the rules about the container out of the rules of a list's or map's alias. The rest are
/// about its elements.
TypeRules container_part(TypeRules& rules) {
    TypeRules own;
    own.alias = rules.alias;
    own.description = std::exchange(rules.description, {});
    own.constraints.description = std::exchange(rules.constraints.description, std::nullopt);
    own.constraints.items = std::exchange(rules.constraints.items, std::nullopt);
    own.constraints.unique = std::exchange(rules.constraints.unique, std::nullopt);
    return own;
}

void apply(Reader& reader, TypeRules rules, Type& type) {
    apply_form(reader, rules.alias, rules.constraints, type);
    const bool is_container =
        is_list(type) || type.kind == TypeKind::span || type.kind == TypeKind::map;
    if (is_nullable(type) || is_container) {
        if (is_container) type.rules = merged(reader, type.rules, container_part(rules));
        Type element = *type.element;
        apply(reader, std::move(rules), element);
        type.element = std::make_shared<const Type>(std::move(element));
    } else {
        type.rules = merged(reader, type.rules, rules);
    }
}

/// Calls `visit` for each type among the template arguments in the spelling of a type, and for the
/// arguments of these.
template <class Visit>
void for_each_argument(QualType type, const Visit& visit) {
    const auto* spelled = type->getAs<Spelled>();
    if (spelled == nullptr) return;
    for (const clang::TemplateArgument& argument : spelled->template_arguments()) {
        if (argument.getKind() != clang::TemplateArgument::Type) continue;
        visit(argument.getAsType());
        for_each_argument(argument.getAsType(), visit);
    }
}

}  // namespace

bool is_silent(const Constraints& constraints) {
    return !constraints.range && !constraints.length && !constraints.items &&
           !constraints.multiple_of && !constraints.pattern && !constraints.format &&
           !constraints.unique && !constraints.as_string && !constraints.base64 &&
           !constraints.flags;
}

bool fits_alias(const std::string& attribute) {
    static constexpr std::array<std::string_view, 12> k_names = {
        "range",  "multiple_of", "length",      "items",     "unique", "pattern",
        "format", "unit",        "description", "as_string", "base64", "flags"};
    return std::find(k_names.begin(), k_names.end(), attribute) != k_names.end();
}

Type with_aliases(Reader& reader, QualType written, Type type) {
    const clang::TypedefNameDecl* alias = alias_of(written);
    const Rules rules = alias == nullptr ? nullptr : rules_of(reader, *alias);
    if (rules && type.kind != TypeKind::unsupported) apply(reader, *rules, type);
    return type;
}

std::string take_alias_rules(Reader& reader, Member& member) {
    std::string description;
    const auto take = [&](Type& type) {
        if (!type.rules) return;
        merge(reader, type.rules->constraints, type.rules->alias, member.constraints);
        if (description.empty()) description = type.rules->description;
        type.rules = nullptr;
    };
    take(member.type);
    if (is_nullable(member.type) && member.type.element->rules) {
        Type value = *member.type.element;
        take(value);
        member.type.element = std::make_shared<const Type>(std::move(value));
    }
    return description;
}

QualType written_argument(const Reader& reader, QualType written, unsigned index,
                          QualType canonical) {
    const auto* spelled = written.getNonReferenceType()->getAs<Spelled>();
    while (spelled != nullptr && spelled->isTypeAlias())
        spelled = spelled->getAliasedType()->getAs<Spelled>();
    if (spelled == nullptr || index >= spelled->template_arguments().size()) return canonical;
    const clang::TemplateArgument& argument = spelled->template_arguments()[index];
    const bool is_it = argument.getKind() == clang::TemplateArgument::Type &&
                       reader.ast.hasSameType(argument.getAsType(), canonical);
    return is_it ? argument.getAsType() : canonical;
}

bool refuse_lost_rules(Reader& reader, QualType written) {
    const clang::TypedefNameDecl* lost = nullptr;
    for_each_argument(written, [&](QualType argument) {
        const clang::TypedefNameDecl* alias = alias_of(argument);
        while (alias != nullptr && !has_attributes(reader, *alias))
            alias = alias_of(alias->getUnderlyingType());
        if (alias != nullptr) lost = alias;
    });
    if (lost == nullptr) return false;
    refuse_type(reader, DiagnosticId::unsupported_type, written,
                "whose template does not see what the alias '" + lost->getNameAsString() +
                    "' says of its values; take a struct with a field that has the attributes as "
                    "the argument");
    return true;
}

}  // namespace iam::gen
