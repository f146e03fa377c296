// Judging a valid value asks for no memory, unless the schema needs some: counted by an allocator
// of this program.
#include "judge.hpp"

#include <cstdlib>
#include <new>

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    std::abort();
}
// A sanitizer's own would not come by the one above.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++allocations;
    return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace iam::schema {
namespace {

std::size_t allocated(std::string_view schema, std::string_view value,
                      const CompileOptions& options = {}) {
    const Schema program = compiled(schema, options);
    const Json parsed = json(value);
    const std::size_t before = allocations;
    const auto report = program.validate(parsed);
    const std::size_t after = allocations;
    REQUIRE(report);
    CHECK(report->valid);
    return after - before;
}

}  // namespace

TEST_CASE("the allocator counts", "[schema]") {
    const std::size_t before = allocations;
    const auto number = std::make_unique<int>(1);
    CHECK(allocations == before + 1);
}

TEST_CASE("a valid value costs no allocation", "[schema]") {
    CHECK(
        allocated(
            R"({"type":"object","required":["a"],"additionalProperties":false,"minProperties":1,"maxProperties":9,
        "propertyNames":{"maxLength":40,"enum":["a","a long name that no string holds inline","c","d"]},
        "dependentRequired":{"a":["c"]},"dependentSchemas":{"a":{"required":["d"]}},
        "properties":{"a":{"type":"array","items":{"type":"integer","minimum":0,"maximum":10,"multipleOf":0.5},"minItems":1,"maxItems":3,
                           "contains":{"const":1},"minContains":1,"maxContains":2,"uniqueItems":true},
                      "a long name that no string holds inline":{"minLength":1,"maxLength":100,"format":"anything"},
                      "c":{"$ref":"#/$defs/c"},
                      "d":{"prefixItems":[{"type":"string"}],"items":{"type":["integer","null"]}}},
        "$defs":{"c":{"allOf":[{"anyOf":[{"type":"string"},{"enum":[1,2,{"x":[1]},"a long text that is a constant here"]}]}],
                      "oneOf":[{"type":"object"},{"type":"array"}],"not":{"const":7},
                      "if":{"type":"object"},"then":{"required":["x"]},"else":false}}})",
            R"({"a":[1,2,3],"a long name that no string holds inline":"and a text that is longer than that","c":{"x":[1]},"d":["a",1,null]})") ==
        0);
    CHECK(allocated("true", "1") == 0);
}

TEST_CASE("names judged by subschemas cost no allocation", "[schema]") {
    const std::string_view schema =
        R"({"propertyNames":{"$ref":"#/$defs/name","allOf":[{"minLength":2},{"not":{"const":"bb"}}],
        "if":{"maxLength":20},"then":{"enum":["a name that is rather short","aa","cc"]},"else":{"minLength":21}},
        "$defs":{"name":{"anyOf":[{"maxLength":1},{"oneOf":[{"type":"string"},{"minLength":50}]}]}}})";
    CHECK(allocated(schema, R"({"aa":1,"a long name that no string holds inline":2,"cc":3})") == 0);
    for (const char* value : {R"({"a":1})", R"({"bb":1})", R"({"dd":1})",
                              R"({"a name of so many letters that two of the branches fit it":1})"})
        CHECK_FALSE(compiled(schema).accepts(json(value)).value());
}

TEST_CASE("a format that is held to costs no allocation", "[schema]") {
    CompileOptions options;
    options.assert_format = true;
    const std::string_view formats[][2] = {
        {"hostname", "a-rather-long-label-of-a-host.xn--nxasmq6b.xn--bcher-kva.example.org"},
        {"idn-hostname",
         "\u00e4\u00f6\u00fc-a-rather-long-label-of-a-host.\u4f8b\u3048.xn--bcher-kva.example.org"},
        {"email", "somebody.with.a.long.name@a-rather-long-label-of-a-host.example.org"},
        {"idn-email",
         "\u00e4\u00f6.with.a.long.name@\u00fc-a-rather-long-label-of-a-host.example.org"},
        {"date-time", "2026-11-22T10:20:30.123456789+01:00"},
        {"uri", "https://somebody@example.org:8080/a/path?with=a&query=%20#fragment"},
        {"iri", "https://\u00e4\u00f6.example.org:8080/a/path?with=a&query=%20#fragment"},
        {"uri-template", "https://example.org/{a}/{?long,list,of,names*}"},
        {"json-pointer", "/a/rather/long/pointer/~0/~1"},
        {"ipv6", "2001:0db8:85a3:0000:0000:8a2e:0370:7334"},
        {"uuid", "123e4567-e89b-12d3-a456-426614174000"},
        {"duration", "P1Y2M3DT4H5M6S"}};
    for (const auto& [format, value] : formats) {
        CAPTURE(format);
        CHECK(allocated(R"({"format":")" + std::string(format) + R"("})",
                        '"' + std::string(value) + '"', options) == 0);
    }
}

TEST_CASE("a dynamic reference costs no allocation either", "[schema]") {
    CHECK(
        allocated(
            R"({"$id":"https://example.org/r","$dynamicAnchor":"n","$ref":"t","$defs":{"t":{"$id":"t","$dynamicAnchor":"n","items":{"$dynamicRef":"#n"}}}})",
            "[[[]],[]]") == 0);
}

}  // namespace iam::schema
