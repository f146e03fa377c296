// Checks parameters and fields: their names, and whether the tool takes their examples and
// defaults.
#include <generator/check/steps.hpp>
#include <generator/check/value.hpp>
#include <generator/model/alternatives.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace iam::gen {
namespace {

using enum DiagnosticId;

bool is_array_or_object(const Type& type, const Model& model) {
    if (type.kind == TypeKind::enumeration) return model.enums.at(type.name).is_flags;
    if (type.kind == TypeKind::variant)
        return std::none_of(type.parts.begin(), type.parts.end(),
                            [&](const Type& part) { return json_kind(model, part) == "string"; });
    return is_list(type) || type.kind == TypeKind::map || type.kind == TypeKind::tuple ||
           type.kind == TypeKind::record;
}

/// The value of an example. An attribute cannot spell a list or an object, so there the example is
/// JSON text in a string. If any JSON is allowed, the text of a list or object means this list or
/// object.
Result<Json> example_value(const std::string& text, const Type& type, const Model& model) {
    IAM_TRY(json, parse_json(text));
    if (!json.is_string()) return std::move(json);
    auto inner = parse_json(json.template get<std::string>());
    const bool means_inner = type.kind == TypeKind::json ? inner && inner->is_structured()
                                                         : is_array_or_object(type, model);
    return means_inner ? std::move(inner) : std::move(json);
}

void check_example(Member& member, const Model& model, Diagnostics& out) {
    if (!member.constraints.example) return;
    auto& [text, span] = *member.constraints.example;
    const auto value = example_value(text, json_form(member.type), model);
    std::optional<std::string> problem;
    if (!value)
        problem = "is no JSON text: " + value.error().message;
    else if (value->is_null() && !may_be_null(without_optional(member.type)))
        problem = "is null, which the tool refuses";
    else
        problem = misfit(*value, member, model);
    if (problem) {
        out.push_back(diagnose(example_unfit, span,
                               "the example of " + in_quotes(member.name) + ' ' + *problem +
                                   "; a model that imitates it would be refused"));
        return;
    }
    if (const auto canonical = canonical_json(*value)) text = *canonical;
}

void check_default(Member& member, const Model& model, Diagnostics& out) {
    if (member.fallback.kind != Default::Kind::value) return;
    const auto value = parse_json(member.fallback.json);
    const auto problem = value ? misfit(*value, member, model)
                               : std::optional("is no JSON text: " + value.error().message);
    if (!problem) return;
    const SourceSpan& span = member.fallback.span.line != 0 ? member.fallback.span : member.span;
    out.push_back(diagnose(default_unfit, span,
                           "the default of " + in_quotes(member.name) + ' ' + *problem +
                               "; change the default or the constraint"));
}

void check_name(Member& member, Diagnostics& out) {
    const bool stated = member.constraints.name.has_value();
    const std::string& name = stated ? member.constraints.name->value : member.name;
    const SourceSpan& span = stated ? member.constraints.name->span : member.span;
    member.json_name = name;
    const bool allowed = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '.' || c == '-';
    });
    if (!stated && name.empty()) return;  // the frontend has reported it
    constexpr std::size_t k_name_max = 64;
    if (!name.empty() && name.size() <= k_name_max && allowed) return;
    out.push_back(
        diagnose(member_name, span,
                 in_quotes(name) +
                     " is no name for a member: models' interfaces take 1 to 64 of the characters "
                     "A-Z a-z 0-9 _ . -; " +
                     (stated ? "shorten or respell it" : "give it another [[iam::name(\"…\")]]")));
}

void check_name_twice(const std::vector<Member>& members, const std::string& owner,
                      Diagnostics& out) {
    std::map<std::string, const Member*> seen;
    for (const Member& member : members) {
        const auto [place, fresh] = seen.emplace(member.json_name, &member);
        if (fresh) continue;
        const SourceSpan& span =
            member.constraints.name ? member.constraints.name->span : member.span;
        out.push_back(diagnose(member_name_twice, span,
                               owner + " has two members named " + in_quotes(member.json_name) +
                                   "; give one of them another name with [[iam::name(\"…\")]]",
                               {{"the other one is here", place->second->span}}));
    }
}

/// Reports a computed default before other parameters: a call can leave out its last arguments
/// only.
void check_computed_defaults(const std::vector<Member>& parameters, Diagnostics& out) {
    for (std::size_t i = 0; i + 1 < parameters.size(); ++i) {
        const Member& member = parameters[i];
        const Member& next = parameters[i + 1];
        if (member.fallback.kind != Default::Kind::computed) continue;
        out.push_back(
            diagnose(computed_default_first, member.fallback.span,
                     "iam-gen cannot write the default of " + in_quotes(member.name) + " as JSON" +
                         ", so that it cannot be left out while " + in_quotes(next.name) +
                         " is given; move it to the end, or give it a default that "
                         "iam-gen reads (finite numbers, texts, enumerators, and lists and "
                         "structs of these), or take std::optional",
                     {{in_quotes(next.name) + " follows it here", next.span}}));
    }
}

/// Reports a nullable field with an initialiser. If it is left out it keeps the initialiser, so no
/// text would mean empty.
void check_nullable_field(const Member& field, Diagnostics& out) {
    if (!is_nullable(field.type) || field.fallback.kind == Default::Kind::none) return;
    out.push_back(diagnose(nullable_field_default, field.fallback.span,
                           in_quotes(field.name) +
                               " may be empty and begins with a value, and a member that is left "
                               "out can mean one of the two only; take the initialiser away, or "
                               "take " +
                               in_quotes(spelled(without_optional(field.type)))));
}

void check_member(Member& member, Diagnostics& out) {
    check_name(member, out);
    if (member.constraints.description) member.description = member.constraints.description->value;
    if (without_optional(member.type).kind != TypeKind::unsupported) check_constraints(member, out);
}

}  // namespace

void check_members(Model& model, Diagnostics& out) {
    const auto each_list = [&](const auto& visit) {
        for (auto& [name, record] : model.records) visit(record.fields, in_quotes(record.name));
        for (Tool& tool : model.tools)
            visit(tool.function.parameters, in_quotes(tool.function.name));
    };
    each_list([&](std::vector<Member>& members, const std::string& owner) {
        for (Member& member : members) check_member(member, out);
        check_name_twice(members, owner, out);
    });
    for (const Tool& tool : model.tools) check_computed_defaults(tool.function.parameters, out);
    for (const auto& [name, record] : model.records)
        for (const Member& field : record.fields) check_nullable_field(field, out);
    // Values come last: they are judged by the names and constraints of other aggregates too.
    each_list([&](std::vector<Member>& members, const std::string&) {
        for (Member& member : members) {
            if (without_optional(member.type).kind == TypeKind::unsupported) continue;
            check_example(member, model, out);
            check_default(member, model, out);
        }
    });
}

}  // namespace iam::gen
