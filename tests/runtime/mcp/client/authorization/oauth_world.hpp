// A server of MCP and its authorization servers on the loopback, each behaving as a test says; and
// a client that asks for a tool until it gets it or an error.
#pragma once

#include "mcp/client/authorization/oauth_tokens.hpp"
#include "mcp/client/authorization/pkce.hpp"
#include "mcp/client/authorization/values/form_parameters.hpp"
#include <iam/core/base64.hpp>
#include <iam/core/json.hpp>
#include <iam/net/http_client.hpp>
#include <iam/net/http_server.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::test {

using mcp::FormParameters;
using mcp::Scopes;

/// A listener whose handler is run under a lock, so that a test may look at its records.
class ScriptedServer {
 public:
    using Script = std::function<net::Response(const net::Request&)>;
    explicit ScriptedServer(Script script) : script_(std::move(script)) {
        auto started = net::HttpServer::start({}, [this](net::Request request, net::Exchange out) {
            const std::lock_guard lock(mutex);
            paths.push_back(request.method + " " +
                            request.target.substr(0, request.target.find('?')));
            out.answer(script_(request));
        });
        REQUIRE(started);
        listener_ = *std::move(started);
        url = "http://127.0.0.1:" + std::to_string(listener_->endpoints().front().port);
    }
    std::size_t count(const std::string& path) {
        const std::lock_guard lock(mutex);
        return static_cast<std::size_t>(std::count(paths.begin(), paths.end(), path));
    }

    /// Before the test changes a script, or looks at a record, between two requests.
    void settle() { const std::lock_guard lock(mutex); }

    std::string url{};
    std::mutex mutex{};
    std::vector<std::string> paths{};  ///< "GET /mcp"

 private:
    Script script_;
    std::unique_ptr<net::HttpServer> listener_{};
};

inline net::Response json_response(const Json& body, unsigned status = 200) {
    return {
        .status = status, .fields = {{"Content-Type", "application/json"}}, .body = body.dump()};
}
inline net::Response no_response(unsigned status = 404) {
    return {.status = status, .fields = {}, .body = "nothing here"};
}

/// An authorization server. Set members before the first request.
struct LoginServer {
    enum class Issuer { right, none, wrong, normalized };

    std::string prefix{};  ///< "/tenant1"
    std::string metadata_path = "/.well-known/oauth-authorization-server";
    Json more{};                          ///< members of the metadata, in place of the usual
    std::optional<std::string> issuer{};  ///< of the metadata, if it is another
    Issuer in_redirect = Issuer::right;   ///< iss
    std::string location{};               ///< of the redirect, in place of the right one
    std::string redirect_more{};          ///< added to the redirect
    std::string state{};                  ///< in place of the right one
    Json registration{{"client_id", "registered"}};
    std::function<std::optional<net::Response>(const FormParameters&)> on_token{};
    bool gives_refresh_tokens = false;
    std::string token_name = "token";

    // records
    std::vector<FormParameters> authorizations{};
    std::vector<std::pair<FormParameters, std::string>> token_requests{};  ///< and Authorization
    std::vector<Json> registrations{};
    std::map<std::string, Scopes> tokens{};  ///< given ones

    ScriptedServer server{[this](const net::Request& request) { return answer(request); }};

    std::string base{};  ///< of all URLs; empty: that of `server`
    std::string url() const { return base.empty() ? server.url : base; }
    std::string name() const { return issuer.value_or(url() + prefix); }

    net::Response answer(const net::Request& request) {
        const std::size_t query = std::min(request.target.find('?'), request.target.size());
        const std::string path = request.target.substr(0, query);
        if (path == metadata_path && !metadata_path.empty()) return json_response(metadata());
        if (path == prefix + "/register") return register_client(request);
        if (path == prefix + "/authorize") return authorize(request.target.substr(query + 1));
        if (path == prefix + "/token") return give_token(request);
        return no_response();
    }

