// How large the types of a tool may be.
#include <generator/check/builder.hpp>
#include <generator/model/limits.hpp>

#include <catch2/catch.hpp>

using namespace iam::gen;
using namespace iam::gen::test;

namespace {

Type nested(unsigned levels) {
    Type type = integer();
    for (unsigned i = 0; i < levels; ++i) type = test::vector(std::move(type));
    return type;
}

void add_record(Model& model, const std::string& name, std::vector<Member> fields) {
    Record made;
    made.cpp = "::" + name;
    made.name = name;
    made.fields = std::move(fields);
    model.records[name] = std::move(made);
}

/// One parameter of a chain of aggregates, each of which holds the one below it twice.
Model doubling(unsigned levels) {
    Model made = model({tool("desk::act", {member("p", record("R0"))})});
    for (unsigned i = 0; i < levels; ++i) {
        const Type inner = i + 1 == levels ? integer() : record("R" + std::to_string(i + 1));
        add_record(made, "R" + std::to_string(i), {member("a", inner), member("b", inner)});
    }
    return made;
}

Model fields(std::size_t count) {
    std::vector<Member> list;
    for (std::size_t i = 0; i < count; ++i)
        list.push_back(member("f" + std::to_string(i), integer()));
    return model({tool("desk::act", std::move(list))});
}

}  // namespace

TEST_CASE("types that are too deep or too large are named before anybody follows them") {
    CHECK(checked(doubling(60)) == Found{"1:1 IAM6009"});
    CHECK_THAT(message(doubling(60)), Catch::Contains("parameters of 'desk::act'"));
    CHECK_THAT(message(doubling(14)), Catch::Contains("more than 5000 fields and elements"));
    CHECK_THAT(message(doubling(14)), Catch::Contains("refer to the inner ones by an id"));
}

TEST_CASE("a type that contains itself counts once, wherever it is used") {
    Model made = model({tool(
        "desk::act", {member("p", record("Node")), member("q", record("Node"))}, record("Node"))});
    std::vector<Member> node{member("children", test::vector(record("Node")))};
    for (std::size_t i = 0; i < k_schema_nodes_max - 10; ++i)
        node.push_back(member("f" + std::to_string(i), integer()));
    add_record(made, "Node", std::move(node));
    CHECK(checked(made).empty());
    for (int i = 0; i < 10; ++i)
        made.records["Node"].fields.push_back(member("g" + std::to_string(i), integer()));
    CHECK(checked(made) == Found{"1:1 IAM6009", "1:1 IAM6009"});
}

TEST_CASE("sixteen levels are taken and seventeen are not") {
    CHECK(checked(model({tool("desk::act", {member("p", nested(k_type_depth_max))})})).empty());
    CHECK_THAT(message(model({tool("desk::act", {member("p", nested(k_type_depth_max + 1))})})),
               Catch::Contains("more than 16 aggregates, lists and maps"));
    CHECK_THAT(message(model({tool("desk::act", {}, nested(k_type_depth_max + 1))})),
               Catch::Contains("result of 'desk::act'"));
    CHECK(
        checked(model({tool("desk::act", {}, test::optional(nested(k_type_depth_max)))})).empty());
}

TEST_CASE("five thousand fields are taken and one more is not") {
    CHECK(checked(fields(k_schema_nodes_max)).empty());
    CHECK(checked(fields(k_schema_nodes_max + 1)) == Found{"1:1 IAM6009"});
}

TEST_CASE("texts count by their characters") {
    Model made = fields(2);
    made.tools[0].function.parameters[0].description.assign(k_schema_bytes_max, 'x');
    CHECK_THAT(message(made), Catch::Contains("more than 262144 characters"));
    // A warning says that it is long.
    made.tools[0].function.parameters[0].description.assign(k_schema_bytes_max - 100, 'x');
    CHECK(checked(made) == Found{"1:20 IAM6015"});
}
