// What values hold, and the short names of types.
#include <generator/model/reach.hpp>

#include <catch2/catch.hpp>

using namespace iam::gen;

namespace {

Type record_type(const std::string& name) {
    Type type;
    type.kind = TypeKind::record;
    type.name = name;
    return type;
}

Member member_of(Type type) {
    Member member;
    member.type = std::move(type);
    return member;
}

}  // namespace

TEST_CASE("records are found once each, in the order of their first use") {
    Model model;
    model.records["b"].fields = {member_of(record_type("a")), member_of(record_type("b"))};
    model.records["a"].fields = {member_of(record_type("b")), member_of(record_type("c"))};
    model.records["c"];
    model.records["d"];
    CHECK(records_within(model, record_type("b")) == std::vector<std::string>{"b", "a", "c"});
    CHECK(records_within(model, {member_of(record_type("c")), member_of(record_type("a"))}) ==
          std::vector<std::string>{"c", "a", "b"});
    CHECK(records_within(model, record_type("unknown")).empty());
}

TEST_CASE("a short name has no namespaces and nothing that a reference would have to escape") {
    CHECK(short_name("desk::Page<desk::User>") == "Page_User");
    CHECK(short_name("Page<std::vector<a::b::Row>, 3>") == "Page_vector_Row_3");
    CHECK(short_name("desk::Page<int>::Row") == "Page_int_Row");
}
