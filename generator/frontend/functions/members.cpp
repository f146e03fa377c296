// Reads parameters of functions and fields of records: type, attributes, default, description.
#include "generator/frontend/functions/members.hpp"

#include <generator/frontend/attributes/constraints.hpp>
#include <generator/frontend/clang/constants.hpp>
#include <generator/frontend/clang/macro_notes.hpp>
#include <generator/frontend/comments/comments.hpp>
#include <generator/frontend/functions/injected.hpp>
#include <generator/frontend/functions/instantiations.hpp>
#include <generator/frontend/types/aliases.hpp>
#include <generator/frontend/types/forms.hpp>
#include <generator/frontend/types/types.hpp>

#include <clang/AST/Decl.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>

#include <algorithm>

namespace iam::gen {
namespace {

std::vector<const clang::ParmVarDecl*> redeclared(const clang::FunctionDecl& function,
                                                  unsigned index) {
    std::vector<const clang::ParmVarDecl*> all;
    for (const clang::FunctionDecl* decl : function.redecls())
        all.push_back(decl->getParamDecl(index));
    // clang may list the newest declaration first or last; readers go from top to bottom.
    std::sort(all.begin(), all.end(), [&](const auto* left, const auto* right) {
        return function.getASTContext().getSourceManager().isBeforeInTranslationUnit(
            left->getBeginLoc(), right->getBeginLoc());
    });
    return all;
}

/// The declarations with the parameter's name for callers. A user's declaration of a library
/// function counts before the library's own.
std::vector<const clang::ParmVarDecl*> naming(const Reader& reader,
                                              const std::vector<const clang::ParmVarDecl*>& all) {
    std::vector<const clang::ParmVarDecl*> ours;
    for (const clang::ParmVarDecl* parameter : all) {
        const bool is_theirs = reader.places.sources().isInSystemHeader(
            reader.places.in_file(parameter->getLocation()));
        if (!is_theirs && !parameter->getName().empty()) ours.push_back(parameter);
    }
    return ours.empty() ? all : ours;
}

/// The declaration with the parameter's name. Reports a missing name, and differences between
/// declarations.
const clang::ParmVarDecl* named_parameter(Reader& reader,
                                          const std::vector<const clang::ParmVarDecl*>& all,
                                          unsigned index) {
    const clang::ParmVarDecl* named = nullptr;
    for (const clang::ParmVarDecl* parameter : naming(reader, all)) {
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
                      " has no name, and callers give arguments by name; name it",
                  macro_notes(reader.sema.getPreprocessor(), all.front()->getEndLoc()));
    return nullptr;
}

/// The default of a parameter. `called` is the parameter of the called function, `all` its
/// declarations.
Default parameter_default(Reader& reader, clang::ParmVarDecl& called,
                          const std::vector<const clang::ParmVarDecl*>& all, const Type& type) {
    if (called.hasUninstantiatedDefaultArg()) {
        auto* function = llvm::cast<clang::FunctionDecl>(called.getDeclContext());
        const auto place = function->getPointOfInstantiation();
        if (reader.sema.InstantiateDefaultArgument(place, function, &called)) return {};
        return read_default(reader, *called.getDefaultArg(), type);
    }
    for (const clang::ParmVarDecl* parameter : all) {
        if (!parameter->hasDefaultArg() || parameter->hasInheritedDefaultArg()) continue;
        if (parameter->hasUnparsedDefaultArg()) break;
        return read_default(reader, *parameter->getDefaultArg(), type);
    }
    return {};
}

llvm::StringSet<> injected_names(const clang::FunctionDecl& function) {
    llvm::StringSet<> names;
    const auto written = as_written(function).parameters();
    for (unsigned i = 0; i < function.getNumParams(); ++i)
        if (injected_kind(*function.getParamDecl(i))) names.insert(written[i]->getName());
    return names;
}

void describe_parameters(Reader& reader, const clang::FunctionDecl& function, const DocComment& doc,
                         std::vector<Member>& members) {
    if (doc.parameters.empty()) return;
    std::vector<std::string> names;
    llvm::StringMap<Member*> by_name;
    for (Member& member : members) {
        names.push_back(member.name);
        by_name.try_emplace(member.name, &member);
    }
    const llvm::StringSet<> injected = injected_names(function);
    for (const DocParameter& described : doc.parameters) {
        if (injected.contains(described.name)) continue;  // for readers of the header
        Member* const member = by_name.lookup(described.name);
        if (described.name.empty()) {
            reader.report(DiagnosticId::unknown_doc_parameter, described.span,
                          "@param without a name describes nothing; name the parameter that the "
                          "line is about, or take it out");
        } else if (member == nullptr) {
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

/// Takes descriptions from comments beside the parameters, `int hour, ///< of the day`.
void describe_in_place(Reader& reader, const clang::FunctionDecl& function,
                       std::vector<Member>& members) {
    auto member = members.begin();
    for (unsigned i = 0; i < function.getNumParams(); ++i) {
        if (injected_kind(*function.getParamDecl(i))) continue;
        for (const clang::ParmVarDecl* parameter : redeclared(as_written(function), i))
            if (member->description.empty())
                member->description = read_comment(reader, *parameter).description;
        ++member;
    }
}

/// Reports a computed default in front of an injected parameter. A call can leave out its last
/// arguments only, and the library gives the injected one.
void check_computed_before(Reader& reader, const std::vector<Member>& members,
                           const clang::ParmVarDecl& injected) {
    if (members.empty() || members.back().fallback.kind != Default::Kind::computed) return;
    reader.report(
        DiagnosticId::computed_default_first, members.back().fallback.span,
        "iam-gen cannot write the default of '" + members.back().name +
            "' as JSON, so that it cannot be left out while the parameter behind it comes from "
            "the call; move that one in front of it",
        {{"it follows here", reader.places.token(injected.getLocation())}});
}

/// Limits the bounds of a bit-field to its width.
void narrow_to_bits(Reader& reader, const clang::FieldDecl& field, Member& member) {
    member.is_bit_field = true;
    Type& type = member.type;
    const bool whole = type.kind == TypeKind::boolean || type.kind == TypeKind::unsupported;
    if (whole) return;
    if (type.kind != TypeKind::integer || type.form != NumberForm::plain || type.is_decimal) {
        reader.report_here(DiagnosticId::unsupported_type,
                           reader.subject.text + " uses the bit-field '" + member.name +
                               "', which is neither an integer nor bool; take its width away");
        type = {};
        return;
    }
    type.bits = std::min(type.bits, static_cast<int>(field.getBitWidthValue(reader.ast)));
}

/// Quotes the example of an integer written as a text in JSON, if it was given as a number.
void quote_example(Member& member) {
    auto& example = member.constraints.example;
    const bool is_bare = example && example->value.find('"') == std::string::npos;
    if (is_bare && without_optional(member.type).is_decimal)
        example->value = '"' + example->value + '"';
}

/// Reads the attributes of the member and of the aliases of its type. Returns the comment of the
/// aliases.
std::string constrain(Reader& reader, const std::vector<const clang::Decl*>& declarations,
                      Member& member) {
    member.constraints = read_constraints(reader, declarations, member.type);
    apply_form(reader, member.name, member.constraints, member.type);
    std::string description = take_alias_rules(reader, member);
    quote_example(member);
    return description;
}

/// `description` receives the comment of the type's aliases.
Member read_parameter(Reader& reader, const clang::FunctionDecl& function,
                      const std::vector<const clang::ParmVarDecl*>& all, unsigned index,
                      std::string& description) {
    const clang::ParmVarDecl* named = named_parameter(reader, all, index);
    const clang::ParmVarDecl& shown = named == nullptr ? *all.front() : *named;
    Member member;
    member.name = shown.getName().str();
    member.span = reader.places.token(shown.getLocation());
    reader.subject = {named == nullptr ? "parameter " + std::to_string(index + 1)
                                       : "parameter '" + member.name + "'",
                      member.span};
    // An instantiation has types of its own. For other functions the shown declaration may say
    // more, as in T[N].
    const bool is_made = is_explicit_instantiation(function);
    const clang::ParmVarDecl& called = is_made ? *function.getParamDecl(index) : shown;
    member.type = read_parameter_type(reader, called);
    description = constrain(reader, {all.begin(), all.end()}, member);
    if (member.type.kind != TypeKind::unsupported)
        member.fallback =
            parameter_default(reader, const_cast<clang::ParmVarDecl&>(called), all, member.type);
    return member;
}

/// The field as its author wrote it. If its class was made of a template, the attributes stand
/// there.
const clang::FieldDecl& written_field(const clang::FieldDecl& field) {
    const auto* owner = llvm::dyn_cast<clang::CXXRecordDecl>(field.getParent());
    const auto* pattern = owner == nullptr ? nullptr : owner->getTemplateInstantiationPattern();
    if (pattern == nullptr) return field;
    for (const clang::NamedDecl* found : pattern->lookup(field.getDeclName()))
        if (const auto* written = llvm::dyn_cast<clang::FieldDecl>(found)) return *written;
    return field;
}

const clang::Expr* initialiser_of(Reader& reader, const clang::FieldDecl& field) {
    if (!field.hasInClassInitializer()) return nullptr;
    if (field.getInClassInitializer() == nullptr) {
        // clang makes the initialiser of its template when it is used, and keeps it.
        static_cast<void>(reader.sema.BuildCXXDefaultInitExpr(
            field.getLocation(), const_cast<clang::FieldDecl*>(&field)));
    }
    return field.getInClassInitializer();
}

}  // namespace

Member read_field(Reader& reader, const clang::FieldDecl& field) {
    Member member;
    member.name = field.getName().str();
    member.span = reader.places.token(field.getLocation());
    const clang::FieldDecl& written = written_field(field);
    member.description = read_comment(reader, written).description;
    member.type = read_field_type(reader, field.getType());
    if (field.isBitField()) narrow_to_bits(reader, field, member);
    std::string description = constrain(reader, {&written}, member);
    if (member.description.empty()) member.description = std::move(description);
    const clang::Expr* initialiser = initialiser_of(reader, field);
    if (initialiser != nullptr && member.type.kind != TypeKind::unsupported) {
        member.fallback = read_default(reader, *initialiser, member.type);
    }
    return member;
}

void read_parameters(Reader& reader, const clang::FunctionDecl& function, const DocComment& doc,
                     Function& out) {
    std::vector<std::string> of_aliases;
    out.parameters.reserve(function.getNumParams());
    for (unsigned i = 0; i < function.getNumParams(); ++i) {
        const auto all = redeclared(as_written(function), i);
        const clang::ParmVarDecl& called = *function.getParamDecl(i);
        if (const auto kind = injected_kind(called)) {
            check_injected(reader, all);
            // A place of call has a default: it is left out together with the arguments in front of
            // it.
            if (*kind != Injected::Kind::place_of_call)
                check_computed_before(reader, out.parameters, *all.front());
            const clang::QualType type = called.getType();
            out.injected.push_back(
                {*kind, i,
                 type->isLValueReferenceType() && type.getNonReferenceType().isConstQualified()});
        } else {
            of_aliases.emplace_back();
            out.parameters.push_back(read_parameter(reader, function, all, i, of_aliases.back()));
        }
    }
    describe_parameters(reader, function, doc, out.parameters);
    describe_in_place(reader, function, out.parameters);
    for (std::size_t i = 0; i < of_aliases.size(); ++i)
        if (out.parameters[i].description.empty())
            out.parameters[i].description = std::move(of_aliases[i]);
}

}  // namespace iam::gen
