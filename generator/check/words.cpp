// Small functions on types and names, shared by several steps.
#include <generator/check/steps.hpp>
#include <generator/model/reach.hpp>
#include <generator/model/type_text.hpp>

#include <algorithm>

namespace iam::gen {
std::string spelled(const Type& type) {
    return without_roots(type.cpp);
}

std::string in_quotes(std::string_view text) {
    return "'" + std::string(text) + "'";
}

std::string_view last_name(std::string_view qualified) {
    const std::size_t colons = qualified.rfind("::");
    return colons == std::string_view::npos ? qualified : qualified.substr(colons + 2);
}

const SourceSpan& option_span(const Tool& tool, const std::string& option) {
    const auto found = tool.options.spans.find(option);
    return found == tool.options.spans.end() ? tool.function.span : found->second;
}

const Type& json_form(const Type& type) {
    const bool has_another = type.kind == TypeKind::converted || is_nullable(type);
    return has_another && type.element ? json_form(*type.element) : type;
}

bool holds_secret(const Type& type, const Model& model) {
    const auto records = records_within(model, type);
    return std::any_of(records.begin(), records.end(), [&](const std::string& name) {
        const auto& fields = model.records.at(name).fields;
        return std::any_of(fields.begin(), fields.end(), [](const Member& field) {
            return field.constraints.secret.has_value();
        });
    });
}

}  // namespace iam::gen
