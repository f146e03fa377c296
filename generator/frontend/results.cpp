#include "generator/frontend/results.hpp"

#include <generator/frontend/traits.hpp>
#include <generator/frontend/type_parts.hpp>

namespace iam::gen {
namespace {

using clang::QualType;

bool is_future(QualType type) {
    return is_std_class(type, "future") || is_std_class(type, "shared_future");
}

/// std::expected, tl::expected and what looks like them.
std::optional<QualType> expected_value(Reader& reader, const clang::CXXRecordDecl& record,
                                       std::optional<QualType>& failure) {
    const auto value = member_type(reader, record, "value_type");
    const auto error = member_type(reader, record, "error_type");
    if (!value || !error || !member_type(reader, record, "unexpected_type")) return std::nullopt;
    failure = error;
    return value;
}

/// What the type stands for; nothing where it stands for itself.
std::optional<QualType> value_within(Reader& reader, SettledType& settled) {
    const auto* record = settled.type->getAsCXXRecordDecl();
    if (record == nullptr || record->getIdentifier() == nullptr) return std::nullopt;
    if (const auto* trait = specialisation(reader, "returned", settled.type)) {
        // What answers at once whether it has failed is not waited for.
        settled.is_late = settled.is_late || !has_function(reader, *trait, "failure");
        return member_type(reader, *trait, "value");
    }
    if (is_future(settled.type)) {
        settled.is_late = true;
        return argument_type(*as_specialization(settled.type), 0);
    }
    if (!is_complete(reader, settled.type)) return std::nullopt;
    return expected_value(reader, *record->getDefinition(), settled.failure);
}

}  // namespace

SettledType settled_type(Reader& reader, QualType type) {
    SettledType settled{type};
    constexpr int k_within_max = 8;  // nobody means more, and a type might stand for itself
    for (int i = 0; i < k_within_max; ++i) {
        const auto value = value_within(reader, settled);
        if (!value) break;
        settled.type = *value;
        settled.is_settled = true;
    }
    return settled;
}

bool has_words(Reader& reader, QualType type) {
    if (type->isPointerType()) return is_char(type->getPointeeType());
    const auto* record = type->getAsCXXRecordDecl();
    if (record == nullptr || !is_complete(reader, type)) return false;
    const bool is_text =
        is_std_class(type, "basic_string") || is_std_class(type, "basic_string_view");
    return is_text || has_function(reader, *record->getDefinition(), "message") ||
           has_function(reader, *record->getDefinition(), "what") ||
           qualified_name(*record) == "iam::Error";
}

}  // namespace iam::gen
