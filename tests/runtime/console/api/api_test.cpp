// Tests of runtime/src/console/api/{api,session_requests}.cpp.
#include "console_fixture.hpp"

#include <console/api/routes.hpp>

using namespace iam;
using test::Answered;
using test::ConsoleFixture;

namespace {

std::string path_of(const console::Route& route) {
    std::string path(route.path);
    if (const auto at = path.find("{id}"); at != std::string::npos) path.replace(at, 4, "00ff");
    return path;
}

Answered ask(const ConsoleFixture& fixture, const console::Route& route) {
    return route.method == "POST" ? fixture.post(path_of(route), "{}")
                                  : fixture.get(path_of(route));
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), with);
}

}  // namespace

TEST_CASE("nothing but the login is reached without a session (W04)") {
    ConsoleFixture fixture;
    fixture.start();
    for (const console::Route& route : console::routes()) {
        CAPTURE(route.path);
        CHECK(ask(fixture, route).status == (route.needs_session ? 401 : 400));
    }
    fixture.secret = "wrong";
    for (const console::Route& route : console::routes())
        CHECK(ask(fixture, route).status == (route.needs_session ? 401 : 400));
}

TEST_CASE("a secret counts in its header alone, once (W04)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    const std::string secret = std::exchange(fixture.secret, "");
    const std::string plain = fixture.lines("GET", "/api/session");
    const auto status = [&](const std::string& fields) {
        return fixture.ask(plain + fields + "\r\n").status;
    };
    CHECK(status("Authorization: Bearer " + secret + "\r\n") == 200);
    CHECK(status("Authorization: Basic " + secret + "\r\n") == 401);
    CHECK(status("Authorization: " + secret + "\r\n") == 401);
    CHECK(status("Cookie: session=" + secret + "\r\n") == 401);
    CHECK(status("Authorization: Bearer " + secret + "\r\nAuthorization: Bearer x\r\n") == 401);
    CHECK(fixture.get("/api/session?secret=" + secret).status == 401);
}

TEST_CASE("a page of another port, and a page that frames, cannot change anything (W03)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    const std::string id = fixture.open_question();
    const std::string body = fixture.answer_body(id, "allow_once").dump();
    const std::string lines = fixture.lines("POST", "/api/questions/" + id + "/answer");
    const auto status = [&](const std::string& changed) {
        return fixture.ask(ConsoleFixture::with_body(changed, body)).status;
    };
    const std::string port = ":" + std::to_string(fixture.port());
    CHECK(status(replaced(lines, "Origin: " + fixture.origin(),
                          "Origin: " + replaced(fixture.origin(), port, ":1"))) == 403);
    CHECK(status(replaced(lines, "Origin: " + fixture.origin() + "\r\n", "")) == 403);
    CHECK(status(replaced(lines, "Origin: " + fixture.origin(), "Origin: null")) == 403);
    CHECK(status(replaced(lines, "same-origin", "same-site")) == 403);
    CHECK(status(replaced(lines, "application/json", "text/plain")) == 415);
    CHECK(fixture.runtime->consent().pending_approvals()->size() == 1);
    CHECK(status(lines) == 200);
}

TEST_CASE("a preflight is answered with 405, for every path (W03)") {
    ConsoleFixture fixture;
    fixture.start();
    for (const console::Route& route : console::routes()) {
        const Answered answered =
            fixture.ask("OPTIONS " + path_of(route) + " HTTP/1.1\r\nHost: " + fixture.host() +
                        "\r\nOrigin: " + fixture.origin() + "\r\n\r\n");
        CHECK(answered.status == 405);
        const std::string allowed = console::find_route("OPTIONS", path_of(route)).methods;
        CHECK(allowed.find(route.method) != std::string::npos);
        CHECK(answered.head.find("Allow: " + allowed) != std::string::npos);
    }
    CHECK(fixture.ask("OPTIONS / HTTP/1.1\r\nHost: " + fixture.host() + "\r\n\r\n").status == 405);
    CHECK(fixture.ask("OPTIONS * HTTP/1.1\r\nHost: " + fixture.host() + "\r\n\r\n").status == 404);
    CHECK(fixture.ask("DELETE / HTTP/1.1\r\nHost: " + fixture.host() + "\r\n\r\n").status == 405);
}

TEST_CASE("a second use of a code begins no session (W05)") {
    ConsoleFixture fixture;
    fixture.start();
    const std::string body = R"({"code":")" + fixture.new_code() + R"("})";
    CHECK(fixture.post("/api/login", body).status == 200);
    const Answered again = fixture.post("/api/login", body);
    CHECK(again.status == 401);
    CHECK(again.code() == "wrong_code");
    CHECK(fixture.post("/api/login?code=x", "{}").status == 400);
}

TEST_CASE("after five wrong codes the console asks for patience (W08)") {
    ConsoleFixture fixture;
    fixture.start();
    for (int i = 0; i < 5; ++i)
        CHECK(fixture.post("/api/login", R"({"code":"wrong"})").status == 401);
    const std::string body = R"({"code":")" + fixture.new_code() + R"("})";
    CHECK(fixture.post("/api/login", body).status == 429);
    fixture.clock.advance(std::chrono::seconds(60));
    fixture.log_in();
}

TEST_CASE("a login address is used once its code has begun a session (W05)") {
    ConsoleFixture fixture;
    fixture.start();
    const std::string url = fixture.console->login_url();
    CHECK(url.starts_with(fixture.console->url() + "#"));
    CHECK_FALSE(fixture.console->is_used(url));
    const std::string code = url.substr(url.find('#') + 1);
    CHECK(fixture.post("/api/login", R"({"code":")" + code + R"("})").status == 200);
    CHECK(fixture.console->is_used(url));
    CHECK_FALSE(fixture.console->is_used("no address"));
}

TEST_CASE("sessions are listed, revoked, and idle for half an hour at most (W04)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    const std::string first = fixture.secret;
    fixture.log_in();
    Json sessions = fixture.get("/api/sessions").json()["sessions"];
    REQUIRE(sessions.size() == 2);
    CHECK_FALSE(sessions[0]["is_own"].get<bool>());
    CHECK(sessions[1]["is_own"].get<bool>());
    const std::string body = R"({"session":")" + sessions[0]["id"].get<std::string>() + R"("})";
    CHECK(fixture.post("/api/sessions/revoke", body).status == 200);
    CHECK(fixture.post("/api/sessions/revoke", body).status == 404);
    CHECK(fixture.get("/api/session").json()["login"] == "ann");
    const std::string second = std::exchange(fixture.secret, first);
    CHECK(fixture.get("/api/session").status == 401);
    fixture.secret = second;
    fixture.clock.advance(std::chrono::minutes(29));
    const std::string unattended =
        fixture.lines("GET", "/api/session") + "Iam-Unattended: 1\r\n\r\n";
    CHECK(fixture.ask(unattended).status == 200);
    fixture.clock.advance(std::chrono::minutes(1));
    CHECK(fixture.get("/api/session").status == 401);
}

TEST_CASE("a session ends with its console (W04)") {
    ConsoleFixture fixture;
    fixture.start().log_in();
    fixture.console.reset();
    fixture.start();
    CHECK(fixture.get("/api/session").status == 401);
}
