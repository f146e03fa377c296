// Finds the value and the errors behind a result type: futures, expected types, and types with an
// iam::returned of the program.
#include "generator/frontend/functions/results.hpp"

#include <generator/frontend/clang/lookup.hpp>
#include <generator/frontend/types/traits.hpp>
#include <generator/frontend/types/type_parts.hpp>

namespace iam::gen {
namespace {

using clang::QualType;

bool is_future(QualType type) {
    return is_std_class(type, "future") || is_std_class(type, "shared_future");
}

/// The value of std::expected, of tl::expected, or of a type with the same members.
std::optional<QualType> expected_value(Reader& reader, const clang::CXXRecordDecl& record,
                                       SettledType& settled) {
    const auto value = member_type(reader, record, "value_type");
    const auto error = member_type(reader, record, "error_type");
    if (!value || !error || !member_type(reader, record, "unexpected_type")) return std::nullopt;
    settled.failures.push_back(*error);
    return value;
}

/// The functions of a class with this name, without templates.
std::vector<const clang::FunctionDecl*> functions_named(Reader& reader,
                                                        const clang::CXXRecordDecl& record,
                                                        llvm::StringRef name) {
    std::vector<const clang::FunctionDecl*> functions;
    for (const clang::NamedDecl* member : find_member(reader, &record, name))
        if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(member))
            functions.push_back(function);
    return functions;
}

/// E of the std::optional<E> or E* returned by a trait's function `failure`.
std::optional<QualType> held_failure(const std::vector<const clang::FunctionDecl*>& failures) {
    if (failures.size() != 1) return std::nullopt;
    const QualType given = failures.front()->getReturnType().getNonReferenceType();
    if (given->isPointerType()) return given->getPointeeType().getUnqualifiedType();
    if (!is_std_class(given, "optional")) return std::nullopt;
    return argument_type(*as_specialization(given), 0);
}

/// The value given by a specialisation of iam::returned.
std::optional<QualType> returned_value(Reader& reader, const clang::CXXRecordDecl& trait,
                                       SettledType& settled) {
    const auto refuse = [&](const std::string& reason) {
        refuse_type(reader, DiagnosticId::unsuitable_class, settled.type, reason);
        settled.is_refused = true;
        return std::nullopt;
    };
    const auto value = member_type(reader, trait, "value");
    if (!value)
        return refuse(
            "whose iam::returned lacks 'value'; give it 'using value = …' with the type "
            "that the model gets");
    if (!has_function(reader, trait, "get"))
        return refuse(
            "whose iam::returned lacks 'get'; give it a static function that takes the "
            "type and iam::Context& and returns the value");
    const bool may_fail = has_function(reader, trait, "failure");
    // If a type tells at once whether it has failed, nothing waits for it.
    settled.is_late = settled.is_late || !may_fail;
    if (!may_fail) return value;
    const auto failure = held_failure(functions_named(reader, trait, "failure"));
    if (!failure)
        return refuse(
            "whose iam::returned has a 'failure' that does not say what it gives; let it "
            "return a std::optional of the error or a pointer to it");
    settled.failures.push_back(*failure);
    return value;
}

/// The value the type stands for; nothing if it stands for itself.
std::optional<QualType> value_within(Reader& reader, SettledType& settled) {
    const auto* record = settled.type->getAsCXXRecordDecl();
    if (record == nullptr || record->getIdentifier() == nullptr) return std::nullopt;
    if (const auto* trait = specialisation(reader, "returned", settled.type))
        return returned_value(reader, *trait, settled);
    if (is_future(settled.type)) {
        settled.is_late = true;
        return argument_type(*as_specialization(settled.type), 0);
    }
    if (!is_complete(reader, settled.type)) return std::nullopt;
    return expected_value(reader, *record->getDefinition(), settled);
}

bool is_text_class(QualType type) {
    const bool is_text =
        is_std_class(type, "basic_string") || is_std_class(type, "basic_string_view");
    return is_text && is_char(argument_type(*as_specialization(type.getNonReferenceType()), 0));
}

bool is_text_type(QualType type) {
    return type->isPointerType() ? is_char(type->getPointeeType()) : is_text_class(type);
}

/// True for a public function that returns text, if a call on a const object needs no arguments.
bool gives_text(const clang::FunctionDecl& function) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    const bool is_callable = method == nullptr || method->isStatic() ||
                             (method->isConst() && method->getRefQualifier() != clang::RQ_RValue);
    return is_callable && function.getAccess() == clang::AS_public &&
           function.getMinRequiredArguments() == 0 && !function.isDeleted() &&
           is_text_type(function.getReturnType());
}

}  // namespace

SettledType settled_type(Reader& reader, QualType type) {
    SettledType settled{.type = type};
    constexpr int k_within_max = 8;  // a limit, since a type could stand for itself
    for (int i = 0; i < k_within_max; ++i) {
        const auto value = value_within(reader, settled);
        if (!value) break;
        settled.type = *value;
        settled.is_settled = true;
    }
    return settled;
}

bool has_words(Reader& reader, QualType type) {
    if (is_text_type(type)) return true;
    const auto* record = type->getAsCXXRecordDecl();
    if (record == nullptr || !is_complete(reader, type)) return false;
    if (qualified_name(*record) == "iam::Error") return true;
    for (const char* name : {"message", "what"})
        if (llvm::any_of(functions_named(reader, *record->getDefinition(), name),
                         [](const clang::FunctionDecl* function) { return gives_text(*function); }))
            return true;
    return false;
}

}  // namespace iam::gen