 private:
    Json metadata() const {
        Json body{{"issuer", name()},
                  {"authorization_endpoint", url() + prefix + "/authorize"},
                  {"token_endpoint", url() + prefix + "/token"},
                  {"registration_endpoint", url() + prefix + "/register"},
                  {"response_types_supported", {"code"}},
                  {"code_challenge_methods_supported", {"S256"}},
                  {"token_endpoint_auth_methods_supported", {"none"}},
                  {"authorization_response_iss_parameter_supported", true}};
        if (more.is_object()) body.update(more);
        return body;
    }
    net::Response register_client(const net::Request& request) {
        registrations.push_back(parse_json(request.body).value());
        return json_response(registration, 201);
    }
    net::Response authorize(const std::string& query) {
        const FormParameters asked = mcp::read_form(query).value();
        authorizations.push_back(asked);
        std::string to = location.empty() ? asked.at("redirect_uri") + "?" : location;
        mcp::append_parameter(to, "code", "code-" + std::to_string(authorizations.size()));
        mcp::append_parameter(to, "state", state.empty() ? asked.at("state") : state);
        if (in_redirect == Issuer::right) mcp::append_parameter(to, "iss", name());
        if (in_redirect == Issuer::wrong)
            mcp::append_parameter(to, "iss", "https://evil.example.com");
        if (in_redirect == Issuer::normalized) mcp::append_parameter(to, "iss", name() + "/");
        return {.status = 302, .fields = {{"Location", to + redirect_more}}, .body = {}};
    }
    net::Response give_token(const net::Request& request) {
        const FormParameters asked = mcp::read_form(request.body).value();
        token_requests.emplace_back(asked, request.fields.find("Authorization").value_or(""));
        if (on_token)
            if (auto other = on_token(asked)) return *other;
        Scopes scopes;
        if (asked.at("grant_type") == "authorization_code") {
            // The code is the last one, and the verifier is that of its authorization.
            const FormParameters& of = authorizations.back();
            if (asked.at("code") != "code-" + std::to_string(authorizations.size()) ||
                mcp::s256_of(asked.at("code_verifier")) != of.at("code_challenge") ||
                asked.at("redirect_uri") != of.at("redirect_uri"))
                return json_response({{"error", "invalid_grant"}}, 400);
            if (const auto scope = of.find("scope"); scope != of.end())
                scopes = mcp::read_scopes(scope->second).value();
        }
        const std::string number = std::to_string(token_requests.size());
        const std::string token = token_name + "-" + number;
        tokens[token] = scopes;
        Json body{{"access_token", token}, {"token_type", "Bearer"}, {"expires_in", 3600}};
        if (gives_refresh_tokens) body["refresh_token"] = "refresh-" + number;
        return json_response(body);
    }
};

/// A server of MCP, its authorization server, and a client of it. Set members before call().
struct OauthWorld {
    LoginServer login{};
    std::string prm_path = "/.well-known/oauth-protected-resource/mcp";
    bool names_prm = true;                  ///< in the challenge
    bool is_own_login = false;              ///< revision 2025-03-26: `login` answers at this server
    std::string prm_url{};                  ///< in the challenge, in place of the right one
    std::optional<std::string> resource{};  ///< of the metadata, if it is another
    std::vector<std::string> issuers{};     ///< empty: that of `login`
    std::optional<Scopes> scopes_supported{};
    Scopes first_scopes{};                                  ///< of the challenge of 401
    Scopes needed_scopes{};                                 ///< else 403, with these
    std::function<bool(const std::string& token)> takes{};  ///< empty: all of `login`

    ScriptedServer server{[this](const net::Request& request) { return answer(request); }};

    FakeClock clock{};
    FakeEntropy entropy{};
    mcp::MemoryTokens memory{};
    mcp::TokenStore* store = &memory;
    mcp::OauthSettings settings{};
    std::unique_ptr<net::HttpClient> client = *net::HttpClient::make(
        {.tls = {.uses_system_roots = false}, .limits = {.body_bytes_max = 1U << 20U}});
    std::vector<std::string> visited{};   ///< authorization URLs
    std::vector<std::string> problems{};  ///< heard by on_problem
    std::unique_ptr<mcp::OauthTokens> tokens{};

