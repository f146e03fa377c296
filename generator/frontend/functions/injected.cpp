// Recognises parameters filled from the call and not from its arguments.
#include "generator/frontend/functions/injected.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

#include <array>

namespace iam::gen {

namespace {

/// The last names of the types of injected parameters. A test of the last name is fast, and most
/// parameters fail it; a full name takes long to make.
constexpr std::array<llvm::StringLiteral, 5> k_last_names = {"Context", "Progress", "stop_token",
                                                             "IdempotencyKey", "source_location"};

/// True for `std::source_location::current()`, the place of the call.
bool is_place_of_call(const clang::Expr& expression) {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(expression.IgnoreUnlessSpelledInSource());
    const auto* callee =
        call == nullptr ? nullptr
                        : llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
    return callee != nullptr && qualified_name(*callee) == "std::source_location::current";
}

/// True if the parameter's default is the place of the call. The model gives no value for it, so
/// the default always applies.
bool defaults_to_place_of_call(const clang::ParmVarDecl& parameter) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(parameter.getDeclContext());
    if (function == nullptr) return false;
    for (const clang::FunctionDecl* decl : function->redecls()) {
        const auto* declared = decl->getParamDecl(parameter.getFunctionScopeIndex());
        if (!declared->hasDefaultArg() || declared->hasUnparsedDefaultArg()) continue;
        const auto* value = declared->hasUninstantiatedDefaultArg()
                                ? declared->getUninstantiatedDefaultArg()
                                : declared->getDefaultArg();
        if (is_place_of_call(*value)) return true;
    }
    return false;
}

}  // namespace

std::optional<Injected::Kind> injected_kind(const clang::ParmVarDecl& parameter) {
    const clang::QualType type = parameter.getType();
    const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    if (record == nullptr || record->getIdentifier() == nullptr) return std::nullopt;
    if (!llvm::is_contained(k_last_names, record->getName())) return std::nullopt;
    const bool could_give_back =
        type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified();
    const std::string name = qualified_name(*record);
    if (name == "iam::Context" && type->isLValueReferenceType()) return Injected::Kind::context;
    if (name == "iam::Progress" && type->isLValueReferenceType() && could_give_back)
        return Injected::Kind::progress;
    if (name == "std::stop_token" && !could_give_back) return Injected::Kind::stop_token;
    if (name == "iam::IdempotencyKey" && !could_give_back) return Injected::Kind::idempotency_key;
    if (name == "std::source_location" && !could_give_back && defaults_to_place_of_call(parameter))
        return Injected::Kind::place_of_call;
    return std::nullopt;
}

void check_injected(Reader& reader, const std::vector<const clang::ParmVarDecl*>& redeclared) {
    for (const clang::ParmVarDecl* parameter : redeclared)
        for (const AttributeUse* use : reader.uses_of(parameter))
            reader.report(DiagnosticId::attribute_misplaced, reader.places.range(use->range),
                          "[[iam::" + use->name +
                              "]] means nothing on a parameter that comes from the call, since the "
                              "model neither sees nor gives it; take it out");
}

}  // namespace iam::gen
