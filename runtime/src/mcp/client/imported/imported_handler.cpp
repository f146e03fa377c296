// Reads arguments by the compiled schema and calls the server.
#include "mcp/client/imported/imported_handler.hpp"

#include "mcp/client/imported/imported_result.hpp"
#include <iam/core/json.hpp>
#include <iam/core/value_text.hpp>
#include <iam/schema/reference.hpp>

#include <utility>
#include <vector>

namespace iam::mcp {
namespace {

std::vector<ValueError> one_error(std::string pointer, std::string message, std::string expected,
                                  std::string got) {
    std::vector<ValueError> errors;
    errors.push_back({std::move(pointer), std::move(message), std::move(expected), std::move(got)});
    return errors;
}

/// A scalar as text; an object or a list by its kind.
std::string given(const Json* value) {
    if (value == nullptr) return "nothing";
    if (value->is_object()) return "an object";
    if (value->is_array()) return "an array";
    return shown(canonical_json(*value).value_or("a value"));
}

/// The keyword and its value: `"maximum": 23`. Empty if it is not in the schema.
std::string keyword_text(const Json& schema, const std::string& location) {
    const std::string pointer = schema::fragment_in(location);
    const Json* value = schema::at_pointer(schema, pointer);
    if (value == nullptr || pointer.empty()) return {};
    const std::string keyword = pointer.substr(pointer.rfind('/') + 1);
    return quoted_name(keyword) + ": " + shown(canonical_json(*value).value_or(""));
}

std::vector<ValueError> errors_of(const schema::Report& report, const Json& arguments,
                                  const std::string& input_text) {
    std::vector<ValueError> errors;
    const auto input = parse_json(input_text, limits_of_own_text(input_text.size()));
    for (const schema::OutputUnit& unit : report.errors) {
        errors.push_back(
            {unit.instance_location, unit.error,
             input ? keyword_text(*input, unit.absolute_keyword_location) : std::string(),
             given(schema::at_pointer(arguments, unit.instance_location))});
    }
    if (report.truncated) errors.push_back({"", "there are more errors than these", "", ""});
    return errors;
}

}  // namespace

Prepared ImportedHandler::prepare(std::string_view arguments) const {
    const auto value = parse_json(arguments);
    if (!value)
        return tl::unexpected(
            one_error(value.error().pointer, value.error().message, "one JSON value", ""));
    if (!value->is_object())
        return tl::unexpected(
            one_error("", "expected an object, got " + given(&*value), "object", given(&*value)));
    const auto report = parts_.input.validate(*value);
    if (!report) return tl::unexpected(one_error("", report.error().message, "", ""));
    if (!report->valid) return tl::unexpected(errors_of(*report, *value, parts_.input_text));
    auto canonical = canonical_json(*value);
    if (!canonical) return tl::unexpected(one_error("", canonical.error().message, "", ""));
    return *std::move(canonical);
}

Reply ImportedHandler::call(const Permit&, std::string_view arguments, Context& context) const {
    const auto effect = [&] {
        return reply_of(parts_.call(parts_.name, arguments, context), parts_.output, parts_.limits);
    };
    return parts_.recipe ? parts_.recipe->call(arguments, context, effect) : effect();
}

PreviewReply ImportedHandler::preview(std::string_view arguments, Context& context) const {
    if (!parts_.recipe) return Handler::preview(arguments, context);
    return parts_.recipe->preview(arguments, context);
}

Reply ImportedHandler::undo(const Permit& permit, std::string_view arguments,
                            std::string_view result, Context& context) const {
    if (!parts_.recipe) return Handler::undo(permit, arguments, result, context);
    return parts_.recipe->undo(context);
}

}  // namespace iam::mcp
