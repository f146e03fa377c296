// The client that the official conformance suite drives:
//   suite_client URL
// MCP_CONFORMANCE_CONTEXT may name the calls to make, and what an authorization server knows of
// this client. It agrees by itself, as no program with a person would.
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/json.hpp>
#include <iam/mcp/servers.hpp>
#include <iam/net/http_client.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace iam;

constexpr const char* k_secret_variable = "SUITE_CLIENT_SECRET";

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

struct SuiteCall {
    std::string tool;
    std::string arguments = "{}";
};

/// A value that a schema of the suite accepts.
Json example_of(const Json& schema) {
    const std::string type = schema.is_object() ? schema.value("type", "") : "";
    if (type == "number" || type == "integer") return 2;
    if (type == "boolean") return true;
    if (type == "object") return Json::object();
    if (type == "array") return Json::array();
    return "text";
}

std::string example_arguments(const Json& tool) {
    Json arguments = Json::object();
    if (tool["inputSchema"].contains("properties")) {
        for (const auto& [name, schema] : tool["inputSchema"]["properties"].items())
            arguments[name] = example_of(schema);
    }
    // Passed on as the server wrote it.
    return canonical_json(arguments).value();
}

/// The calls of the context, or one of each tool.
std::vector<SuiteCall> calls_for(const Json& context, const mcp::Servers& servers) {
    std::vector<SuiteCall> calls;
    if (context.contains("toolCalls")) {
        for (const Json& call : context["toolCalls"])
            calls.push_back({call["name"], canonical_json(call["arguments"]).value()});
        return calls;
    }
    std::string preserved;
    for (const mcp::ServerTool& listed : servers.list_tools()) {
        const Json tool = parse_json(listed.document).value();
        if (tool["name"] == "json_schema_2020_12_tool") preserved = listed.document;
        std::string arguments = example_arguments(tool);
        if (tool["name"] == "json_schema_echo" && !preserved.empty()) {
            const Json schema = parse_json(preserved).value()["inputSchema"];
            arguments = canonical_json(Json{{"schema", schema}}).value();
        }
        calls.push_back({tool["name"], std::move(arguments)});
    }
    return calls;
}

mcp::ServerConfig server_at(std::string url, const Json& context) {
    mcp::ServerConfig server{.name = "suite",
                             .endpoint = mcp::UrlEndpoint{.url = std::move(url)},
                             .pass_on = {.elicitation = true}};
    const std::string revision = variable("MCP_CONFORMANCE_PROTOCOL_VERSION");
    if (!revision.empty()) {
        server.era =
            revision == "2026-07-28" ? mcp::ServerEra::stateless : mcp::ServerEra::sessions;
    }
    server.authorization.client_id = context.value("client_id", "");
    if (context.contains("client_secret"))
        server.authorization.secret = {mcp::SecretReference::Place::environment, k_secret_variable};
    return server;
}

/// Gets the authorization URL and takes the redirect without following it.
Result<std::string> agree(net::HttpClient& client, const std::string& url, std::stop_token stop) {
    IAM_TRY(response, client.fetch({.url = url}, std::move(stop)));
    const auto location = response.fields.find("Location");
    if (location) return std::string(*location);
    return fail(Errc::unavailable, "The authorization server does not redirect.");
}

int run(const std::string& url) {
    const SystemClock clock;
    SystemEntropy entropy;
    const Json context = parse_json(variable("MCP_CONFORMANCE_CONTEXT")).value_or(Json::object());
    auto client = net::HttpClient::make({});
    if (!client) return 1;
    mcp::ServersParts parts{.clock = clock, .entropy = entropy};
    parts.settings.client = {.name = "suite_client", .version = "1"};
    parts.settings.abilities = {.answers_forms = true};
    parts.environment[k_secret_variable] = context.value("client_secret", "");
    parts.agreements.visit = [&](const std::string& page, std::stop_token stop) {
        return agree(**client, page, std::move(stop));
    };
    parts.agreements.client_metadata_url = "https://conformance-test.local/client-metadata.json";
    mcp::Servers servers(std::move(parts));
    if (!servers.connect_all({server_at(url, context)})) return 1;
    servers.wait_until_settled(std::chrono::seconds{20});
    const auto status = servers.connection_states().at(0);
    if (status.state != mcp::ConnectionState::connected) {
        std::fprintf(stderr, "%s\n", status.last_error.c_str());
        return 1;
    }
    for (const std::string& diagnostic : status.diagnostics)
        std::fprintf(stderr, "%s\n", diagnostic.c_str());
    mcp::RemoteCallOptions options;
    options.answer = [](const std::vector<ClientQuestion>& questions) {
        return std::vector<Result<std::string>>(questions.size(),
                                                R"({"action":"accept","content":{}})");
    };
    for (const SuiteCall& call : calls_for(context, servers)) {
        const auto reply = servers.call("suite", call.tool, call.arguments, options);
        if (reply.kind != mcp::RemoteReply::Kind::result)
            std::fprintf(stderr, "%s: %s\n", call.tool.c_str(), reply.error.message.c_str());
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    return argc == 2 ? run(argv[1]) : 2;
}
