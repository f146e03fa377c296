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

std::size_t allocated(std::string_view schema, std::string_view value) {
    const Schema program = compiled(schema);
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

TEST_CASE("a dynamic reference costs no allocation either", "[schema]") {
    CHECK(
        allocated(
            R"({"$id":"https://example.org/r","$dynamicAnchor":"n","$ref":"t","$defs":{"t":{"$id":"t","$dynamicAnchor":"n","items":{"$dynamicRef":"#n"}}}})",
            "[[[]],[]]") == 0);
}

}  // namespace iam::schema
