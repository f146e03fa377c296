// Makes the OpenAPI document.
#include "console/api/routes.hpp"
#include <iam/core/json.hpp>

#include <string>

namespace iam::console {
namespace {

OrderedJson schema_of(const Member& member) {
    OrderedJson schema;
    switch (member.kind) {
        case Member::Kind::text:
            schema["type"] = "string";
            if (member.choices.empty()) schema["maxLength"] = member.max;
            break;
        case Member::Kind::integer:
            schema["type"] = "integer";
            schema["minimum"] = 1;
            schema["maximum"] = member.max;
            break;
        case Member::Kind::texts:
            schema["type"] = "object";
            schema["additionalProperties"] = {{"type", "string"}, {"maxLength", member.max}};
            break;
    }
    for (std::string_view rest = member.choices; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        schema["enum"].push_back(word);
        rest.remove_prefix(word.size());
        if (!rest.empty()) rest.remove_prefix(1);
    }
    schema["description"] = member.about;
    return schema;
}

OrderedJson body_of(const Route& route) {
    OrderedJson schema{{"type", "object"}, {"additionalProperties", false}};
    schema["properties"] = OrderedJson::object();
    for (const Member& member : route.members) {
        schema["properties"][std::string(member.name)] = schema_of(member);
        if (member.is_required) schema["required"].push_back(member.name);
    }
    OrderedJson body;
    body["required"] = true;
    body["content"]["application/json"]["schema"] = std::move(schema);
    return body;
}

OrderedJson parameter(std::string_view name, std::string_view in, bool is_required,
                      OrderedJson schema) {
    OrderedJson parameter;
    parameter["name"] = name;
    parameter["in"] = in;
    parameter["required"] = is_required;
    parameter["schema"] = std::move(schema);
    return parameter;
}

OrderedJson operation_of(const Route& route) {
    OrderedJson operation;
    operation["summary"] = route.summary;
    if (route.path.find("{id}") != std::string_view::npos)
        operation["parameters"].push_back(parameter("id", "path", true, {{"type", "string"}}));
    if (route.method == "POST") {
        operation["requestBody"] = body_of(route);
    } else {
        for (const Member& member : route.members)
            operation["parameters"].push_back(
                parameter(member.name, "query", member.is_required, schema_of(member)));
    }
    operation["responses"]["200"]["description"] = route.answer;
    operation["responses"]["default"]["$ref"] = "#/components/responses/refusal";
    operation["security"] = OrderedJson::array();
    if (route.needs_session) operation["security"].push_back({{"session", OrderedJson::array()}});
    return operation;
}

OrderedJson components() {
    OrderedJson refusal;
    refusal["description"] = "Says why not, in the console's own words.";
    OrderedJson& schema = refusal["content"]["application/json"]["schema"];
    schema["type"] = "object";
    schema["required"] = {"code", "message"};
    schema["properties"]["code"]["type"] = "string";
    schema["properties"]["message"]["type"] = "string";
    OrderedJson components;
    components["responses"]["refusal"] = std::move(refusal);
    components["securitySchemes"]["session"] = {
        {"type", "http"}, {"scheme", "bearer"}, {"description", "The secret of POST /api/login."}};
    return components;
}

}  // namespace

std::string api_document() {
    OrderedJson document;
    document["openapi"] = "3.1.0";
    document["info"] = {{"title", "The console of iam"}, {"version", "1"}};
    for (const Route& route : routes()) {
        const std::string method = route.method == "POST" ? "post" : "get";
        document["paths"][std::string(route.path)][method] = operation_of(route);
    }
    document["components"] = components();
    return document.dump(2) + "\n";
}

}  // namespace iam::console
