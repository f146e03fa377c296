// Resolves the function named by a companion: fn, &Class::fn, overloaded names, names declared
// further down, strings.
#include "generator/frontend/functions/companions.hpp"

#include <generator/frontend/attributes/names.hpp>
#include <generator/frontend/clang/constants.hpp>
#include <generator/frontend/clang/lookup.hpp>
#include <generator/frontend/functions/instantiations.hpp>

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Lex/Lexer.h>
#include <clang/Sema/Sema.h>

namespace iam::gen {
namespace {

using clang::Expr;
using clang::NamedDecl;

/// The function of a declaration. A template gives its only explicit instantiation, if there is
/// exactly one.
const clang::FunctionDecl* as_function(const Reader& reader, const NamedDecl* decl) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) return function;
    const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(decl);
    if (pattern == nullptr) return nullptr;
    const auto made = explicit_instantiations(reader, *pattern);
    return made.size() == 1 ? made.front() : pattern->getTemplatedDecl();
}

/// The first function among overloads. All have one qualified name.
const clang::FunctionDecl* first_function(const Reader& reader,
                                          const std::vector<const NamedDecl*>& decls) {
    for (const NamedDecl* decl : decls) {
        if (const clang::FunctionDecl* function = as_function(reader, decl)) return function;
    }
    return nullptr;
}

const clang::FunctionDecl* function_of(const Reader& reader, const Expr* expression) {
    expression = expression->IgnoreParenImpCasts();
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(expression);
        address != nullptr && address->getOpcode() == clang::UO_AddrOf) {
        expression = address->getSubExpr()->IgnoreParenImpCasts();
    }
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
        return as_function(reader, reference->getDecl());
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression))
        return as_function(reader, member->getMemberDecl());
    if (const auto* overloads = llvm::dyn_cast<clang::OverloadExpr>(expression)) {
        // `fn<int>`
        if (const auto* made = reader.sema.ResolveSingleFunctionTemplateSpecialization(
                const_cast<clang::OverloadExpr*>(overloads)))
            return made;
        std::vector<const NamedDecl*> decls;
        for (const NamedDecl* decl : overloads->decls()) decls.push_back(decl->getUnderlyingDecl());
        return first_function(reader, decls);
    }
    return nullptr;
}

std::string source_text(const Reader& reader, clang::SourceRange range) {
    const auto characters = clang::CharSourceRange::getTokenRange(
        reader.places.in_file(range.getBegin()), reader.places.in_file(range.getEnd()));
    llvm::StringRef text =
        clang::Lexer::getSourceText(characters, reader.places.sources(), reader.ast.getLangOpts());
    text.consume_front("&");
    return text.str();
}

std::vector<std::string> tagged_functions(const Reader& reader) {
    std::vector<std::string> names;
    for (const auto& [decl, uses] : reader.uses) {
        const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
        if (function == nullptr) continue;
        for (const AttributeUse* use : uses) {
            if (use->name == "tool") names.push_back(function->getNameAsString());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

void report_unknown(Reader& reader, const AttributeUse& tag, const NamedFunction& named) {
    reader.report(DiagnosticId::unknown_function, named.span,
                  "'" + named.text + "' names no function here." +
                      did_you_mean(named.text, tagged_functions(reader)) +
                      " Write [[iam::" + tag.name +
                      "(fn)]] with the function that is the tool, qualified where it is in "
                      "another scope");
}

std::optional<NamedFunction> by_text(Reader& reader, const AttributeUse& tag, NamedFunction named,
                                     bool is_string) {
    const clang::FunctionDecl* function =
        first_function(reader, find_name(reader, tag.decl->getDeclContext(), named.text));
    if (function != nullptr) {
        named.name = qualified_name(*function);
    } else if (is_string) {
        named.name = named.text;  // may be a tool's name, not known yet
    } else {
        report_unknown(reader, tag, named);
        return std::nullopt;
    }
    return named;
}

}  // namespace

std::optional<NamedFunction> named_function(Reader& reader, const AttributeUse& tag) {
    NamedFunction named;
    named.span = reader.places.range(tag.range);
    if (tag.arguments.size() != 1) {
        reader.report(DiagnosticId::attribute_arguments, named.span,
                      "iam::" + tag.name + " takes the function that is its tool: write [[iam::" +
                          tag.name + "(fn)]]");
        return std::nullopt;
    }
    if (const auto* identifier = llvm::dyn_cast<clang::IdentifierLoc*>(tag.arguments.front())) {
        named.text = identifier->Ident->getName().str();
        named.span = reader.places.token(identifier->Loc);
        return by_text(reader, tag, std::move(named), false);
    }
    const Expr* expression = llvm::cast<Expr*>(tag.arguments.front());
    named.span = reader.places.range(expression->getSourceRange());
    if (const auto text = constant_string(reader, *expression)) {
        named.text = *text;
        return by_text(reader, tag, std::move(named), true);
    }
    named.text = source_text(reader, expression->getSourceRange());
    if (const clang::FunctionDecl* function = function_of(reader, expression)) {
        named.name = qualified_name(*function);
        return named;
    }
    report_unknown(reader, tag, named);
    return std::nullopt;
}

}  // namespace iam::gen
