#include "mcp/client/imported/parameter_headers.hpp"

#include "mcp/client/imported/tool_server.hpp"
#include "mcp/server/http/request_head.hpp"

using namespace iam;
using namespace iam::test;
using namespace iam::mcp;

namespace {

Json schema_with_headers(const Json& properties) {
    return {{"type", "object"}, {"properties", properties}};
}

Json annotated(const Json& type, const Json& name) {
    return {{"type", type}, {"x-mcp-header", name}};
}

std::string refusal_of_headers(const Json& schema) {
    return error_in(parameter_headers(schema)).message;
}

/// "Name: value" of each field.
std::vector<std::string> fields_of(const Json& schema, const Json& arguments) {
    std::vector<std::string> lines;
    const net::Fields fields = headers_of(ok(parameter_headers(schema)), arguments);
    for (const net::Field& field : fields.all()) lines.push_back(field.name + ": " + field.value);
    return lines;
}

}  // namespace

TEST_CASE("annotated arguments become fields, and others do not") {
    const Json schema = schema_with_headers(
        {{"region", annotated("string", "Region")},
         {"count", annotated("integer", "Count")},
         {"quiet", annotated("boolean", "Quiet")},
         {"loud", annotated("boolean", "Loud")},
         {"query", {{"type", "string"}}},
         {"where", schema_with_headers({{"zone", annotated("string", "Zone")}})}});
    const Json arguments{{"region", "eu 1"}, {"count", -12},      {"quiet", true},
                         {"loud", false},    {"query", "SELECT"}, {"where", {{"zone", "b"}}}};
    CHECK(fields_of(schema, arguments) ==
          std::vector<std::string>{"Mcp-Param-Count: -12", "Mcp-Param-Loud: false",
                                   "Mcp-Param-Quiet: true", "Mcp-Param-Region: eu 1",
                                   "Mcp-Param-Zone: b"});
}

TEST_CASE("an argument that is absent or null has no field") {
    const Json schema =
        schema_with_headers({{"a", annotated(Json{"string", "null"}, "A")},
                             {"b", annotated("string", "B")},
                             {"c", schema_with_headers({{"d", annotated("string", "D")}})}});
    CHECK(fields_of(schema, {{"a", nullptr}, {"c", 7}}).empty());
    CHECK(fields_of(schema, Json::object()).empty());
    CHECK(fields_of(schema, {{"b", ""}}) == std::vector<std::string>{"Mcp-Param-B: "});
}

TEST_CASE("a value that a field cannot carry is encoded, and the server reads the same") {
    const std::string values[] = {
        "plain",           "a b",       " a",  "a ", "a\tb", "a\r\nX: 1", "\xc3\xa4",
        "=?base64?YQ==?=", "=?base64?", "\x7f"};
    for (const std::string& value : values) {
        const std::string encoded = encode_field(value);
        CHECK(decode_field(encoded) == value);
        CHECK(encoded.find_first_of("\r\n\t") == std::string::npos);
    }
    CHECK(encode_field("a b") == "a b");
    CHECK(encode_field(" a") == "=?base64?IGE=?=");
    CHECK(encode_field("a ") == "=?base64?YSA=?=");
    CHECK(encode_field("=?base64?") == "=?base64?");
    CHECK(encode_field("\xc3\xa4") == "=?base64?w6Q=?=");
    CHECK(encode_field("=?base64?YQ==?=") != "=?base64?YQ==?=");
}

TEST_CASE("a wrong annotation refuses the tool and names the place") {
    const auto refuse = [](const Json& property) {
        return refusal_of_headers(schema_with_headers({{"a", property}}));
    };
    for (const Json& name : {Json(""), Json("a b"), Json("a:b"), Json("\xc3\xa4"), Json("a\n")})
        has_text(refuse(annotated("string", name)), "no token of RFC 9110");
    has_text(refuse(annotated("string", 7)), "no text");
    for (const Json& type : {Json("object"), Json("array"), Json("null"), Json("number"),
                             Json(nullptr), Json{"string", "integer"}, Json{"string", "array"}})
        has_text(refuse(annotated(type, "A")), "another type than string, integer or boolean");
    has_text(refuse({{"x-mcp-header", "A"}}), "another type");
    has_text(refuse(annotated("object", "A")), "/properties/a");
}

TEST_CASE("two arguments with one field are refused, without regard to case") {
    for (const char* other : {"Region", "REGION"}) {
        has_text(refusal_of_headers(schema_with_headers(
                     {{"a", annotated("string", "Region")}, {"b", annotated("string", other)}})),
                 "the name of another argument");
    }
}

TEST_CASE("an annotation outside of properties is refused") {
    const Json wrong = annotated("string", "A");
    for (const char* keyword : {"items", "not", "if", "additionalProperties", "contains"}) {
        Json schema{{"type", "object"}};
        schema[keyword] = wrong;
        has_text(refusal_of_headers(schema), "through properties alone");
    }
    for (const char* keyword : {"allOf", "anyOf", "oneOf", "prefixItems"}) {
        Json schema{{"type", "object"}};
        schema[keyword] = Json::array({schema_with_headers({{"a", wrong}})});
        has_text(refusal_of_headers(schema), "through properties alone");
    }
    for (const char* keyword : {"$defs", "patternProperties", "dependentSchemas"}) {
        Json schema{{"type", "object"}};
        schema[keyword]["a"] = wrong;
        has_text(refusal_of_headers(schema), "through properties alone");
    }
    has_text(refusal_of_headers(wrong), "the root");
}

TEST_CASE("a property of that name and values in a schema are no annotations") {
    Json schema = schema_with_headers({{"x-mcp-header", {{"type", "object"}}}});
    schema["default"] = {{"x-mcp-header", ""}};
    schema["examples"] = Json::array({{{"x-mcp-header", ""}}});
    schema["properties"]["a"] = {{"const", {{"x-mcp-header", ""}}}};
    CHECK(ok(parameter_headers(schema)).empty());
}