    mcp::OauthTokens& start() {
        settings.server = server.url + "/mcp";
        if (is_own_login) login.base = server.url;
        mcp::OauthParts parts{
            .fetch = [this](
                         net::ClientRequest request,
                         std::stop_token stop) { return client->fetch(std::move(request), stop); },
            .way = std::make_unique<mcp::ProgramRedirect>(
                "http://127.0.0.1:9/callback",
                [this](const std::string& url, std::stop_token stop) {
                    return visit(url, std::move(stop));
                }),
            .store = *store,
            .entropy = entropy,
            .clock = clock,
            .on_problem = [this](const std::string& problem) { problems.push_back(problem); }};
        auto made = mcp::OauthTokens::make(settings, std::move(parts));
        REQUIRE(made);
        tokens = *std::move(made);
        return *tokens;
    }

    /// Asks for the tool as a transport does: a refusal leads to a renewal and to the next try.
    Result<void> call() {
        if (!tokens) start();
        settle();
        auto result = call_often();
        settle();
        return result;
    }
    void settle() {
        server.settle();
        login.server.settle();
    }

 private:
    Result<void> call_often() {
        for (int tries = 0; tries < 10; ++tries) {
            net::ClientRequest request{.method = "POST", .url = server.url + "/mcp"};
            const std::string sent = tokens->authorization();
            if (!sent.empty()) request.fields.add("Authorization", sent);
            const auto response = client->fetch(std::move(request));
            REQUIRE(response);
            if (response->status == 200) return {};
            std::promise<Result<void>> promise;
            tokens->renew(
                {.status = response->status,
                 .challenge = std::string(response->fields.find("WWW-Authenticate").value_or("")),
                 .url = server.url + "/mcp",
                 .sent = sent},
                [&promise](Result<void> result) { promise.set_value(std::move(result)); });
            if (auto renewed = promise.get_future().get(); !renewed) return renewed;
        }
        FAIL("the client goes on and on");
        return {};
    }

    Result<std::string> visit(const std::string& url, std::stop_token stop) {
        visited.push_back(url);
        auto response = client->fetch({.url = url}, std::move(stop));
        if (!response) return tl::unexpected(response.error());
        return std::string(response->fields.find("Location").value_or(""));
    }
    net::Response answer(const net::Request& request) {
        if (request.target == "/mcp") return call_tool(request);
        if (is_own_login) return login.answer(request);
        if (request.target != prm_path || prm_path.empty()) return no_response();
        const std::string usual = prm_path.ends_with("-resource") ? "" : "/mcp";
        Json body{{"resource", resource.value_or(server.url + usual)}};
        body["authorization_servers"] = issuers.empty() ? std::vector{login.name()} : issuers;
        if (scopes_supported) body["scopes_supported"] = *scopes_supported;
        return json_response(body);
    }
    net::Response call_tool(const net::Request& request) const {
        const std::string field(request.fields.find("Authorization").value_or(""));
        const std::string token = field.starts_with("Bearer ") ? field.substr(7) : "";
        if (token.empty() || !(takes ? takes(token) : login.tokens.count(token) == 1))
            return challenge(401, "", first_scopes);
        for (const std::string& scope : needed_scopes)
            if (!mcp::has_scope(login.tokens.at(token), scope))
                return challenge(403, "insufficient_scope", needed_scopes);
        return json_response(Json::object());
    }
    net::Response challenge(unsigned status, const std::string& error, const Scopes& scopes) const {
        std::string text = "Bearer realm=\"mcp\"";
        if (!error.empty()) text += ", error=\"" + error + "\"";
        if (!scopes.empty()) text += ", scope=\"" + mcp::text_of_scopes(scopes) + "\"";
        const std::string url = prm_url.empty() ? server.url + prm_path : prm_url;
        if (names_prm) text += ", resource_metadata=\"" + url + "\"";
        return {.status = status, .fields = {{"WWW-Authenticate", text}}, .body = {}};
    }
};

}  // namespace iam::test
