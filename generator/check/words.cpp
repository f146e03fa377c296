// Small questions about types and names that several steps ask.
#include <generator/check/steps.hpp>
#include <generator/model/reach.hpp>

#include <algorithm>

namespace iam::gen {
namespace {

bool continues_a_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '>' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::string spelled(const Type& type) {
    std::string out;
    const std::string_view cpp = type.cpp;
    for (std::size_t i = 0; i < cpp.size(); ++i) {
        if (cpp.substr(i, 2) == "::" && (i == 0 || !continues_a_name(cpp[i - 1])))
            ++i;
        else
            out += cpp[i];
    }
    return out;
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
