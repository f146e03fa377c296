#include "generator/frontend/injected.hpp"

namespace iam::gen {

std::optional<Injected::Kind> injected_kind(const clang::ParmVarDecl& parameter) {
    const clang::QualType type = parameter.getType();
    const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    if (record == nullptr || record->getIdentifier() == nullptr) return std::nullopt;
    // Most parameters are none of them, and what their types are called in full takes long to say.
    const llvm::StringRef own = record->getName();
    if (own != "Context" && own != "stop_token" && own != "IdempotencyKey") return std::nullopt;
    const bool could_give_back =
        type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified();
    const std::string name = qualified_name(*record);
    if (name == "iam::Context" && type->isLValueReferenceType()) return Injected::Kind::context;
    if (name == "std::stop_token" && !could_give_back) return Injected::Kind::stop_token;
    if (name == "iam::IdempotencyKey" && !could_give_back) return Injected::Kind::idempotency_key;
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
