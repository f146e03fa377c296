// Reads functions for generated code to call, and reports why others are refused.
#include "generator/frontend/functions/functions.hpp"

#include <generator/frontend/functions/injected.hpp>
#include <generator/frontend/functions/instantiations.hpp>
#include <generator/frontend/functions/members.hpp>
#include <generator/frontend/functions/results.hpp>
#include <generator/frontend/types/aliases.hpp>
#include <generator/frontend/types/type_names.hpp>
#include <generator/frontend/types/type_parts.hpp>
#include <generator/frontend/types/types.hpp>

#include <clang/AST/DeclTemplate.h>

#include <algorithm>

namespace iam::gen {
namespace {

struct Refusal {
    DiagnosticId id;
    std::string reason;
};

bool is_template(const clang::FunctionDecl& function) {
    return function.getDescribedFunctionTemplate() != nullptr || function.isDependentContext() ||
           (function.getPrimaryTemplate() != nullptr && !is_explicit_instantiation(function));
}

bool takes_pack(const clang::FunctionDecl& function) {
    return llvm::any_of(as_written(function).parameters(),
                        [](const auto* parameter) { return parameter->isParameterPack(); });
}

std::optional<Refusal> kind_refusal(const clang::FunctionDecl& function) {
    if (is_template(function)) {
        return Refusal{
            DiagnosticId::function_template,
            "is a template, and a call has no types to give; write a plain function that calls it"};
    }
    if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function)) {
        return Refusal{
            DiagnosticId::special_function,
            "is a constructor or destructor; write a function that makes or ends the object"};
    }
    if (function.isOverloadedOperator() || llvm::isa<clang::CXXConversionDecl>(function) ||
        function.getLiteralIdentifier() != nullptr) {
        return Refusal{DiagnosticId::special_function,
                       "is an operator; give what it does a name in a function of its own"};
    }
    if (function.isMain()) {
        return Refusal{DiagnosticId::special_function,
                       "is the program itself; tag the functions that it calls"};
    }
    if (function.isConsteval()) {
        return Refusal{DiagnosticId::special_function,
                       "runs in the compiler only; make it constexpr"};
    }
    if (function.isDeleted()) {
        return Refusal{DiagnosticId::deleted_function,
                       "is deleted; take the tag away, or define the function"};
    }
    if (function.isVariadic() || takes_pack(function)) {
        return Refusal{DiagnosticId::variadic_function,
                       "takes an open number of arguments; take a std::vector"};
    }
    return std::nullopt;
}

std::optional<Refusal> method_refusal(const clang::CXXMethodDecl& method) {
    if (method.getRefQualifier() == clang::RQ_RValue || method.isVolatile()) {
        return Refusal{DiagnosticId::not_linkable,
                       "cannot be called on an ordinary object; take && or volatile away"};
    }
    for (const clang::Decl* at = &method; at != nullptr;
         at = llvm::dyn_cast_or_null<clang::Decl>(at->getDeclContext())) {
        if (at->getAccess() == clang::AS_private || at->getAccess() == clang::AS_protected) {
            return Refusal{DiagnosticId::inaccessible_member,
                           "is not public, so that generated code cannot call it; make it public"};
        }
    }
    return std::nullopt;
}

/// True for a function declared only as a friend in a class. A call finds it by its arguments only.
bool is_hidden_friend(const clang::FunctionDecl& function) {
    return llvm::all_of(function.redecls(), [](const clang::FunctionDecl* decl) {
        return decl->getFriendObjectKind() == clang::Decl::FOK_Undeclared;
    });
}

std::optional<Refusal> linkage_refusal(const clang::FunctionDecl& function) {
    if (is_hidden_friend(function)) {
        return Refusal{DiagnosticId::not_linkable,
                       "is declared as a friend only, so that generated code does not find its "
                       "name; declare it outside of the class too"};
    }
    if (function.isInAnonymousNamespace()) {
        return Refusal{
            DiagnosticId::not_linkable,
            "is in an unnamed namespace, where generated code cannot reach it; move it out"};
    }
    if (!function.isExternallyVisible() || function.getStorageClass() == clang::SC_Static) {
        return Refusal{DiagnosticId::not_linkable,
                       "is static or takes a type without linkage, so that generated code cannot "
                       "reach it; make it inline "
                       "or declare it without static"};
    }
    return std::nullopt;
}

