// Requests of this program as a client, held against the official schemas, where these are.
// Tests of runtime/src/mcp/client/connection/{handshake,calls,offers_of_server}.cpp.
#include "mcp/client/offers/offer_requests.hpp"
#include "mcp/client/played_server.hpp"
#include "mcp/official_schema.hpp"

#include <future>
#include <thread>

using namespace iam;
using namespace iam::test;

namespace {

/// Sends a request, and answers it.
void request(PlayedServer& server, const std::string& method, const std::string& params,
             const Json& result) {
    const std::size_t before = server.count(method);
    auto reply = std::async(std::launch::async,
                            [&] { return server.connection->request(method, params, {}).kind; });
    while (server.count(method) == before) std::this_thread::yield();
    server.answer(method, result);
    CHECK(reply.get() == mcp::RemoteReply::Kind::result);
}

/// Every request about the offers of a server.
void play(PlayedServer& server, const std::string& revision) {
    const bool is_stateless = revision == "2026-07-28";
    const Json capabilities{{"tools", {{"listChanged", true}}},
                            {"resources", {{"listChanged", true}}},
                            {"prompts", {{"listChanged", true}}},
                            {"completions", Json::object()},
                            {"logging", Json::object()}};
    server.settings.lists_offers = true;
    server.settings.abilities = {
        .answers_forms = true, .answers_urls = true, .answers_sampling = true};
    server.open();
    server.connection->set_log_level(LogLevel::debug);
    server.timers.run();
    Json discovered = PlayedServer::discovered();
    discovered["capabilities"] = capabilities;
    Json initialized = PlayedServer::initialized(revision);
    initialized["capabilities"] = capabilities;
    if (is_stateless) {
        server.answer("server/discover", discovered);
    } else {
        server.refuse("server/discover", {{"code", -32601}, {"message", "no such method"}});
        server.answer("initialize", initialized);
    }
    server.answer("tools/list", {{"tools", Json::array()}});
    server.answer("resources/list", {{"resources", Json::array()}, {"nextCursor", "c"}});
    server.answer("resources/list", {{"resources", Json::array()}});
    server.answer("resources/templates/list", {{"resourceTemplates", Json::array()}});
    server.answer("prompts/list", {{"prompts", Json::array()}});
    request(server, "resources/read", mcp::read_resource_params("note://1"),
            {{"contents", Json::array()}});
    request(server, "prompts/get", mcp::get_prompt_params("greet", {{"who", "Ann"}}),
            {{"messages", Json::array()}});
    const mcp::CompletionRequest wish{.argument = "who", .typed = "a", .values = {{"b", "c"}}};
    for (const char* kind : {"ref/prompt", "ref/resource"}) {
        request(server, "completion/complete", mcp::completion_params(kind, "note://{who}", wish),
                {{"completion", {{"values", Json::array()}}}});
    }
}

void check_client(const std::string& revision) {
    auto document = read_official(official_folder(revision.c_str()) / "schema.json");
    if (skips(!document)) return;
    Official official(*std::move(document));
    PlayedServer server;
    play(server, revision);
    std::size_t requests = 0;
    for (const Json& message : server.wire->sent) {
        official.require_valid("JSONRPCMessage", message);
        // The first question is of the revision without sessions.
        if (revision != "2026-07-28" && message.value("method", "") == "server/discover") continue;
        const bool is_request = message.contains("id");
        requests += is_request ? 1U : 0U;
        official.require_valid(is_request ? "ClientRequest" : "ClientNotification", message);
    }
    CHECK(requests >= 10);
}

}  // namespace

TEST_CASE("requests of a client of revision 2025-11-25 fit its official schema", "[.schemas]") {
    check_client("2025-11-25");
}
TEST_CASE("requests of a client of revision 2026-07-28 fit its official schema", "[.schemas]") {
    check_client("2026-07-28");
}
