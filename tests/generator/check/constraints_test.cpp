// Constraints against types: where each may stand and which bounds make sense.
#include "builder.hpp"

#include <catch2/catch.hpp>

#include <functional>
#include <limits>

using namespace iam::gen;
using namespace iam::gen::test;

namespace {

using Low = std::optional<Number>;

Model with(Type type, const std::function<void(Constraints&)>& change) {
    Member m = member("x", std::move(type));
    change(m.constraints);
    return model({tool("desk::echo", {std::move(m)})});
}

Found range(Type type, Low low, Low high) {
    return checked(with(std::move(type), [&](Constraints& c) {
        c.range = Bounds{low, high, at(2)};
    }));
}
Found length(Type type, Low low, Low high) {
    return checked(with(std::move(type), [&](Constraints& c) {
        c.length = Bounds{low, high, at(2)};
    }));
}
Found multiple_of(Type type, Number step) {
    return checked(with(std::move(type), [&](Constraints& c) { c.multiple_of = {step, at(2)}; }));
}
Found pattern(Type type, const char* text) {
    return checked(with(std::move(type), [&](Constraints& c) { c.pattern = {text, at(2)}; }));
}
Found format(Type type, const char* name) {
    return checked(with(std::move(type), [&](Constraints& c) { c.format = {name, at(2)}; }));
}

Number n(std::int64_t value) {
    return value;
}
Number d(double value) {
    return value;
}
const Low k_open = std::nullopt;
const Found k_fine;

Found error(const char* id) {
    return {std::string("2:1 ") + id};
}

}  // namespace

TEST_CASE("range stands on numbers, also optional ones, and on nothing else", "[constraints]") {
    CHECK(range(integer(), n(0), n(23)) == k_fine);
    CHECK(range(real(), d(0.5), k_open) == k_fine);
    CHECK(range(optional(integer()), k_open, n(5)) == k_fine);
    for (const Type& type :
         {text(), boolean(), vector(integer()), map(real()), enumeration("desk::E")})
        CHECK(range(type, n(0), n(1)) == error("IAM5001"));
}

TEST_CASE("a range on a list says how its elements are constrained", "[constraints]") {
    const std::string text = message(with(vector(integer()), [](Constraints& c) {
        c.range = Bounds{n(0), n(1), at(2)};
    }));
    CHECK(text.find("'std::vector<int>'") != std::string::npos);
    CHECK(text.find("elements") != std::string::npos);
}

TEST_CASE("ranges that are empty, fractional, open or not finite are errors", "[constraints]") {
    CHECK(range(integer(), n(5), n(4)) == error("IAM5002"));
    CHECK(range(integer(), n(4), n(4)) == k_fine);
    CHECK(range(integer(), d(0.5), n(4)) == error("IAM5002"));
    CHECK(range(integer(), d(1e3), n(2000)) == k_fine);
    CHECK(range(integer(), k_open, k_open) == error("IAM5002"));
    CHECK(range(real(), n(0), d(std::numeric_limits<double>::infinity())) == error("IAM5002"));
    CHECK(range(real(), d(std::numeric_limits<double>::quiet_NaN()), n(1)) == error("IAM5002"));
}

TEST_CASE("a range must lie within its type", "[constraints]") {
    CHECK(range(uint8(), n(0), n(255)) == k_fine);
    CHECK(range(uint8(), n(-1), n(5)) == error("IAM5002"));
    CHECK(range(uint8(), n(0), n(256)) == error("IAM5002"));
    CHECK(range(uint64(), n(0), Number{std::numeric_limits<std::uint64_t>::max()}) == k_fine);
    CHECK(range(int64(), n(0), Number{std::numeric_limits<std::uint64_t>::max()}) ==
          error("IAM5002"));
    CHECK(range(real32(), n(0), d(1e39)) == error("IAM5002"));
    CHECK(range(real(), n(0), d(1e39)) == k_fine);
}

TEST_CASE("integers' bounds come out as integers", "[constraints]") {
    Model m = with(integer(), [](Constraints& c) {
        c.range = Bounds{d(1e3), d(2e3), at(2)};
        c.multiple_of = {d(1e2), at(2)};
    });
    CHECK(check(m).empty());
    const Constraints& c = m.tools[0].function.parameters[0].constraints;
    CHECK(c.range->low == n(1000));
    CHECK(c.range->high == n(2000));
    CHECK(c.multiple_of->value == n(100));
}

TEST_CASE("length stands on strings, lists and maps", "[constraints]") {
    for (const Type& type : {text(), vector(integer()), map(real()), optional(text())})
        CHECK(length(type, n(1), n(9)) == k_fine);
    CHECK(length(integer(), n(1), n(9)) == error("IAM5003"));
    CHECK(length(text(), n(-1), n(9)) == error("IAM5004"));
    CHECK(length(text(), n(3), n(2)) == error("IAM5004"));
    CHECK(length(text(), d(0.5), k_open) == error("IAM5004"));
    CHECK(length(text(), k_open, k_open) == error("IAM5004"));
}

TEST_CASE("multiple_of is a step above zero that the type can take", "[constraints]") {
    CHECK(multiple_of(integer(), n(5)) == k_fine);
    CHECK(multiple_of(real(), d(0.25)) == k_fine);
    CHECK(multiple_of(integer(), n(0)) == error("IAM5006"));
    CHECK(multiple_of(real(), d(-0.5)) == error("IAM5006"));
    CHECK(multiple_of(integer(), d(0.5)) == error("IAM5006"));
    CHECK(multiple_of(uint8(), n(256)) == error("IAM5006"));
    CHECK(multiple_of(text(), n(5)) == error("IAM5005"));
}

TEST_CASE("pattern stands on strings, compiles, and is read alike everywhere", "[constraints]") {
    CHECK(pattern(text(), "^[a-z]+$") == k_fine);
    CHECK(pattern(optional(text()), "^[a-z]+$") == k_fine);
    CHECK(pattern(integer(), "^[a-z]+$") == error("IAM5007"));
    CHECK(pattern(vector(text()), "^[a-z]+$") == error("IAM5007"));
    for (const char* bad : {"(", "a(?=b)", "(a)\\1", "[z-a]"})
        CHECK(pattern(text(), bad) == error("IAM5008"));
    CHECK(pattern(text(), "(?i)a") == error("IAM5008"));
}

TEST_CASE("format stands on strings and is one of the known ones", "[constraints]") {
    CHECK(format(text(), "date-time") == k_fine);
    CHECK(format(integer(), "date") == error("IAM5010"));
    CHECK(format(text(), "datetime") == error("IAM5011"));
    const std::string text_of = message(with(text(), [](Constraints& c) {
        c.format = {"datetime", at(2)};
    }));
    CHECK(text_of.find("Did you mean 'date-time'?") != std::string::npos);
}

TEST_CASE("fields of aggregates are judged like parameters, once", "[constraints]") {
    Member field = member("percent", text(), 3);
    field.constraints.range = Bounds{n(0), n(100), at(3)};
    Model m = model({tool("desk::a", {member("p", record("desk::P"))}),
                     tool("desk::b", {member("p", record("desk::P"))})});
    m.records["desk::P"] = {.cpp = "::desk::P",
                            .name = "desk::P",
                            .description = "",
                            .fields = {field},
                            .tag = {},
                            .is_recursive = false,
                            .span = at(2)};
    CHECK(checked(m) == Found{"3:1 IAM5001"});
}

TEST_CASE("about a type that was refused nothing more is said", "[constraints]") {
    CHECK(range(Type{}, n(5), n(4)) == k_fine);
    CHECK(pattern(vector(Type{}), "(") == error("IAM5007"));
}
