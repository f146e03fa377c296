// Parameters of functions and fields of records: type, attributes, default, description.
#include "generator/frontend/members.hpp"

#include <generator/frontend/comments.hpp>
#include <generator/frontend/constants.hpp>
#include <generator/frontend/constraints.hpp>
#include <generator/frontend/types.hpp>

#include <clang/AST/Decl.h>

#include <algorithm>

namespace iam::gen {
namespace {

std::vector<const clang::ParmVarDecl*> redeclared(const clang::FunctionDecl& function,
                                                  unsigned index) {
    std::vector<const clang::ParmVarDecl*> all;
    for (const clang::FunctionDecl* decl : function.redecls())
        all.push_back(decl->getParamDecl(index));
    // clang lists the newest declaration first or last as it likes; readers go from top to bottom.
    std::sort(all.begin(), all.end(), [&](const auto* left, const auto* right) {
        return function.getASTContext().getSourceManager().isBeforeInTranslationUnit(
            left->getBeginLoc(), right->getBeginLoc());
    });
    return all;
}

/// The one name that the declarations give; reports where there is none or where they disagree.
const clang::ParmVarDecl* named_parameter(Reader& reader,
                                          const std::vector<const clang::ParmVarDecl*>& all,
                                          unsigned index) {
    const clang::ParmVarDecl* named = nullptr;
    for (const clang::ParmVarDecl* parameter : all) {
        if (parameter->getName().empty()) continue;
        if (named == nullptr) {
            named = parameter;
        } else if (named->getName() != parameter->getName()) {
            reader.report(DiagnosticId::redeclaration_conflict,
                          reader.places.token(parameter->getLocation()),
                          "parameter '" + parameter->getNameAsString() +
                              "' has another name in another declaration of the "
                              "function, and callers give arguments by name; use one name",
                          {{"it is '" + named->getNameAsString() + "' here",
                            reader.places.token(named->getLocation())}});
        }
    }
    if (named != nullptr) return named;
    reader.report(DiagnosticId::unnamed_parameter,
                  reader.places.range(all.front()->getSourceRange()),
                  "parameter " + std::to_string(index + 1) +
                      " has no name, and callers give arguments by name; name it");
    return nullptr;
}

Default parameter_default(Reader& reader, const std::vector<const clang::ParmVarDecl*>& all,
                          const Type& type) {
    for (const clang::ParmVarDecl* parameter : all) {
        if (!parameter->hasDefaultArg() || parameter->hasInheritedDefaultArg()) continue;
        if (parameter->hasUnparsedDefaultArg() || parameter->hasUninstantiatedDefaultArg()) break;
        return read_default(reader, *parameter->getDefaultArg(), type);
    }
    return {};
}

void describe_parameters(Reader& reader, const DocComment& doc, std::vector<Member>& members) {
    std::vector<std::string> names;
    for (const Member& member : members) names.push_back(member.name);
    for (const DocParameter& described : doc.parameters) {
        const auto member = std::find_if(members.begin(), members.end(),
                                         [&](const Member& m) { return m.name == described.name; });
        if (described.name.empty()) {
            reader.report(DiagnosticId::unknown_doc_parameter, described.span,
                          "@param without a name describes nothing; name the parameter that the "
                          "line is about, or take it out");
        } else if (member == members.end()) {
            reader.report(
                DiagnosticId::unknown_doc_parameter, described.span,
                "@param '" + described.name +
                    "' names no parameter of the function; correct the name or take the line out." +
                    did_you_mean(described.name, names));
        } else if (member->description.empty()) {
            member->description = described.text;
        }
    }
}

/// The bounds of a bit-field are those of its width.
void narrow_to_bits(Reader& reader, const clang::FieldDecl& field, Member& member) {
    member.is_bit_field = true;
    Type& type = member.type;
    const bool whole = type.kind == TypeKind::boolean || type.kind == TypeKind::unsupported;
    if (whole) return;
    if (type.kind != TypeKind::integer || type.form != NumberForm::plain) {
        reader.report_here(DiagnosticId::unsupported_type,
                           reader.subject.text + " uses the bit-field '" + member.name +
                               "', which is neither an integer nor bool; take its width away");
        type = {};
        return;
    }
    type.bits = std::min(type.bits, static_cast<int>(field.getBitWidthValue(reader.ast)));
}

}  // namespace

Member read_field(Reader& reader, const clang::FieldDecl& field) {
    Member member;
    member.name = field.getNameAsString();
    member.span = reader.places.token(field.getLocation());
    member.description = read_comment(reader, field).description;
    member.type = read_field_type(reader, field.getType());
    if (field.isBitField()) narrow_to_bits(reader, field, member);
    member.constraints = read_constraints(reader, {&field}, member.type);
    const clang::Expr* initialiser =
        field.hasInClassInitializer() ? field.getInClassInitializer() : nullptr;
    if (initialiser != nullptr && member.type.kind != TypeKind::unsupported) {
        member.fallback = read_default(reader, *initialiser, member.type);
    }
    return member;
}

std::vector<Member> read_parameters(Reader& reader, const clang::FunctionDecl& function,
                                    const DocComment& doc) {
    std::vector<Member> members;
    for (unsigned i = 0; i < function.getNumParams(); ++i) {
        const auto all = redeclared(function, i);
        const clang::ParmVarDecl* named = named_parameter(reader, all, i);
        const clang::ParmVarDecl& shown = named == nullptr ? *all.front() : *named;
        Member member;
        member.name = shown.getNameAsString();
        member.span = reader.places.token(shown.getLocation());
        reader.subject = {named == nullptr ? "parameter " + std::to_string(i + 1)
                                           : "parameter '" + member.name + "'",
                          member.span};
        member.type = read_parameter_type(reader, shown);
        member.constraints = read_constraints(reader, {all.begin(), all.end()}, member.type);
        if (member.type.kind != TypeKind::unsupported)
            member.fallback = parameter_default(reader, all, member.type);
        members.push_back(std::move(member));
    }
    describe_parameters(reader, doc, members);
    return members;
}

}  // namespace iam::gen
