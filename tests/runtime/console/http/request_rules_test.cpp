// Tests of runtime/src/console/http/{answers,request_rules}.cpp.
#include "console/http/request_rules.hpp"

#include "console/http/answers.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using console::refusal_of_signs;

namespace {

constexpr std::string_view k_origin = "http://iam-0123456789abcdef.localhost:4711";

net::Request post(const net::Fields& fields) {
    return {.method = "POST", .target = "/api/login", .fields = fields};
}

unsigned status_of(const net::Request& request) {
    const auto refused = refusal_of_signs(request, k_origin);
    return refused ? refused->status : 200;
}

net::Field origin(std::string value) {
    return {"Origin", std::move(value)};
}

const net::Field k_same{"Sec-Fetch-Site", "same-origin"};
const net::Field k_json{"Content-Type", "application/json"};

}  // namespace

TEST_CASE("a change is asked for by a page of the console, in JSON (W03)") {
    CHECK(status_of(post({origin(std::string(k_origin)), k_same, k_json})) == 200);
}

TEST_CASE("a change without its origin, or with another one, is refused (W03)") {
    CHECK(status_of(post({k_same, k_json})) == 403);
    for (const char* other :
         {"null", "", "http://iam-0123456789abcdef.localhost:4712",
          "https://iam-0123456789abcdef.localhost:4711", "http://localhost:4711",
          "http://iam-0123456789abcdef.localhost", "http://iam-0123456789abcdef.localhost:4711/",
          "http://IAM-0123456789abcdef.localhost:4711", "http://evil.test"}) {
        CAPTURE(other);
        CHECK(status_of(post({origin(other), k_same, k_json})) == 403);
    }
    const net::Field own = origin(std::string(k_origin));
    CHECK(status_of(post({own, own, k_same, k_json})) == 403);
}

TEST_CASE("a request of a page of another port, site or window is refused (W03)") {
    const net::Field own = origin(std::string(k_origin));
    CHECK(status_of(post({own, k_json})) == 403);
    for (const char* other :
         {"same-site", "cross-site", "none", "", "Same-Origin", "same-origin, cross-site"}) {
        CAPTURE(other);
        CHECK(status_of(post({own, {"Sec-Fetch-Site", other}, k_json})) == 403);
        net::Request get{.method = "GET", .target = "/api/questions"};
        get.fields.add("Sec-Fetch-Site", other);
        CHECK(status_of(get) == 403);
    }
    CHECK(status_of(post({own, k_same, k_same, k_json})) == 403);
    CHECK(status_of({.method = "GET", .target = "/api/questions"}) == 403);
}

TEST_CASE("a body of another type is refused (W03)") {
    const net::Field own = origin(std::string(k_origin));
    CHECK(status_of(post({own, k_same})) == 415);
    for (const char* other :
         {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
          "application/json; charset=utf-16", "text/plain; application/json", "APPLICATION/JSON"}) {
        CAPTURE(other);
        CHECK(status_of(post({own, k_same, {"Content-Type", other}})) == 415);
    }
}

TEST_CASE("a refusal has a code and a sentence without controls") {
    const net::Response refused = console::refusal(Error{Errc::conflict, "No\x1b[2J."});
    CHECK(refused.status == 409);
    CHECK(refused.body == R"({"code":"conflict","message":"No\\u{1B}[2J."})");
    CHECK(console::refusal(Error{Errc::not_found, ""}).status == 404);
    CHECK(console::refusal(Error{Errc::invalid_argument, ""}).status == 400);
    CHECK(console::refusal(Error{Errc::unavailable, ""}).status == 503);
    CHECK(console::refusal(Error{Errc::corrupt, ""}).status == 500);
}