std::optional<Refusal> refusal_of(const clang::FunctionDecl& function) {
    if (auto refusal = kind_refusal(function)) return refusal;
    if (has_unspeakable_argument(function)) {
        return Refusal{DiagnosticId::not_linkable,
                       "has a template argument that generated code cannot name; write a plain "
                       "function that calls it"};
    }
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function)) {
        if (auto refusal = method_refusal(*method)) return refusal;
        const auto* owner = method->getParent();
        if (owner->getIdentifier() == nullptr || !owner->isExternallyVisible()) {
            return Refusal{DiagnosticId::not_linkable,
                           "belongs to a class that generated code cannot name; give the class a "
                           "name at namespace scope"};
        }
        return std::nullopt;
    }
    return linkage_refusal(function);
}

/// True for a type with a reference to a value of the caller.
bool is_borrowed(clang::QualType type) {
    if (type->isReferenceType() || type->isPointerType()) return true;
    return is_std_class(type, "basic_string_view") || is_std_class(type, "span");
}

void check_late_parameters(Reader& reader, const clang::FunctionDecl& function) {
    for (const clang::ParmVarDecl* parameter : function.parameters()) {
        if (injected_kind(*parameter) || !is_borrowed(parameter->getType())) continue;
        reader.report(DiagnosticId::late_reference, reader.places.token(parameter->getLocation()),
                      "parameter '" + parameter->getNameAsString() +
                          "' refers to a value of the caller, and the function may still run when "
                          "it has returned; take the value itself, a std::string or std::vector",
                      {{"what it returns ends later",
                        reader.places.range(function.getReturnTypeSourceRange())}});
    }
}

/// Reads the error type without words. It is written as JSON.
void read_failure(Reader& reader, std::vector<clang::QualType> failures, Function& out) {
    llvm::erase_if(failures, [&](clang::QualType failure) { return has_words(reader, failure); });
    if (failures.empty()) return;
    const bool is_one = llvm::all_of(failures, [&](clang::QualType failure) {
        return reader.ast.hasSameUnqualifiedType(failure, failures.front());
    });
    if (!is_one)
        return reader.report_here(
            DiagnosticId::unsuitable_class,
            reader.subject.text + " has errors of more than one type without words, '" +
                type_text(reader, failures[0]) + "' and '" + type_text(reader, failures.back()) +
                "'; give one of them a function message() that gives a "
                "std::string, or take one type for both");
    reader.subject.text = "the error of '" + out.name + "'";
    out.failure = read_held_type(reader, failures.front());
}

/// True for a result with a reference to a value not returned by the function.
bool is_view_of_result(clang::QualType type) {
    return type->isLValueReferenceType() || is_c_string(type) ||
           (is_std_class(type, "basic_string_view") &&
            is_char(argument_type(*as_specialization(type), 0)));
}

/// Reads the value shown by a view. The glue copies it before anything else can happen to it.
void read_viewed_result(Reader& reader, clang::QualType type, Function& out) {
    reader.report(DiagnosticId::view_returned, reader.subject.span,
                  reader.subject.text + " is the view '" + type_text(reader, type) +
                      "', which is read when the function has returned; let what it shows live "
                      "beyond that, or return the value itself");
    if (is_c_string(type)) {
        Type text;
        text.kind = TypeKind::string;
        text.cpp = "::std::string";
        out.result = holder(TypeKind::optional, "::std::optional<", text);
        out.gives_pointer = true;
        return;
    }
    if (type->isLValueReferenceType()) {
        out.result = read_held_type(reader, type.getNonReferenceType().getUnqualifiedType());
        return;
    }
    out.result = read_viewed_text(reader, type);
}

void read_result(Reader& reader, const clang::FunctionDecl& function, bool is_preview,
                 Function& out) {
    reader.subject = {"the result of '" + out.name + "'", out.span};
    // A person waits for a preview, so its value must be there at once.
    const SettledType settled = is_preview ? SettledType{.type = function.getReturnType()}
                                           : settled_type(reader, function.getReturnType());
    if (settled.is_refused) return;
    if (settled.is_settled && refuse_lost_rules(reader, function.getReturnType())) return;
    if (!is_preview && !settled.is_settled && is_view_of_result(settled.type))
        return read_viewed_result(reader, settled.type, out);
    out.result = read_result_type(reader, settled.type, is_preview);
    out.is_settled = settled.is_settled;
    if (settled.is_late) check_late_parameters(reader, function);
    read_failure(reader, settled.failures, out);
}

