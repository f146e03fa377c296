// Tests of runtime/src/console/api/{api_document,routes}.cpp.
#include "console/api/routes.hpp"

#include <iam/core/json.hpp>
#include <support/golden.hpp>

#include <catch2/catch.hpp>

#include <set>

using namespace iam;
using console::find_route;

TEST_CASE("a path leads to its route, by its method") {
    const auto found = find_route("GET", "/api/questions/0123456789abcdef");
    REQUIRE(found.route != nullptr);
    CHECK(found.route->path == "/api/questions/{id}");
    CHECK(found.id == "0123456789abcdef");
    CHECK(find_route("POST", "/api/questions/00ff/answer").route->path ==
          "/api/questions/{id}/answer");
    CHECK(find_route("GET", "/api/entries/0.12").id == "0.12");
    CHECK(find_route("GET", "/api/chats/1700000000-Ab_9").id == "1700000000-Ab_9");
    CHECK(find_route("POST", "/api/chats/a/stop").id == "a");
}

TEST_CASE("another method of a path is told the right one (W03)") {
    for (const char* method : {"OPTIONS", "PUT", "DELETE", "HEAD", "get", "PATCH", ""}) {
        const auto found = find_route(method, "/api/login");
        CHECK(found.route == nullptr);
        CHECK(found.methods == "POST");
    }
    CHECK(find_route("GET", "/api/questions/00ff/answer").methods == "POST");
}

TEST_CASE("no other path leads to a route (W07)") {
    for (const char* path :
         {"", "/", "/api", "/api/login/", "/api/questions/", "/api/questions/x",
          "/api/questions/00/11", "/api/questions//answer", "/api/questions/00/answer/",
          "/api/entries/", "/api/chats/a.b", "/api/chats/a%2f", "/api/chats/a/b/stop", "/API/login",
          "/api/questions/{id}"})
        CHECK(find_route("GET", path).methods.empty());
}

TEST_CASE("only the login needs no session (W04)") {
    for (const console::Route& route : console::routes())
        CHECK(route.needs_session == (route.path != "/api/login"));
}

TEST_CASE("the document of the API has each route, and no other") {
    const std::string text = console::api_document();
    test::check_golden(IAM_CONSOLE_API, text);
    const auto document = parse_json(text);
    REQUIRE(document);
    std::size_t operations = 0;
    for (const auto& [path, methods] : (*document)["paths"].items()) operations += methods.size();
    CHECK(operations == console::routes().size());
    for (const console::Route& route : console::routes()) {
        CAPTURE(route.path);
        const std::string method = route.method == "POST" ? "post" : "get";
        const Json& operation = (*document)["paths"][std::string(route.path)][method];
        CHECK(operation["security"].empty() != route.needs_session);
        std::set<std::string> documented;
        if (method == "post") {
            const Json& schema = operation["requestBody"]["content"]["application/json"]["schema"];
            for (const auto& [name, facts] : schema["properties"].items()) documented.insert(name);
        } else if (operation.contains("parameters")) {
            for (const Json& parameter : operation["parameters"])
                if (parameter["in"] == "query")
                    documented.insert(parameter["name"].get<std::string>());
        }
        std::set<std::string> read;
        for (const console::Member& member : route.members) read.emplace(member.name);
        CHECK(documented == read);
    }
}