/// The namespace of a function. Inline namespaces are left out: they are versions of the one around
/// them.
std::string space_of(const clang::FunctionDecl& function) {
    std::string out;
    for (const clang::DeclContext* context = function.getDeclContext(); context != nullptr;
         context = context->getParent()) {
        const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(context);
        if (space == nullptr || space->isInline()) continue;
        out = space->getNameAsString() + (out.empty() ? "" : "::") + out;
    }
    return out;
}

void report_other_comment(Reader& reader, const clang::FunctionDecl& decl,
                          const clang::FunctionDecl& described) {
    reader.report(DiagnosticId::comments_differ, reader.places.token(decl.getLocation()),
                  "the comment about '" + qualified_name(decl) +
                      "' is another one than that of an earlier declaration, which models read; "
                      "say it once",
                  {{"that one", reader.places.token(described.getLocation())}});
}

/// Removes parameters absent from the function. A library's comments may use other names, and the
/// user cannot change these.
void keep_known(std::vector<DocParameter>& described, const clang::FunctionDecl& function) {
    llvm::erase_if(described, [&](const DocParameter& doc) {
        return llvm::none_of(function.redecls(), [&](const clang::FunctionDecl* decl) {
            return llvm::any_of(decl->parameters(), [&](const clang::ParmVarDecl* parameter) {
                return parameter->getName() == doc.name;
            });
        });
    });
}

}  // namespace

bool is_callable(Reader& reader, const clang::FunctionDecl& function, const AttributeUse& tag) {
    const auto refusal = refusal_of(function);
    if (!refusal) return true;
    reader.report(
        refusal->id, reader.places.token(place_of(function)),
        "'" + qualified_name(function) + "' cannot be a " + tag.name + ": it " + refusal->reason,
        {{"the tag is here", reader.places.range(tag.range)}});
    return false;
}

Function read_function(Reader& reader, const clang::FunctionDecl& function, const DocComment& doc,
                       bool is_preview) {
    Function out;
    out.cpp = cpp_name(function);
    out.type_cpp = pointer_type(function);
    out.name = qualified_name(function);
    out.space = space_of(function);
    out.span = reader.places.token(place_of(function));
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    if (method != nullptr && !method->isStatic()) {
        out.class_cpp = cpp_name(*method->getParent());
        out.is_const = method->isConst();
    }
    read_parameters(reader, function, doc, out);
    read_result(reader, function, is_preview, out);
    return out;
}

DocComment read_function_comment(Reader& reader, const clang::FunctionDecl& function,
                                 IsListed is_listed) {
    const clang::FunctionDecl& written = as_written(function);
    std::vector<const clang::FunctionDecl*> all(written.redecls_begin(), written.redecls_end());
    std::sort(all.begin(), all.end(), [&](const auto* left, const auto* right) {
        return reader.places.sources().isBeforeInTranslationUnit(left->getLocation(),
                                                                 right->getLocation());
    });
    // A library writes its comments for its own readers. If a listed header declares its function
    // again, with a tag, it speaks to models, so its comments come first.
    const auto theirs = std::stable_partition(
        all.begin(), all.end(), [&](const auto* decl) { return is_listed(decl->getLocation()); });
    DocComment merged;
    const clang::FunctionDecl* described = nullptr;
    for (auto at = all.begin(); at != all.end(); ++at) {
        DocComment doc = read_comment(reader, **at);
        const bool is_ours = at < theirs;
        if (is_ours && described != nullptr && !doc.description.empty() &&
            doc.description != merged.description)
            report_other_comment(reader, **at, *described);
        if (merged.description.empty() && !doc.description.empty()) {
            merged.description = std::move(doc.description);
            described = *at;
        }
        if (merged.result.empty()) merged.result = std::move(doc.result);
        if (!is_ours) keep_known(doc.parameters, written);
        if (merged.parameters.empty()) merged.parameters = std::move(doc.parameters);
    }
    return merged;
}

}  // namespace iam::gen
